// Texts and phrases of the model as the interpreter has them.

import type { At } from "../model/map-reader.ts";
import type { Line, Phrases, Words } from "../model/model.ts";
import type { Names, Text } from "../program.ts";
import type { Template } from "../expression/ast.ts";

const noText: Text = new Map();
const noNames: Names = new Map();

export function templateOf(line: Line): Template {
  return line.template ?? [];
}

export function textOf(words: Words | undefined): Text {
  if (words === undefined) return noText;
  return new Map([...words.languages].map(([language, lines]) => [language, lines.map(templateOf)] as const));
}

export function namesOf(phrases: Phrases | undefined): Names {
  if (phrases === undefined) return noNames;
  return new Map([...phrases.languages].map(([language, list]) => [language, list.map(valueOf)] as const));
}

/** Language → the one thing it is called. */
export function labelOf(words: Words | undefined): ReadonlyMap<string, string> {
  return new Map(
    [...(words?.languages ?? [])].flatMap(([language, [line]]) =>
      line === undefined ? [] : [[language, line.source] as const],
    ),
  );
}

function valueOf({ value }: At<string>): string {
  return value;
}
