// Fuzz test of understanding: no crash, no growing memory, and every accepted value has its type.

import { expect, test } from "bun:test";
import type {
  AskedVariable,
  ListeningPoint,
  Understood,
} from "../../../../src/flow/engine/understand/understanding.ts";
import { endKeys, noKeys, pressKey } from "../../../../src/flow/engine/understand/keypad-entry.ts";
import { understandProposal } from "../../../../src/flow/engine/understand/proposal.ts";
import { fits } from "../../../../src/flow/engine/understand/fits.ts";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import type { Value } from "../../../../src/flow/value/value.ts";
import { random, seedOf } from "../../../support/random.ts";
import { readPhrases } from "../../../phrases/corpus.ts";
import { randomListeningPoint, randomUtterance } from "./random-hearing.ts";

const long = process.env.LONG === "1";
const runs = long ? 1_000_000 : 3_000;
const seed = seedOf(20_261_121);
const growthBytesMax = 64 * 1024 * 1024;
const warmUpRuns = 2_000;

const sentences = (await readPhrases("en")).map(({ said }) => said);

/** Faults of a meaning, as sentences. */
function faults(
  understood: Understood,
  { asked, open, correctable, confirming }: ListeningPoint,
): readonly string[] {
  const known: readonly AskedVariable[] = [
    ...(asked === undefined ? [] : [asked]),
    ...open,
    ...correctable,
    ...(confirming?.values ?? []),
  ];
  const isFine = (name: string, value: Value): boolean => {
    const variable = known.find((each) => each.name === name);
    return variable !== undefined && fits(variable.wanted, value);
  };
  const wrong = (values: readonly { readonly name: string; readonly value?: Value }[]) =>
    values
      .filter(({ name, value }) =>
        value === undefined ? !known.some((each) => each.name === name) : !isFine(name, value),
      )
      .map(({ name, value }) => `${name} may not be ${JSON.stringify(value)}`);
  const within = (what: string, share: number) => (share >= 0 && share <= 1 ? [] : [`${what} is ${share}`]);
  switch (understood.type) {
    case "answer":
      return [
        ...wrong(understood.values),
        ...within("confidence", understood.confidence),
        ...(understood.values.length > 0 ? [] : ["an answer of nothing"]),
      ];
    case "alternatives":
      return [
        ...wrong(understood.values.map((value) => ({ name: understood.name, value }))),
        ...wrong(understood.also),
        ...(understood.values.length > 1 ? [] : ["alternatives of one"]),
      ];
    case "part":
      return fits({ kind: "date_range" }, understood.value) ||
        fits({ kind: "time_range" }, understood.value) ||
        (/^\+?[0-9]+$/.test(understood.value) && known.some(({ wanted }) => wanted.kind === "phone"))
        ? []
        : [`${understood.value} is no part of an answer`];
    case "invalid":
      return [
        ...wrong(understood.also),
        ...(isFine(understood.name, understood.value) ? ["invalid, but it fits"] : []),
      ];
    case "correction":
      return [
        ...wrong(understood.changes),
        ...wrong(understood.also),
        ...within("confidence", understood.confidence),
      ];
    case "confirmed":
      return wrong(understood.values);
    case "more":
    case "unclear":
      return [];
    case "handler":
      return within("confidence", understood.confidence);
  }
}

test(`${runs} random utterances at random questions (seed ${seed})`, () => {
  const dice = random(seed);
  let heldBytes = 0;
  understand("warm", randomListeningPoint(random(seed)));
  for (let run = 0; run < runs; run++) {
    const here = randomListeningPoint(dice);
    const words = randomUtterance(dice, sentences);
    const context = () =>
      `seed ${seed}, run ${run}: ${JSON.stringify(words)} at ${JSON.stringify({ ...here, pack: "en", handlers: [] })}`;
    const understood = attempt(() => understand(words, here), context);
    const found = faults(understood, here);
    if (found.length > 0) throw new Error(`${found.join(", ")}; ${context()}`);
    if (run === warmUpRuns) heldBytes = held();
  }
  expect(held() - heldBytes).toBeLessThan(growthBytesMax);
}, 3_600_000);

function held(): number {
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
}

function attempt<T>(act: () => T, context: () => string): T {
  try {
    return act();
  } catch (error) {
    throw new Error(context(), { cause: error });
  }
}

test(`random keys and random proposals at random questions (seed ${seed})`, () => {
  const dice = random(seed + 1);
  for (let run = 0; run < runs / 4; run++) {
    const here = randomListeningPoint(dice);
    let entry = noKeys;
    for (let pressed = 0; pressed < dice.int(1, 20); pressed++) {
      const step = dice.chance(0.1)
        ? endKeys(entry, here)
        : pressKey(
            entry,
            { key: dice.pick(Array.from("0123456789*#")), atMs: pressed * 300, finishKey: "#" },
            here,
          );
      entry = step?.entry ?? noKeys;
      const meaning = step?.meaning;
      if (meaning?.type === "answer" || meaning?.type === "invalid")
        expect(faults(meaning, here)).toEqual([]);
    }
    const value = dice.pick<unknown>([4, "4", "2026-11-21", "19:30", true, null, {}, "sales", -1, NaN, "x"]);
    const words = randomUtterance(dice, sentences);
    const names = [here.asked, ...here.open].flatMap((each) => (each === undefined ? [] : [each.name]));
    const set = Object.fromEntries(
      names.map((name) => [name, { value, quote: dice.chance(0.8) ? words : "?" }]),
    );
    expect(faults(understandProposal({ set, option: value }, words, here), here)).toEqual([]);
  }
}, 3_600_000);
