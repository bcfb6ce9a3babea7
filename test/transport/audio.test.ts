// Audio of the socket in both directions: any chunks, too much, too little, and the client's own rate.

import { expect, test } from "bun:test";
import { bytesOf, bytesPerFrame, type Frame, samplesPerFrame } from "../../src/audio/frame.ts";
import { loadResampler } from "../../src/audio/resampler.ts";
import { TokenBucket } from "../../src/base/limits/token-bucket.ts";
import { type Converter, Downlink } from "../../src/transport/downlink.ts";
import { limits, outRates } from "../../src/transport/connection-limits.ts";
import { Uplink, type UplinkVerdict } from "../../src/transport/uplink.ts";
import { random } from "../support/random.ts";

const second = 32_000;

function ears(): { readonly uplink: Uplink; readonly heard: Frame[] } {
  const heard: Frame[] = [];
  return { uplink: new Uplink(0, { limits, hear: (frame) => void heard.push(frame) }), heard };
}

/** Samples that name their own place. */
function ramp(samples: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, i) => (i % 30_000) + 1);
}

function joined(frames: readonly Frame[]): number[] {
  return frames.flatMap((frame) => [...frame]);
}

test("uplink: every frame size gives the same audio, including one byte and odd ones", () => {
  const pcm = ramp(samplesPerFrame * 50);
  const bytes = bytesOf(pcm);
  for (const size of [1, 2, 3, 7, 256, 512, 639, 640, 641, 1_792, 3_200, 3_328, 8_192, 32_000]) {
    const { uplink, heard } = ears();
    uplink.start(0);
    for (let at = 0; at < bytes.length; at += size) uplink.push(bytes.subarray(at, at + size), 0);
    expect([size, joined(heard)]).toEqual([size, [...pcm]]);
  }
});

test("uplink: frame sizes may change from message to message, empty ones between them", () => {
  const pcm = ramp(samplesPerFrame * 200);
  const bytes = bytesOf(pcm);
  const dice = random(7);
  const { uplink, heard } = ears();
  uplink.start(0);
  for (let at = 0; at < bytes.length;) {
    const size = dice.int(0, 2_000);
    expect(uplink.push(bytes.subarray(at, at + size), 0)).toBe("fine");
    at += size;
  }
  expect(joined(heard)).toEqual([...pcm]);
});

test("uplink: frames are passed on as they arrive, not when they are due", () => {
  const { uplink, heard } = ears();
  uplink.start(0);
  for (let i = 0; i < 10; i++) uplink.push(new Uint8Array(second), 0);
  expect(heard.length).toBe(500);
});

test("uplink: ten seconds may arrive at once, and afterwards a quarter more than real time", () => {
  const { uplink, heard } = ears();
  uplink.start(0);
  const verdicts: UplinkVerdict[] = [];
  for (let i = 0; i < 12; i++) verdicts.push(uplink.push(new Uint8Array(second), 0));
  expect(verdicts).toEqual([...Array<UplinkVerdict>(10).fill("fine"), "overrun", "overrun"]);
  expect(heard.length).toBe(500);
  for (let now = 1_000; now <= 20_000; now += 1_000) {
    expect(uplink.push(new Uint8Array(second * 1.25), now)).toBe("fine");
  }
  expect(uplink.push(new Uint8Array(second * 1.25), 20_999)).toBe("overrun");
});

test("uplink: the oldest whole samples are dropped, with any parity of messages", () => {
  const dice = random(11);
  const heard: Frame[] = [];
  const uplink = new Uplink(0, {
    limits: { ...limits, uplinkBurstMs: 20 },
    hear: (frame) => void heard.push(frame),
  });
  uplink.start(0);
  const pcm = ramp(25_000);
  const bytes = bytesOf(pcm);
  const verdicts = new Set<UplinkVerdict>();
  for (let at = 0, now = 0; at < bytes.length; now += 5) {
    const size = dice.int(1, 999);
    verdicts.add(uplink.push(bytes.subarray(at, at + size), now));
    at += size;
  }
  expect(verdicts).toEqual(new Set<UplinkVerdict>(["fine", "overrun"]));
  const samples = joined(heard);
  expect(samples.length).toBeGreaterThan(5_000);
  // At a gap, one sample may get its low byte from before the gap. Misaligned, the numbers would be in no order at all.
  expect(samples.every((sample, i) => sample > (samples[i - 1] ?? 0) - 256)).toBe(true);
});

test("uplink: thirty dropped seconds are a flood", () => {
  const { uplink } = ears();
  uplink.start(0);
  const verdicts = Array.from({ length: 41 }, () => uplink.push(new Uint8Array(second), 0));
  expect(verdicts.filter((one) => one === "overrun").length).toBe(30);
  expect(verdicts.at(-1)).toBe("flood");
});

