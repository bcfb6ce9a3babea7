// YAML error messages: plain instructions in place of the library's messages, which name its internals.

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
  message: "this line is not 'key: value'",
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
      hint: "add the closing quote",
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
      message: "the indentation differs from the other keys",
      hint: "start all keys of a map in the same column",
    },
  ],
  [
    "BAD_INDENT",
    "All sequence items",
    {
      message: "the indentation differs from the other entries",
      hint: "start all dashes in the same column",
    },
  ],
  ["BAD_INDENT", "", { message: "this is not indented enough", hint: "indent it more than its key" }],
  ["TAB_AS_INDENT", "", { message: "indentation cannot use tabs", hint: "use spaces" }],
  [
    "BAD_DQ_ESCAPE",
    "",
    {
      message: 'this is no escape that a text in "…" knows',
      hint: "write \\\\ for a backslash, or use '…'",
    },
  ],
  ["MULTIPLE_DOCS", "", { message: "a second document starts here", hint: "write one document per file" }],
  ["BAD_DIRECTIVE", "", { message: "lines that start with '%' are not allowed", hint: "remove it" }],
  [
    "UNEXPECTED_TOKEN",
    "Unexpected block-seq-ind",
    { message: "a list cannot start on the line of its key", hint: "put '- …' on the next line" },
  ],
  [
    "UNEXPECTED_TOKEN",
    "Unexpected scalar at node end",
    {
      message: "there is text after the end of a quote or bracket",
      hint: "quote the whole text",
    },
  ],
  ["ALIAS_BOMB", "", { message: "aliases expand to too much data" }],
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
      message: `a text that starts with ${sign} needs quotes`,
      hint: 'put it between two "',
    };
  }
  const row = errorTexts.find(([each, begins]) => each === code && message.startsWith(begins));
  if (row !== undefined) return row[2];
  const sign = text.slice(from, from + 1).trim();
  return sign === ""
    ? { message: "the text ends too early here" }
    : {
        message: `'${sign}' is not allowed here`,
        hint: "check for missing or extra quotes and brackets",
      };
}
