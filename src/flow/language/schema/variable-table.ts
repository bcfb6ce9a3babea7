// Language table, part variables: the keys of variables, types and options.

import { amountUnits, durationUnits } from "../../value/measure-unit.ts";
import { askable } from "../../value/value.ts";
import type { Key, PlaceSchema, Shape } from "./shape.ts";
import * as s from "./shapes.ts";
import { llmHelps, optional, repromptKeys } from "./document-table.ts";

/** Kinds of a list's entries: a list has no unit, so kinds that need one are excluded. */
const scalar = askable.filter((kind) => kind !== "duration" && kind !== "amount");

/** Fields of an entry: callers cannot keep more of them in mind. */
const recordFieldsMax = 8;

const bounded = [
  "number",
  "money",
  "duration",
  "amount",
  "date",
  "time",
  "date_range",
  "time_range",
] as const;

const mask = {
  is: "string",
  pattern: "^(?=.*[A9*])[A-Z0-9*./ -]{1,32}$",
  says: "A for a letter, 9 for a digit, * for either, such as AA999",
} as const satisfies Shape;

const ofType: readonly Key[] = [
  s.key("min", s.bound, "Smallest allowed value. A template can depend on the date.", {
    only: bounded,
  }),
  s.key("max", s.bound, "Largest allowed value.", { only: bounded }),
  s.key("integer", s.boolean, "true: only whole numbers.", {
    default: "false",
    only: ["number", "duration", "amount"],
  }),
  s.key(
    "unit",
    s.oneOf(...durationUnits, ...amountUnits),
    'What a duration or an amount is a number of; other units are converted. Of a date_range, whether "for three days" counts nights; without it the caller is asked.',
    { only: ["duration", "amount", "date_range"] },
  ),
  s.key(
    "currency",
    { is: "string", pattern: "^[A-Z]{3}$", says: "three capital letters, such as EUR" },
    "ISO 4217.",
    {
      default: "USD",
      only: ["money"],
    },
  ),
  s.key("length", s.whole(1, 32), "Number of digits.", { only: ["digits"] }),
  s.key("min_length", s.whole(1, 32), "Minimum number of digits.", { default: "1", only: ["digits"] }),
  s.key("max_length", s.whole(1, 32), "Maximum number of digits.", { default: "20", only: ["digits"] }),
  s.key(
    "mask",
    s.either(mask, s.listOf(mask, { min: 1, max: 20 })),
    "Pattern: A is a letter, 9 a digit, * either; other characters are literal. A list for several forms.",
    { only: ["code"] },
  ),
  s.key(
    "region",
    { is: "string", pattern: "^[A-Z]{2}$", says: "two capital letters, such as FR" },
    "Country (ISO 3166) of phone numbers without a country code. For a code without a mask: country of the postcode.",
    {
      only: ["phone", "code"],
    },
  ),
  s.key(
    "options",
    s.either(s.listOf(s.map("option"), { max: 200 }), s.template),
    "Options: a list, or {{ a list from data }}.",
    { only: ["choice"] },
  ),
  s.key(
    "split",
    s.dictionary("option", { is: "number", min: 0, max: 1_000_000 }),
    "Chooses an option at random at the start, by these shares: {a: 90, b: 10}. A session keeps its option. The context can set another one.",
    { only: ["choice"] },
  ),
  s.key(
    "of",
    s.either(s.oneOf(...scalar), {
      is: "dictionary",
      keys: "any",
      of: s.map("field"),
      max: recordFieldsMax,
    }),
    "Type of the entries of a list, or their fields in spoken order. A list with fields can be asked for.",
    { only: ["list"] },
  ),
  s.key("more", s.text, "Question after each entry of a list, until the caller has finished.", {
    default: "Anything else?",
    only: ["list"],
  }),
];

export const variable: PlaceSchema = {
  title: "A variable",
  doc: "A typed value and its question. Entries of 'types' have the same keys, except input, output, required, default and depends_on.",
  keys: [
    s.key("type", s.nameOf("type"), "A built-in type or one of 'types'.", { required: true }),
    s.key("ask", s.text, "Question for the value."),
    ...repromptKeys,
    llmHelps,
    optional,
    s.key(
      "synonyms",
      s.phrases,
      "Spoken names of the variable, by which callers refer to it in answers and corrections.",
    ),
    ...ofType,
    s.key("default", s.data, "Initial value. Texts can contain {{ }}."),
    s.key(
      "input",
      s.boolean,
      "Whether sessions and calling flows provide the value. A context sets any variable of the same name; the context of a web page sets only inputs.",
      {
        default: "false",
      },
    ),
    s.key("required", s.boolean, "Whether the flow needs this input to start.", {
      default: "false",
    }),
    s.key(
      "output",
      s.boolean,
      "Whether the value is in the result of the call and returned to a calling flow.",
      {
        default: "false",
      },
    ),
    s.key("example", s.data, "Value for tests and trials."),
    s.key(
      "sensitive",
      s.boolean,
      "Masks the value in logs, hooks and transcripts, and hides it from the model unless llm: true.",
      {
        default: "false",
      },
    ),
    s.key(
      "depends_on",
      s.listOf(s.nameOf("variable")),
      "Clears the value when one of these variables changes.",
    ),
    s.key("description", s.words, "Description for the model."),
  ],
};

