// Speaker of a language: how values are written in a sentence, by forms that are data of the language.

import { dateParts, timeParts } from "../value/date-parts.ts";
import { dayNumber } from "../value/gregorian.ts";
import type { Speaker } from "./speaker.ts";
import { groupDigits, listOf, numberText, spellOut, tableOf } from "./spoken-forms.ts";
import { spokenMeasure, type UnitNames } from "./spoken-units.ts";
import { spokenPhone } from "./spoken-phone.ts";

/** Sentences of a language around a value; `{weekday}` and others mark its parts. */
export interface WrittenForms {
  readonly decimalMark: "." | ",";
  readonly thousandsMark: "," | ".";
  /** Names of weekdays, from Sunday on. */
  readonly weekdays: readonly string[];
  readonly months: readonly string[];
  /** `{weekday}`, `{day}`, `{ordinal}`, `{month}`. */
  readonly date: string;
  /** `{date}`, `{year}`. */
  readonly dateOfYear: string;
  /** `hour` is 0 to 23. */
  readonly time: (hour: number, minute: number) => string;
  readonly ordinal: (value: number) => string;
  /** `{from}`, `{to}`. */
  readonly range: string;
  readonly rangeFrom: string;
  readonly rangeTo: string;
  readonly yes: string;
  readonly no: string;
  readonly and: string;
  readonly or: string;
  readonly plus: string;
  readonly minus: string;
  readonly dot: string;
  readonly hyphen: string;
  readonly underscore: string;
  readonly at: string;
  /** A single thing before its noun: "1 euro", "ein Euro". */
  readonly one: string;
  readonly units: UnitNames;
  /** Names by ISO 4217 code: one and several of its units, one and several of its hundredths. */
  readonly currencies: ReadonlyMap<string, readonly string[]>;
}

type Amount = Pick<WrittenForms, "and" | "one" | "currencies">;

export const currenciesOf = (rows: string): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(tableOf(rows)).map(([code, names]) => [code, names.split("|")]));

/**
 * A sum such as "12 dollars and 50 cents"; undefined for a code without a name. `whole` is a numeral in its written
 * form, and `hundredths` are 0 to 99.
 */
export const amountOf =
  ({ and, one, currencies }: Amount) =>
  (whole: string, hundredths: number, currency: string): string | undefined => {
    const names = currencies.get(currency);
    if (names === undefined) return undefined;
    const [single = "", many = single, cent = "", cents = cent] = names;
    const main = whole === "1" ? `${one} ${single}` : `${whole} ${many}`;
    const small = hundredths === 1 ? `${one} ${cent}` : `${hundredths} ${cents}`;
    if (hundredths === 0) return main;
    return whole === "0" ? small : `${main} ${and} ${small}`;
  };

/** A date that is longer ago, such as a birthday, has no weekday. */
const yearDays = 366;

const filled = (form: string, parts: Readonly<Record<string, string | number>>): string =>
  form.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(parts[name] ?? ""));

export function speakerOf(forms: WrittenForms): Speaker {
  const { weekdays, months, units, and, or, minus } = forms;
  const number = (value: number): string =>
    numberText(value, { decimal: forms.decimalMark, thousands: forms.thousandsMark });
  const amount = amountOf(forms);
  const signs = new Map([
    [".", forms.dot],
    ["@", forms.at],
    ["-", forms.hyphen],
    ["_", forms.underscore],
  ]);
  const listWords: ReadonlyMap<string, string> = new Map([
    ["and", and],
    ["or", or],
  ]);
  return {
    boolean: (value) => (value ? forms.yes : forms.no),
    number,
    ordinal: (value) => (Number.isInteger(value) ? forms.ordinal(value) : number(value)),
    money: (value, currency) => {
      const hundredths = Math.round(Math.abs(value) * 100);
      const words = amount(number(Math.floor(hundredths / 100)), hundredths % 100, currency);
      if (words === undefined) return `${number(value)} ${currency}`;
      return value < 0 && hundredths > 0 ? `${minus} ${words}` : words;
    },
    measure: (value, unit) => spokenMeasure(value, unit, { names: units, and, numberText: number }),
    date: (value, today) => {
      const parts = dateParts(value);
      if (parts === undefined) return value;
      const { weekday, day, month, year } = parts;
      const isLongAgo = (dayNumber(today) ?? 0) - (dayNumber(value) ?? 0) > yearDays;
      const date = filled(isLongAgo ? forms.date.replace(/\{weekday\},? /, "") : forms.date, {
        weekday: weekdays[weekday] ?? "",
        day,
        ordinal: forms.ordinal(day),
        month: months[month - 1] ?? "",
      });
      return year === dateParts(today)?.year ? date : filled(forms.dateOfYear, { date, year });
    },
    time: (value) => {
      const parts = timeParts(value);
      return parts === undefined ? value : forms.time(parts.hour, parts.minute);
    },
    range: ({ from = "", to = "" }) =>
      filled(from === "" ? forms.rangeTo : to === "" ? forms.rangeFrom : forms.range, { from, to }),
    digits: groupDigits,
    phone: (value, region) => spokenPhone(value, region, forms.plus),
    spell: (value) => spellOut(value, signs),
    email: (value) => value.replaceAll(/[.@_-]/g, (sign) => ` ${signs.get(sign) ?? sign} `),
    list: (items, word) => listOf(items, listWords.get(word) ?? word, ","),
  };
}
