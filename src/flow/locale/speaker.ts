// Speaker contract: how a language says values. Texts stay readable ("7:30 p.m.", not "seven thirty"): they are shown
// and stored as well as spoken, and speech synthesis reads such forms by itself.

import type { Interval } from "../value/interval.ts";
import type { MeasureUnit } from "../value/measure-unit.ts";

/** Speaker of a language. All functions are total: a value in an unexpected form is returned unchanged. */
export interface Speaker {
  boolean(value: boolean): string;
  /** A number with its own decimals, at most 6. */
  number(value: number): string;
  ordinal(value: number): string;
  /** `currency` is an ISO 4217 code. */
  money(value: number, currency: string): string;
  /** A duration or an amount; an hour and a half of minutes is "1 hour and 30 minutes". */
  measure(value: number, unit: MeasureUnit): string;
  /** A date such as `2026-11-21`; the year is spoken only if it differs from that of the date `today`. */
  date(value: string, today: string): string;
  /** `19:30` */
  time(value: string): string;
  /** "from … to …", of dates or times in spoken form; one of them alone if the other is unknown. */
  range(ends: Interval): string;
  /** Digits in groups that are easy to follow. */
  digits(value: string): string;
  /** A phone number in E.164 form, as people in `region` (ISO 3166) dial it, if it is one of that country. */
  phone(value: string, region: string | undefined): string;
  /** Letter by letter. */
  spell(value: string): string;
  email(value: string): string;
  /** `word`: "and" or "or", which are translated, or any other word. */
  list(items: readonly string[], word: string): string;
}
