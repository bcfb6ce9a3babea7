// Type conformity: whether a value is of a type at run time, and the expected value in words. It checks the
// results of tools, the context of a session, and the values that `set` computes.

import { fits, VALUE_BYTES_MAX } from "./expression/value-size.ts";
import { dateParts, timeParts } from "../value/date-parts.ts";
import type { RecordField, VariableType } from "./program.ts";
import { isInterval } from "../value/interval.ts";
import { isValueMap, type Kind, type Value } from "../value/value.ts";

/** Whether a value is of a kind; null is of every kind. */
export function conforms(value: Value, kind: Kind): boolean {
  if (value === null) return true;
  switch (kind) {
    case "boolean":
      return typeof value === "boolean";
    case "number":
    case "money":
    case "duration":
    case "amount":
      return typeof value === "number" && Number.isFinite(value);
    case "list":
      return Array.isArray(value);
    case "object":
    case "audio":
      return isValueMap(value);
    case "date":
      return typeof value === "string" && dateParts(value) !== undefined;
    case "time":
      return typeof value === "string" && timeParts(value) !== undefined;
    case "date_range":
      return typeof value === "string" && isInterval(value, "date");
    case "time_range":
      return typeof value === "string" && isInterval(value, "time");
    case "digits":
      return typeof value === "string" && /^\d+$/.test(value);
    case "phone":
      return typeof value === "string" && /^\+\d{3,15}$/.test(value);
    case "email":
      return typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value);
    default:
      return typeof value === "string";
  }
}

/**
 * Whether a variable can take the value. Ranges are not checked, since they apply to callers' answers. `optionIds`:
 * of a choice.
 */
export function fitsVariable(value: Value, type: VariableType, optionIds: readonly string[]): boolean {
  if (value === null) return true;
  if (!conforms(value, type.kind)) return false;
  if (type.kind === "list" && type.fields !== undefined) return fitsRecords(value, type.fields);
  if ("integer" in type && type.integer) return Number.isInteger(value);
  if (type.kind === "choice" && "options" in type) return optionIds.some((id) => id === value);
  if (type.kind === "digits" && typeof value === "string") {
    return value.length >= type.lengthMin && value.length <= type.lengthMax;
  }
  return true;
}

/** Whether every entry is a record whose fields fit; extra fields that the flow does not know are allowed. */
function fitsRecords(value: Value, fields: readonly RecordField[]): boolean {
  const isRecord = (entry: Value): boolean =>
    entry !== null &&
    isValueMap(entry) &&
    fields.every(({ name, type }) =>
      fitsVariable(Object.hasOwn(entry, name) ? (entry[name] ?? null) : null, type, writtenOptions(type)),
    );
  return Array.isArray(value) && value.every(isRecord);
}

/**
 * The required start value of a variable in words, to follow "must be"; undefined if this value fits.
 * Conditions of options are ignored, so every written option is accepted.
 */
export function wantedInstead(value: Value, type: VariableType): string | undefined {
  if (!fits(value)) return `at most ${VALUE_BYTES_MAX / 1_024} KiB as JSON`;
  return fitsVariable(value, type, writtenOptions(type)) ? undefined : wordsFor(type);
}

function writtenOptions(type: VariableType): readonly string[] {
  return type.kind === "choice" && "options" in type ? type.options.map(({ id }) => id) : [];
}

/** The valid values in words, to follow "must be", with their notation where that is not obvious. */
export function wordsFor(type: VariableType): string {
  if (type.kind === "choice") {
    const ids = writtenOptions(type);
    return ids.length > 0 ? `one of ${ids.join(", ")}` : "the id of an option, as text";
  }
  if ("integer" in type && type.integer) return "a whole number";
  if (type.kind === "duration" || type.kind === "amount") return `a number of ${type.unit}`;
  if (type.kind !== "digits") return kindWords[type.kind] ?? `a ${type.kind}`;
  const { lengthMin, lengthMax } = type;
  const length = lengthMin === lengthMax ? `${lengthMin}` : `${lengthMin} to ${lengthMax}`;
  return `text of ${length} digits`;
}

const kindWords: Readonly<Partial<Record<Kind, string>>> = {
  boolean: "true or false",
  money: "an amount, such as 12.5",
  date: "a date, such as 2026-11-21",
  time: "a time, such as 19:30",
  date_range: "a range of dates, such as 2026-11-21/2026-11-24",
  time_range: "a range of times, such as 14:00/16:00",
  phone: "a phone number with its country, such as +33140123456",
  email: "an email address",
  list: 'a list, such as ["one", "two"]',
  object: 'an object, such as {"key": "value"}',
  audio: "a recording: {id, seconds}",
};
