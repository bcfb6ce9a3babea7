// Reports on received packets, and the payload types of a line.

import { expect, test } from "bun:test";
import { silence } from "../../../src/audio/frame.ts";
import { type HeardReport, HeardStatistics } from "../../../src/transport/rtp/rtcp-reports.ts";
import type { Codec } from "../../../src/transport/rtp/agreed-audio.ts";
import { Media } from "../../../src/transport/rtp/rtp-media.ts";
import type { Decoder, Encoder } from "../../../src/transport/rtp/audio-codecs.ts";

test("report has the losses since the one before, and all of the source", () => {
  const heard = new HeardStatistics({ ssrc: 2, sequence: 900 });
  expect(heard.report(0, undefined, 0)).toBeUndefined();
  // Five of ten expected packets came, then all of ten, then three of four.
  const shares = [heard.report(5, 909, 4_000), heard.report(15, 919, 8_000), heard.report(18, 923, 12_000)];
  expect(shares).toMatchObject([
    { ssrc: 2, fractionLost: 128, packetsLost: 5, highestSequence: 909 },
    { ssrc: 2, fractionLost: 0, packetsLost: 5, highestSequence: 919 },
    { ssrc: 2, fractionLost: 64, packetsLost: 6, highestSequence: 923 },
  ]);
  // More duplicates than losses, and no packet at all.
  expect(heard.report(30, 927, 16_000)?.fractionLost).toBe(0);
  expect(heard.report(30, 927, 20_000)?.fractionLost).toBe(0);
});

test("report has the jitter of the packets' times, and the delay since the other side's report", () => {
  const heard = new HeardStatistics({ ssrc: 1, sequence: 0 });
  // Each packet comes 10 ms (80 samples) later than the previous one predicts.
  for (let n = 0; n < 200; n += 1) heard.heard(n * 160, n * 30, 8_000);
  expect(heard.report(200, 199, 0)).toMatchObject({ jitter: 80, lsr: 0, dlsr: 0 });
  heard.senderReported(77, 1_000);
  expect(heard.report(200, 199, 1_500)).toMatchObject({ lsr: 77, dlsr: 32_768 });
});

/** Audio of one line in G.711, and the losses that its encoder was told to expect. */
function lineOf() {
  const expected: number[] = [];
  const heard: number[] = [];
  const decoder: Decoder = {
    clockRate: 8_000,
    decode: (payload) => Int16Array.from({ length: 320 }, () => payload[0] ?? 0),
    recover: () => new Int16Array(320),
    conceal: () => new Int16Array(320),
    [Symbol.dispose]: () => undefined,
  };
  const encoder: Encoder = {
    clockRate: 8_000,
    encode: () => new Uint8Array(160),
    expectLoss: (percent) => void expected.push(percent),
    [Symbol.dispose]: () => undefined,
  };
  const audio = {
    codec: "pcma",
    payloadType: 8,
    heard: new Map([[8, "pcma"]]) as ReadonlyMap<number, Codec>,
    keyTypes: new Set<number>(),
    keyType: 101,
  } as const;
  const ignore = (): void => undefined;
  const unused = (): never => {
    throw new Error("Nothing is converted");
  };
  const hear = (pcm: Int16Array): void => void heard.push(pcm[0] ?? 0);
  const options = { audio, convert: unused, hear, press: ignore, wall: () => 0 };
  return { media: new Media(options, new Map([[8, decoder]]), encoder), expected, heard };
}

test("keys are sent under their agreed type, words under that of the codec", () => {
  const { media } = lineOf();
  using _media = media;
  const types: number[] = [];
  media.connect({ isHeard: true, sendRtp: (_, type) => void types.push(type) });
  media.play(silence);
  media.beat(0);
  media.press("5");
  media.beat(20);
  expect(types).toEqual([8, 101]);
});

test("reported loss is expected by the encoder, in whole percent and up to 30", () => {
  const { media, expected } = lineOf();
  using _media = media;
  for (const percent of [0, 7.2, 80]) media.lossReported(percent);
  expect(expected).toEqual([0, 8, 30]);
});

test("audio of another source is heard at once, and reported apart, wherever its numbers begin", () => {
  const { media, heard } = lineOf();
  using _media = media;
  const reports: (HeardReport | undefined)[] = [];
  media.connect({
    isHeard: true,
    sendRtp: () => undefined,
    sendReport: (_, report) => void reports.push(report),
  });
  const hear = (ssrc: number, sequence: number): void => {
    // Two seconds are between the times of the two.
    const timestamp = ssrc * 100_000 + sequence * 160;
    media.heard({ ssrc, sequence, timestamp, payloadType: 8, payload: Uint8Array.of(ssrc) }, 0);
  };
  for (let n = 0; n < 10; n += 1) hear(1, 1_000 + n);
  for (let n = 0; n < 10; n += 2) hear(2, 500 + n);
  expect(heard.slice(0, 11)).toEqual([...Array.from({ length: 10 }, () => 1), 2]);
  media.beat(0);
  media.beat(600);
  expect(reports).toMatchObject([{ ssrc: 2, packetsLost: 4, highestSequence: 508, fractionLost: 113 }]);
});

test("reports are 2.5 to 7.5 s apart, the first one after half a second", () => {
  const { media } = lineOf();
  using _media = media;
  const at: number[] = [];
  let now = 0;
  media.connect({ isHeard: true, sendRtp: () => undefined, sendReport: () => void at.push(now) });
  for (; now <= 60_000; now += 20) media.beat(now);
  const apart = at.slice(1).map((ms, i) => ms - (at[i] ?? 0));
  expect(at[0]).toBe(500);
  expect(apart.filter((ms) => ms < 2_500 || ms > 7_520)).toEqual([]);
  expect(apart.length).toBeWithin(7, 25);
});
