// Shared encoder: shared packets sound like a call's own, also where they begin, end and are cut off, and are encoded
// once.

import { expect, test } from "bun:test";
import { type Frame, loudness, samplesPerFrame, silence, toFrames } from "../../../src/audio/frame.ts";
import { type OpusEncoder, openOpusDecoder, openOpusEncoder } from "../../../src/audio/opus.ts";
import { SharedAudio } from "../../../src/audio/shared-audio.ts";
import { opusEncoder } from "../../../src/transport/rtp/audio-codecs.ts";
import { SharedEncoder } from "../../../src/transport/rtp/shared-encoder.ts";
import { human, synthetic } from "../../support/callers/callers.ts";
import { turn } from "../../support/until.ts";

/** Counts the encoded frames of a kind, and the open encoders. */
class Encoders {
  encoded = 0;
  open = 0;
  /** Loss that they were told last. */
  lossPercent = 0;
  readonly make = async (): Promise<OpusEncoder> => {
    const encoder = await openOpusEncoder();
    this.open += 1;
    return {
      ...encoder,
      encode: (frame) => {
        this.encoded += 1;
        return encoder.encode(frame);
      },
      expectLoss: (percent) => {
        this.lossPercent = percent;
        encoder.expectLoss(percent);
      },
      [Symbol.dispose]: () => {
        this.open -= 1;
        encoder[Symbol.dispose]();
      },
    };
  };
}

async function call(shared: Encoders): Promise<{ encoder: SharedEncoder; own: Encoders }> {
  const own = new Encoders();
  const encoder = new SharedEncoder({
    own: opusEncoder(await own.make()),
    codec: "opus",
    open: shared.make,
  });
  return { encoder, own };
}

/** Encoders open in the background of the first request. */
const opened = turn;

/** Audio of these frames at a peer. */
async function heard(frames: readonly Frame[], encode: (frame: Frame) => Uint8Array): Promise<Int16Array> {
  using decoder = await openOpusDecoder();
  const pcm = new Int16Array(frames.length * samplesPerFrame);
  frames.forEach((frame, i) => pcm.set(decoder.decode(encode(frame)), i * samplesPerFrame));
  return pcm;
}

/** Delay of the codec in samples: 6.5 ms of look-ahead at 16 kHz. */
const delay = 104;

/** Loudness of the difference from the original, for each frame. */
function errors(said: readonly Frame[], pcm: Int16Array): number[] {
  const whole = new Int16Array(pcm.length + delay);
  said.forEach((frame, i) => whole.set(frame, delay + i * samplesPerFrame));
  return toFrames(pcm.map((sample, i) => sample - (whole[i] ?? 0))).map(loudness);
}

const power = (levels: readonly number[]): number => levels.reduce((sum, level) => sum + level * level, 0);
const decibels = (a: number, b: number): number => 10 * Math.log10(a / b);

const sentences = [
  new SharedAudio([await synthetic("slt", "What would you like to do?")]),
  new SharedAudio([await human("vm-intro")]),
  new SharedAudio([await synthetic("rms", "For how many people?")]),
];
const framesOf = (audio: SharedAudio): Frame[] =>
  Array.from({ length: audio.frames }, (_, i) => audio.frame(i));
const pause = (frames: number): Frame[] => Array.from({ length: frames }, () => silence);
/** Prompts between silences and one after the other, and one that is cut off in its middle. */
const [first, second, third] = sentences as [SharedAudio, SharedAudio, SharedAudio];
const cut = framesOf(first).slice(0, 40);
const fading = cut.at(-1)!.map((sample, i) => Math.round(sample * (1 - (i + 1) / samplesPerFrame)));
const conversation: readonly Frame[] = [
  ...pause(20),
  ...framesOf(first),
  ...pause(20),
  ...framesOf(second),
  ...framesOf(third),
  ...pause(20),
  ...cut.slice(0, -1),
  fading,
  ...pause(20),
];

test("shared packets: they are as close to the audio as a call's own, at their joins too", async () => {
  const shared = new Encoders();
  const { encoder: warm } = await call(shared);
  for (const audio of sentences) warm.encode(audio.frame(0));
  await opened();
  const { encoder, own } = await call(shared);
  const with_ = errors(conversation, await heard(conversation, (frame) => encoder.encode(frame)));
  using alone = await openOpusEncoder();
  const without = errors(conversation, await heard(conversation, (frame) => alone.encode(frame)));
  expect(Math.abs(decibels(power(with_), power(without)))).toBeLessThan(0.5);
  // A click would be a frame with an error far above the codec's errors elsewhere.
  const worst = Math.max(...without);
  for (const [i, error] of with_.entries()) {
    expect(error).toBeLessThanOrEqual(worst * 1.25);
    // Where the agent says nothing, the peer hears nothing.
    if (conversation[i] === silence && conversation[i - 2] === silence) expect(error).toBeLessThan(40);
  }
  // The call encoded no prompt itself: only silences, and the frames that its encoder had missed.
  expect(own.encoded).toBeLessThan(4 * 20 + 1 + 4 * 5 + 1);
  encoder[Symbol.dispose]();
});

