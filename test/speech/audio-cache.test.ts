// Audio cache: it keeps recent speech within its room, and drops the least recently used first.

import { expect, test } from "bun:test";
import { sharedPlaceOf } from "../../src/audio/shared-audio.ts";
import { AudioCache } from "../../src/speech/audio-cache.ts";

/** A sixteenth of a cache of 1 MiB, with the room for its packets. */
const piece = (level: number): Int16Array => new Int16Array(320 * 81).fill(level);

test("audio cache: pieces are returned as one whole, with their frames", () => {
  const cache = new AudioCache(1);
  cache.put("a", [new Int16Array(300).fill(1), new Int16Array(100).fill(2)]);
  const pcm = cache.get("a")!;
  expect([pcm.length, pcm[299], pcm[300], pcm[400]]).toEqual([640, 1, 2, 0]);
  expect(sharedPlaceOf(pcm.subarray(320))).toMatchObject({ index: 1 });
  cache.put("a", [piece(9)]);
  expect(cache.get("a")).toBe(pcm);
  expect(cache.get("b")).toBeUndefined();
});

test("audio cache: the least recently used entry is dropped first, and too long ones are not stored", () => {
  const cache = new AudioCache(1);
  for (let i = 0; i < 16; i += 1) cache.put(`${i}`, [piece(i)]);
  cache.get("0");
  cache.put("more", [piece(1)]);
  expect(["0", "1", "2", "more"].map((key) => cache.get(key) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  cache.put("long", [new Int16Array(2 ** 20 / 2 / 8 / 1.25 + 320)]);
  expect(cache.get("long")).toBeUndefined();
});
