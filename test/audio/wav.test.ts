// WAV files: a written file reads back, and an odd one is reported or read as far as possible.

import { expect, test } from "bun:test";
import { readWav, readWavHead, writeWav } from "../../src/audio/wav.ts";
import { random } from "../support/random.ts";

const pcm = Int16Array.of(0, 1, -1, 32_767, -32_768);

test("wav: a written file reads back unchanged", () => {
  expect(readWav(writeWav({ rate: 16_000, pcm }))).toEqual({ rate: 16_000, pcm });
  expect(readWav(writeWav({ rate: 8_000, pcm: new Int16Array(0) }))).toEqual({
    rate: 8_000,
    pcm: new Int16Array(0),
  });
});

test("wav: readWav accepts any offset within a larger buffer", () => {
  const bytes = writeWav({ rate: 8_000, pcm });
  const larger = new Uint8Array(bytes.length + 3);
  larger.set(bytes, 3);
  expect(readWav(larger.subarray(3)).pcm).toEqual(pcm);
});

test("wav: other chunks, of odd size too, may precede the data", () => {
  const bytes = writeWav({ rate: 8_000, pcm });
  const list = Uint8Array.of(76, 73, 83, 84, 3, 0, 0, 0, 65, 66, 67, 0);
  const with_list = Uint8Array.of(...bytes.subarray(0, 36), ...list, ...bytes.subarray(36));
  expect(readWav(with_list).pcm).toEqual(pcm);
});

test("wav: a header with too large a size yields the existing data", () => {
  const bytes = writeWav({ rate: 8_000, pcm });
  new DataView(bytes.buffer).setUint32(40, 0xffff_ffff, true);
  expect(readWav(bytes).pcm).toEqual(pcm);
  expect(readWav(bytes.subarray(0, bytes.length - 1)).pcm).toEqual(pcm.subarray(0, 4));
});

test("wav: the header is known as soon as it is complete, not before", () => {
  const bytes = writeWav({ rate: 22_050, pcm });
  const list = Uint8Array.of(76, 73, 83, 84, 3, 0, 0, 0, 65, 66, 67, 0);
  const with_list = Uint8Array.of(...bytes.subarray(0, 36), ...list, ...bytes.subarray(36));
  for (const [file, dataAt] of [
    [bytes, 44],
    [with_list, 56],
  ] as const) {
    for (let length = 0; length <= file.length; length++) {
      const head = length < dataAt ? undefined : { rate: 22_050, dataAt, dataBytes: pcm.byteLength };
      expect(readWavHead(file.subarray(0, length))).toEqual(head);
    }
  }
  expect(() => readWavHead(Buffer.from("<!doctype html>"))).toThrow("not a WAV");
});

test("wav: another format is refused with a sentence", () => {
  expect(() => readWav(new Uint8Array(10))).toThrow("not a WAV");
  const stereo = writeWav({ rate: 8_000, pcm });
  stereo[22] = 2;
  expect(() => readWav(stereo)).toThrow("2 channels");
  expect(() => readWav(writeWav({ rate: 8_000, pcm }).subarray(0, 36))).toThrow();
});

test("wav: a damaged file is read or refused, never a crash", () => {
  const { int, bytes } = random(2);
  const good = writeWav({ rate: 8_000, pcm });
  for (let round = 0; round < 5_000; round++) {
    const broken = good.slice(0, int(0, good.length));
    for (let i = int(0, 4); i > 0 && broken.length > 0; i--) {
      broken[int(0, broken.length - 1)] = bytes(1)[0]!;
    }
    try {
      expect(readWav(broken).pcm.length).toBeLessThanOrEqual(pcm.length);
    } catch (error) {
      expect((error as Error).message).toMatch(
        /^it (is not a WAV file|must hold|has no format|holds no data)/,
      );
    }
  }
});

test("wav: the extensible form is read by its content", () => {
  const plain = writeWav({ rate: 8_000, pcm });
  const format = new Uint8Array(48);
  format.set(plain.subarray(12, 36));
  const view = new DataView(format.buffer);
  view.setUint32(4, 40, true);
  view.setUint16(8, 0xfffe, true);
  view.setUint16(24, 22, true);
  view.setUint16(32, 1, true);
  const extensible = Uint8Array.of(...plain.subarray(0, 12), ...format, ...plain.subarray(36));
  expect(readWav(extensible)).toEqual({ rate: 8_000, pcm });
});

test("wav: a slice of a larger buffer reads the same", () => {
  const bytes = writeWav({ rate: 8_000, pcm });
  expect(readWav(Buffer.from(bytes))).toEqual({ rate: 8_000, pcm });
});
