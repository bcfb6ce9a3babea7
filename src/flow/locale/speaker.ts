// Speaker contract: how a language says values. Texts stay readable ("7:30 p.m.", not "seven thirty"): they are shown
// and stored as well as spoken, and speech synthesis reads such forms by itself.

/** All functions are total: what is not of the form that they expect comes back as it is. */
export interface Speaker {
  boolean(value: boolean): string;
  /** As many decimals as it has, at most 6. */
  number(value: number): string;
  ordinal(value: number): string;
  /** `currency` is an ISO 4217 code. */
  money(value: number, currency: string): string;
  /** `2026-11-21`; the year is said when it is not that of `today`, which is a date too. */
  date(value: string, today: string): string;
  /** `19:30` */
  time(value: string): string;
  /** Digits in groups that a person can follow. */
  digits(value: string): string;
  /** E.164. */
  phone(value: string): string;
  /** Letter by letter. */
  spell(value: string): string;
  email(value: string): string;
  /** `word`: "and" or "or", which are translated, or any other word. */
  list(items: readonly string[], word: string): string;
}
