// RTP receiver: real codecs between the agent's frames and the caller's ear, with a network's faults in between.

import { describe, expect, test } from "bun:test";
import { type Frame, loudness, silence, toFrames } from "../../../src/audio/frame.ts";
import { decodeG711, encodeG711 } from "../../../src/audio/g711.ts";
import { openOpusDecoder, openOpusEncoder } from "../../../src/audio/opus.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import {
  type Decoder,
  type Encoder,
  g711Decoder,
  g711Encoder,
  g722Decoder,
  g722Encoder,
  opusDecoder,
  opusEncoder,
} from "../../../src/transport/rtp/audio-codecs.ts";
import { RtpReceiver } from "../../../src/transport/rtp/rtp-receiver.ts";
import { KeyReader } from "../../../src/transport/rtp/telephone-events.ts";
import { limits } from "../../../src/transport/connection-limits.ts";
import { type RtpOut, RtpSender } from "../../../src/transport/rtp/rtp-sender.ts";

const tone = (ms: number, hz = 440): Frame[] =>
  toFrames(
    Int16Array.from({ length: ms * 16 }, (_, i) =>
      Math.round(8_000 * Math.sin((2 * Math.PI * hz * i) / 16_000)),
    ),
  );

/** Everything that the receiver passes on. */
function ear(decoder: Decoder, options: { keyTypes?: readonly number[] } = {}) {
  const heard: number[] = [];
  const pieces: number[] = [];
  const keys: string[] = [];
  let lost = 0;
  const hearing = new RtpReceiver({
    decoders: new Map([[111, decoder]]),
    keyTypes: new Set(options.keyTypes ?? []),
    hear: (pcm) => {
      pieces.push(pcm.byteLength);
      heard.push(...pcm);
    },
    press: (key) => keys.push(key),
    lost: (packets) => void (lost += packets),
  });
  const take = ({ sequence, timestamp, payload }: RtpOut, nowMs: number): void =>
    hearing.push({ sequence, timestamp, payload, payloadType: 111 }, nowMs);
  return { hearing, heard, pieces, keys, take, pcm: () => Int16Array.from(heard), lost: () => lost };
}

function mouth(encoder: Encoder, first = { sequence: 65_530, timestamp: 4_294_960_000 }) {
  const sent: RtpOut[] = [];
  const speaking = new RtpSender({
    encoder,
    send: (packet) => sent.push(packet),
    isHeard: () => true,
    first,
  });
  return { speaking, sent };
}

