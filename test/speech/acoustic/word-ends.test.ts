// Word ends are kept while a path comes from them, and the last frame's always.

import { expect, test } from "bun:test";
import type { PhoneNetwork } from "../../../src/speech/acoustic/phone-network.ts";
import { WordEnds } from "../../../src/speech/acoustic/word-ends.ts";

/** Three words, each of which leads to a state of its own, from which nothing follows without a word. */
const network = {
  start: 0,
  final: 3,
  silence: 0,
  phones: 2,
  endingArc: Int32Array.of(0, 1, 2),
  arcTo: Int32Array.of(1, 2, 3),
  arcs: ["one", "two", "three"].map((name) => ({ name, isFiller: false, isAlone: true })),
  phoneOf: Int32Array.of(1, 1, 1),
  afterLow: Int32Array.of(-1, -1, -1),
  afterHigh: Int32Array.of(-1, -1, -1),
  jumpFrom: new Int32Array(5),
  jumpTo: new Int32Array(0),
  jumpScore: new Int32Array(0),
} as unknown as PhoneNetwork;

/** Frame by frame the nodes that end, each with the place of the word end before it. */
function after(...frames: readonly (readonly (readonly [node: number, before: number])[])[]): WordEnds {
  const ends = new WordEnds(network);
  ends.settle(-1_000);
  for (const frame of frames) {
    for (const [node, before] of frame) ends.add(node, -10 * node, before);
    ends.settle(-1_000);
  }
  return ends;
}

const wordsTo = (ends: WordEnds, index: number): string[] =>
  ends.segmentsTo(index, new Int32Array(8)).map(({ text, from }) => `${text}@${from}`);

test("word ends: what no path comes from is forgotten, and the others keep their words", () => {
  const ends = after([[0, 0]], [[1, 1]], [[0, 0]], [[1, 3]]);
  expect(ends.count).toBe(5);
  expect([...ends.keepOnly([2])]).toEqual([0, 1, 2, 3, 4]);
  const placeOf = ends.keepOnly([]);
  // The last frame's end and the one before it.
  expect([...placeOf]).toEqual([0, -1, -1, 1, 2]);
  expect(ends.count).toBe(3);
  expect(wordsTo(ends, 2)).toEqual(["one@0", "two@3"]);
});

test("word ends: after forgetting, the best of the last frame is found and new ones follow", () => {
  const ends = after(
    [[0, 0]],
    [[0, 0]],
    [
      [2, 2],
      [1, 2],
    ],
  );
  ends.keepOnly([]);
  expect(
    wordsTo(
      ends,
      ends.best(false, () => 0),
    ),
  ).toEqual(["one@0", "two@2"]);
  expect(
    wordsTo(
      ends,
      ends.best(true, () => 0),
    ),
  ).toEqual(["one@0", "three@2"]);
  ends.add(1, -50, 1);
  expect(ends.settle(-1_000)).toBe(4);
  expect(wordsTo(ends, 4)).toEqual(["one@0", "two@2"]);
  expect(ends.at(4).frame).toBe(3);
});