const fieldKeys = ofType.filter(({ only }) => only?.includes("list") !== true);

export const field: PlaceSchema = {
  title: "A field",
  doc: "Part of each entry of a list, with its type and the question for a missing value.",
  keys: [
    s.key("type", s.nameOf("type"), "A built-in type or one of 'types'.", { required: true }),
    s.key("ask", s.text, "Question for the value. {{ }} cannot refer to the entry.", { default: "its name" }),
    s.key("synonyms", s.phrases, "Spoken name."),
    ...fieldKeys,
    s.key("default", s.data, "Value if the caller gives none."),
    s.key("optional", s.boolean, "Does not ask for a missing value.", { default: "false" }),
    s.key(
      "only_for",
      s.dictionary("any", s.listOf(s.words, { min: 1 })),
      "Only for entries with these options of another field: {kind: [margherita, salami]}.",
    ),
    s.key("description", s.words, "Description for the model."),
  ],
};

export const extracted: PlaceSchema = {
  title: "A value of extract",
  doc: "Value to extract after the call. It is not a variable of the flow.",
  keys: [
    s.key("type", s.nameOf("type"), "A built-in type or one of 'types', except list, object and audio.", {
      required: true,
    }),
    ...fieldKeys.filter(({ name }) => name !== "split"),
    s.key("description", s.words, "Description for the model."),
  ],
};

export const option: PlaceSchema = {
  title: "An option",
  doc: "Option of a choice.",
  keys: [
    s.key("id", s.nameOf("option"), "Value of the option.", { required: true }),
    s.key("label", s.text, "Spoken name, which is also understood.", {
      default: "the id with spaces",
    }),
    s.key("synonyms", s.phrases, "Other phrases of callers for the option."),
    s.key("dtmf", s.phoneKey, "Phone key of the option."),
    s.key("description", s.words, "Description for the model."),
    s.key("if", s.condition, "Condition for offering the option."),
  ],
};

/** Keys that variables have and types do not. */
export const notOnTypes: ReadonlySet<string> = new Set([
  "input",
  "output",
  "required",
  "default",
  "split",
  "depends_on",
]);

/** For every type of variable: its values, and how callers can say them. */
export const typeDocs: ReadonlyMap<string, { readonly value: string; readonly understood: string }> = new Map(
  [
    ["boolean", { value: "true or false", understood: "yes and no, in many words; keys 1 and 2" }],
    [
      "number",
      {
        value: "a number",
        understood: 'digits, number words, and places ("the third") when integer',
      },
    ],
    ["money", { value: "a number", understood: "an amount, with or without the currency" }],
    [
      "duration",
      { value: "a number of its unit", understood: '"an hour and a half", "two weeks" for nights' },
    ],
    ["amount", { value: "a number of its unit", understood: '"two kilos", "half a litre", "500 grams"' }],
    ["digits", { value: "text", understood: 'digits one by one, "double five", keys' }],
    ["code", { value: "text", understood: "letters and digits, spelled" }],
    ["date", { value: "2026-11-21", understood: 'today, weekdays, "the 21st of March", "in two weeks"' }],
    ["time", { value: "19:30", understood: '"half past seven"; min and max may settle morning or evening' }],
    [
      "date_range",
      {
        value: "2026-11-21/2026-11-24, of which x.from and x.to are dates",
        understood:
          '"from Monday until Wednesday", "Friday for three nights"; half of it, and the rest is asked',
      },
    ],
    [
      "time_range",
      {
        value: "14:00/16:00, of which x.from and x.to are times",
        understood: '"between two and four", "from nine for an hour"',
      },
    ],
    ["phone", { value: "E.164 text", understood: "spoken digits, keys" }],
    ["email", { value: "text", understood: '"ada dot l at example dot com", spelled parts' }],
    ["name", { value: "text", understood: 'what is left after "my name is"' }],
    ["birthday", { value: "1971-06-05", understood: "a date in the past" }],
    [
      "postcode",
      { value: "text, in the format of its country", understood: "letters and digits; it needs a region" },
    ],
    ["address", { value: "text", understood: "all words, except questions and greetings; read back" }],
    ["choice", { value: "the option's id", understood: "labels, synonyms, keys, or a model" }],
    ["text", { value: "text", understood: "all words" }],
    [
      "list",
      {
        value: "a list. x[0].kind is a field of the first entry",
        understood:
          '"two large margheritas and a cola", "without the cola", "two small ones instead", until "that\'s all", where its entries have fields (of); else data only',
      },
    ],
    ["object", { value: "a map", understood: "only from tools and set" }],
    ["audio", { value: "{id, seconds}", understood: "only from record" }],
  ],
);
