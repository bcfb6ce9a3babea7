// WebRTC benchmark callers with a foreign stack. Each sends a packet each 20 ms, talks for 4 s and listens for 6, and
// measures the lateness of the agent's packets against their timestamps.

import { parseArgs } from "node:util";
import datachannel, { type Track } from "node-datachannel";
import { toFrames } from "../../src/audio/frame.ts";
import { openOpusEncoder } from "../../src/audio/opus.ts";
import { humanRound, roundMs } from "./capacity/caller-script.ts";
import { quantile } from "./pinned.ts";
import type { PacketLateness } from "./webrtc.ts";

const { values } = parseArgs({
  options: { url: { type: "string" }, calls: { type: "string" }, seconds: { type: "string" } },
});
const url = values.url ?? "";
const count = Number(values.calls);
const seconds = Number(values.seconds);

const payloadType = 111;
const frameMs = 20;
const headerBytes = 12;
const samplesPerMs = 48;

let measuring = false;
const late: number[] = [];
const callersLate: number[] = [];
const connectMs: number[] = [];
const firstAudioMs: number[] = [];

async function round(): Promise<Uint8Array[]> {
  const pcm = await humanRound();
  using encoder = await openOpusEncoder();
  // Setting of browsers for speech.
  encoder.expectLoss(5);
  return toFrames(pcm).map((frame) => encoder.encode(frame));
}

class Caller {
  readonly #peer = new datachannel.PeerConnection("caller", { iceServers: [] });
  readonly #track: Track;
  readonly #packets: readonly Uint8Array[];
  readonly #header = Buffer.alloc(headerBytes);
  #at: number;
  #sequence = 0;
  /** The earliest arrival less its timestamp: the reference for the lateness of others. */
  #base = Infinity;
  #offeredAt = 0;

  constructor(packets: readonly Uint8Array[], offset: number) {
    this.#packets = packets;
    this.#at = offset;
    const audio = new datachannel.Audio("0", "SendRecv");
    audio.addOpusCodec(payloadType);
    audio.addSSRC(offset + 1, "caller");
    this.#track = this.#peer.addTrack(audio);
    this.#track.onMessage((packet) => this.#take(packet));
  }

  async call(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#peer.onGatheringStateChange((state) => (state === "complete" ? resolve() : undefined));
    this.#peer.setLocalDescription();
    await promise;
    const opened = Promise.withResolvers<void>();
    this.#track.onOpen(opened.resolve);
    this.#offeredAt = performance.now();
    const body = JSON.stringify({ sdp: this.#peer.localDescription()?.sdp, type: "offer" });
    const response = await fetch(`${url}/offer`, { method: "POST", body });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const { sdp } = (await response.json()) as { sdp: string };
    this.#peer.setRemoteDescription(sdp, "answer");
    await opened.promise;
    connectMs.push(performance.now() - this.#offeredAt);
  }

  send(): void {
    const payload = this.#packets[this.#at++ % this.#packets.length] ?? new Uint8Array();
    const header = this.#header;
    header.writeUInt16BE(0x8000 | payloadType, 0);
    header.writeUInt16BE(this.#sequence & 0xffff, 2);
    header.writeUInt32BE((this.#sequence * frameMs * samplesPerMs) >>> 0, 4);
    header.writeUInt32BE(1, 8);
    this.#sequence++;
    this.#track.sendMessageBinary(Buffer.concat([header, payload]));
  }

  close(): void {
    this.#peer.close();
  }

  #take(packet: Buffer): void {
    if (packet.length <= headerBytes || ((packet[1] ?? 0) & 0x7f) !== payloadType) return;
    const now = performance.now();
    // Packets of speech are longer than those of silence.
    if (this.#offeredAt > 0 && packet.length > headerBytes + 30) {
      firstAudioMs.push(now - this.#offeredAt);
      this.#offeredAt = 0;
    }
    const transit = now - packet.readUInt32BE(4) / samplesPerMs;
    this.#base = Math.min(this.#base, transit);
    if (measuring) late.push(transit - this.#base);
  }
}

const packets = await round();
const callers: Caller[] = [];
const from = performance.now();
let sending = 0;
const beat = (): void => {
  const now = performance.now() - from;
  for (; sending * 2 <= now; sending++) {
    if (measuring) callersLate.push(now - sending * 2);
    // Spread over the 20 ms, like real callers.
    for (let i = sending % 10; i < callers.length; i += 10) callers[i]?.send();
  }
};
const timer = setInterval(beat, 2);
for (let i = 0; i < count; i++) {
  const caller = new Caller(packets, Math.floor((i * packets.length) / count));
  await caller.call();
  callers.push(caller);
}
const perSecond = (count * 1000) / (performance.now() - from);
// After a round, a turn that began in its middle is over.
await Bun.sleep(roundMs);
measuring = true;
process.stdout.write("measuring\n");
await Bun.sleep(seconds * 1_000);
measuring = false;
clearInterval(timer);
for (const caller of callers) caller.close();
for (const list of [late, callersLate, connectMs, firstAudioMs]) list.sort((a, b) => a - b);
const lateAt = (share: number): number | null => (late.length === 0 ? null : quantile(late, share));
const result: PacketLateness = {
  p50: lateAt(0.5),
  p99: lateAt(0.99),
  worst: lateAt(1),
  callersLateP99: quantile(callersLate, 0.99),
  perSecond,
  connectMs: quantile(connectMs, 0.5),
  firstAudioMs: quantile(firstAudioMs, 0.5),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
