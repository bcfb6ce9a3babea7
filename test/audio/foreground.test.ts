// Who is the caller, and who talks farther away, over blocks of 100 ms.

import { expect, test } from "bun:test";
import {
  callerSince,
  type ForegroundState,
  foregroundStep,
  nobodyHeard,
  othersUpToDb,
  type SoundBlock,
} from "../../src/audio/foreground.ts";

const noiseDb = 20;
const block = (db: number, isVoice = db > noiseDb): Omit<SoundBlock, "at"> => ({
  db,
  isSound: db > noiseDb,
  isVoice,
});

function after(blocks: readonly Omit<SoundBlock, "at">[], from = nobodyHeard): ForegroundState {
  return blocks.reduce((state, one, i) => foregroundStep(state, { ...one, at: i * 5 }), from);
}

const word = [block(58), block(60), block(56), block(52)];
const silent = (count: number) => Array.from({ length: count }, () => block(8));
/** A television 20 dB below the caller, with its own ups and downs. */
const television = (count: number) =>
  Array.from({ length: count }, (_, i) => block([41, 36, 30, 38][i % 4]!));
/** Half a second each, with pauses of 0.8 s. */
const softAnswers = Array.from({ length: 4 }, () => [...television(5), ...silent(8)]).flat();
const level = (blocks: readonly Omit<SoundBlock, "at">[], from?: ForegroundState): number =>
  after(blocks, from).levelDb;

test("foreground: the caller's level is what two blocks of voice in a row reach", () => {
  expect(level(silent(9))).toBe(-Infinity);
  expect(level([block(58)])).toBe(-Infinity);
  expect(level([block(58), block(60)])).toBe(58);
  expect(level([...word, block(62), block(62)])).toBeCloseTo(62, 0);
  // A slammed door is no voice, or one block alone.
  expect(level([...word, block(90, false), block(90, false)])).toBeCloseTo(58, 0);
  expect(level([...word, block(90), block(30), block(90)])).toBeCloseTo(58, 0);
});

test("foreground: a cry raises the level by 20 dB a block at most", () => {
  const cried = after([block(90), block(90)], after(word));
  expect(cried.levelDb).toBeGreaterThan(77);
  expect(cried.levelDb).toBeLessThanOrEqual(78);
});

test("foreground: the level stays for five seconds of softer sound, falls by 1 dB a second then, and never in silence", () => {
  const heard = after(word);
  const soft = (count: number) => Array.from({ length: count }, () => block(30));
  expect(level(soft(50), heard)).toBeCloseTo(heard.levelDb - 1, 1);
  expect(level(soft(150), heard)).toBeCloseTo(heard.levelDb - 11, 0);
  // What comes near to it may be the caller, farther away by now.
  expect(level(television(900), heard)).toBeGreaterThan(36);
  expect(level(silent(600), heard)).toBe(heard.levelDb);
});

test.each([
  ["a caller alone, with pauses", [...word, ...silent(5), ...word, ...silent(5)], undefined],
  ["a caller whose words end softly", [...word, block(40), block(34), ...silent(9), ...word], undefined],
  ["a television before anybody else", television(40), undefined],
  ["a television of 1.1 s", [...word, ...television(11)], undefined],
  ["a television of 1.2 s", [...word, ...television(12)], 46],
  ["a television with pauses", [...television(20), ...silent(16), ...word, ...television(3)], 46],
  ["a television that has ended", [...word, ...television(19), ...silent(21)], undefined],
  ["a television of 7.6 s", [...word, ...television(76)], 42],
  ["a television since the caller was heard 8 s ago", [...word, ...television(80)], undefined],
  ["a caller who went away and answers softly", [...word, ...softAnswers], undefined],
] as const)("foreground: in %s, the judgement is right", (_, blocks, expected) => {
  const limit = othersUpToDb(after(blocks));
  if (expected === undefined) expect(limit).toBeUndefined();
  else expect(limit).toBeCloseTo(expected, 0);
});

test("foreground: the caller's words begin at their first block, over pauses of three blocks and no longer", () => {
  const heard = after([...television(6), ...word]);
  expect(callerSince(heard)).toBe(6 * 5);
  const again = after([...television(6), ...word, ...television(3), ...word, ...television(5)]);
  expect(callerSince(again)).toBe(6 * 5);
  const later = after([...television(6), ...word, ...television(5), ...word]);
  expect(callerSince(later)).toBe(15 * 5);
  expect(callerSince(after([...word, ...television(80)]))).toBeUndefined();
  expect(callerSince(nobodyHeard)).toBeUndefined();
});
