// Function signatures: the parameter and result types of each function, for the type checker. functions.ts computes
// the functions.

import type { FunctionName } from "./functions.ts";
import {
  alternatives,
  anyType,
  booleanType,
  isAll,
  isNumeric,
  isTextual,
  literalsOf,
  nullType,
  notNull,
  numberType,
  textType,
  unite,
  type ValueType,
} from "./expression-types.ts";

/** The kinds of values that an argument accepts. */
export type Param =
  | "any"
  | "text"
  | "field"
  | "number"
  | "list"
  | "texts"
  | "date"
  | "time"
  | "zone"
  | "words"
  | "scalar"
  | "container"
  | "ordered";

export interface Signature {
  /** Types of the parameters; the last one applies to all further arguments. */
  readonly params: readonly Param[];
  readonly gives: (args: readonly ValueType[]) => ValueType;
}

const dateType: ValueType = { kind: "date" };
const timeType: ValueType = { kind: "time" };

const booleans = always(booleanType);
const numbers = always(numberType);
const texts = always(textType);
const dates = always(dateType);

const signatures: Readonly<Record<FunctionName, Signature>> = {
  filled: { params: ["any"], gives: booleans },
  count: { params: ["container"], gives: numbers },
  contains: { params: ["container", "any"], gives: booleans },
  starts_with: { params: ["words"], gives: booleans },
  lower: { params: ["text"], gives: texts },
  upper: { params: ["text"], gives: texts },
  trim: { params: ["text"], gives: texts },
  number: { params: ["words"], gives: numbers },
  text: { params: ["scalar"], gives: texts },
  round: { params: ["number"], gives: ([value = numberType]) => value },
  min: { params: ["ordered"], gives: extreme },
  max: { params: ["ordered"], gives: extreme },
  abs: { params: ["number"], gives: ([value = numberType]) => value },
  first: { params: ["list"], gives: entryOf },
  last: { params: ["list"], gives: entryOf },
  join: { params: ["texts", "words"], gives: texts },
  map: { params: ["list", "field"], gives: ([list, name]) => ({ kind: "list", of: fieldType(list, name) }) },
  sum: { params: ["list", "field"], gives: ([list, ...names]) => sumType(list, names) },
  where: { params: ["list", "field", "any"], gives: itself },
  without: { params: ["list", "any"], gives: itself },
  sort: { params: ["list", "field", "text"], gives: itself },
  slice: { params: ["list", "number"], gives: itself },
  today: { params: ["zone"], gives: dates },
  now: { params: ["zone"], gives: always(timeType) },
  hour: { params: ["time"], gives: numbers },
  weekday: { params: ["date"], gives: numbers },
  add_days: { params: ["date", "number"], gives: dates },
  days_between: { params: ["date"], gives: numbers },
  default: {
    params: ["any"],
    gives: ([value = nullType, other = nullType]) => unite([notNull(value), other]),
  },
  date: { params: ["date"], gives: texts },
  time: { params: ["time"], gives: texts },
  money: { params: ["number", "text"], gives: texts },
  ordinal: { params: ["number"], gives: texts },
  list: { params: ["list", "text"], gives: texts },
  spell: { params: ["words"], gives: texts },
  digits: { params: ["words"], gives: texts },
  is_open: { params: ["text", "date", "time"], gives: booleans },
  pause: { params: ["text"], gives: always(nullType) },
};

export function signatureOf(name: FunctionName): Signature {
  return signatures[name];
}

function always(type: ValueType): () => ValueType {
  return () => type;
}

/** The result type of `min` and `max`: that of a list's entries, or the union of several arguments. */
function extreme(args: readonly ValueType[]): ValueType {
  const [only] = args;
  return args.length === 1 && only !== undefined && only.kind === "list" ? only.of : unite(args);
}

function itself([value = anyType]: readonly ValueType[]): ValueType {
  return value;
}

/** The type of a field of a list's entries; `any` where the entries or the name are only known at run time. */
export function fieldType(list: ValueType | undefined, name: ValueType | undefined): ValueType {
  const fields = fieldsOf(list);
  const [literal] = name === undefined ? [] : (literalsOf(name) ?? []);
  return (literal === undefined ? undefined : fields?.get(literal)) ?? anyType;
}

/** The fields of a list's entries, if they are known. */
export function fieldsOf(list: ValueType | undefined): ReadonlyMap<string, ValueType> | undefined {
  return list?.kind === "list" && list.of.kind === "object" ? list.of.fields : undefined;
}

function sumType(list: ValueType | undefined, names: readonly ValueType[]): ValueType {
  const types =
    names.length === 0
      ? [entryOf(list === undefined ? [] : [list])]
      : names.map((name) => fieldType(list, name));
  return types.find(({ kind }) => kind === "money") ?? numberType;
}

function entryOf([list]: readonly ValueType[]): ValueType {
  return list?.kind === "list" ? list.of : anyType;
}

/** Whether an argument of this type may be passed; types that may fit at run time are accepted. */
export function accepts(param: Param, type: ValueType): boolean {
  switch (param) {
    case "any":
      return true;
    case "text":
    case "field":
    case "zone":
      return isTextual(type);
    case "number":
      return isNumeric(type);
    case "list":
      return isAll(type, "list");
    case "texts":
      return (
        isAll(type, "list") &&
        alternatives(type).every(
          (each) =>
            each.kind !== "list" ||
            isAll(each.of) ||
            isTextual(each.of) ||
            isAll(each.of, "number", "money", "boolean"),
        )
      );
    case "date":
    case "time":
      return isAll(type, param, "text");
    case "words":
      return isTextual(type) || isNumeric(type);
    case "scalar":
      return isTextual(type) || isAll(type, "number", "money", "boolean");
    case "container":
      return isAll(type, "list", "object") || isTextual(type);
    case "ordered":
      return (
        isNumeric(type) || isAll(type, "list") || isAll(type, "date", "text") || isAll(type, "time", "text")
      );
  }
}

const paramWords: Readonly<Record<Param, string>> = {
  any: "anything",
  text: "a text",
  number: "a number",
  list: "a list",
  texts: "a list of texts or numbers",
  field: "the name of a field",
  date: "a date",
  time: "a time",
  zone: "the name of a time zone",
  words: "a text or a number",
  scalar: "a text or a number",
  container: "a list or a text",
  ordered: "numbers, dates or times",
};

/** The accepted argument in words, with its article, for a sentence. */
export function wordsForParam(param: Param): string {
  return paramWords[param];
}
