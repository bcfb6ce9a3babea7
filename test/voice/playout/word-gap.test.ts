// Word gaps: where audio ends early, frame by frame, with loud frames as "#", silent ones as ".", softer ones as "+".

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame } from "../../../src/audio/frame.ts";
import { framesToGap } from "../../../src/voice/playout/word-gap.ts";

const level: Readonly<Record<string, number>> = { "#": 8_000, "+": 2_000, ".": 100 };
const frames = (picture: string): Frame[] =>
  Array.from(picture, (sign) => new Int16Array(samplesPerFrame).fill(level[sign] ?? 0));

const table: readonly (readonly [
  says: string,
  picture: string,
  wordEnds: readonly number[],
  framesMax: number,
  heard: number,
])[] = [
  ["ends at the first pause", "####....####", [], 10, 4],
  ["takes no stop within a word for a pause", "##..####...#", [], 10, 8],
  ["ends at once in a pause", "....####", [], 10, 0],
  ["ends with the first word, where the voice says when it is over", "########", [3, 6], 7, 3],
  ["ends with no word that is over already", "####....", [-2], 7, 4],
  ["is heard whole where little is left", "###", [], 10, 3],
  ["ends where it is softest when no word does in time", "###+#####....", [], 7, 3],
  ["ends at the limit at the latest", "########", [8], 5, 0],
  ["has nothing left to end", "", [], 5, 0],
];

test.each(table)("audio that ends early %s", (_, picture, wordEnds, framesMax, heard) => {
  expect(framesToGap(frames(picture), wordEnds, framesMax)).toBe(heard);
});
