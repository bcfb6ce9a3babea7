// Values of a simulated caller: days lie within the flow's bounds, and no caller plans further ahead than three weeks.

import { expect, test } from "bun:test";
import { english } from "../../src/flow/locale/en/pack.ts";
import { languageOf } from "../../src/flow/locale/languages.ts";
import { dateOf, dayNumber } from "../../src/flow/value/gregorian.ts";
import { valueByChance } from "../../src/sim/caller-value.ts";
import { seededRandom } from "../../src/sim/seeded-random.ts";
import { point } from "../flow/engine/understand/dialogue.ts";

const { moment } = point({});
const day = (ahead: number): string => dateOf((dayNumber(moment.date) ?? Number.NaN) + ahead);

test.each([
  [{}, 0, 20],
  [{ max: day(3) }, 0, 3],
  [{ max: day(300) }, 0, 20],
  [{ min: day(5) }, 5, 25],
  [{ min: day(5), max: day(7) }, 5, 7],
])("caller's value: a day within %j is %p to %p days ahead", (bounds, first, last) => {
  const random = seededRandom(1);
  const said = new Set<string>();
  for (let i = 0; i < 500; i++)
    said.add(valueByChance({ kind: "date", ...bounds }, point({ pack: english }), random));
  const all = Array.from({ length: last - first + 1 }, (_, i) => day(first + i));
  expect(said).toEqual(new Set(all.map((each) => languageOf("en").speaker.date(each, moment.date))));
});
