// Listening processes: a process with clearly more calls than the others stops listening, and one always listens.

import { expect, test } from "bun:test";
import { type Listener, whoListens } from "../../src/processes/connection-balance.ts";
import { random, seedOf } from "../support/random.ts";

const one = (calls: number, changed: Partial<Listener> = {}): Listener => ({
  isReady: true,
  calls,
  callsMax: 50,
  lagMs: 0,
  isListening: true,
  isOpen: changed.isListening ?? true,
  ...changed,
});
const asleep = { isListening: false };

test("listening: all processes listen while they are about equally busy", () => {
  expect(whoListens([one(0), one(3)])).toEqual([true, true]);
  expect(whoListens([one(40), one(42), one(43)])).toEqual([true, true, true]);
});

test("listening: a process with clearly more calls stops, and waits until it has hardly more", () => {
  expect(whoListens([one(4), one(0)])).toEqual([false, true]);
  expect(whoListens([one(4, asleep), one(2)])).toEqual([false, true]);
  expect(whoListens([one(4, asleep), one(3)])).toEqual([true, true]);
});

test("listening: a process that is full or late stops, and continues when there is room again", () => {
  expect(whoListens([one(50), one(49)])).toEqual([false, true]);
  expect(whoListens([one(46, asleep), one(47)])).toEqual([false, true]);
  expect(whoListens([one(45, asleep), one(47)])).toEqual([true, true]);
  expect(whoListens([one(10, { lagMs: 25 }), one(11)])).toEqual([false, true]);
  expect(whoListens([one(10, { lagMs: 15, ...asleep }), one(11)])).toEqual([false, true]);
});

test("listening: no process stops before another one has begun, or new connections would be refused meanwhile", () => {
  const told = { isListening: true, isOpen: false };
  expect(whoListens([one(4), one(0, asleep)])).toEqual([true, true]);
  expect(whoListens([one(4), one(0, told)])).toEqual([true, true]);
  expect(whoListens([one(4), one(0)])).toEqual([false, true]);
  // The process that listened has died.
  expect(whoListens([one(4, asleep)])).toEqual([true]);
});

test("listening: all ready processes refuse when none has room", () => {
  expect(whoListens([one(50), one(50, asleep)])).toEqual([true, true]);
  expect(whoListens([one(0, { isReady: false }), one(0, { isReady: false, ...asleep })])).toEqual([
    true,
    false,
  ]);
});

test("listening: a starting process gets no connections before it is ready", () => {
  expect(whoListens([one(0), one(0, { isReady: false, ...asleep })])).toEqual([true, false]);
});

test("listening: one process listens for any figures, one with room if possible", () => {
  const chance = random(seedOf(1));
  const upTo = (most: number): number => chance.int(0, most);
  for (let i = 0; i < 2_000; i += 1) {
    const processes = Array.from({ length: 1 + upTo(5) }, () =>
      one(upTo(52), {
        lagMs: upTo(30),
        isReady: i % 3 > 0 || upTo(1) > 0,
        isListening: upTo(1) > 0,
        isOpen: upTo(1) > 0,
      }),
    );
    const listens = whoListens(processes);
    if (processes.some(({ isReady, isListening }) => isReady || isListening)) expect(listens).toContain(true);
    // The processes accept connections at every moment.
    const open = processes.flatMap(({ isOpen, isListening }, at) => (isOpen && isListening ? [at] : []));
    if (open.length > 0) expect(open.some((at) => listens[at])).toBe(true);
    const hasRoom = ({ isReady, calls, lagMs }: Listener): boolean => isReady && calls < 45 && lagMs < 10;
    if (processes.some(hasRoom)) {
      const begun = processes.map((each, at) => {
        const isListening = listens[at] ?? false;
        return { ...each, isListening, isOpen: isListening };
      });
      const chosen = processes.filter((_, at) => whoListens(begun)[at]);
      expect(chosen.every(({ isReady, calls, lagMs }) => isReady && calls < 50 && lagMs < 20)).toBe(true);
    }
  }
});
