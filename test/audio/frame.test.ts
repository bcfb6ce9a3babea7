// Frames: bytes of any chunking become frames.

import { expect, test } from "bun:test";
import {
  bytesOf,
  bytesPerFrame,
  type Frame,
  Framer,
  loudness,
  samplesPerFrame,
  toFrames,
} from "../../src/audio/frame.ts";
import { random } from "../support/random.ts";

test("framer: any chunking gives the same frames", () => {
  const { int, bytes } = random(1);
  const all = bytes(bytesPerFrame * 9 + 77);
  const whole: Frame[] = [];
  new Framer().push(all, (frame) => whole.push(frame));
  expect(whole).toHaveLength(9);
  for (let round = 0; round < 50; round++) {
    const frames: Frame[] = [];
    const framer = new Framer();
    for (let at = 0; at < all.length;) {
      const size = int(1, 1_000);
      framer.push(all.subarray(at, at + size), (frame) => frames.push(frame));
      at += size;
    }
    expect(frames).toEqual(whole);
  }
});

test("framer: a returned frame is never written again", () => {
  const frames: Frame[] = [];
  const framer = new Framer();
  framer.push(new Uint8Array(bytesPerFrame).fill(1), (frame) => frames.push(frame));
  framer.push(new Uint8Array(bytesPerFrame).fill(2), (frame) => frames.push(frame));
  expect(frames.map((frame) => frame[0])).toEqual([0x0101, 0x0202]);
});

test("frames: a recording ends in silence", () => {
  const frames = toFrames(new Int16Array(samplesPerFrame + 1).fill(5));
  expect(frames).toHaveLength(2);
  expect([frames[1]![0], frames[1]![1], frames[1]!.length]).toEqual([5, 0, samplesPerFrame]);
  expect(toFrames(new Int16Array(0))).toEqual([]);
});

test("framer: the rest is filled with silence, once", () => {
  const framer = new Framer();
  const frames: Frame[] = [];
  framer.push(bytesOf(Int16Array.of(7, 8)), (frame) => frames.push(frame));
  framer.rest((frame) => frames.push(frame));
  framer.rest((frame) => frames.push(frame));
  expect(frames).toHaveLength(1);
  expect([...frames[0]!.subarray(0, 3)]).toEqual([7, 8, 0]);
});

test("bytes: the view covers the samples, also of a part of a buffer", () => {
  const pcm = Int16Array.of(1, -2, 32_767, -32_768);
  expect([...bytesOf(pcm.subarray(1, 3))]).toEqual([0xfe, 0xff, 0xff, 0x7f]);
});

test("loudness: it is the root mean square", () => {
  expect(loudness(Int16Array.of(3, -4, 3, -4))).toBeCloseTo(Math.sqrt(12.5));
  expect(loudness(new Int16Array(0))).toBe(0);
});
