// Reports on received packets, and what a line sends under which type.

import { expect, test } from "bun:test";
import { silence } from "../../../src/audio/frame.ts";
import { HeardStatistics } from "../../../src/transport/rtp/rtcp-reports.ts";
import { Media } from "../../../src/transport/rtp/rtp-media.ts";
import type { Encoder } from "../../../src/transport/rtp/audio-codecs.ts";

const packet = (ssrc: number, sequence: number) => ({ ssrc, sequence, timestamp: sequence * 160 });

test("statistics of another sender start fresh", () => {
  const heard = new HeardStatistics();
  // Each packet comes 10 ms later than the one before would have it.
  for (let n = 0; n < 50; n += 1) heard.heard(packet(1, n), n * 30, 8_000);
  const first = heard.report({ received: 50, lost: 0, highest: 49 }, 2_000);
  expect(first).toMatchObject({ ssrc: 1, fractionLost: 0, highestSequence: 49 });
  expect(heard.jitter).toBeGreaterThan(70);
  heard.heard(packet(2, 900), 3_000, 8_000);
  expect(heard.jitter).toBe(0);
  heard.heard(packet(2, 901), 3_020, 8_000);
  // Five of ten expected packets came; counts of the first sender are not among them.
  const report = heard.report({ received: 5, lost: 5, highest: 909 }, 4_000);
  expect(report).toMatchObject({ ssrc: 2, fractionLost: 128, packetsLost: 5, highestSequence: 909 });
});

/** The audio of one line in G.711, and the losses that its encoder was told to expect. */
function lineOf() {
  const expected: number[] = [];
  const encoder: Encoder = {
    clockRate: 8_000,
    encode: () => new Uint8Array(160),
    expectLoss: (percent) => void expected.push(percent),
    [Symbol.dispose]: () => undefined,
  };
  const audio = {
    codec: "pcma",
    payloadType: 8,
    heard: new Map(),
    keyTypes: new Set<number>(),
    keyType: 101,
  } as const;
  const ignore = (): void => undefined;
  const unused = (): never => {
    throw new Error("Nothing is converted");
  };
  const options = { audio, convert: unused, hear: ignore, press: ignore, wall: () => 0 };
  return { media: new Media(options, new Map(), encoder), expected };
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
