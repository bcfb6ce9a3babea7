// RTP sender: the agent's packets keep real time, for any timers of the machine: never more than one ahead, never
// behind for longer than the process stood still, and no silence in the middle of a sentence.

import { expect, test } from "bun:test";
import { type Frame, frameMs, silence } from "../../../src/audio/frame.ts";
import { silentLog } from "../../../src/base/log.ts";
import { Guard } from "../../../src/base/guard.ts";
import { Ticker } from "../../../src/base/ticker.ts";
import { type RtpOut, RtpSender } from "../../../src/transport/rtp/rtp-sender.ts";
import type { Line } from "../../../src/voice/line.ts";
import { Playout } from "../../../src/voice/playout/playout.ts";
import { hummedMsPerChar, hummingTts } from "../../support/fakes/fake-speech.ts";
import { random, seedOf } from "../../support/random.ts";
import { RoughClock, type Roughness } from "../../support/fakes/rough-clock.ts";

const seed = seedOf(20261122);
const sentence = "One sentence that is said from its beginning to its very end.";
const [spoken, silent] = [1, 0];

/** One byte for each packet: whether the agent speaks in it. */
const encoder = {
  clockRate: 48_000,
  encode: (frame: Frame) => Uint8Array.of(frame === silence ? silent : spoken),
  expectLoss() {},
  [Symbol.dispose]() {},
};

function mouth(isHeard = () => true) {
  const sent: RtpOut[] = [];
  const first = { sequence: 0, timestamp: 0 };
  const speaking = new RtpSender({ encoder, first, send: (packet) => void sent.push(packet), isHeard });
  return { speaking, sent };
}

test("the sender is at most one packet ahead after early and repeated beats", () => {
  const { speaking, sent } = mouth();
  for (const at of [0, 20, 39.5, 50, 60, 80, 100, 120]) speaking.beat(at);
  // Seven packets are due, and one may be ahead.
  expect(sent.length).toBeWithin(7, 9);
});

test("the sender is one packet ahead at most when a second beat follows an early one, once a second for a minute", () => {
  const { speaking, sent } = mouth();
  for (let second = 0; second < 60_000; second += 1_000) {
    for (let beat = 0; beat < 50; beat++) {
      speaking.beat(second + beat * frameMs - (beat === 1 ? 0.5 : 0));
      if (beat === 1) speaking.beat(second + 30);
    }
  }
  expect(sent.length).toBeWithin(3_000, 3_002);
});

test("the sender follows a rhythm that gets earlier and earlier for one packet and no further", () => {
  const { speaking, sent } = mouth();
  for (let at = 0, beats = 0; beats < 3_000; beats++, at += 19.5) speaking.beat(at);
  const due = Math.floor((2_999 * 19.5) / frameMs) + 1;
  expect(sent.length).toBeWithin(due, due + 2);
});

test("the sender of another codec gets no further ahead than the previous one", () => {
  const [before, after] = [mouth(), mouth()];
  let at = 0;
  for (let beats = 0; beats < 100; beats += 1, at += 19.5) before.speaking.beat(at);
  after.speaking.follow(before.speaking);
  for (let beats = 0; beats < 100; beats += 1, at += 19.5) after.speaking.beat(at);
  const due = Math.floor((at - 19.5) / frameMs) + 1;
  expect(before.sent.length + after.sent.length).toBeWithin(due, due + 2);
});

test("the sender of another codec continues the stream of the previous one, and omits no frame", () => {
  const [before, after] = [mouth(), mouth()];
  for (const level of [1, 2, 3, 4]) before.speaking.play(new Int16Array(320).fill(level));
  before.speaking.beat(0);
  before.speaking.beat(20);
  after.speaking.follow(before.speaking);
  for (const at of [40, 60, 80]) after.speaking.beat(at);
  expect(before.sent.map(({ sequence }) => sequence)).toEqual([0, 1]);
  expect(after.sent.map(({ sequence, timestamp }) => [sequence, timestamp])).toEqual([
    [2, 1_920],
    [3, 2_880],
    [4, 3_840],
  ]);
  expect(after.sent.map(({ payload }) => payload[0])).toEqual([spoken, spoken, silent]);
  expect(after.speaking.sent).toEqual({ packets: 5, bytes: 5, timestamp: 4_800 });
  before.speaking.beat(40);
  expect(before.sent.at(-1)?.payload[0]).toBe(silent);
});

