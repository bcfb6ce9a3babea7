// How sure an answer is: by its fit against any sounds, by its lead over the next meaning, and by how long its words are.

import { expect, test } from "bun:test";
import { ACCEPT_MIN, CONFIRM_MIN } from "../../src/flow/engine/understand/thresholds.ts";
import { type AnswerKind, confidenceOf } from "../../src/speech/confidence.ts";
import type { DecodedPath } from "../../src/speech/acoustic/decoded-path.ts";

/** A path of one word: its frames of 10 ms, and the score of each. */
const path = (text: string, frames: number, each: number): DecodedPath => ({
  text,
  segments: text === "" ? [] : [{ text, from: 0, frames, score: frames * each, misfit: 0 }],
});

interface Said {
  readonly kind?: AnswerKind;
  readonly frames?: number;
  /** How much worse than any sounds a frame fits. */
  readonly below?: number;
  /** The score of the next meaning below the answer's; undefined: none fits. */
  readonly behind?: number;
}

function sure({ kind = "number", frames = 40, below = 0, behind }: Said): number {
  const answer = path("two", frames, -4 - below);
  const rival = behind === undefined ? path("", 0, 0) : path("ten", frames, -4 - below - behind / frames);
  return confidenceOf(kind, { answer, anySounds: path("zzt", frames, -4), rival, words: new Set(["two"]) });
}

test("confidence: what fits as well as any sounds is taken, what fits worse is read back, then dropped", () => {
  expect(sure({ behind: 80 })).toBeGreaterThanOrEqual(ACCEPT_MIN);
  const doubtful = sure({ below: 0.8, behind: 80 });
  expect(doubtful).toBeGreaterThanOrEqual(CONFIRM_MIN);
  expect(doubtful).toBeLessThan(ACCEPT_MIN);
  expect(sure({ below: 3, behind: 80 })).toBeLessThan(CONFIRM_MIN);
});

test("confidence: it never rises with a worse fit, a nearer rival or a shorter word", () => {
  for (const kind of ["number", "digits", "yes-no"] as const) {
    const fits = [0, 0.5, 1, 2, 4].map((below) => sure({ kind, below, behind: 60 }));
    const leads = [300, 100, 40, 10, 0].map((behind) => sure({ kind, behind }));
    for (const row of [fits, leads]) expect(row).toEqual(row.toSorted((a, b) => b - a));
    for (const each of [...fits, ...leads]) expect(each >= 0 && each <= 1).toBe(true);
  }
  expect(sure({ frames: 6, behind: 60 })).toBeLessThan(sure({ frames: 20, behind: 60 }));
  expect(sure({ kind: "digits", frames: 120, behind: 60 })).toBeLessThan(
    sure({ kind: "digits", frames: 50, behind: 60 }),
  );
});

test("confidence: a yes or no is taken or asked again, never read back", () => {
  for (let below = 0; below < 4; below += 0.05) {
    const each = sure({ kind: "yes-no", below, behind: 20 });
    expect(each >= ACCEPT_MIN || each < CONFIRM_MIN).toBe(true);
  }
});

test("confidence: for a yes or no, a rival that does not fit at all says no more than one far behind", () => {
  expect(sure({ kind: "yes-no", below: 1 })).toBe(sure({ kind: "yes-no", below: 1, behind: 2_000 }));
});

test("confidence: a rival that was given up on the way is as good as if any sounds had followed it", () => {
  const answer = path("two", 40, -4.5);
  const [words, anySounds] = [new Set(["two"]), path("zzt", 40, -4)];
  const judged = (rival: DecodedPath) => confidenceOf("number", { answer, anySounds, rival, words });
  const half = path("ten", 20, -6);
  // 40 frames: 20 of its own at -6 and 20 of any sounds at -4.
  expect(judged({ ...half, text: "" })).toBeCloseTo(judged(path("ten", 40, -5)), 9);
  // Sounds that begin before it was given up count for the rest of them.
  const late = [
    { text: "zzt", from: 0, frames: 10, score: -20, misfit: 0 },
    { text: "zzn", from: 10, frames: 30, score: -140, misfit: 0 },
  ];
  const base = confidenceOf("number", {
    answer,
    anySounds: { text: "zzt zzn", segments: late },
    rival: { ...half, text: "" },
    words,
  });
  const same = confidenceOf("number", {
    answer,
    anySounds: { text: "zzt zzn", segments: late },
    rival: path("ten", 40, (20 * -6 + (20 / 30) * -140) / 40),
    words,
  });
  expect(base).toBeCloseTo(same, 9);
});
