// Value types: the types that the type checker gives to expressions, and how they combine. Whether a value may be
// empty is a separate question, answered in dependencies.ts.

import { dateParts, timeParts } from "../../value/date-parts.ts";
import { isInterval } from "../../value/interval.ts";
import type { Kind } from "../../value/value.ts";

type SimpleKind = "any" | "null" | "boolean" | "number" | "money" | TextKind;
/** Kinds whose values are stored as texts. */
type TextKind =
  "digits" | "code" | "date" | "time" | "date_range" | "time_range" | "phone" | "email" | "name";

export type ValueType =
  | { readonly kind: SimpleKind }
  /** Without options: they come from data at run time. */
  | { readonly kind: "choice"; readonly options?: readonly string[] }
  /** `oneOf`: the value is one of these literals. */
  | { readonly kind: "text"; readonly oneOf?: readonly string[] }
  | { readonly kind: "list"; readonly of: ValueType }
  /** Without fields: its content is unknown. */
  | {
      readonly kind: "object";
      readonly fields?: ReadonlyMap<string, ValueType>;
      /** An entry of a list of records, which is spoken by its fields. */
      readonly isRecord?: true;
    }
  /** A union, as `??` and `if` produce it. Flat, never contains `any`. */
  | { readonly kind: "union"; readonly of: readonly ValueType[] };

export const anyType: ValueType = { kind: "any" };
export const nullType: ValueType = { kind: "null" };
export const booleanType: ValueType = { kind: "boolean" };
export const numberType: ValueType = { kind: "number" };
export const textType: ValueType = { kind: "text" };

/** The type of a variable, a parameter or a field of this kind. */
export function typeOfKind(
  kind: Kind,
  more: { readonly options?: readonly string[] | undefined; readonly of?: Kind | undefined } = {},
): ValueType {
  switch (kind) {
    case "choice":
      return more.options === undefined ? { kind } : { kind, options: more.options };
    case "list":
      return { kind, of: more.of === undefined ? anyType : typeOfKind(more.of) };
    // A duration and an amount are plain numbers of their unit.
    case "duration":
    case "amount":
      return numberType;
    case "audio":
      return {
        kind: "object",
        fields: new Map([
          ["id", textType],
          ["seconds", numberType],
        ]),
      };
    default:
      return { kind };
  }
}

/** The type of a list of records with these fields. */
export function listOfRecords(fields: Iterable<readonly [name: string, type: ValueType]>): ValueType {
  return { kind: "list", of: { kind: "object", fields: new Map(fields), isRecord: true } };
}

/** The union of types; `any` if one of them is `any`. */
export function unite(types: readonly ValueType[]): ValueType {
  const valueTypes: ValueType[] = [];
  for (const type of types.flatMap(alternatives)) {
    if (type.kind === "any") return anyType;
    const at = valueTypes.findIndex((each) => each.kind === type.kind);
    const merged = at < 0 ? undefined : merge(valueTypes[at] ?? type, type);
    if (merged === undefined) valueTypes.push(type);
    else valueTypes[at] = merged;
  }
  const [only] = valueTypes;
  return valueTypes.length === 1 && only !== undefined ? only : { kind: "union", of: valueTypes };
}

/** Merges two types of one kind, if no check loses precision by that. */
function merge(left: ValueType, right: ValueType): ValueType | undefined {
  if (left.kind === "text" && right.kind === "text") {
    if (left.oneOf === undefined || right.oneOf === undefined) return textType;
    return { kind: "text", oneOf: [...new Set([...left.oneOf, ...right.oneOf])] };
  }
  if (left.kind === "choice" && right.kind === "choice") {
    if (left.options === undefined || right.options === undefined) return { kind: "choice" };
    return { kind: "choice", options: [...new Set([...left.options, ...right.options])] };
  }
  if (left.kind === "list" && right.kind === "list") return { kind: "list", of: unite([left.of, right.of]) };
  if (left.kind === "object" && right.kind === "object") return { kind: "object" };
  return left.kind === right.kind ? left : undefined;
}