describe("speaking", () => {
  test("a packet is sent each 20 ms with and without speech, and the marker shows its beginning", async () => {
    using encoder = opusEncoder(await openOpusEncoder());
    const { speaking, sent } = mouth(encoder);
    for (let at = 0; at < 200; at += 20) speaking.beat(at);
    for (const frame of tone(100)) speaking.play(frame);
    for (let at = 200; at < 400; at += 20) speaking.beat(at);
    expect(sent.length).toBe(20);
    expect(sent.findIndex(({ marker }) => marker)).toBe(10);
    expect(sent.filter(({ marker }) => marker).length).toBe(1);
    expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, i) => (65_530 + i) % 65_536));
    expect(sent.map(({ timestamp }) => timestamp)).toEqual(
      sent.map((_, i) => (4_294_960_000 + i * 960) % 2 ** 32),
    );
  });

  test("a late beat sends all due packets; after a stall the clock continues without a flood", async () => {
    using encoder = opusEncoder(await openOpusEncoder());
    const { speaking, sent } = mouth(encoder, { sequence: 0, timestamp: 0 });
    speaking.beat(0);
    speaking.beat(65);
    expect(sent.length).toBe(4);
    speaking.beat(5_065);
    expect(sent.length).toBe(4 + 10);
    expect(sent.at(-1)?.sequence).toBe(sent.length - 1);
    expect((sent.at(-1)?.timestamp ?? 0) / 48).toBe(5_060);
  });

  test("after a late first beat each beat sends one packet, however late it is within its 20 ms", async () => {
    using encoder = opusEncoder(await openOpusEncoder());
    const { speaking, sent } = mouth(encoder);
    const counts = [9, 20, 40, 60, 99.5, 100, 119, 120.2].map((at) => {
      const { length } = sent;
      speaking.beat(at);
      return sent.length - length;
    });
    expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
  });

  test("silence is encoded a few times only", async () => {
    let encoded = 0;
    const encoder = {
      clockRate: 48_000,
      encode: () => Uint8Array.of(++encoded),
      expectLoss() {},
      [Symbol.dispose]() {},
    };
    const { speaking, sent } = mouth(encoder);
    for (let at = 0; at < 2_000; at += 20) speaking.beat(at);
    expect(encoded).toBeLessThan(10);
    speaking.play(silence);
    speaking.beat(2_000);
    expect(sent.at(-1)?.payload).toEqual(Uint8Array.of(encoded));
  });

  test("while the peer is on hold time passes, and no packet is made or missing", () => {
    let encoded = 0;
    const encoder = {
      clockRate: 48_000,
      encode: () => Uint8Array.of(++encoded),
      expectLoss() {},
      [Symbol.dispose]() {},
    };
    const sent: RtpOut[] = [];
    let isHeard = true;
    const first = { sequence: 0, timestamp: 0 };
    const speaking = new RtpSender({ encoder, first, send: (it) => sent.push(it), isHeard: () => isHeard });
    for (const frame of tone(2_000)) speaking.play(frame);
    for (let at = 0; at < 2_000; at += 20) {
      isHeard = at < 500 || at >= 1_500;
      speaking.beat(at);
    }
    expect([sent.length, encoded, speaking.sent.packets]).toEqual([50, 50, 50]);
    expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, i) => i));
    expect([sent[24]?.timestamp, sent[25]?.timestamp, sent[25]?.marker]).toEqual([
      480 * 48,
      1_500 * 48,
      true,
    ]);
  });

  test("the encoder learns the packet loss of the line", () => {
    const told: number[] = [];
    const encoder = {
      clockRate: 48_000,
      encode: () => new Uint8Array(1),
      expectLoss: (percent: number) => void told.push(percent),
      [Symbol.dispose]() {},
    };
    mouth(encoder).speaking.expectLoss(7);
    expect(told).toEqual([7]);
  });

  test("cleared audio is never heard", async () => {
    using encoder = opusEncoder(await openOpusEncoder());
    using decoder = opusDecoder(await openOpusDecoder());
    const { speaking, sent } = mouth(encoder);
    for (const frame of tone(500)) speaking.play(frame);
    for (let at = 0; at < 100; at += 20) speaking.beat(at);
    speaking.clear();
    for (let at = 100; at < 500; at += 20) speaking.beat(at);
    const { pcm, take } = ear(decoder);
    sent.forEach((packet, i) => take(packet, i * 20));
    expect(loudness(pcm().subarray(0, 1_600))).toBeGreaterThan(3_000);
    expect(loudness(pcm().subarray(2_400))).toBeLessThan(100);
  });
});

