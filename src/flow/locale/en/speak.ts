// English speaker: writes values as they are said in English.

import { dateParts, timeParts } from "../../value/date-parts.ts";
import type { Speaker } from "../speaker.ts";
import { groupDigits, listOf, numberText, spellOut } from "../spoken-forms.ts";
import { spokenPhone } from "../spoken-phone.ts";

const months = "January February March April May June July August September October November December".split(
  " ",
);
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** ISO 4217 code → singular, plural, one hundredth, hundredths. */
const currencies: Readonly<Record<string, readonly [string, string, string, string]>> = {
  USD: ["dollar", "dollars", "cent", "cents"],
  EUR: ["euro", "euros", "cent", "cents"],
  GBP: ["pound", "pounds", "penny", "pence"],
  CHF: ["franc", "francs", "centime", "centimes"],
  CAD: ["Canadian dollar", "Canadian dollars", "cent", "cents"],
  AUD: ["Australian dollar", "Australian dollars", "cent", "cents"],
};

export const speakEnglish: Speaker = {
  boolean: (value) => (value ? "yes" : "no"),
  number: (value) => numberText(value, { decimal: ".", thousands: "," }),
  ordinal: (value) => (Number.isInteger(value) ? `${value}${ordinalEnding(value)}` : String(value)),
  money,
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
  digits: groupDigits,
  phone: spokenPhone,
  spell: spellOut,
  email: (value) => value.replaceAll(".", " dot ").replaceAll("@", " at "),
  list: (items, word) => listOf(items, word, ","),
};

function money(value: number, currency: string): string {
  const names = currencies[currency];
  const hundredths = Math.round(Math.abs(value) * 100);
  if (names === undefined) return `${numberText(value, { decimal: ".", thousands: "," })} ${currency}`;
  const [one, many, cent, cents] = names;
  const whole = Math.floor(hundredths / 100);
  const rest = hundredths % 100;
  const minus = value < 0 && hundredths > 0 ? "minus " : "";
  const main = `${numberText(whole, { decimal: ".", thousands: "," })} ${whole === 1 ? one : many}`;
  const small = `${rest} ${rest === 1 ? cent : cents}`;
  if (rest === 0) return minus + main;
  return minus + (whole === 0 ? small : `${main} and ${small}`);
}

/** 1st, 2nd, 3rd, 4th; 11th to 13th as well. */
function ordinalEnding(value: number): string {
  const rest = Math.abs(value) % 100;
  if (rest >= 11 && rest <= 13) return "th";
  return ["th", "st", "nd", "rd"][rest % 10] ?? "th";
}
