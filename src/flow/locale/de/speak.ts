// German speaker: writes values as they are said in German.

import { dateParts, timeParts } from "../../value/date-parts.ts";
import type { Speaker } from "../speaker.ts";
import { groupDigits, listOf, numberText, spellOut } from "../spoken-forms.ts";
import { spokenMeasure } from "../spoken-units.ts";
import { spokenPhone } from "../spoken-phone.ts";
import { measureNames } from "./measures.ts";
import { amountText, months, weekdays } from "./names.ts";

const marks = { decimal: ",", thousands: "." };

const listWords: ReadonlyMap<string, string> = new Map([
  ["and", "und"],
  ["or", "oder"],
]);

const measuring = {
  names: measureNames,
  and: "und",
  numberText: (value: number): string => numberText(value, marks),
};

export const speakGerman: Speaker = {
  boolean: (value) => (value ? "ja" : "nein"),
  number: (value) => numberText(value, marks),
  ordinal: (value) => (Number.isInteger(value) ? `${value}.` : numberText(value, marks)),
  money,
  measure: (value, unit) => spokenMeasure(value, unit, measuring),
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
  range: ({ from, to }) =>
    from === undefined ? `bis ${to}` : to === undefined ? `ab ${from}` : `von ${from} bis ${to}`,
  digits: groupDigits,
  phone: (value, region) => spokenPhone(value, region, "plus"),
  spell: spellOut,
  email: (value) => value.replaceAll(".", " Punkt ").replaceAll("@", " at "),
  list: (items, word) => listOf(items, listWords.get(word) ?? word, ","),
};

function money(value: number, currency: string): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  const whole = numberText(Math.floor(hundredths / 100), marks);
  const amount = amountText(whole, hundredths % 100, currency);
  if (amount === undefined) return `${numberText(value, marks)} ${currency}`;
  return value < 0 && hundredths > 0 ? `minus ${amount}` : amount;
}