describe("hearing", () => {
  async function through(lost: (index: number) => boolean, ms = 2_000) {
    using encoder = opusEncoder(await openOpusEncoder());
    using decoder = opusDecoder(await openOpusDecoder());
    const { speaking, sent } = mouth(encoder);
    const frames = tone(ms);
    frames.forEach((frame, i) => {
      speaking.play(frame);
      speaking.beat(i * 20);
    });
    const it = ear(decoder);
    sent.forEach((packet, i) => {
      if (!lost(i)) it.take(packet, i * 20);
      it.hearing.beat(i * 20 + 10);
    });
    return { ...it, frames };
  }

  test("audio without loss keeps its length and loudness", async () => {
    const { pcm, hearing } = await through(() => false);
    expect(pcm().length).toBe(32_000);
    expect(loudness(pcm().subarray(1_600))).toBeCloseTo(8_000 / Math.SQRT2, -3);
    expect(hearing.counts).toMatchObject({ lost: 0, concealed: 0, bad: 0 });
  });

  test("audio with each tenth packet lost keeps its length, without a hole", async () => {
    const { pcm, hearing, lost } = await through((i) => i % 10 === 5);
    expect(pcm().length).toBe(32_000);
    expect(hearing.counts).toMatchObject({ lost: 10, concealed: 10 });
    expect(lost()).toBe(10);
    const quietest = Math.min(...toFrames(pcm().subarray(1_600)).map(loudness));
    expect(quietest).toBeGreaterThan(1_000);
  });

  test("a loss of half a second is concealed for a tenth of a second, the rest is silence, and the length is right", async () => {
    const { pcm, hearing } = await through((i) => i >= 40 && i < 65);
    expect(Math.abs(pcm().length - 32_000)).toBeLessThanOrEqual(320);
    expect(hearing.counts.concealed).toBeLessThanOrEqual(5);
  });

  test("a sender that saves silence leaves a hole of exactly that length", async () => {
    using encoder = opusEncoder(await openOpusEncoder());
    using decoder = opusDecoder(await openOpusDecoder());
    const { heard, hearing } = ear(decoder);
    const frames = tone(200);
    let sequence = 0;
    const send = (frame: Frame, atMs: number): void =>
      hearing.push(
        { sequence: sequence++, timestamp: atMs * 48, payload: encoder.encode(frame), payloadType: 111 },
        atMs,
      );
    frames.forEach((frame, i) => send(frame, i * 20));
    for (let at = 200; at < 1_000; at += 20) hearing.beat(at);
    frames.forEach((frame, i) => send(frame, 1_000 + i * 20));
    expect(heard.length / 16).toBe(1_200);
  });

  test("comfort noise in each pause is heard as silence at once, and the length is right", () => {
    using decoder = g722Decoder();
    const { heard, hearing } = ear(decoder);
    const encoder = g722Encoder();
    const frames = tone(200);
    let sequence = 0;
    const speak = (from: number): void =>
      frames.forEach((frame, i) => {
        const atMs = from + i * 20;
        const payload = encoder.encode(frame);
        hearing.push({ sequence: sequence++, timestamp: atMs * 8, payload, payloadType: 111 }, atMs);
      });
    speak(0);
    for (let at = 200; at < 1_000; at += 20) {
      const payload = Uint8Array.of(60);
      hearing.push({ sequence: sequence++, timestamp: at * 8, payload, payloadType: 13 }, at);
      hearing.beat(at);
    }
    // A telephone that makes noise every 20 ms must not keep the end of a sentence from being heard.
    expect(heard.length / 16).toBeGreaterThan(200 + 600);
    speak(1_000);
    expect(heard.length / 16).toBe(1_200);
    expect(hearing.counts.lost).toBe(0);
  });

  test.each([
    ["g722", g722Decoder],
    ["g711", async () => g711Decoder("alaw", await loadResampler())],
  ] as const)("a packet of %s holds up to 200 ms, and a longer one is not decoded", async (_, open) => {
    using decoder = await open();
    const { heard, hearing } = ear(decoder);
    hearing.push({ sequence: 0, timestamp: 0, payload: new Uint8Array(1_600), payloadType: 111 }, 0);
    expect([heard.length / 16, hearing.counts.bad]).toEqual([200, 0]);
    hearing.push({ sequence: 1, timestamp: 1_600, payload: new Uint8Array(1_601), payloadType: 111 }, 0);
    expect([heard.length / 16, hearing.counts.bad]).toEqual([200, 1]);
  });

  test("a hole of seconds is filled in pieces that a line accepts", async () => {
    using encoder = opusEncoder(await openOpusEncoder());
    using decoder = opusDecoder(await openOpusDecoder());
    const { heard, pieces, hearing } = ear(decoder);
    const [frame = silence] = tone(20);
    for (const [sequence, atMs] of [0, 4_500].entries()) {
      const payload = encoder.encode(frame);
      hearing.push({ sequence, timestamp: atMs * 48, payload, payloadType: 111 }, sequence * 20);
    }
    expect(heard.length / 16).toBe(4_520);
    expect(Math.max(...pieces)).toBeLessThan(limits.binaryBytesMax);
  });

  test("bytes that are no packet are counted, without harm", async () => {
    using decoder = opusDecoder(await openOpusDecoder());
    const { hearing, heard } = ear(decoder);
    for (let n = 0; n < 50; n++) {
      const payload = Uint8Array.from({ length: n % 7 }, (_, i) => (n * 37 + i * 101) & 255);
      hearing.push({ sequence: n, timestamp: n * 960, payload, payloadType: n % 3 === 0 ? 5 : 111 }, n * 20);
    }
    expect(heard.length / 16).toBeLessThan(50 * 120);
  });

  test("keys arrive once each, however often their packets do", async () => {
    using decoder = opusDecoder(await openOpusDecoder());
    const { hearing, keys } = ear(decoder, { keyTypes: [101] });
    let sequence = 0;
    const event = (key: number, timestamp: number, copies: number): void => {
      for (let n = 0; n < copies; n++) {
        const payload = Uint8Array.of(key, n > copies - 3 ? 0x8a : 10, 0, n * 160);
        hearing.push({ sequence: sequence++, timestamp, payload, payloadType: 101 }, sequence * 20);
      }
    };
    event(1, 1_000, 6);
    event(1, 5_000, 1);
    event(11, 9_000, 4);
    event(10, 12_000, 4);
    event(13, 15_000, 3); // ~a "B", a key that no telephone has
    expect(keys.join("")).toBe("11#*");
    expect(new KeyReader().read(Uint8Array.of(1), 5)).toBeUndefined();
  });
});

