// Replay ring: a reader's missed texts are repeated once, in order, and dropped ones are counted.

import { expect, test } from "bun:test";
import { replayLimits, ReplayRing } from "../../src/base/replay-ring.ts";
import { random as seeded } from "../support/random.ts";

const text = (seq: number): string => `text ${seq}`;

test("replay ring: a reader gets the texts after its last number, once", () => {
  const ring = new ReplayRing();
  expect(ring.after(0)).toEqual({ texts: [], lost: 0 });
  expect([ring.add(text), ring.add(text), ring.add(text)]).toEqual(["text 1", "text 2", "text 3"]);
  expect(ring.after(0)).toEqual({ texts: ["text 1", "text 2", "text 3"], lost: 0 });
  expect(ring.after(2)).toEqual({ texts: ["text 3"], lost: 0 });
  // A number that was never used: no text is known to be missed.
  for (const seq of [3, 4, 1_000]) expect(ring.after(seq)).toEqual({ texts: [], lost: 0 });
});

test("replay ring: it keeps a number of texts, and counts the missed ones", () => {
  const { eventsMax } = replayLimits;
  const ring = new ReplayRing();
  for (let i = 0; i < eventsMax; i += 1) ring.add(text);
  expect(ring.after(0)).toMatchObject({ lost: 0 });
  for (let i = 0; i < 7; i += 1) ring.add(text);
  const { texts, lost } = ring.after(0);
  expect([texts.length, texts[0], texts.at(-1), lost]).toEqual([
    eventsMax,
    "text 8",
    `text ${eventsMax + 7}`,
    7,
  ]);
  expect(ring.after(5).lost).toBe(2);
  expect(ring.after(7).lost).toBe(0);
});

test("replay ring: it keeps a number of bytes, and drops one longer text", () => {
  const ring = new ReplayRing({ eventsMax: 100, bytesMax: 10 });
  for (let i = 0; i < 4; i += 1) ring.add(() => "abcde");
  expect(ring.after(0)).toEqual({ texts: ["abcde", "abcde"], lost: 2 });
  // Bytes of UTF-8, not characters.
  ring.add(() => "ééé");
  expect(ring.after(0)).toEqual({ texts: ["ééé"], lost: 4 });
  ring.add(() => "x".repeat(11));
  expect(ring.after(0)).toEqual({ texts: [], lost: 6 });
  ring.add(() => "y");
  expect(ring.after(0)).toEqual({ texts: ["y"], lost: 6 });
});

test("replay ring: states are kept longer than events", () => {
  const ring = new ReplayRing({ eventsMax: 3, bytesMax: 1_000 });
  ring.add(text, "place");
  ring.add(text, "mood");
  ring.add(text, "place");
  for (let i = 0; i < 4; i += 1) ring.add(text);
  expect(ring.after(0)).toEqual({ texts: ["text 2", "text 3", "text 5", "text 6", "text 7"], lost: 2 });
  expect(ring.after(2)).toEqual({ texts: ["text 3", "text 5", "text 6", "text 7"], lost: 1 });
  expect(ring.after(3)).toEqual({ texts: ["text 5", "text 6", "text 7"], lost: 1 });
  // No repetition while it is still among the last ones.
  ring.add(text, "mood");
  expect(ring.after(3)).toEqual({ texts: ["text 6", "text 7", "text 8"], lost: 2 });
});

test("replay ring: a state is kept even if it is too long", () => {
  const ring = new ReplayRing({ eventsMax: 3, bytesMax: 10 });
  ring.add(text);
  ring.add(() => "x".repeat(11), "place");
  expect(ring.after(0)).toEqual({ texts: ["x".repeat(11)], lost: 1 });
  expect(ring.after(2)).toEqual({ texts: [], lost: 0 });
});

test("replay ring: a reader that leaves and returns at any time gets all texts, in order", () => {
  const random = seeded(16);
  const ring = new ReplayRing({ eventsMax: 20, bytesMax: 10_000 });
  const seen: string[] = [];
  let lostInAll = 0;
  for (let i = 0; i < 2_000; i += 1) {
    const isThere = random.chance(0.7);
    const said = ring.add(text);
    if (!isThere) continue;
    const { texts, lost } = ring.after(seen.length === 0 ? 0 : Number(seen.at(-1)?.slice(5)));
    seen.push(...texts);
    lostInAll += lost;
    expect(seen.at(-1)).toBe(said);
  }
  expect(lostInAll).toBe(0);
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => text(at + 1)));
});

test("replay ring: a series of another process continues behind its numbers, and counts the lost texts", () => {
  const ring = new ReplayRing();
  ring.goOn(20, 1_020);
  // Unused numbers are not lost.
  expect([ring.after(20), ring.after(15)]).toEqual([
    { texts: [], lost: 0 },
    { texts: [], lost: 5 },
  ]);
  expect([ring.add(text), ring.add(text)]).toEqual(["text 1020", "text 1021"]);
  expect(ring.after(18)).toEqual({ texts: ["text 1020", "text 1021"], lost: 2 });
  // The other process had used more numbers than it could write.
  expect(ring.after(37)).toEqual({ texts: ["text 1020", "text 1021"], lost: 0 });
  expect(ring.after(1_020)).toEqual({ texts: ["text 1021"], lost: 0 });
});

test("replay ring: a reader that has seen more than was skipped gets higher numbers still", () => {
  const ring = new ReplayRing();
  ring.goOn(20, 1_020);
  expect(ring.after(5_000)).toEqual({ texts: [], lost: 0 });
  expect(ring.add(text)).toBe("text 5001");
  expect(ring.after(5_000)).toEqual({ texts: ["text 5001"], lost: 0 });
});
