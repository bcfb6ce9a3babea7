// Language table, part variables: the keys of variables, types and options.

import { amountUnits, durationUnits } from "../../value/measure-unit.ts";
import { askable } from "../../value/value.ts";
import type { Key, PlaceSchema, Shape } from "./shape.ts";
import * as s from "./shapes.ts";
import { llmHelps, optional, repromptKeys } from "./document-table.ts";

/** A list has no unit, so nothing that needs one. */
const scalar = askable.filter((kind) => kind !== "duration" && kind !== "amount");

/** Fields of an entry: more can not be kept in mind while they are asked for. */
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
  s.key("min", s.bound, "The least that is allowed; a template may depend on the day.", {
    only: bounded,
  }),
  s.key("max", s.bound, "The most that is allowed.", { only: bounded }),
  s.key("integer", s.boolean, "Only whole numbers.", {
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
  s.key("length", s.whole(1, 32), "How many digits.", { only: ["digits"] }),
  s.key("min_length", s.whole(1, 32), "The fewest digits.", { default: "1", only: ["digits"] }),
  s.key("max_length", s.whole(1, 32), "The most digits.", { default: "20", only: ["digits"] }),
  s.key(
    "mask",
    s.either(mask, s.listOf(mask, { min: 1, max: 20 })),
    "A stands for a letter, 9 for a digit, * for either; anything else for itself. Several where it may have several forms.",
    { only: ["code"] },
  ),
  s.key(
    "region",
    { is: "string", pattern: "^[A-Z]{2}$", says: "two capital letters, such as FR" },
    "The country of numbers without one (ISO 3166); of a code without a mask, the country whose postcode it is.",
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
    "Draws an option at the start, by these shares: {a: 90, b: 10}. A session keeps what it drew; a context may bring another.",
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
    "The entries of a list, which decide how it is spoken: a type, or the fields of its entries in the order in which they are said. A list with fields can be asked for.",
    { only: ["list"] },
  ),
  s.key("more", s.text, "Asked after each entry of a list, until that is all.", {
    default: "Anything else?",
    only: ["list"],
  }),
];

export const variable: PlaceSchema = {
  title: "A variable",
  doc: "Typed memory, and how it is asked for. Entries of 'types' have the same keys without input, output, required, default and depends_on.",
  keys: [
    s.key("type", s.nameOf("type"), "A built-in type or one of 'types'.", { required: true }),
    s.key("ask", s.text, "The question."),
    ...repromptKeys,
    llmHelps,
    optional,
    s.key(
      "synonyms",
      s.phrases,
      "Spoken names: beside a value or after a correction they mark it as this variable's.",
    ),
    ...ofType,
    s.key("default", s.data, "Initial value; texts are templates."),
    s.key(
      "input",
      s.boolean,
      "Whether sessions and calling flows provide it; a context fills any variable of its name, that of a page inputs alone.",
      {
        default: "false",
      },
    ),
    s.key("required", s.boolean, "An input without which the flow does not start.", {
      default: "false",
    }),
    s.key("output", s.boolean, "Whether it is reported at the end and returned to a calling flow.", {
      default: "false",
    }),
    s.key("example", s.data, "Its value in tests and trials."),
    s.key(
      "sensitive",
      s.boolean,
      "Masked in logs, hooks and transcripts, and never shown to a model unless llm: true.",
      {
        default: "false",
      },
    ),
    s.key("depends_on", s.listOf(s.nameOf("variable")), "It is cleared when one of these changes."),
    s.key("description", s.words, "For the model."),
  ],
};

const fieldKeys = ofType.filter(({ only }) => only?.includes("list") !== true);

export const field: PlaceSchema = {
  title: "A field",
  doc: "Part of each entry of a list: its type, and its question where a caller leaves it out.",
  keys: [
    s.key("type", s.nameOf("type"), "A built-in type or one of 'types'.", { required: true }),
    s.key("ask", s.text, "Asks for it; {{ }} can not name the entry.", { default: "its name" }),
    s.key("synonyms", s.phrases, "Spoken name."),
    ...fieldKeys,
    s.key("default", s.data, "Value when the caller gives none."),
    s.key("optional", s.boolean, "It is not asked for.", { default: "false" }),
    s.key(
      "only_for",
      s.dictionary("any", s.listOf(s.words, { min: 1 })),
      "The entries that have it, by options of another field: {kind: [margherita, salami]}.",
    ),
    s.key("description", s.words, "For the model."),
  ],
};

export const extracted: PlaceSchema = {
  title: "A value of extract",
  doc: "Values to extract after the call. They are no variables: the flow does not see them.",
  keys: [
    s.key("type", s.nameOf("type"), "A built-in type or one of 'types', but for list, object and audio.", {
      required: true,
    }),
    ...fieldKeys.filter(({ name }) => name !== "split"),
    s.key("description", s.words, "For the model."),
  ],
};

export const option: PlaceSchema = {
  title: "An option",
  doc: "One of a choice.",
  keys: [
    s.key("id", s.nameOf("option"), "The value.", { required: true }),
    s.key("label", s.text, "How it is spoken; understood like a synonym.", {
      default: "the id with spaces",
    }),
    s.key("synonyms", s.phrases, "Further phrases of the caller."),
    s.key("dtmf", s.phoneKey, "The key for it."),
    s.key("description", s.words, "For the model."),
    s.key("if", s.condition, "It is offered only while this is true."),
  ],
};

/** Keys of variables that types do not have. */
export const notOnTypes: ReadonlySet<string> = new Set([
  "input",
  "output",
  "required",
  "default",
  "split",
  "depends_on",
]);

/** For every type of variable: what its values are, and what callers can say. */
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
      { value: "text, as its country writes it", understood: "letters and digits; it needs a region" },
    ],
    ["address", { value: "text", understood: "all words, except questions and greetings; read back" }],
    ["choice", { value: "the option's id", understood: "labels, synonyms, keys, or a model" }],
    ["text", { value: "text", understood: "all words" }],
    [
      "list",
      {
        value: "a list; x[0].kind is a field of its first entry",
        understood:
          '"two large margheritas and a cola", "without the cola", "two small ones instead", until "that\'s all", where its entries have fields (of); else data only',
      },
    ],
    ["object", { value: "a map", understood: "data only: from tools and set" }],
    ["audio", { value: "{id, seconds}", understood: "data only: from record" }],
  ],
);