describe("g711", () => {
  test.each(["alaw", "mulaw"] as const)("%s: a tone comes back within the law's limits", (law) => {
    const sine = Int16Array.from({ length: 800 }, (_, i) => Math.round(8_000 * Math.sin(i / 10)));
    const back = decodeG711(encodeG711(sine, law), law);
    const noise = loudness(sine.map((sample, i) => sample - (back[i] ?? 0)));
    expect(20 * Math.log10(loudness(sine) / noise)).toBeGreaterThan(36);
    expect(decodeG711(encodeG711(Int16Array.of(32_767, -32_768), law), law)[0]).toBeGreaterThan(31_000);
  });

  // ITU-T G.711, tables 1a and 2a: the words for the smallest and the largest of each sign.
  test("the values match the tables", () => {
    expect([...encodeG711(Int16Array.of(0, 32_767, -32_768), "mulaw")]).toEqual([0xff, 0x80, 0x00]);
    expect([...encodeG711(Int16Array.of(0, 32_767, -32_768), "alaw")]).toEqual([0xd5, 0xaa, 0x2a]);
  });

  test("a packet is 160 bytes each 20 ms, and a tone survives both ways", async () => {
    const convert = await loadResampler();
    using encoder = g711Encoder("mulaw", convert);
    using decoder = g711Decoder("mulaw", convert);
    const packets = tone(1_000).map((frame) => encoder.encode(frame));
    expect(new Set(packets.map(({ length }) => length))).toEqual(new Set([160]));
    const pcm = Int16Array.from(packets.flatMap((packet) => [...decoder.decode(packet)]));
    expect(pcm.length / 16).toBeGreaterThan(980);
    expect(loudness(pcm.subarray(3_200))).toBeGreaterThan(5_000);
  });
});

describe("pressing keys", () => {
  test("each is one event that another side reads once, and audio continues behind it", async () => {
    using encoder = opusEncoder(await openOpusEncoder());
    const { speaking, sent } = mouth(encoder);
    speaking.beat(0);
    speaking.press("1*1");
    for (let at = 20; at < 1_000; at += 20) speaking.beat(at);
    const events = sent.filter(({ isKey }) => isKey === true);
    const reader = new KeyReader();
    const read = events.flatMap(({ payload, timestamp }) => reader.read(payload, timestamp) ?? []);
    expect(read).toEqual(["1", "*", "1"]);
    expect(events.filter(({ marker }) => marker).length).toBe(3);
    const [one = []] = [...Map.groupBy(events, ({ timestamp }) => timestamp).values()];
    const fields = one.map(({ payload: [event, flags = 0, high = 0, low = 0] }) => [
      event,
      flags >> 7,
      (high << 8) | low,
    ]);
    expect(fields).toEqual([
      ...[960, 1_920, 2_880, 3_840, 4_800].map((duration) => [1, 0, duration]),
      ...[1, 2, 3].map(() => [1, 1, 4_800]),
    ]);
    expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, i) => (65_530 + i) % 65_536));
    expect(sent.at(-1)?.isKey).toBeUndefined();
  });
});
