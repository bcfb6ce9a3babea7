// Opus encoder: CELT without loss, SILK with repeated frames from 2 % on, and no click between the two.

import { expect, test } from "bun:test";
import { type Frame, loudness, samplesPerFrame, toFrames } from "../../src/audio/frame.ts";
import { openOpusDecoder, openOpusEncoder } from "../../src/audio/opus.ts";
import { human } from "../support/callers/callers.ts";

const said: readonly Frame[] = toFrames(await human("vm-intro")).slice(0, 150);
/** Delay of the codec in samples: 6.5 ms of look-ahead at 16 kHz. */
const delay = 104;

/** Encoded packets; `lossAt`: the loss in percent that is reported before a frame. */
async function packetsOf(lossAt: Readonly<Record<number, number>>): Promise<readonly Uint8Array[]> {
  using encoder = await openOpusEncoder();
  return said.map((frame, at) => {
    const loss = lossAt[at];
    if (loss !== undefined) encoder.expectLoss(loss);
    return encoder.encode(frame);
  });
}

/** The mode stands in the first five bits (RFC 6716, 3.1): up to 15 it has SILK. */
const modeOf = (packet: Uint8Array): string => ((packet[0] ?? 0) >> 3 < 16 ? "SILK" : "CELT");

/** Loudness of the difference to the original, by frame. */
function errorsOf(pcm: Int16Array): readonly number[] {
  const whole = new Int16Array(pcm.length + delay);
  said.forEach((frame, i) => whole.set(frame, delay + i * samplesPerFrame));
  return toFrames(pcm.map((sample, i) => sample - (whole[i] ?? 0))).map(loudness);
}

async function heard(packets: readonly Uint8Array[]): Promise<Int16Array> {
  using decoder = await openOpusDecoder();
  const pcm = new Int16Array(packets.length * samplesPerFrame);
  packets.forEach((packet, i) => pcm.set(decoder.decode(packet), i * samplesPerFrame));
  return pcm;
}

test("encoder repeats frames while two or more percent are lost, and not otherwise", async () => {
  const packets = await packetsOf({ 50: 2, 100: 1 });
  const modes = packets.map(modeOf);
  // A change takes a frame or two, so that both sides pass it without a click.
  expect([...new Set(modes.slice(0, 50))]).toEqual(["CELT"]);
  expect([...new Set(modes.slice(53, 100))]).toEqual(["SILK"]);
  expect([...new Set(modes.slice(103))]).toEqual(["CELT"]);
});

test("frame that was lost is recovered from the next packet while frames are lost", async () => {
  const errors: number[][] = [];
  for (const loss of [{}, { 0: 10 }]) {
    const packets = await packetsOf(loss);
    using decoder = await openOpusDecoder();
    const pcm = new Int16Array(packets.length * samplesPerFrame);
    for (const [i, packet] of packets.entries()) {
      const isLost = i % 10 === 9 && i + 1 < packets.length;
      const frame = isLost ? decoder.recover(packets[i + 1]!, samplesPerFrame) : decoder.decode(packet);
      pcm.set(frame, i * samplesPerFrame);
    }
    errors.push(errorsOf(pcm).filter((_, i) => i % 10 === 9));
  }
  const [concealed = 0, recovered = 0] = errors.map((levels) =>
    levels.reduce((sum, level) => sum + level * level, 0),
  );
  expect(recovered).toBeLessThan(concealed / 2);
});

test("a change between the two is no louder than either of their ends", async () => {
  const both = await Promise.all([packetsOf({}), packetsOf({ 0: 2 })]);
  const worst = Math.max(...(await Promise.all(both.map(heard))).flatMap((pcm) => errorsOf(pcm)));
  const changing = await packetsOf({ 20: 2, 45: 0, 70: 2, 95: 0, 120: 2 });
  expect(Math.max(...errorsOf(await heard(changing)))).toBeLessThan(1.25 * worst);
});
