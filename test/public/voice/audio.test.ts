// Client audio without a browser: resampling, playout queue, PCM conversion and sound activity.

import { expect, test } from "bun:test";
import { MicrophoneSilence } from "../../../public/voice/microphone-silence.ts";
import { SoundActivity } from "../../../public/voice/sound-activity.ts";
import { PlayoutQueue } from "../../../public/voice/playout-queue.ts";
import { Resampler } from "../../../public/voice/sinc-resampler.ts";
import { fromPcm, loudness, toPcm } from "../../../public/voice/wire-audio.ts";
import { random } from "../../support/random.ts";

function sine(hertz: number, rate: number, samples: number): Float32Array {
  return Float32Array.from({ length: samples }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));
}

function inBlocks(input: Float32Array, length: () => number, take: (block: Float32Array) => Float32Array) {
  const output: number[] = [];
  for (let at = 0; at < input.length;) {
    const block = input.subarray(at, at + length());
    output.push(...take(block));
    at += block.length;
  }
  return new Float32Array(output);
}

test.each([
  [48_000, 1_000, 0.707],
  [48_000, 6_000, 0.707],
  [48_000, 9_500, 0],
  [44_100, 1_000, 0.707],
  [44_100, 10_000, 0],
  [96_000, 3_000, 0.707],
  [8_000, 1_000, 0.707],
] as const)(
  "resampler: audio at %d Hz with a tone of %d Hz has the loudness %d afterwards",
  (from, hertz, wanted) => {
    const resampler = new Resampler(from, 16_000);
    const output = inBlocks(
      sine(hertz, from, from),
      () => 128,
      (block) => resampler.push(block),
    );
    expect(output.length).toBeWithin(15_960, 16_001);
    expect(Math.abs(loudness(output.subarray(500, -500)) - wanted)).toBeLessThan(0.03);
  },
);

test("resampler: block sizes make no difference", () => {
  const { int } = random(5);
  const input = sine(440, 44_100, 10_000);
  const [once, often] = [new Resampler(44_100, 16_000), new Resampler(44_100, 16_000)];
  const output = inBlocks(
    input,
    () => int(1, 700),
    (block) => often.push(block),
  );
  expect([...output]).toEqual([...once.push(input)]);
});

test("PCM: converting there and back loses less than a step, and too loud samples are clipped", () => {
  const samples = sine(300, 16_000, 800);
  const back = fromPcm(toPcm(samples));
  expect(back.every((sample, i) => Math.abs(sample - (samples[i] ?? 0)) < 1 / 8_000)).toBe(true);
  expect([...toPcm(Float32Array.of(2, -2))]).toEqual([32_767, -32_767]);
});

const ones = (ms: number): Float32Array => new Float32Array(ms * 16).fill(1);

/** Pulls this many milliseconds in blocks of 8, as a worklet does, and returns the samples. */
function pull(playout: PlayoutQueue, ms: number): number[] {
  return Array.from({ length: ms / 8 }).flatMap(() => {
    const block = new Float32Array(128);
    playout.pull(block);
    return [...block];
  });
}

const newPlayout = (): PlayoutQueue => new PlayoutQueue({ prebufferMs: 64, waitMsMax: 120 });

test("playout queue: begins once enough is queued, and plays every sample once", () => {
  const playout = newPlayout();
  playout.push(ones(40));
  expect(pull(playout, 16).every((sample) => sample === 0)).toBe(true);
  playout.push(ones(40));
  expect(pull(playout, 80).every((sample) => sample === 1)).toBe(true);
  expect(playout.status).toEqual({ playing: true, played: 1_280, waiting: 0, dropped: 0, gaps: 0 });
  const tail = pull(playout, 16);
  expect(tail.at(-1)).toBeLessThan(0.001);
  expect(playout.status).toMatchObject({ playing: false, played: 1_280, gaps: 0 });
});

test("playout queue: a reply that is shorter than the prebuffer is played after a wait", () => {
  const playout = newPlayout();
  playout.push(ones(24));
  const heard = pull(playout, 240);
  expect(heard.indexOf(1)).toBe(120 * 16);
  expect(playout.status.played).toBe(24 * 16);
});

test("playout queue: clear drops and counts everything, and later audio plays", () => {
  const playout = newPlayout();
  playout.push(ones(200));
  pull(playout, 48);
  playout.clear();
  expect(playout.status).toEqual({ playing: false, played: 768, waiting: 0, dropped: 2_432, gaps: 0 });
  const after = pull(playout, 8);
  expect(after.findIndex((sample) => sample < 0.01)).toBeLessThan(80);
  playout.push(Float32Array.from(ones(80), () => 0.5));
  expect(pull(playout, 8).every((sample) => sample === 0.5)).toBe(true);
  expect(playout.status.gaps).toBe(0);
});

test("playout queue: audio that comes too late counts as a gap, a new reply does not", () => {
  const playout = newPlayout();
  playout.push(ones(80));
  pull(playout, 120);
  playout.push(ones(80));
  expect(playout.status.gaps).toBe(1);
  pull(playout, 640);
  playout.push(ones(80));
  expect(playout.status.gaps).toBe(1);
});

test("playout queue: jitter within the prebuffer is not heard", () => {
  const playout = newPlayout();
  const { int } = random(9);
  const heard: number[] = [];
  let sent = 0;
  // Messages of 40 ms, sent 200 ms ahead, each up to 160 ms late.
  for (let now = 0; now < 4_000; now += 8) {
    while (sent < 4_000 && sent <= now + 200 - int(0, 20) * 8) {
      playout.push(ones(40));
      sent += 40;
    }
    heard.push(...pull(playout, 8));
  }
  const first = heard.indexOf(1);
  expect(heard.slice(first).every((sample) => sample === 1)).toBe(true);
  expect(playout.status.gaps).toBe(0);
});

test("sound activity: speech counts as sound, background noise never does", () => {
  const activity = new SoundActivity();
  let at = 0;
  const hear = (level: number, ms: number): void => {
    for (const until = at + ms; at < until; at += 20) activity.hear(level, at);
  };
  hear(0.001, 2_000);
  expect(activity.soundAt).toBeUndefined();
  hear(0.1, 1_000);
  expect(activity.soundAt).toBe(2_980);
  hear(0.004, 30_000);
  expect(activity.soundAt).toBeLessThan(8_000);
  hear(0.1, 500);
  expect(activity.soundAt).toBe(at - 20);
});

/** Feeds levels of 20 ms blocks; returns the times in milliseconds at which `isSilent` changed. */
function silenceIn(levels: readonly number[]): readonly number[] {
  const silence = new MicrophoneSilence();
  return levels.flatMap((level, n) => (silence.hear(level, n * 20) ? [n * 20] : []));
}

test("microphone silence: three silent seconds are reported, and the first sound clears the report", () => {
  const zeros = (seconds: number): number[] => Array.from({ length: seconds * 50 }, () => 0);
  const room = (seconds: number): number[] => Array.from({ length: seconds * 50 }, () => 0.0005);
  expect(silenceIn(zeros(4))).toEqual([3_000]);
  expect(silenceIn([...zeros(4), ...room(1)])).toEqual([3_000, 4_000]);
  expect(silenceIn(room(60))).toEqual([]);
  // The noise gate closes between two sentences.
  expect(silenceIn([...room(1), ...zeros(10), ...room(1), ...zeros(16)])).toEqual([27_000]);
  const muted = new MicrophoneSilence();
  for (let at = 0; at <= 2_900; at += 20) muted.hear(0, at);
  expect([muted.reset(), muted.hear(0, 3_000), muted.hear(0, 6_000), muted.reset()]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
