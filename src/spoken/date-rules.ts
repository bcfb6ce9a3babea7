// Date and time rules: ISO 8601 dates and times, numeric dates, times of the day, ratios.

import { around, matchAt, type Place, type Rule, type Said } from "./spoken-rule.ts";

const isoDate =
  /(\d{4})-(\d{2})-(\d{2})(?:(?:T| )(\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?(?!\d)(Z|[+-]\d{2}:?\d{2})?)?(?![\d-]*\d)/y;
const isoMonth = /((?:19|20)\d{2})-(0[1-9]|1[0-2])(?![\d-]*\d)/y;
const numericDate = /(\d{1,2})([./])(\d{1,2})\2((?:\d{2}){1,2})(?![\d/]|\.\d)/y;
const slashedDay = /(\d{1,2})\/(\d{1,2})(?![\d/%]|\.\d| of\b)/y;
const dayAndMonth = /(\d{1,2})\.(\d{1,2})\.(?![\d])/y;
const clock =
  /(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d]|[:.,]\d)(?:\s?([AaPp])(?:\.\s?[Mm]\.(?=.)|\.\s?[Mm]\b|[Mm])(?![\p{L}\d]))?/uy;
const clockWithHalf = /(\d{1,2})\s?([AaPp])(?:\.\s?[Mm]\.(?=.)|\.\s?[Mm]\b|[Mm])(?![\p{L}\d])/uy;
const clockWithDot = /(\d{1,2})\.(\d{2})(?= ?Uhr\b)/y;
const bareHour = /(\d{1,2})(?= ?Uhr\b)/y;
const ratio = /(\d{1,4}):(\d{1,4})(?![\d:]|[.,]\d)/y;

function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

const halfOf = (letter: string): "a.m." | "p.m." => (letter.toLowerCase() === "a" ? "a.m." : "p.m.");

/** `2026-11-22`, `2026-11-22T14:30:00Z` */
const iso: Rule = ({ text, at, words }) => {
  const match = matchAt(isoDate, text, at);
  if (match === undefined) return undefined;
  const [all, year = "", month = "", day = "", hour, minute, second, zone] = match;
  if (!isDay(Number(month), Number(day)) || Number(hour ?? 0) > 24) return undefined;
  const date = words.date({ year, month: Number(month), day: Number(day) });
  const to = at + all.length;
  if (hour === undefined || minute === undefined) return { to, said: date };
  const time = words.time({
    hour: Number(hour),
    minute: Number(minute),
    ...(second === undefined ? {} : { second }),
  });
  return { to, said: `${date} ${words.at} ${time}${zoneText(zone, words.words)}` };
};

function zoneText(zone: string | undefined, words: Place["words"]["words"]): string {
  if (zone === undefined) return "";
  if (zone === "Z") return " U T C";
  const [hours, minutes] = [Number(zone.slice(1, 3)), zone.slice(-2)];
  const sign = zone.startsWith("-") ? words.minus : words.plus;
  return ` U T C ${sign} ${hours}${minutes === "00" ? "" : `:${minutes}`}`;
}

/** `2026-11` */
const monthOnly: Rule = ({ text, at, words }) => {
  const match = matchAt(isoMonth, text, at);
  if (match === undefined) return undefined;
  return { to: at + match[0].length, said: words.monthOfYear(Number(match[2]), match[1] ?? "") };
};

/** `22.11.2026`, `11/22/2026`, `22.11.26` */
const numeric: Rule = ({ text, at, words, tag }) => {
  const match = matchAt(numericDate, text, at);
  if (match === undefined) return undefined;
  const [all, first = "", mark, second = "", year = ""] = match;
  const order =
    mark === "." || Number(first) > 12 ? "dm" : Number(second) > 12 ? "md" : words.slashedDate(tag);
  const [day, month] = order === "dm" ? [Number(first), Number(second)] : [Number(second), Number(first)];
  if (!isDay(month, day)) return undefined;
  return { to: at + all.length, said: words.date({ year: fullYear(year), month, day }) };
};

/** `3/14` behind "on" */
const slashed: Rule = (place) => {
  const { text, at, words, tag } = place;
  const match = matchAt(slashedDay, text, at);
  if (match === undefined || !words.beforeDate.test(around(place, at).before)) return undefined;
  const [all, first, second] = [match[0], Number(match[1]), Number(match[2])];
  const isDayFirst = first > 12 || (second <= 12 && words.slashedDate(tag) === "dm");
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return isDay(month, day) ? { to: at + all.length, said: words.date({ month, day }) } : undefined;
};

/** Two digits mean this century, or the last one for years of birth. */
function fullYear(year: string): string {
  if (year.length !== 2) return year;
  return Number(year) >= 50 ? `19${year}` : `20${year}`;
}

/** `22.11.` in languages whose dates have full stops. */
const dotted: Rule = ({ text, at, words }) => {
  if (words.decimalMark !== ",") return undefined;
  const match = matchAt(dayAndMonth, text, at);
  if (match === undefined) return undefined;
  const [all, day, month] = match;
  if (!isDay(Number(month), Number(day))) return undefined;
  const end = at + all.length;
  // The last full stop may end the sentence, too.
  const to = end === text.length ? end - 1 : end;
  return { to, said: words.date({ month: Number(month), day: Number(day) }) };
};

/** `3:30 PM`, `14:30`, `1:23:45` */
const time: Rule = ({ text, at, words }) => {
  const match = matchAt(clock, text, at);
  if (match === undefined) return undefined;
  const [all, hour = "", minute = "", second, letter] = match;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  const end = at + all.length;
  const clockText = words.time({
    hour: Number(hour),
    minute: Number(minute),
    ...(second === undefined ? {} : { second }),
    ...(letter === undefined ? {} : { half: halfOf(letter) }),
  });
  return { to: end + (matchAt(words.clockWord, text, end)?.[0].length ?? 0), said: clockText };
};

/** `3pm`, `8 a.m.` */
const wholeHour: Rule = ({ text, at, run, words }) => {
  if (!/[ aApP]/.test(text[at + run.length] ?? "")) return undefined;
  const match = matchAt(clockWithHalf, text, at);
  if (match === undefined || Number(match[1]) > 24) return undefined;
  const [all, hour, letter = ""] = match;
  const clockText = words.time({ hour: Number(hour), minute: 0, half: halfOf(letter) });
  return { to: at + all.length, said: clockText };
};

/** `14.30 Uhr`, `9 Uhr` */
const withWord: Rule = ({ text, at, words }) => {
  if (words.decimalMark !== ",") return undefined;
  const match = matchAt(clockWithDot, text, at) ?? matchAt(bareHour, text, at);
  if (match === undefined) return undefined;
  const [all, hour, minute = "0"] = match;
  if (Number(hour) > 24 || Number(minute) > 59) return undefined;
  const end = at + all.length;
  const to = end + (matchAt(words.clockWord, text, end)?.[0].length ?? 0);
  return { to, said: words.time({ hour: Number(hour), minute: Number(minute) }) };
};

/** `2:1`, `16:9` */
const score: Rule = ({ text, at, words }): Said | undefined => {
  const match = matchAt(ratio, text, at);
  if (match === undefined) return undefined;
  return { to: at + match[0].length, said: `${match[1]} ${words.words.scoreTo} ${match[2]}` };
};

/** Rules by the character after the first digits, so that few are tried. */
export const dateRules: Readonly<Record<string, readonly Rule[]>> = {
  "-": [iso, monthOnly],
  ".": [numeric, withWord, dotted],
  "/": [numeric, slashed],
  ":": [time, score],
  " ": [wholeHour, withWord],
  letter: [wholeHour],
};
