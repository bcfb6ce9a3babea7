// Dashes between numbers: "2-4pm" is read like "2 until 4 pm" where one of the values that are listened for can be counted
// or told by a clock. In numbers that are spelled a dash means nothing.

import type { ListeningPoint } from "../understanding.ts";

const counted: ReadonlySet<string> = new Set([
  "date_range",
  "time_range",
  "time",
  "number",
  "money",
  "duration",
  "amount",
]);

/** A number, or a time, and the dash before another one. Neither is a part of "2026-12-01". */
const dash =
  /(?<![\d-])(\d{1,4}(?:[:.]\d\d)?(?:\.|\s?(?:[ap]\.?m\.?|uhr))?)\s?[-–—]\s?(?=\d{1,4}(?:[:.]\d\d)?(?![\d-]))/giu;

/** The words with the language's own word in place of each such dash. */
export function withDashesRead(
  words: string,
  { asked, confirming, correctable, open, pack }: ListeningPoint,
): string {
  // "5-8 December" where two days are asked for.
  const isStay = asked?.wanted.kind === "date" && open.some(({ wanted }) => wanted.kind === "date");
  const listened = asked === undefined ? [...(confirming?.values ?? []), ...correctable] : [asked];
  const word = untilIn(pack.rangeWords);
  if (word === undefined || !(isStay || listened.some(({ wanted }) => counted.has(wanted.kind))))
    return words;
  return words.replace(dash, (_, before: string) => `${before} ${word} `);
}

/** The last one: in "ten to four" the first one tells a time. */
const untilIn = (rangeWords: ReadonlySet<string>): string | undefined => [...rangeWords].at(-1);
