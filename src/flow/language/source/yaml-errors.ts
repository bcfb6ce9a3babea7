// YAML error messages: says in plain words what to do, where the library's own messages speak of its internals.

import type { YamlError } from "./composer.ts";

export interface ErrorText {
  readonly message: string;
  readonly hint?: string;
}

export const colonInText: ErrorText = {
  message: "a text with ': ' in it must be quoted",
  hint: 'put the whole text between two "',
};

const unfinished: ErrorText = {
  message: "this line is no 'key: value'",
  hint: "put ': ' after a key; quote a text of several lines, or write it after '|'",
};

/** By error code of the `yaml` library, and by the beginning of its message where one code covers several errors. */
const errorTexts: readonly (readonly [code: string, begins: string, told: ErrorText])[] = [
  ["BLOCK_AS_IMPLICIT_KEY", "Nested mappings", colonInText],
  ["BLOCK_IN_FLOW", "", colonInText],
  ["MULTILINE_IMPLICIT_KEY", "", unfinished],
  ["MISSING_CHAR", "Implicit map keys", unfinished],
  [
    "MISSING_CHAR",
    "Missing closing",
    {
      message: "this quote is never closed",
      hint: "end the text with the sign that it began with",
    },
  ],
  ["MISSING_CHAR", "Missing , between", { message: "a comma is missing before this" }],
  ["MISSING_CHAR", "Missing , or :", { message: "a comma or a colon is missing before this" }],
  ["MISSING_CHAR", "Missing space after :", { message: "a space is missing after ':'" }],
  ["MISSING_CHAR", "Comments must be", { message: "a space is missing before '#'" }],
  ["MISSING_CHAR", "Flow map must end", { message: "a '{' is never closed", hint: "add '}'" }],
  ["MISSING_CHAR", "Flow sequence must end", { message: "a '[' is never closed", hint: "add ']'" }],
  ["BAD_INDENT", "Flow map", { message: "a '{' is not closed before this", hint: "add '}'" }],
  ["BAD_INDENT", "Flow sequence", { message: "a '[' is not closed before this", hint: "add ']'" }],
  [
    "BAD_INDENT",
    "All mapping items",
    {
      message: "this is indented unlike the keys around it",
      hint: "begin all keys of a map in one column",
    },
  ],
  [
    "BAD_INDENT",
    "All sequence items",
    {
      message: "this is indented unlike the entries around it",
      hint: "begin all dashes in one column",
    },
  ],
  ["BAD_INDENT", "", { message: "this is not indented enough", hint: "indent it more than its key" }],
  ["TAB_AS_INDENT", "", { message: "tabs cannot indent", hint: "use spaces" }],
  [
    "BAD_DQ_ESCAPE",
    "",
    {
      message: 'this is no escape that a text in "…" knows',
      hint: "write \\\\ for a backslash, or use '…'",
    },
  ],
  ["MULTIPLE_DOCS", "", { message: "a second document begins here", hint: "keep one document in a text" }],
  ["BAD_DIRECTIVE", "", { message: "lines that begin with '%' have no place here", hint: "remove it" }],
  [
    "UNEXPECTED_TOKEN",
    "Unexpected block-seq-ind",
    { message: "a list cannot begin behind its key", hint: "put '- …' on the next line" },
  ],
  [
    "UNEXPECTED_TOKEN",
    "Unexpected scalar at node end",
    {
      message: "something stands after the end of a text or a bracket",
      hint: "quote the text as a whole",
    },
  ],
  ["ALIAS_BOMB", "", { message: "aliases lead to too much" }],
  ["RESOURCE_EXHAUSTION", "", { message: "this is nested too deeply" }],
];

const badStart: Readonly<Record<string, string>> = {
  "%": "%",
  "@": "@",
  "`": "`",
  ",": ",",
  "\t": "a tab",
};

/** Message and hint for an error of the `yaml` library, in our own words. */
export function explainYamlError({ code, message, from }: YamlError, text: string): ErrorText {
  if (code === "BAD_SCALAR_START") {
    const sign = badStart[text[from] ?? ""] ?? text[from] ?? "this";
    return {
      message: `a text that begins with ${sign} must be quoted`,
      hint: 'put it between two "',
    };
  }
  const row = errorTexts.find(([each, begins]) => each === code && message.startsWith(begins));
  if (row !== undefined) return row[2];
  const sign = text.slice(from, from + 1).trim();
  return sign === ""
    ? { message: "the text ends too early here" }
    : {
        message: `'${sign}' does not fit here`,
        hint: "is there a quote or a bracket too many, or one missing?",
      };
}