test("shared packets: many callers hear a prompt encoded once; its encoder is freed when complete", async () => {
  const shared = new Encoders();
  const audio = new SharedAudio([await synthetic("slt", "Good morning.")]);
  const early = await call(shared);
  // The frames do not wait for the encoder.
  for (const frame of framesOf(audio)) early.encoder.encode(frame);
  expect([early.own.encoded, shared.encoded]).toEqual([audio.frames, 0]);
  await opened();
  expect(shared.open).toBe(1);
  const callers = await Promise.all([1, 2, 3].map(() => call(shared)));
  const packets = callers.map(({ encoder }) => framesOf(audio).map((frame) => encoder.encode(frame)));
  expect(packets[1]).toEqual(packets[0]!);
  expect(packets[2]).toEqual(packets[0]!);
  expect(callers.map(({ own }) => own.encoded)).toEqual([0, 0, 0]);
  expect([shared.encoded, shared.open]).toEqual([audio.frames, 0]);
  using fresh = await openOpusEncoder();
  expect(packets[0]).toEqual(framesOf(audio).map((frame) => fresh.encode(frame)));
});

test("shared packets: a listener that missed the first, skips one, or loses many gets its own packets", async () => {
  const shared = new Encoders();
  const audio = new SharedAudio([await synthetic("slt", "Good evening.")]);
  audio.track("opus", shared.make);
  await opened();
  const late = await call(shared);
  late.encoder.encode(audio.frame(3));
  expect([late.own.encoded, shared.encoded]).toEqual([1, 0]);
  const skipping = await call(shared);
  for (const index of [0, 1, 3]) skipping.encoder.encode(audio.frame(index));
  // Its own encoder gets the two missed frames before its own one.
  expect([skipping.own.encoded, shared.encoded]).toEqual([3, 2]);
  // The call does not return into the middle of the prompt either.
  skipping.encoder.encode(audio.frame(2));
  expect(skipping.own.encoded).toBe(4);
  const changed = await call(shared);
  changed.encoder.encode(audio.frame(0).slice());
  changed.encoder.encode(audio.pcm.subarray(100, 100 + samplesPerFrame));
  expect(changed.own.encoded).toBe(2);
  const lossy = await call(shared);
  lossy.encoder.expectLoss(2);
  lossy.encoder.encode(audio.frame(0));
  expect([lossy.own.encoded, lossy.own.lossPercent]).toEqual([1, 2]);
  lossy.encoder.expectLoss(1);
  lossy.encoder.encode(audio.frame(0));
  expect([lossy.own.encoded, shared.encoded]).toEqual([1, 2]);
});

test("shared packets: after a prompt a call's own encoder hears its last five frames and continues", async () => {
  const shared = new Encoders();
  const audio = new SharedAudio([await synthetic("slt", "Good evening.")]);
  audio.track("opus", shared.make);
  await opened();
  const { encoder, own } = await call(shared);
  for (const frame of framesOf(audio)) encoder.encode(frame);
  using told = await openOpusEncoder();
  for (const frame of framesOf(audio).slice(-5)) told.encode(frame);
  expect(encoder.encode(silence)).toEqual(told.encode(silence));
  expect(encoder.encode(silence)).toEqual(told.encode(silence));
  expect(own.encoded).toBe(7);
});

test("shared packets: dropped audio closes its encoder, and a listener in its middle continues alone", async () => {
  const shared = new Encoders();
  const audio = new SharedAudio([await synthetic("slt", "Good night.")]);
  audio.track("opus", shared.make);
  await opened();
  const { encoder, own } = await call(shared);
  for (let i = 0; i < 10; i += 1) encoder.encode(audio.frame(i));
  audio[Symbol.dispose]();
  expect(shared.open).toBe(0);
  encoder.encode(audio.frame(10));
  expect(own.encoded).toBe(6);
  expect(audio.track("opus", shared.make)).toBeUndefined();
  const other = new SharedAudio([new Int16Array(10)]);
  expect([other.frames, other.pcm.length]).toEqual([1, samplesPerFrame]);
  other.track("opus", shared.make);
  other[Symbol.dispose]();
  await opened();
  expect(shared.open).toBe(0);
});
