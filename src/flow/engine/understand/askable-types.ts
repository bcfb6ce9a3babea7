// Registry of askable types: how each is read from words, and which values it may have.

import { unreachable } from "../../../base/assert.ts";
import type { Value } from "../../value/value.ts";
import type { Wanted, WallTime } from "./understanding.ts";
import type { ValueReading } from "./reading.ts";
import { readBoolean } from "./types/boolean.ts";
import { fitsChoice, readChoice } from "./types/choice.ts";
import { fitsCode, readCode } from "./types/code.ts";
import { fitsDate, readDate } from "./types/date.ts";
import { fitsDigits, readDigits } from "./types/digits.ts";
import { fitsEmail, readEmail } from "./types/email.ts";
import { readMeasure } from "./types/measure.ts";
import { fitsMoney, readMoney } from "./types/money.ts";
import { fitsName, readName } from "./types/person-name.ts";
import { fitsNumber, readNumber } from "./types/number.ts";
import { fitsPhone, readPhone } from "./types/phone.ts";
import { fitsRange, readRange } from "./types/range.ts";
import { fitsText, readText } from "./types/free-text.ts";
import { fitsTime, readTime } from "./types/time.ts";
import type { Utterance } from "./tokenised-utterance.ts";

export interface ReadingContext {
  readonly moment: WallTime;
  /** The variable was asked for, so that bare forms ("eight") count. */
  readonly asked: boolean;
  /** Words that other variables have used already; only names look at them. */
  readonly taken: readonly boolean[];
  /** The words that ask for it and its names. */
  readonly asking?: readonly string[];
}

/** All readings of an utterance as a value of a type, from left to right. */
export function readAs(
  wanted: Wanted,
  utterance: Utterance,
  { moment, asked, taken, asking = [] }: ReadingContext,
): readonly ValueReading[] {
  switch (wanted.kind) {
    case "boolean":
      return readBoolean(utterance);
    case "number":
      return readNumber(utterance, wanted);
    case "money":
      return readMoney(utterance, wanted);
    case "duration":
    case "amount":
      return readMeasure(utterance, wanted, asking);
    case "digits":
      return readDigits(utterance, wanted);
    case "code":
      return readCode(utterance, wanted.mask);
    case "date":
      return readDate(utterance, wanted, moment);
    case "time":
      return readTime(utterance, wanted, moment);
    case "date_range":
    case "time_range":
      return readRange(utterance, wanted, { moment, asked });
    case "phone":
      return readPhone(utterance, wanted.region);
    case "email":
      return readEmail(utterance);
    case "name":
      return readName(utterance, asked, taken);
    case "choice":
      return readChoice(utterance, wanted, moment);
    case "text":
      return readText(utterance);
    default:
      return unreachable(wanted);
  }
}

/** Whether a canonical value has this type and is in its range. */
export function fits(wanted: Wanted, value: Value): boolean {
  switch (wanted.kind) {
    case "boolean":
      return typeof value === "boolean";
    case "number":
    case "duration":
    case "amount":
      return fitsNumber(value, wanted);
    case "money":
      return fitsMoney(value, wanted);
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
      return fitsPhone(value);
    case "email":
      return fitsEmail(value);
    case "name":
      return fitsName(value);
    case "choice":
      return fitsChoice(value, wanted);
    case "text":
      return fitsText(value);
    default:
      return unreachable(wanted);
  }
}
