// Kernel of the ears: its results depend only on the sound and the pieces, to the bit, and it returns its memory.

import { afterEach, expect, test } from "bun:test";
import { earsCode } from "../../../src/speech/ears/ears-code.ts";
import { EarsKernel } from "../../../src/speech/ears/ears-kernel.ts";
import {
  type EncodedTurn,
  endPiece,
  rowsMax,
  samplesMax,
  samplesMin,
  vocabularyPieces,
} from "../../../src/speech/ears/ears-model.ts";
import { human, pinkNoise } from "../../support/callers/callers.ts";
import { earsModelFiles } from "../../support/ears-oracle.ts";
import { writtenBy } from "../../support/ears-texts.ts";

const code = await earsCode();
const files = await earsModelFiles();
const ears = await EarsKernel.open(code, files);
const floats = (pcm: Int16Array): Float32Array => Float32Array.from(pcm, (sample) => sample / 32_768);
const sorry = floats(await human("vm-sorry"));
const four = floats(await human("four"));

const open = new Set<EncodedTurn>();
const encoded = (pcm: Float32Array): EncodedTurn => {
  const turn = ears.encode(pcm);
  open.add(turn);
  return turn;
};
afterEach(() => {
  for (const turn of open) ears.release(turn);
  open.clear();
});

/** Copy of a row of logits, which later steps do not change. */
const rowOf = (logits: Float32Array, row = 0): Float32Array =>
  logits.slice(row * vocabularyPieces, (row + 1) * vocabularyPieces);

/** Compares bytes, because a row has 32,768 numbers. */
const same = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const text = [306, 29_915, 29_885, 7_423, 306, 1_258, 451, 2_274, 596, 2_933];

/**
 * Results of onnxruntime-web, as ears-oracle.test.ts runs it: the written pieces, and the probability of each after the
 * others.
 */
const oracle = {
  nine: [
    [405, 457, 29_889, endPiece],
    [-0.0512, -0.0009, -0.1686, -0.0001],
  ],
  tomorrow: [
    [4_335, 22_396, 29_889, endPiece],
    [-1.2863, -0.0022, -0.3967, -0.0008],
  ],
  "vm-sorry": [
    [306, 29_915, 29_885, 7_423, 306, 1_258, 451, 2_274, 596, 2_933, 29_889, endPiece],
    [-0.0038, -0.0259, -0.0001, -0.0011, -0.8884, -0.0081, -0.0004, -0.0013, -0.0021, -0.001, -0.1079, 0],
  ],
} as const;

test("ears: texts and their probabilities agree with onnxruntime-web", async () => {
  for (const [said, [pieces, logProbs]] of Object.entries(oracle)) {
    const written = writtenBy(ears, encoded(floats(await human(said))), 20);
    expect(written.pieces).toEqual([...pieces]);
    const apart = written.logProbs.map((logProb, i) => Math.abs(logProb - logProbs[i]!));
    expect([said, apart.every((by) => by < 0.005)]).toEqual([said, true]);
  }
});

test("ears: a row is the same to the bit when others are decoded with it", () => {
  const turn = encoded(sorry);
  const { past } = ears.begin(turn, text.slice(0, 4));
  for (const rows of [1, 2, 3, 8, 35]) {
    const pieces = Array.from({ length: rows }, (_, row) => 1_000 + 7 * row);
    const beside = ears.next(
      turn,
      ears.pick(
        past,
        pieces.map(() => 0),
      ),
      pieces,
    );
    const [logits, logSums] = [beside.logits.slice(), beside.logSums];
    for (const row of new Set([0, rows >> 1, rows - 1])) {
      const alone = ears.next(turn, past, [pieces[row]!]);
      expect(same(rowOf(logits, row), alone.logits.slice())).toBe(true);
      expect(logSums[row]).toBe(alone.logSums[0]);
    }
  }
});

test("ears: a text is the same to the bit when its pieces are decoded at once", () => {
  const turn = encoded(sorry);
  const atOnce = ears.begin(turn, text);
  const [logits, logSums] = [atOnce.logits.slice(), atOnce.logSums];
  let step = ears.begin(turn, []);
  for (const [row, piece] of text.entries()) {
    expect(same(rowOf(logits, row), step.logits.slice())).toBe(true);
    expect(logSums[row]).toBe(step.logSums[0]);
    step = ears.next(turn, step.past, [piece]);
  }
  expect(same(rowOf(logits, text.length), step.logits.slice())).toBe(true);
  expect([atOnce.past.rows, atOnce.past.length]).toEqual([1, text.length + 1]);
});

test("ears: picked rows and shortened texts continue unchanged", () => {
  const turn = encoded(sorry);
  const { past } = ears.begin(turn, text.slice(0, 3));
  const three = ears.next(turn, ears.pick(past, [0, 0, 0]), [11, 12, 13]);
  const after = ears.next(turn, three.past, [21, 22, 23]).logits.slice();
  const picked = ears.pick(three.past, [2, 0, 2]);
  expect([picked.rows, picked.length]).toEqual([3, 5]);
  const again = ears.next(turn, picked, [23, 21, 99]).logits;
  expect(same(rowOf(again, 0), rowOf(after, 2))).toBe(true);
  expect(same(rowOf(again, 1), rowOf(after, 0))).toBe(true);
  const whole = ears.begin(turn, text);
  const short = ears.shorten(whole.past, 4);
  expect(short.length).toBe(4);
  const on = ears.next(turn, short, [7_423]).logits.slice();
  expect(same(on, rowOf(ears.begin(turn, text).logits, 4))).toBe(true);
});

