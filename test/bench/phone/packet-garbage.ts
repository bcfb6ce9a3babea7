// Packet garbage: objects that a packet leaves to the collector, in each direction, and its processor time.

import { heapStats } from "bun:jsc";
import { type Frame, samplesPerFrame } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import type { Codec } from "../../../src/transport/rtp/agreed-audio.ts";
import { openMedia } from "../../../src/transport/rtp/rtp-media.ts";
import { readRtp, writeRtp } from "../../../src/transport/rtp/rtp-packet.ts";

export interface PacketGarbage {
  readonly codec: Codec;
  readonly way: "out" | "in";
  /** For each packet. */
  readonly objects: number;
  readonly bytes: number;
  readonly cpuUs: number;
}

const payloadType = 96;
/** Few enough that the collector does not run meanwhile. */
const counted = 400;
const timed = 10_000;

export async function packetGarbage(codec: Codec): Promise<readonly PacketGarbage[]> {
  const heard = new Map([[payloadType, codec]]);
  const audio = { codec, payloadType, heard, keyTypes: new Set<number>(), keyType: undefined };
  const ignore = (): void => undefined;
  const convert = await loadResampler();
  using media = await openMedia({ audio, convert, hear: ignore, press: ignore, wall: () => now });
  const sent: Buffer[] = [];
  let now = 0;
  media.connect({
    isHeard: true,
    sendRtp(packet, type) {
      const bytes = writeRtp(packet, type, 1);
      if (sent.length < timed) sent.push(Buffer.from(bytes));
    },
  });
  const frame: Frame = Int16Array.from({ length: samplesPerFrame }, (_, i) => 4_000 * Math.sin(i / 9));
  const out = (): void => {
    media.play(frame);
    media.beat((now += 20));
  };
  while (sent.length < timed) out();
  let at = 0;
  const hear = (): void => {
    const packet = readRtp(sent[at++ % timed] ?? Buffer.alloc(0));
    if (packet !== undefined) media.heard(packet, (now += 20));
  };
  return [
    { codec, way: "out", ...costOf(out) },
    { codec, way: "in", ...costOf(hear) },
  ];
}

function costOf(step: () => void): Pick<PacketGarbage, "objects" | "bytes" | "cpuUs"> {
  // Warms up the compiler.
  for (let i = 0; i < timed; i += 1) step();
  Bun.gc(true);
  const before = heapStats();
  for (let i = 0; i < counted; i += 1) step();
  const after = heapStats();
  const from = process.cpuUsage();
  for (let i = 0; i < timed; i += 1) step();
  const { user, system } = process.cpuUsage(from);
  const objectsOf = ({ objectTypeCounts }: typeof before): number =>
    Object.values(objectTypeCounts).reduce((sum, count) => sum + count, 0);
  return {
    objects: (objectsOf(after) - objectsOf(before)) / counted,
    bytes: (after.heapSize - before.heapSize) / counted,
    cpuUs: (user + system) / timed,
  };
}