test("uplink: a message that is too large is dropped whole and leaves the samples in step", () => {
  const { uplink, heard } = ears();
  uplink.start(0);
  const pcm = ramp(samplesPerFrame * 2);
  uplink.push(new Uint8Array(1), 0);
  const verdicts = Array.from({ length: 5 }, () => uplink.push(new Uint8Array(limits.binaryBytesMax + 1), 0));
  expect(verdicts).toEqual([...Array<UplinkVerdict>(4).fill("too_large"), "too_large_often"]);
  expect(uplink.push(new Uint8Array(limits.binaryBytesMax), 0)).toBe("fine");
  heard.length = 0;
  // Six single bytes so far; the frame under way holds them and the zeros of the last message.
  const inFrame = (6 + limits.binaryBytesMax) % bytesPerFrame;
  uplink.push(new Uint8Array(bytesPerFrame - inFrame), 0);
  heard.length = 0;
  uplink.push(bytesOf(pcm), 0);
  expect(joined(heard)).toEqual([...pcm]);
});

test("uplink: before the agent begins the last two seconds are kept, and then heard", () => {
  const { uplink, heard } = ears();
  for (let i = 0; i < 150; i++) uplink.push(bytesOf(new Int16Array(samplesPerFrame).fill(i)), i * 20);
  expect(heard.length).toBe(0);
  uplink.start(3_000);
  expect(heard.map((frame) => frame[0])).toEqual(Array.from({ length: 100 }, (_, i) => i + 50));
  uplink.push(bytesOf(new Int16Array(samplesPerFrame).fill(150)), 3_000);
  expect(heard.length).toBe(101);
});

test("uplink: a gap of more than 300 ms is silence, in real time, until audio comes again", () => {
  const { uplink, heard } = ears();
  uplink.beat(5_000);
  expect(heard.length).toBe(0); // Not before the agent begins.
  uplink.start(5_000);
  for (let now = 5_020; now <= 5_300; now += 20) uplink.beat(now);
  expect(heard.length).toBe(0);
  for (let now = 5_320; now <= 6_300; now += 20) uplink.beat(now);
  expect(heard.length).toBe(50);
  expect(heard.every((frame) => frame.every((sample) => sample === 0))).toBe(true);
  uplink.push(new Uint8Array(bytesPerFrame), 6_310);
  for (let now = 6_320; now <= 6_600; now += 20) uplink.beat(now);
  expect(heard.length).toBe(51);
  uplink.beat(7_610); // ~A late beat makes up for the missed ones.
  expect(heard.length).toBe(51 + 50);
});

type Convert = (from: number, to: number) => Converter;

function voice(outRate: number, convert: Convert = noConvert): { downlink: Downlink; sent: Int16Array[] } {
  const sent: Int16Array[] = [];
  const send = (bytes: Uint8Array): void => {
    expect(bytes.length % 2).toBe(0);
    sent.push(new Int16Array(bytes.slice().buffer));
  };
  return { downlink: new Downlink({ limits, outRate, convert, send }), sent };
}

function noConvert(): never {
  throw new Error("There is nothing to convert");
}

test("downlink: two frames make a chunk, and flush sends the rest", () => {
  const { downlink, sent } = voice(16_000);
  const pcm = ramp(samplesPerFrame * 5);
  for (let i = 0; i < 5; i++) downlink.play(pcm.subarray(i * samplesPerFrame, (i + 1) * samplesPerFrame));
  expect(sent.map((one) => one.length)).toEqual([640, 640]);
  downlink.flush();
  expect(sent.map((one) => one.length)).toEqual([640, 640, 320]);
  expect(sent.flatMap((one) => [...one])).toEqual([...pcm]);
  downlink.flush();
  expect(sent.length).toBe(3);
});

test("downlink: clear drops the gathered audio", () => {
  const { downlink, sent } = voice(16_000);
  downlink.play(new Int16Array(samplesPerFrame).fill(1));
  downlink.clear();
  downlink.flush();
  expect(sent).toEqual([]);
  downlink.play(new Int16Array(samplesPerFrame).fill(2));
  downlink.play(new Int16Array(samplesPerFrame).fill(2));
  expect(sent.flatMap((one) => [...new Set(one)])).toEqual([2]);
});

test("downlink: every rate gets chunks of 40 ms and the whole answer, several answers long", async () => {
  const convert = await loadResampler();
  for (const outRate of outRates) {
    const { downlink, sent } = voice(outRate, convert);
    for (let answer = 1; answer <= 3; answer++) {
      const tone = (i: number): number => Math.round(8_000 * Math.sin((2 * Math.PI * 440 * i) / 16_000));
      for (let i = 0; i < 25; i++) {
        downlink.play(Int16Array.from({ length: samplesPerFrame }, (_, j) => tone(i * samplesPerFrame + j)));
      }
      downlink.flush();
      const whole = sent.splice(0).map((one) => one.length);
      const samples = whole.reduce((sum, length) => sum + length, 0);
      expect(new Set(whole.slice(0, -1))).toEqual(new Set([outRate / 25]));
      expect(Math.abs(samples - outRate / 2)).toBeLessThanOrEqual(outRate / 500);
    }
    downlink.play(new Int16Array(samplesPerFrame).fill(9_000));
    downlink.clear();
  }
});

test("bucket: it gives its content, grows with time, and never over its size", () => {
  const bucket = new TokenBucket(0, { size: 100, perSecond: 50 });
  expect(bucket.take(60, 0)).toBe(60);
  expect(bucket.take(60, 0)).toBe(40);
  expect(bucket.take(1, 10)).toBe(0);
  expect(bucket.take(1, 20)).toBe(1);
  expect(bucket.take(1_000, 60_000)).toBe(100);
});