test("cleared audio is not sent, except for the frame in which it fades", () => {
  const sentAfter = (last?: Frame): readonly (number | undefined)[] => {
    const { speaking, sent } = mouth();
    for (let i = 0; i < 5; i++) speaking.play(new Int16Array(320));
    speaking.beat(0);
    speaking.clear(last);
    for (const at of [20, 40]) speaking.beat(at);
    return sent.map(({ payload }) => payload[0]);
  };
  expect(sentAfter()).toEqual([spoken, silent, silent]);
  expect(sentAfter(new Int16Array(320))).toEqual([spoken, spoken, silent]);
});

const days: readonly (readonly [says: string, roughness: Roughness])[] = [
  ["exact timers", { earlyMs: 0, lateMs: 0, stalls: 0, stallMsMax: 0 }],
  ["early timers", { earlyMs: 1, lateMs: 0.5, stalls: 0, stallMsMax: 0 }],
  ["a busy loop", { earlyMs: 1, lateMs: 3, stalls: 0.4, stallMsMax: 12 }],
  ["a very busy loop", { earlyMs: 1, lateMs: 12, stalls: 0.1, stallMsMax: 60 }],
  ["stalls of up to a quarter of a second", { earlyMs: 1, lateMs: 5, stalls: 0.01, stallMsMax: 250 }],
];

const guard = new Guard((error) => {
  throw error;
});

test.each(days)("five minutes with %s keep real time, and sentences are whole", async (_, day) => {
  const clock = new RoughClock(random(seed), day);
  const ticker = new Ticker(clock, frameMs);
  const { speaking, sent } = mouth();
  const line: Line = {
    transport: "webrtc",
    leadMs: 80,
    writable: true,
    play: (frame) => speaking.play(frame),
    flush() {},
    clear: () => false,
    attach() {},
    tell() {},
    close() {},
  };
  const tts = hummingTts();
  let reply = 0;
  const playout = new Playout({
    line,
    clock,
    ticker,
    tts,
    guard,
    context: { clock, log: silentLog },
    ears: { played() {}, takenBack() {} },
    tell: (_reply, { type }) => {
      if (type === "spoken") say();
    },
  });
  const say = (): void => {
    playout.begin(++reply);
    playout.say(reply, sentence, { spoken: true, interruptible: true });
    playout.finish(reply);
  };
  let [aheadMs, behindMs] = [0, 0];
  let startedAt: number | undefined;
  // Like a line: after all other work of the beat.
  using _beat = ticker.add((now) => {
    queueMicrotask(() => {
      startedAt ??= now;
      speaking.beat(now);
      const playedMs = speaking.sent.timestamp / 48;
      aheadMs = Math.max(aheadMs, playedMs - frameMs - (now - startedAt));
      behindMs = Math.max(behindMs, now - startedAt - playedMs);
    });
  });
  say();
  await clock.run(300_000);
  playout.close();
  expect([aheadMs <= frameMs, behindMs < frameMs]).toEqual([true, true]);
  const frames = (sentence.length * hummedMsPerChar) / frameMs;
  // Sentences may follow each other without a pause, and the end may have cut the last one.
  const cut = spokenRuns(sent)
    .slice(0, -1)
    .filter((length) => length % frames !== 0);
  expect([cut, sent.length > 14_000]).toEqual([[], true]);
});

/** Number of packets in each stretch of speech between packets of silence. */
function spokenRuns(sent: readonly RtpOut[]): number[] {
  const letters = sent.map(({ payload }) => (payload[0] === spoken ? "s" : " ")).join("");
  return letters
    .split(/ +/)
    .filter(Boolean)
    .map(({ length }) => length);
}
