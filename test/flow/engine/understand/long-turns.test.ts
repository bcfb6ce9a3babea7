// Long turns: hostile texts at a shipped flow that asks for much take time linear in their length, not quadratic.

import { expect, test } from "bun:test";
import { FlowTalk, programOf } from "../../../support/fakes/flow-talk.ts";
import { cpuMsOf } from "../../../support/fuzz/cpu-time.ts";

const program = programOf(await Bun.file("public/flows/hotel-booking.flow.yaml").text());
/** Characters that a client may type at once. */
const typedMax = 4_000;
const times = 4;
/** Linear work takes 4 times as long for the longer text, quadratic work 16 times. */
const growthMax = 9;
/** Minimum time of a comparable measurement. */
const msMin = 2;

const workMs = (text: string): number => {
  const talk = new FlowTalk(program);
  talk.start();
  return cpuMsOf(() => talk.hear(text));
};

test.each(["and ", "one ", "x "])("long turns: repeating %p takes time by length only", (word) => {
  const long = word.repeat(typedMax / word.length);
  const short = word.repeat(typedMax / times / word.length);
  workMs(long);
  let [shortMs, longMs] = [Infinity, Infinity];
  for (let i = 0; i < 3 || (i < 12 && longMs > growthMax * Math.max(msMin, shortMs)); i++) {
    shortMs = Math.min(shortMs, workMs(short));
    longMs = Math.min(longMs, workMs(long));
  }
  expect(longMs).toBeLessThan(growthMax * Math.max(msMin, shortMs));
});
