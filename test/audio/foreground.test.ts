// Caller and farther voices, over blocks of 100 ms.

import { expect, test } from "bun:test";
import {
  type ForegroundState,
  foregroundStep,
  noVoiceHeard,
  notSilent,
  othersUpToDb,
  type SoundBlock,
} from "../../src/audio/foreground.ts";

const noiseDb = 20;
const block = (db: number, isVoice = db > noiseDb): SoundBlock => ({
  db,
  isSound: db > noiseDb,
  isVoice,
});

function after(blocks: readonly SoundBlock[], from = noVoiceHeard): ForegroundState {
  return blocks.reduce(foregroundStep, from);
}

const word = [block(58), block(60), block(56), block(52)];
const silent = (count: number) => Array.from({ length: count }, () => block(8));
/** A television 20 dB below the caller, with its own ups and downs. */
const television = (count: number) =>
  Array.from({ length: count }, (_, i) => block([41, 36, 30, 38][i % 4]!));
const level = (blocks: readonly SoundBlock[], from?: ForegroundState): number => after(blocks, from).levelDb;

test("foreground: the caller's level is the level of two loud blocks in a row", () => {
  expect(level(silent(9))).toBe(-Infinity);
  expect(level([block(58)])).toBe(-Infinity);
  expect(level([block(58), block(60)])).toBe(58);
  expect(level([...word, block(62), block(62)])).toBeCloseTo(62, 0);
  // A slammed door is no voice, and neither is one block alone.
  expect(level([...word, block(90, false), block(90, false)])).toBeCloseTo(58, 0);
  expect(level([...word, block(90), block(30), block(90)])).toBeCloseTo(58, 0);
});

test("foreground: a cry raises the level by at most 20 dB a block", () => {
  const cried = after([block(90), block(90)], after(word));
  expect(cried.levelDb).toBeGreaterThan(77);
  expect(cried.levelDb).toBeLessThanOrEqual(78);
});

test("foreground: the level holds for five seconds of softer sound, then falls by 1 dB a second, and never in silence", () => {
  const heard = after(word);
  const soft = (count: number) => Array.from({ length: count }, () => block(30));
  expect(level(soft(50), heard)).toBeCloseTo(heard.levelDb - 1, 1);
  expect(level(soft(150), heard)).toBeCloseTo(heard.levelDb - 11, 0);
  // A close level may be the caller's, who is farther away by now.
  expect(level(television(900), heard)).toBeGreaterThan(36);
  expect(level(silent(600), heard)).toBe(heard.levelDb);
});

/** A caller without pauses for breath: an accent each 2.8 s, and softer words in between. */
const breath = (accents: number) =>
  Array.from({ length: accents }, () => [...word, ...television(24)]).flat();
const talk = Array.from({ length: 15 }, () => [...word, ...television(20)]).flat();

test.each([
  ["a caller alone, with pauses", [...word, ...silent(5), ...word, ...silent(5)], undefined],
  ["a caller whose words end softly", [...word, block(40), block(34), ...silent(9), ...word], undefined],
  ["a caller with accents", [...television(40), ...word, ...television(40), ...silent(10)], undefined],
  ["a caller who talks for 11 s in one breath, with accents", breath(4), undefined],
  ["a television of 14 s beside a caller", breath(5), 46],
  ["a television before anybody else", television(150), undefined],
  [
    "a television of 9 s beside a caller",
    [...word, ...television(40), ...word, ...television(42)],
    undefined,
  ],
  ["a television of 11 s beside a caller", [...word, ...television(50), ...word, ...television(50)], 46],
  ["a television with pauses", [...talk, ...silent(9), ...television(2)], 46],
  ["a television that paused for a second", [...talk, ...silent(12), ...television(5)], 46],
  ["a television that has ended", [...talk, ...silent(20)], undefined],
  ["a television since the caller was heard 7.6 s ago", [...talk, ...word, ...television(76)], 42],
  ["a television since the caller was heard 8 s ago", [...talk, ...word, ...television(80)], undefined],
  [
    "a caller who went away and answers softly",
    [...word, ...silent(15), ...television(60), ...silent(15), ...television(60)],
    undefined,
  ],
] as const)("foreground: in %s, the judgement is right", (_, blocks, expected) => {
  const limit = othersUpToDb(after(blocks));
  if (expected === undefined) expect(limit).toBeUndefined();
  else expect(Math.abs((limit ?? -Infinity) - expected)).toBeLessThan(3);
});

test("foreground: a possible echo breaks a silence and counts as no other voice", () => {
  const heard = after([...talk, ...silent(15)]);
  const echoed = after(silent(15), notSilent(heard));
  expect([othersUpToDb(after(silent(15), heard)) === undefined, othersUpToDb(echoed) === undefined]).toEqual([
    true,
    false,
  ]);
  const spoken = after(word);
  const echoes = Array.from({ length: 200 }).reduce<ForegroundState>(notSilent, spoken);
  expect(othersUpToDb(echoes)).toBeUndefined();
});
