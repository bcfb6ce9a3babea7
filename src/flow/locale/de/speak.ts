// German speaker: writes values as they are said in German.

import { dateParts, timeParts } from "../../value/date-parts.ts";
import type { Speaker } from "../speaker.ts";
import { groupDigits, listOf, numberText, spellOut } from "../spoken-forms.ts";
import { spokenPhone } from "../spoken-phone.ts";

const months = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(
  " ",
);
const weekdays = "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag".split(" ");
const marks = { decimal: ",", thousands: "." };

/** ISO 4217 code → currency, one hundredth, hundredths. Currencies have no plural after a number in German. */
const currencies: ReadonlyMap<string, readonly [string, string, string]> = new Map([
  ["EUR", ["Euro", "Cent", "Cent"]],
  ["USD", ["Dollar", "Cent", "Cent"]],
  ["GBP", ["Pfund", "Penny", "Pence"]],
  ["CHF", ["Franken", "Rappen", "Rappen"]],
  ["CAD", ["kanadische Dollar", "Cent", "Cent"]],
  ["AUD", ["australische Dollar", "Cent", "Cent"]],
]);

const listWords: ReadonlyMap<string, string> = new Map([
  ["and", "und"],
  ["or", "oder"],
]);

export const speakGerman: Speaker = {
  boolean: (value) => (value ? "ja" : "nein"),
  number: (value) => numberText(value, marks),
  ordinal: (value) => (Number.isInteger(value) ? `${value}.` : numberText(value, marks)),
  money,
  date: (value, today) => {
    const date = dateParts(value);
    if (date === undefined) return value;
    const day = `${weekdays[date.weekday]}, ${date.day}. ${months[date.month - 1]}`;
    return date.year === dateParts(today)?.year ? day : `${day} ${date.year}`;
  },
  time: (value) => {
    const time = timeParts(value);
    if (time === undefined) return value;
    const { hour, minute } = time;
    if (minute === 0 && hour === 0) return "Mitternacht";
    return minute === 0 ? `${hour} Uhr` : `${hour}:${String(minute).padStart(2, "0")} Uhr`;
  },
  digits: groupDigits,
  phone: spokenPhone,
  spell: spellOut,
  email: (value) => value.replaceAll(".", " Punkt ").replaceAll("@", " at "),
  list: (items, word) => listOf(items, listWords.get(word) ?? word, ","),
};

function money(value: number, currency: string): string {
  const names = currencies.get(currency);
  const hundredths = Math.round(Math.abs(value) * 100);
  if (names === undefined) return `${numberText(value, marks)} ${currency}`;
  const [name, cent, cents] = names;
  const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100];
  const minus = value < 0 && hundredths > 0 ? "minus " : "";
  const main = `${whole === 1 ? "ein" : numberText(whole, marks)} ${name}`;
  const small = `${rest === 1 ? "ein" : rest} ${rest === 1 ? cent : cents}`;
  if (rest === 0) return minus + main;
  return minus + (whole === 0 ? small : `${main} und ${small}`);
}
