// Audio of a simulated caller: a recording plays at its own time, sentences follow the agent's.

import { expect, test } from "bun:test";
import { frameMs, samplesPerFrame, silence, type Frame } from "../../src/audio/frame.ts";
import { type CallerAudio, RecordedCaller, SentenceCaller } from "../../src/cli/caller-audio.ts";

const loud = (level: number): Frame => new Int16Array(samplesPerFrame).fill(level) as Frame;

/** Levels sent between two moments, when the agent's audio ends at `agentEndsMs`. */
function sent(caller: CallerAudio, fromMs: number, toMs: number, agentEndMs: number): number[] {
  const levels: number[] = [];
  for (let at = fromMs; at < toMs; at += frameMs) levels.push(caller.next(at, agentEndMs)[0]!);
  return levels;
}

test("caller's audio: a recording is sent from the start, then silence", () => {
  const caller = new RecordedCaller([loud(1), loud(2)]);
  expect(sent(caller, 0, 80, 10_000)).toEqual([1, 2, 0, 0]);
  expect(caller.next()).toBe(silence);
});

test("caller's audio: a sentence begins 900 ms after the agent, and the next one waits for an answer", () => {
  const caller = new SentenceCaller([[loud(1), loud(2)], [loud(3)]]);
  // The agent has not said anything yet.
  expect(sent(caller, 0, 5_000, 0).every((level) => level === 0)).toBe(true);
  // The greeting lasts until 1,000 ms.
  expect(sent(caller, 1_000, 1_900, 1_000).every((level) => level === 0)).toBe(true);
  expect(sent(caller, 1_900, 1_960, 1_000)).toEqual([1, 2, 0]);
  // After a long silence the caller says no further sentence.
  expect(sent(caller, 1_960, 6_000, 1_000).every((level) => level === 0)).toBe(true);
  expect(new SentenceCaller([[loud(1)]]).next(1_000, 100)[0]).toBe(1);
  // The answer ends at 7,000 ms.
  expect(sent(caller, 7_880, 7_940, 7_000)).toEqual([0, 3, 0]);
});