/** The options of a choice, if they are known. */
export function optionsOf(type: ValueType): readonly string[] {
  return type.kind === "choice" ? (type.options ?? []) : [];
}

/** The members of a union; any other type alone. */
export function alternatives(type: ValueType): readonly ValueType[] {
  return type.kind === "union" ? type.of : [type];
}

/** The type without null. */
export function notNull(type: ValueType): ValueType {
  return type.kind === "union" ? unite(type.of.filter(({ kind }) => kind !== "null")) : type;
}

/** Whether every alternative of the type, null aside, is one of these kinds. `any` counts as yes. */
export function isAll(type: ValueType, ...kinds: readonly ValueType["kind"][]): boolean {
  return alternatives(type).every(({ kind }) => kind === "any" || kind === "null" || kinds.includes(kind));
}

const textKinds = [
  "text",
  "choice",
  "digits",
  "code",
  "date",
  "time",
  "date_range",
  "time_range",
  "phone",
  "email",
  "name",
] as const;

/** The type of both ends of a range; undefined for any other type. */
export function typeOfEnds(type: ValueType): ValueType | undefined {
  if (type.kind === "date_range") return { kind: "date" };
  return type.kind === "time_range" ? { kind: "time" } : undefined;
}

export function isTextual(type: ValueType): boolean {
  return isAll(type, ...textKinds);
}

export function isNumeric(type: ValueType): boolean {
  return isAll(type, "number", "money");
}

/** The texts that a value of this type can be, if they are known. */
export function literalsOf(type: ValueType): readonly string[] | undefined {
  return type.kind === "text" ? type.oneOf : undefined;
}

/** All texts that a value of this type can be, if known: options and literals, joined by `??` and `if`. */
export function closedTexts(type: ValueType): readonly string[] | undefined {
  const sets = alternatives(type).map((each) => {
    if (each.kind === "null") return [];
    return each.kind === "choice" ? each.options : literalsOf(each);
  });
  if (sets.some((each) => each === undefined)) return undefined;
  const texts = [...new Set(sets.flatMap((each) => each ?? []))];
  return texts.length === 0 ? undefined : texts;
}

/** Why a literal text is no value of this type, or undefined if it is one. */
export function misfit(
  literal: string,
  type: ValueType,
): { readonly message: string; readonly hint: string } | undefined {
  switch (type.kind) {
    case "date":
      if (dateParts(literal) !== undefined) return undefined;
      return { message: `'${literal}' is not a date`, hint: "write it as '2026-11-21', or use today()" };
    case "time":
      if (timeParts(literal) !== undefined) return undefined;
      return { message: `'${literal}' is not a time`, hint: "write it as '09:30' or '19:30'" };
    case "date_range":
      if (isInterval(literal, "date")) return undefined;
      return {
        message: `'${literal}' is not a date range`,
        hint: "write it as '2026-11-21/2026-11-24'",
      };
    case "time_range":
      if (isInterval(literal, "time")) return undefined;
      return { message: `'${literal}' is not a time range`, hint: "write it as '14:00/16:00'" };
    case "digits":
      if (/^\d*$/.test(literal)) return undefined;
      return { message: `'${literal}' is not a sequence of digits`, hint: "write digits only" };
    default:
      return undefined;
  }
}

/** The type in words, with its article, for a sentence. */
export function wordsFor(type: ValueType): string {
  switch (type.kind) {
    case "any":
      return "something unknown";
    case "null":
      return "nothing";
    case "boolean":
      return "true or false";
    case "money":
      return "an amount of money";
    case "date_range":
      return "a range of dates";
    case "time_range":
      return "a range of times";
    case "digits":
      return "a sequence of digits";
    case "phone":
      return "a phone number";
    case "email":
      return "an email address";
    case "object":
      return "an object";
    case "union":
      return type.of.map(wordsFor).join(" or ");
    case "number":
    case "text":
    case "choice":
    case "code":
    case "date":
    case "time":
    case "name":
    case "list":
      return `a ${type.kind}`;
  }
}
