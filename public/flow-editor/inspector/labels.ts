// Labels: display names for keys of the language and things of a flow.

import { isFields, isList } from "../../../src/flow/author/edit/data-at-path.ts";
import type { NamedThing } from "../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../src/flow/language/source/yaml-tree.ts";

const capitals: ReadonlySet<string> = new Set(["dtmf", "http", "llm", "url"]);

/** `no_match`: No match. */
export function labelOf(key: string): string {
  const words = key
    .split("_")
    .map((word) => (capitals.has(word) ? word.toUpperCase() : word))
    .join(" ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const singles: ReadonlyMap<string, string> = new Map([
  ["Body", "Field"],
  ["Returns", "Field"],
  ["Script", "Step"],
  ["With", "Argument"],
]);

/** The singular of a label: "Variables" becomes "Variable". */
export function singleOf(label: string): string {
  const special = singles.get(label);
  if (special !== undefined) return special;
  if (label.includes(": ")) return "Field";
  if (label.endsWith("ies")) return `${label.slice(0, -3)}y`;
  return label.endsWith("s") && !label.endsWith("ss") ? label.slice(0, -1) : label;
}

export const thingWords: Readonly<Record<NamedThing | "any", string>> = {
  variable: "variable",
  node: "node",
  tool: "tool",
  type: "type",
  handler: "handler",
  flow: "flow",
  secret: "secret",
  option: "option",
  language: "language",
  event: "event",
  knowledge: "knowledge",
  any: "name",
};

/** The `id` or `name` of a list item; empty when it has neither. */
export function ownName(value: Plain | undefined): string {
  const name = isFields(value) ? (value.get("id") ?? value.get("name")) : undefined;
  return typeof name === "string" ? short(name) : "";
}

const summaryCharsMax = 60;

/** A short summary of a value; may be empty. */
export function summaryOf(value: Plain | undefined): string {
  if (isList(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  if (!isFields(value)) return short(value);
  for (const [key, each] of value) {
    if (key === "id" || key === "name") continue;
    const words = inner(each);
    if (words !== "") return key === "type" ? words : `${key}: ${words}`;
  }
  return "";
}

function inner(value: Plain): string {
  if (isList(value)) return short(value.map((each) => (isPlainWord(each) ? String(each) : "…")).join(", "));
  if (isFields(value))
    return short(
      [...value].map(([key, each]) => `${key}: ${isPlainWord(each) ? String(each) : "…"}`).join(", "),
    );
  return short(value);
}

function isPlainWord(value: Plain): value is string | number | boolean {
  return typeof value !== "object";
}

function short(value: Plain | undefined): string {
  if (value === undefined || typeof value === "object") return "";
  const text = String(value)
    .slice(0, summaryCharsMax * 2)
    .replaceAll(/\s+/g, " ");
  return text.length > summaryCharsMax ? `${text.slice(0, summaryCharsMax - 1)}…` : text;
}
