// RTP packets of telephones: their headers, extensions and padding, and lengths that do not fit.

import { expect, test } from "bun:test";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { g711Decoder } from "../../../src/transport/rtp/audio-codecs.ts";
import { readRtp } from "../../../src/transport/rtp/rtp-packet.ts";

const head = (flags: number): readonly number[] => [flags, 8, 0, 7, 0, 0, 0, 160, 0, 0, 0, 9];
const packet = (flags: number, ...rest: readonly number[]): Buffer => Buffer.from([...head(flags), ...rest]);

test.each<readonly [name: string, datagram: Buffer, payload: readonly number[] | undefined]>([
  ["without a payload", packet(0x80), []],
  ["with one", packet(0x80, 1, 2), [1, 2]],
  ["with a source more", packet(0x81, 0, 0, 0, 1, 5), [5]],
  ["that ends before its sources", packet(0x82, 0, 0, 0, 1), undefined],
  ["with an extension", packet(0x90, 0, 0, 0, 1, 9, 9, 9, 9, 5), [5]],
  ["that ends within its extension", packet(0x90, 0, 0, 0, 2, 9, 9, 9, 9), undefined],
  ["that ends before its extension", packet(0x90, 0, 0), undefined],
  ["with padding", packet(0xa0, 5, 0, 2), [5]],
  ["of padding alone", packet(0xa0, 0, 2), []],
  ["with more padding than bytes", packet(0xa0, 5, 9), undefined],
  ["shorter than a header", Buffer.from(head(0x80).slice(1)), undefined],
  ["of another version", packet(0x40, 1), undefined],
])("packet %s is read or dropped", (_, datagram, payload) => {
  const read = readRtp(datagram);
  expect(read && [...read.payload]).toEqual(payload && [...payload]);
  if (read !== undefined)
    expect(read).toMatchObject({ sequence: 7, timestamp: 160, payloadType: 8, ssrc: 9 });
});

test("packets of G.711 have their own length when decoded, after any other packet", async () => {
  using decoder = g711Decoder("alaw", await loadResampler());
  const lengths = [160, 80, 240, 240, 160].map((bytes) => decoder.decode(new Uint8Array(bytes)).length);
  expect(lengths).toEqual([320, 160, 480, 480, 320]);
});
