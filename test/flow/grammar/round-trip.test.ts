// Round trip: the rules read their own words for a value as that value, without a question, in every language.

import { describe, expect, test } from "bun:test";
import { dayOf, isoOf } from "../../../src/flow/grammar/calendar.ts";
import { hear } from "../../../src/flow/grammar/hearing.ts";
import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import type { Value, Variable } from "../../../src/flow/grammar/variables.ts";
import { spokenLanguages } from "../../../src/flow/locale/languages.ts";
import { type Random, random, seedOf } from "../../support/random.ts";
import { spoken } from "./spoken.ts";

const seed = seedOf(20_261_129);
const values = process.env.LONG === "1" ? 1_000 : 40;
const now = { today: dayOf("2027-03-10"), minute: 600 };

const two = (n: number): string => String(n).padStart(2, "0");
const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const signs = (from: Random, many: number, all: string): string =>
  Array.from({ length: many }, () => from.pick(Array.from(all))).join("");
const digits = "0123456789";

type Maker = (from: Random) => Value;
const kinds: Readonly<Record<string, readonly [Omit<Variable, "name">, Maker]>> = {
  "whole numbers": [{ type: "number" }, (from) => from.int(0, 10 ** from.int(1, 7))],
  decimals: [{ type: "number" }, (from) => from.int(0, 9_999) / 10],
  "yes and no": [{ type: "boolean" }, (from) => from.chance(0.5)],
  "sums of money": [{ type: "money", currency: "EUR" }, (from) => from.int(0, 20_000)],
  "sums with cents": [{ type: "money", currency: "EUR" }, (from) => from.int(110, 99_999) / 100],
  durations: [{ type: "duration", unit: "minutes" }, (from) => from.int(1, 600)],
  amounts: [{ type: "amount", unit: "kg" }, (from) => from.int(1, 200)],
  "coming days": [{ type: "date", min: "2027-03-10" }, (from) => isoOf(now.today + from.int(0, 358))],
  "days of birth": [
    { type: "date", max: "2027-03-10", ask: "When were you born?" },
    (from) => isoOf(now.today - from.int(0, 30_000)),
  ],
  times: [{ type: "time" }, (from) => clock(from.int(0, 1_439))],
  stays: [
    { type: "date_range", min: "2027-03-10", unit: "nights" },
    (from) => {
      const first = now.today + from.int(0, 200);
      return `${isoOf(first)}/${isoOf(first + from.int(1, 20))}`;
    },
  ],
  "hours of a day": [
    { type: "time_range" },
    (from) => {
      const start = from.int(0, 1_300);
      return `${clock(start)}/${clock(from.int(start + 1, 1_439))}`;
    },
  ],
  "strings of digits": [
    { type: "digits", lengthMin: 3, lengthMax: 12 },
    (from) => signs(from, from.int(3, 12), digits),
  ],
  codes: [
    { type: "code", mask: "AAA999" },
    (from) => signs(from, 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + signs(from, 3, digits),
  ],
  "phone numbers": [
    { type: "phone", region: "DE" },
    (from) => `+4930${from.int(2, 9)}${signs(from, 7, digits)}`,
  ],
  "mail addresses": [
    { type: "email" },
    (from) =>
      `${from.pick(["ada", "tim", "rosa"])}${from.pick([".", "-", "_", ""])}${from.pick(["bell", "7", "zz"])}@example.${from.pick(["com", "org"])}`,
  ],
};

for (const tag of spokenLanguages) {
  describe(`round trip in ${tag}`, () => {
    const language = languageOf(tag);
    test.each(Object.keys(kinds))("%s come back unchanged", (kind) => {
      const [type, make] = kinds[kind] ?? [{ type: "text" as const }, () => ""];
      const variable: Variable = { name: "v", ...type };
      const from = random(seed);
      const lost = Array.from({ length: values }).flatMap(() => {
        const value = make(from);
        const said = spoken({ variable, value }, language, now.today);
        if (said === undefined) return `${String(value)} is not said`;
        const { decisions } = hear(said, { language, slots: [{ variable, isAsked: true }], now });
        const heard = decisions.find(({ name }) => name === "v");
        return heard?.verdict === "taken" && heard.value === value
          ? []
          : `${String(value)}: ${said} → ${String(heard?.value)} ${heard?.verdict}`;
      });
      expect(lost, `SEED=${seed}`).toEqual([]);
    });
  });
}
