// English speaker: writes values as they are said in English.

import { dateParts, timeParts } from "../../value/date-parts.ts";
import type { Speaker } from "../speaker.ts";
import { groupDigits, listOf, numberText, spellOut } from "../spoken-forms.ts";
import { spokenMeasure } from "../spoken-units.ts";
import { spokenPhone } from "../spoken-phone.ts";
import { measureNames } from "./measures.ts";
import { amountText, months, ordinalEnding, weekdays } from "./names.ts";

const marks = { decimal: ".", thousands: "," };

const measuring = {
  names: measureNames,
  and: "and",
  numberText: (value: number): string => numberText(value, marks),
};

export const speakEnglish: Speaker = {
  boolean: (value) => (value ? "yes" : "no"),
  number: (value) => numberText(value, marks),
  ordinal: (value) => (Number.isInteger(value) ? `${value}${ordinalEnding(value)}` : String(value)),
  money,
  measure: (value, unit) => spokenMeasure(value, unit, measuring),
  date: (value, today) => {
    const date = dateParts(value);
    if (date === undefined) return value;
    const day = `${weekdays[date.weekday]}, ${months[date.month - 1]} ${date.day}${ordinalEnding(date.day)}`;
    return date.year === dateParts(today)?.year ? day : `${day}, ${date.year}`;
  },
  time: (value) => {
    const time = timeParts(value);
    if (time === undefined) return value;
    const { hour, minute } = time;
    if (minute === 0 && hour === 0) return "midnight";
    if (minute === 0 && hour === 12) return "noon";
    const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
    return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? "a.m." : "p.m."}`;
  },
  range: ({ from, to }) =>
    from === undefined ? `until ${to}` : to === undefined ? `from ${from}` : `from ${from} to ${to}`,
  digits: groupDigits,
  phone: (value, region) => spokenPhone(value, region, "plus"),
  spell: spellOut,
  email: (value) => value.replaceAll(".", " dot ").replaceAll("@", " at "),
  list: (items, word) => listOf(items, word, ","),
};

function money(value: number, currency: string): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  const whole = numberText(Math.floor(hundredths / 100), marks);
  const amount = amountText(whole, hundredths % 100, currency);
  if (amount === undefined) return `${numberText(value, marks)} ${currency}`;
  return value < 0 && hundredths > 0 ? `minus ${amount}` : amount;
}
