// Texts with `{{ name }}` in them: cut into parts once, rendered to spoken words in one pass. The only
// expressions are names of variables, `now()` and `today()`.

import type { Template, TemplatePart, Value, Variable } from "./document.ts";
import { dateWords, digitWords, numberWords, timeWords } from "./spoken.ts";

/** The parts of a text, or a sentence that says what is wrong with it. */
export function parseTemplate(text: string, knows: (name: string) => boolean): Template | string {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (const hole of text.matchAll(/\{\{(.*?)\}\}/gs)) {
    if (hole.index > from) parts.push({ type: "text", text: text.slice(from, hole.index) });
    from = hole.index + hole[0].length;
    const inner = (hole[1] ?? "").trim();
    if (inner === "now()") parts.push({ type: "clock", what: "now" });
    else if (inner === "today()") parts.push({ type: "clock", what: "today" });
    else if (!/^[a-z][a-z0-9_]*$/.test(inner)) {
      return `'${inner}' is not a name; only variables, now() and today() can be spoken`;
    } else if (knows(inner)) parts.push({ type: "variable", name: inner });
    else return `there is no variable '${inner}'`;
  }
  const rest = text.slice(from);
  if (rest.includes("{{")) return "a '{{' is never closed";
  if (rest !== "") parts.push({ type: "text", text: rest });
  return parts;
}

export interface RenderContext {
  readonly values: ReadonlyMap<string, Value>;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly timezone: string;
  readonly wallMs: number;
}

/** What a voice says: values by their type, nothing for what is still empty. */
export function render(template: Template, context: RenderContext): string {
  return template
    .map((part) => {
      if (part.type === "text") return part.text;
      if (part.type === "clock") {
        const words = part.what === "now" ? timeWords : dateWords;
        return words(context.wallMs, context.timezone);
      }
      return spokenValue(context.values.get(part.name), context.variables.get(part.name));
    })
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function spokenValue(value: Value | undefined, variable: Variable | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return numberWords(value);
  const answer = variable?.answer;
  if (answer?.type === "digits") return digitWords(value);
  if (answer?.type === "choice") return answer.options.find(({ id }) => id === value)?.label ?? value;
  return value;
}
