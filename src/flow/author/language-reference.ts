// Language reference: everything on the reference page of the flow language, as rows, from the checker's tables.

import { type Code } from "../language/codes/problem-code.ts";
import { codes } from "../language/codes/all-codes.ts";
import { type FunctionManual, functionManual } from "../language/expression/function-manual.ts";
import { describe } from "../language/schema/describe-shape.ts";
import { jsonSchema } from "../language/schema/json-schema.ts";
import { verbFacts } from "../language/schema/verbs.ts";
import { places } from "../language/schema/table.ts";
import { typeDocs } from "../language/schema/variable-table.ts";

export interface PlaceRows {
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  readonly keys: readonly {
    readonly name: string;
    readonly shape: string;
    readonly isRequired: boolean;
    readonly default: string;
    readonly only: readonly string[];
    readonly doc: string;
  }[];
}

export interface CodeRow extends Code {
  readonly code: string;
}

export const placeRows: readonly PlaceRows[] = Object.entries(places).map(([name, { title, doc, keys }]) => ({
  name,
  title,
  doc,
  keys: keys.map((key) => ({
    name: key.name,
    shape: describe(key.shape),
    isRequired: key.required === true,
    default: key.default ?? "",
    only: key.only ?? [],
    doc: key.doc,
  })),
}));

export const verbRows: readonly (readonly [verb: string, doc: string])[] = Object.entries(verbFacts).map(
  ([verb, { doc }]) => [verb, doc],
);

export const typeRows = [...typeDocs].map(([name, docs]) => ({ name, ...docs }));

export const codeRows: readonly CodeRow[] = Object.entries(codes)
  .map(([code, row]) => ({ code, ...row }))
  .toSorted((a, b) => a.code.localeCompare(b.code));

/** Operators from weak to strong. */
export const expressionRows: readonly (readonly [written: string, meaning: string])[] = [
  ["x if c else y", "x where c is true, otherwise y"],
  ["and, or, not", "only true counts as true"],
  ["== != < <= > >= in, not in", "ordering with nothing is false"],
  ["x ?? y", "y where x is nothing"],
  ["+ - * / %", "+ adds numbers, joins texts, joins lists; anything with nothing is nothing"],
  ["x.name, x[0], x[-1]", "a field, an entry; a missing one is nothing"],
  ["1.5, 'text', true, null, [a, b]", "a text inside of YAML has two kinds of quotes: \"'text'\""],
];

/** Complete flow with one question. */
export const minimalFlow = `voice_flow: 1
id: greeting
language: en
start: hello
variables:
  guests: {type: number, integer: true, min: 1, max: 12, ask: For how many people?}
defaults: {give_up: bye}
nodes:
  hello: {say: Welcome., next: table}
  table: {ask: guests, next: bye}
  bye: {say: "Thank you. Goodbye.", end: done}
`;

export const functionRows: readonly FunctionManual[] = Object.values(functionManual);

export const schemaText = (): string => `${JSON.stringify(jsonSchema(), null, 2)}\n`;
