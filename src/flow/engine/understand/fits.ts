// Fits: whether a canonical value has a type and is in its range, from any source: rules, keys, or a model.

import { unreachable } from "../../../base/assert.ts";
import { dateParts } from "../../value/date-parts.ts";
import { minutesOf } from "../../value/gregorian.ts";
import { intervalOf, isInterval } from "../../value/interval.ts";
import { isE164 } from "../../value/phone-number.ts";
import { maskMark } from "../../value/postcodes.ts";
import type { Value } from "../../value/value.ts";
import type { ValueRule } from "./understanding.ts";

type Of<K extends ValueRule["kind"]> = Extract<ValueRule, { kind: K }>;

export function fits(wanted: ValueRule, value: Value): boolean {
  switch (wanted.kind) {
    case "boolean":
      return typeof value === "boolean";
    case "number":
    case "duration":
    case "amount":
      return fitsNumber(value, wanted);
    case "money":
      return fitsNumber(value, { min: 0, ...wanted, integer: false }) && isWholeCent(value);
    case "digits":
      return fitsDigits(value, wanted);
    case "code":
      return fitsCode(value, wanted.mask);
    case "date":
      return fitsDate(value, wanted);
    case "time":
      return fitsTime(value, wanted);
    case "date_range":
    case "time_range":
      return fitsRange(value, wanted);
    case "phone":
      return typeof value === "string" && isE164(value);
    case "email":
      return fitsEmail(value);
    case "name":
      return fitsName(value);
    case "choice":
      return typeof value === "string" && wanted.options.some(({ id }) => id === value);
    case "text":
      return typeof value === "string" && value.trim() !== "" && value.length <= TEXT_UNITS_MAX;
    default:
      return unreachable(wanted);
  }
}

const TEXT_UNITS_MAX = 8_000;
const NAME_UNITS_MAX = 120;
/** RFC 5321, 4.5.3.1.3: a path has 256 octets with its angle brackets. */
const EMAIL_UNITS_MAX = 254;

interface Bounds {
  readonly integer: boolean;
  readonly min?: number;
  readonly max?: number;
}

const fitsNumber = (value: unknown, { integer, min = -Infinity, max = Infinity }: Bounds): value is number =>
  typeof value === "number" &&
  Number.isFinite(value) &&
  (!integer || Number.isSafeInteger(value)) &&
  value >= min &&
  value <= max;

const isWholeCent = (value: number): boolean => Math.round(value * 100) / 100 === value;

const fitsDigits = (value: unknown, { lengthMin, lengthMax, whole }: Of<"digits">): boolean =>
  typeof value === "string" &&
  /^[0-9]+$/.test(value) &&
  ((value.length >= lengthMin && value.length <= lengthMax) || value.length === whole);

/** Places of a mask: `A` a letter, `9` a digit, `*` either; anything else is literal. */
const places: Readonly<Record<string, RegExp>> = { A: /^[A-Z]$/, "9": /^[0-9]$/, "*": /^[A-Z0-9]$/ };

const fitsCode = (value: unknown, masks: string): boolean =>
  typeof value === "string" &&
  masks
    .split(maskMark)
    .some(
      (mask) =>
        value.length === mask.length &&
        Array.from(mask).every((place, at) => places[place]?.test(value[at] ?? "") ?? place === value[at]),
    );

interface Span {
  readonly min?: string;
  readonly max?: string;
}

const fitsDate = (value: unknown, { min = "0000-01-01", max = "9999-12-31" }: Span): boolean =>
  typeof value === "string" && dateParts(value) !== undefined && value >= min && value <= max;

/** A window from 22:00 to 02:00 spans midnight. */
function fitsTime(value: unknown, { min = "00:00", max = "23:59" }: Span): boolean {
  if (typeof value !== "string" || minutesOf(value) === undefined) return false;
  return min <= max ? value >= min && value <= max : value >= min || value <= max;
}

/** Whether an interval has both ends within the bounds. */
export function fitsRange(value: Value, range: Of<"date_range" | "time_range">): boolean {
  const isDates = range.kind === "date_range";
  if (typeof value !== "string" || !isInterval(value, isDates ? "date" : "time")) return false;
  const { from, to } = intervalOf(value);
  if (range.unit === "nights" && from === to) return false;
  return [from, to].every((end) => (isDates ? fitsDate(end, range) : fitsTime(end, range)));
}

/** An address in lower case, in the ASCII subset of RFC 5321 without quoted local parts. */
function fitsEmail(value: unknown): boolean {
  if (typeof value !== "string" || value.length > EMAIL_UNITS_MAX) return false;
  const [local = "", domain = "", ...rest] = value.split("@");
  const labels = domain.split(".");
  return (
    rest.length === 0 &&
    local.split(".").every((part) => /^[a-z0-9_%+&#-]+$/.test(part)) &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    /^[a-z]{2,}$/.test(labels.at(-1) ?? "")
  );
}

const fitsName = (value: unknown): boolean =>
  typeof value === "string" &&
  value.length <= NAME_UNITS_MAX &&
  /\p{L}/u.test(value) &&
  !/[\p{C}<>{}]/u.test(value);
