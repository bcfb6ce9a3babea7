// Caller's value: a fitting answer to a question, in the language of the question.

import { type CountryCode, getExampleNumber, isSupportedCountry } from "libphonenumber-js/min";
import phoneExamples from "libphonenumber-js/mobile/examples";
import { sayerOf } from "../flow/engine/guide/sayer.ts";
import { languageOf as grammarOf } from "../flow/grammar/languages/languages.ts";
import type { ListeningPoint, ValueRule } from "../flow/engine/understand/understanding.ts";
import { languageOf } from "../flow/locale/languages.ts";
import { dateOf, dayNumber, minutesOf } from "../flow/value/gregorian.ts";
import type { SeededRandom } from "./seeded-random.ts";

const names = ["Ada Lovelace", "Grace Hopper", "Alan Turing", "Anna Schmidt", "Li Wei"];
/** Answers of callers to questions that accept any words. */
export const freeText = [
  "The printer on the second floor is broken",
  "I would like to know more about it",
  "It stopped working yesterday evening",
];

/** Ranges without an upper bound in the flow: numbers, days from the first on, and minutes of a day. */
const reach = {
  number: 9,
  money: 200,
  days: 20,
  fromMinute: 8 * 60,
  toMinute: 21 * 60,
  stepMinutes: 15,
} as const;

/** Words for yes, or for no. */
export const saidFor = (yes: boolean, tag: string): readonly string[] =>
  sayerOf(grammarOf(tag)).words(yes ? "said_yes" : "said_no");

export function valueByChance(
  wanted: ValueRule,
  { pack, moment }: ListeningPoint,
  random: SeededRandom,
): string {
  const { speaker } = languageOf(pack.tag);
  switch (wanted.kind) {
    case "boolean":
      return random.pick(random.chance(0.5) ? saidFor(true, pack.tag) : saidFor(false, pack.tag));
    case "choice": {
      const option = random.maybe(wanted.options);
      return option === undefined ? "" : random.pick([option.label, ...option.synonyms]);
    }
    case "number":
      return speaker.number(between(wanted, reach.number, random));
    case "money":
      return speaker.money(between(wanted, reach.money, random), wanted.currency);
    case "date":
      return speaker.date(dayByChance(wanted, { today: moment.date, random }), moment.date);
    case "duration":
    case "amount":
      return speaker.measure(between(wanted, reach.number, random), wanted.unit);
    case "date_range": {
      const days = [
        dayByChance(wanted, { today: moment.date, random }),
        dayByChance(wanted, { today: moment.date, random }),
      ];
      const [from = "", to = ""] = days.sort().map((day) => speaker.date(day, moment.date));
      return speaker.range({ from, to });
    }
    case "time_range": {
      const [from = "", to = ""] = [minuteByChance(wanted, random), minuteByChance(wanted, random)].sort();
      return speaker.range({ from: speaker.time(from), to: speaker.time(to) });
    }
    case "time":
      return speaker.time(minuteByChance(wanted, random));
    case "digits":
      return Array.from(digitsByChance(wanted, random)).join(" ");
    case "code":
      return speaker.spell(codeByChance(wanted.mask, random));
    case "phone":
      return phoneIn(wanted.region);
    case "email":
      return "ada at example dot com";
    case "name":
      return random.pick(names);
    case "text":
      return random.pick(freeText);
  }
}

interface Bounds<T> {
  readonly min?: T;
  readonly max?: T;
}

function between({ min, max }: Bounds<number>, span: number, random: SeededRandom): number {
  const from = Math.ceil(min ?? (max === undefined ? 1 : Math.min(1, max - span)));
  return random.int(from, Math.floor(max ?? from + span));
}

interface DayWish {
  readonly today: string;
  readonly random: SeededRandom;
}

function dayByChance({ min, max }: Bounds<string>, { today, random }: DayWish): string {
  const from = dayNumber(min ?? today) ?? 0;
  const to = max === undefined ? undefined : dayNumber(max);
  return dateOf(random.int(from, Math.min(to ?? Infinity, from + reach.days)));
}

function minuteByChance({ min, max }: Bounds<string>, random: SeededRandom): string {
  const [from, to] = [minutesOf(min ?? "") ?? reach.fromMinute, minutesOf(max ?? "") ?? reach.toMinute];
  const steps = Math.max(0, Math.floor((to - from) / reach.stepMinutes));
  const minutes = from + random.int(0, steps) * reach.stepMinutes;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Longest digit string that a caller would read out. */
const digitsMax = 20;

export function digitsByChance(
  { lengthMin, lengthMax }: Pick<Extract<ValueRule, { kind: "digits" }>, "lengthMin" | "lengthMax">,
  random: SeededRandom,
): string {
  const length = random.int(lengthMin, Math.max(lengthMin, Math.min(lengthMax, digitsMax)));
  return Array.from({ length }, () => random.int(0, 9)).join("");
}

function codeByChance(mask: string, random: SeededRandom): string {
  const letter = (): string => String.fromCodePoint("A".charCodeAt(0) + random.int(0, 25));
  return mask.replaceAll(/[A9*]/g, (sign) => (sign === "A" ? letter() : String(random.int(0, 9))));
}

const regionOtherwise: CountryCode = "US";

/** A number of the country in its national form, digit by digit. */
function phoneIn(region: string): string {
  const country = isSupportedCountry(region) ? region : regionOtherwise;
  const number = getExampleNumber(country, phoneExamples)?.formatNational() ?? "";
  return Array.from(number.replaceAll(/\D/g, "")).join(" ");
}
