// Imported text: words of another system with {{ holes }} as words of our language, and values as literals.

import { type DraftVariable, type DraftVariables, isData } from "./draft-variable.ts";

/** UTF-16 units of a spoken text are 2,000; the rest is room for expanded holes. */
const spokenCharsMax = 1_500;
/** Name in braces, without blanks at its ends: otherwise a long run of blanks would be read again for each. */
export const hole = /\{\{\s*([^\s{}](?:[^{}]{0,78}[^\s{}])?)\s*\}\}/g;

/** Names as people write them; anything else in braces is a formula of the other system. */
function isName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_ .-]*$/u.test(name);
}

export interface ImportedText {
  readonly text: string;
  /** Text in braces that is no name. */
  readonly odd: readonly string[];
}

/** Text with our holes; other braces stay, and opening ones are escaped. */
export function importedText(text: string, draft: DraftVariables): ImportedText {
  const odd: string[] = [];
  const parts: string[] = [];
  let words = "";
  let at = 0;
  for (const match of text.matchAll(hole)) {
    const name = draft.nameIn(match[1] ?? "");
    words += text.slice(at, match.index);
    at = match.index + match[0].length;
    if (isName(name) || draft.knows(name)) {
      // A brace right before a hole would belong to it.
      parts.push(words.replaceAll(/\{\{+|\{$/g, bracesAsText), spoken(draft.variable(name)));
      words = "";
    } else {
      odd.push(match[0]);
      words += match[0];
    }
  }
  words += text.slice(at);
  return { text: [...parts, plainText(words)].join(""), odd };
}

/** Words in which nothing is a hole. */
export function plainText(words: string): string {
  return words.replaceAll(/\{\{+/g, bracesAsText);
}

function bracesAsText(braces: string): string {
  return `{{ '${braces}' }}`;
}

function spoken({ id, type, text }: DraftVariable): string {
  if (text !== undefined) return text;
  if (type === "boolean") return `{{ 'yes' if ${id} == true else 'no' }}`;
  if (type === "number") return `{{ text(${id}) ?? '' }}`;
  if (isData(type)) return "";
  return `{{ ${id} ?? '' }}`;
}

export function withoutBraces(text: string): string {
  return text.replaceAll(/[{}]+/g, " ").replaceAll(/\s+/g, " ").trim();
}

/** Parts of a long text, each short enough for one node, cut after sentences if possible. */
export function spokenParts(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > spokenCharsMax) {
    const window = rest.slice(0, spokenCharsMax);
    const sentence = Math.max(
      window.lastIndexOf(". "),
      window.lastIndexOf("? "),
      window.lastIndexOf("! "),
      window.lastIndexOf("\n"),
    );
    const word = window.lastIndexOf(" ");
    const at = sentence > 200 ? sentence + 1 : word > 200 ? word : spokenCharsMax;
    // A hole is never cut in two.
    const open = rest.lastIndexOf("{{", at);
    const cut = open > 0 && rest.indexOf("}}", open) + 2 > at ? open : at;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...parts, rest].filter((part) => part !== "");
}

/** A text as a literal of an expression. */
export function literal(text: string): string {
  return `'${text
    .replaceAll("\\", "\\\\")
    .replaceAll("'", "\\'")
    .replaceAll(/[\r\n]+/g, " ")}'`;
}