test("ears: a turn is the same to the bit after any others", async () => {
  const fresh = await EarsKernel.open(code, files);
  const alone = fresh.begin(fresh.encode(four), []).logits.slice();
  const before = encoded(floats(pinkNoise(30_001, 3_000)));
  ears.begin(before, text);
  const between = encoded(sorry);
  ears.release(before);
  open.delete(before);
  expect(same(ears.begin(encoded(four), []).logits.slice(), alone)).toBe(true);
  expect(ears.begin(between, []).logits.length).toBe(vocabularyPieces);
});

test("ears: log sums are those of the logits", () => {
  const { logits, logSums } = ears.begin(encoded(four), text.slice(0, 2));
  for (const [row, logSum] of logSums.entries()) {
    const of = rowOf(logits, row);
    const most = of.reduce((a, b) => Math.max(a, b));
    const sum = of.reduce((all, logit) => all + Math.exp(logit - most), 0);
    expect(Math.abs(most + Math.log(sum) - logSum)).toBeLessThan(1e-4);
  }
});

test("ears: hostile sounds give finite numbers, and a text that ends or is cut", () => {
  const made = (length: number, sample: (i: number) => number): Float32Array =>
    Float32Array.from({ length }, (_, i) => sample(i));
  const hostile = {
    nothing: new Float32Array(),
    "one sample": made(1, () => 1),
    "the least": made(samplesMin, () => 0.1),
    silence: new Float32Array(8_000),
    constant: made(8_003, () => 1),
    "least steps": made(8_005, (i) => (i % 2) / 32_768),
    square: made(16_001, (i) => (i % 2 === 0 ? 1 : -1)),
    clipped: sorry.map((sample) => Math.max(-1, Math.min(1, sample * 100))),
    "beyond the range": four.map((sample) => sample * 1e6),
    "not a number": made(8_000, (i) => (i % 100 === 0 ? Number.NaN : 0)),
    infinite: made(8_000, (i) => (i === 4_000 ? Number.POSITIVE_INFINITY : 0)),
  };
  for (const [name, pcm] of Object.entries(hostile)) {
    const turn = encoded(pcm);
    const { pieces, logProbs } = writtenBy(ears, turn, 3);
    expect([name, logProbs.every((logProb) => Number.isFinite(logProb) && logProb <= 1e-4)]).toEqual([
      name,
      true,
    ]);
    expect([name, pieces.length === 3 || pieces.at(-1) === endPiece]).toEqual([name, true]);
  }
});

test("ears: memory does not grow when turns are released", () => {
  const turns = [four, sorry.subarray(0, 20_000)];
  const hear = (pcm: Float32Array): void => {
    const turn = ears.encode(pcm);
    const { past } = ears.begin(turn, text);
    ears.next(turn, ears.pick(past, [0, 0, 0, 0]), [1, 2, 3, 4]);
    ears.release(turn);
  };
  for (const pcm of turns) hear(pcm);
  const bytes = ears.memoryBytes;
  for (let i = 0; i < 6; i++) hear(turns[i % turns.length]!);
  expect(ears.memoryBytes).toBe(bytes);
  expect(bytes).toBeLessThan(60_000_000);
});

test("ears: too long, strange or released input is refused", () => {
  expect(() => ears.encode(new Float32Array(samplesMax + 1))).toThrow(RangeError);
  const turn = encoded(four);
  const { past } = ears.begin(turn, []);
  expect(() =>
    ears.begin(
      turn,
      Array.from({ length: rowsMax }, () => 5),
    ),
  ).toThrow(RangeError);
  for (const piece of [-1, 0.5, vocabularyPieces, Number.NaN])
    expect(() => ears.next(turn, past, [piece])).toThrow(`There is no piece ${piece}`);
  expect(() => ears.next(turn, past, [1, 2])).toThrow("1 rows want a piece each, and there are 2");
  expect(() => ears.next(turn, ears.pick(past, []), [])).toThrow(
    "A step has 1 to 128 rows, and this one has 0",
  );
  expect(() => ears.pick(past, [1])).toThrow("There is no row 1 among 1");
  expect(() => ears.shorten(past, 2)).toThrow("A text of 1 pieces cannot be shortened to 2");
  const gone = ears.encode(four);
  ears.release(gone);
  expect(() => ears.begin(gone, [])).toThrow("not released");
  expect(() => ears.next(turn, ears.begin(encoded(four), []).past, [5])).toThrow("the past is of this turn");
});

test("ears: foreign model files are refused", async () => {
  for (const half of ["encoder", "decoder"] as const) {
    const wrong = { ...files, [half]: files[half].subarray(1) };
    expect(EarsKernel.open(code, wrong)).rejects.toThrow(`The ${half} of the open ears is another one: `);
  }
});
