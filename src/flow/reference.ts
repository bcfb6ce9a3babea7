// Everything that the reference page of the language shows, as rows: from the tables that the checker runs on.

import { type Code } from "./check/code.ts";
import { codes } from "./check/codes.ts";
import { type FunctionName, functionNames, isFunctionName } from "./expr/functions.ts";
import { describe } from "./schema/describe.ts";
import { jsonSchema } from "./schema/json-schema.ts";
import { verbDocs } from "./schema/node.ts";
import { places } from "./schema/table.ts";
import { typeDocs } from "./schema/variable.ts";

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

export const verbRows: readonly (readonly [verb: string, doc: string])[] = Object.entries(verbDocs);

export const typeRows = [...typeDocs].map(([name, docs]) => ({ name, ...docs }));

export const codeRows: readonly CodeRow[] = Object.entries(codes)
  .map(([code, row]) => ({ code, ...row }))
  .toSorted((a, b) => a.code.localeCompare(b.code));

/** How each function is written, and what it gives; null in gives null unless it says otherwise. */
const functionDocs: Readonly<Record<FunctionName, readonly [form: string, doc: string]>> = {
  filled: ["filled(x)", "Whether x holds anything."],
  count: ["count(x)", "How many entries a list has, or letters a text; of nothing 0."],
  contains: ["contains(x, y)", "Whether the list x has the entry y, or the text x the part y."],
  starts_with: ["starts_with(x, y)", "Whether the text x begins with y."],
  lower: ["lower(x)", "In small letters."],
  upper: ["upper(x)", "In capital letters."],
  trim: ["trim(x)", "Without spaces around it."],
  number: ["number(x)", "The number that a text shows."],
  text: ["text(x)", "A number, true or false as a text."],
  round: ["round(x), round(x, 2)", "Rounded to a whole number, or to so many decimals."],
  min: ["min(x, y, …), min(list)", "The least: numbers, dates or times."],
  max: ["max(x, y, …), max(list)", "The greatest."],
  abs: ["abs(x)", "Without its sign."],
  first: ["first(x)", "The first entry of a list."],
  last: ["last(x)", "The last entry of a list."],
  join: ["join(x), join(x, ' ')", "The entries of a list as one text."],
  today: ["today()", "The date in the flow's time zone."],
  now: ["now()", "The time in the flow's time zone."],
  hour: ["hour(), hour(x)", "The hour, 0 to 23, of now or of a time."],
  weekday: ["weekday(), weekday(x)", "1 for Monday to 7 for Sunday, of today or of a date."],
  add_days: ["add_days(x, n)", "The date n days later."],
  days_between: ["days_between(x, y)", "The days from x to y."],
  default: ["default(x, y)", "y where x holds nothing."],
  date: ["x | date", "Spoken as a date."],
  time: ["x | time", "Spoken as a time."],
  money: ["x | money, x | money('EUR')", "Spoken as an amount of money."],
  ordinal: ["x | ordinal", "Spoken as first, second and so on."],
  list: ["x | list('or')", "The entries of a list with commas and 'and' or 'or'."],
  spell: ["x | spell", "Letter by letter."],
  digits: ["x | digits", "Digit by digit."],
};

export const functionRows: readonly (readonly [form: string, doc: string])[] = functionNames()
  .filter(isFunctionName)
  .map((name) => functionDocs[name]);

export const schemaText = (): string => `${JSON.stringify(jsonSchema(), null, 2)}\n`;
