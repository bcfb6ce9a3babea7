// Telephone benchmark callers: a PBX with the server as an extension, and telephones behind it. Each sends a packet
// each 20 ms, talks for 4 s and listens for 6, and measures the lateness of each packet against its timestamp.

import { parseArgs } from "node:util";
import { toFrames } from "../../../src/audio/frame.ts";
import { openOpusEncoder } from "../../../src/audio/opus.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { SipEndpoint } from "../../../src/phone/sip-endpoint.ts";
import { openPortOf, openUdpPort, type Remote, type UdpPort } from "../../../src/phone/udp-port.ts";
import { answerTo } from "../../../src/sip/sip-answer.ts";
import { headerOf, type SipRequest, type SipResponse, writeMessage } from "../../../src/sip/sip-message.ts";
import { g711Encoder, g722Encoder, opusEncoder } from "../../../src/transport/rtp/audio-codecs.ts";
import { readRtp, writeRtp } from "../../../src/transport/rtp/rtp-packet.ts";
import { humanRound, roundMs } from "../capacity/caller-script.ts";
import type { PhoneLateness } from "./phone.ts";
import { quantile } from "../pinned.ts";

const { values } = parseArgs({
  options: {
    pbx: { type: "string" },
    codec: { type: "string" },
    calls: { type: "string" },
    seconds: { type: "string" },
    strangers: { type: "string" },
  },
});
const count = Number(values.calls);
const seconds = Number(values.seconds);
/** INVITEs a second from senders other than the PBX. */
const strangers = Number(values.strangers);
const host = "127.0.0.1";
const frameMs = 20;

const convert = await loadResampler();
const codecs = {
  pcma: { type: 8, clockPerMs: 8, map: "PCMA/8000", encoder: () => g711Encoder("alaw", convert) },
  g722: { type: 9, clockPerMs: 8, map: "G722/8000", encoder: g722Encoder },
  opus: {
    type: 107,
    clockPerMs: 48,
    map: "opus/48000/2",
    encoder: async () => opusEncoder(await openOpusEncoder()),
  },
} as const;
const codec = codecs[values.codec as keyof typeof codecs];

let measuring = false;
const late: number[] = [];
const callersLate: number[] = [];
const setUpMs: number[] = [];

const registered = Promise.withResolvers<Remote>();
const pbx: UdpPort = await openUdpPort(Number(values.pbx), host, (bytes, from) =>
  endpoint.heard(bytes, from),
);
const endpoint: SipEndpoint = new SipEndpoint({
  clock: wallClock,
  self: () => ({ host, port: pbx.port }),
  send: (text, to) => pbx.send(text, to),
  isPeer: () => true,
  handler: {
    request(request, from) {
      endpoint.answer(request, answerTo(request, 200, { tag: "pbx", headers: [["expires", "600"]] }));
      if (request.method === "REGISTER") registered.resolve(from);
    },
    acknowledged: () => undefined,
    cancelled: () => undefined,
    unacknowledged: () => undefined,
  },
});

function requestOf(
  method: string,
  callId: string,
  more: Partial<SipRequest> & { readonly to?: string } = {},
): SipRequest {
  const { to = `<sip:620@${host}>`, body = "" } = more;
  return {
    method,
    uri: `sip:620@${host}`,
    headers: [
      ["max-forwards", "70"],
      ["from", `<sip:100@${host}>;tag=${callId}`],
      ["to", to],
      ["call-id", callId],
      ["cseq", `1 ${method}`],
      ["contact", `<sip:100@${host}:${pbx.port}>`],
      ...(body === "" ? [] : [["content-type", "application/sdp"] as const]),
    ],
    body,
  };
}

class Caller implements Disposable {
  readonly #packets: readonly Uint8Array[];
  readonly #ssrc: number;
  #port: UdpPort | undefined;
  #to: Remote | undefined;
  #at: number;
  #sequence = 0;
  /** The earliest arrival less its timestamp: the reference for the lateness of others. */
  #base = Infinity;

  constructor(packets: readonly Uint8Array[], offset: number) {
    this.#packets = packets;
    this.#at = offset;
    this.#ssrc = offset + 1;
  }

  async call(extension: Remote): Promise<void> {
    const port = await openPortOf(undefined, host, (bytes) => this.#take(bytes));
    if (port === undefined) throw new Error("No port is free");
    this.#port = port;
    const { type, map } = codec;
    const head = `v=0\r\no=- 1 1 IN IP4 ${host}\r\ns=-\r\nc=IN IP4 ${host}\r\nt=0 0\r\n`;
    const body = `${head}m=audio ${port.port} RTP/AVP ${type}\r\na=rtpmap:${type} ${map}\r\n`;
    const callId = crypto.randomUUID();
    const from = performance.now();
    const answer = await new Promise<SipResponse>((resolve, reject) => {
      endpoint.invite(requestOf("INVITE", callId, { body }), extension, (response) => {
        if (response === undefined || response.status >= 300) reject(new Error(`answer ${response?.status}`));
        else if (response.status >= 200) resolve(response);
      });
    });
    endpoint.acknowledge(requestOf("ACK", callId, { to: headerOf(answer, "to") ?? "" }), extension);
    setUpMs.push(performance.now() - from);
    this.#to = { host, port: Number(/m=audio (\d+)/.exec(answer.body)?.[1]) };
  }

  send(): void {
    if (this.#to === undefined) return;
    const payload = this.#packets[this.#at++ % this.#packets.length] ?? new Uint8Array();
    const sequence = this.#sequence++ & 0xffff;
    const timestamp = (this.#sequence * frameMs * codec.clockPerMs) >>> 0;
    const packet = writeRtp({ sequence, timestamp, marker: false, payload }, codec.type, this.#ssrc);
    this.#port?.send(packet, this.#to);
  }

  [Symbol.dispose](): void {
    this.#port?.[Symbol.dispose]();
  }

  #take(bytes: Buffer): void {
    const packet = readRtp(bytes);
    if (packet === undefined || packet.payloadType !== codec.type) return;
    const transit = performance.now() - packet.timestamp / codec.clockPerMs;
    // Timestamps begin anywhere, and may restart during the measurement.
    if (Math.abs(transit - this.#base) > 1e6) this.#base = transit;
    this.#base = Math.min(this.#base, transit);
    if (measuring) late.push(transit - this.#base);
  }
}

async function round(): Promise<Uint8Array[]> {
  const pcm = await humanRound();
  using encoder = await codec.encoder();
  return toFrames(pcm).map((frame) => encoder.encode(frame).slice());
}

/** Sends from another address than the PBX's, so that the packets are uninvited. */
async function knock(extension: Remote): Promise<Disposable> {
  const port = await openUdpPort(0, "127.0.0.2", () => undefined);
  const invite = requestOf("INVITE", "stranger", { body: "v=0\r\n" });
  const via = ["via", "SIP/2.0/UDP 127.0.0.2:5060;branch=z9hG4bK1"] as const;
  const text = writeMessage({ ...invite, headers: [via, ...invite.headers] });
  const from = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - from) / 1_000) * strangers; sent++) port.send(text, extension);
  }, 2);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      port[Symbol.dispose]();
    },
  };
}

const packets = await round();
const extension = await registered.promise;
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
  await caller.call(extension);
  callers.push(caller);
}
const knocking = await knock(extension);
// After a round, a turn that began in its middle is over.
await Bun.sleep(roundMs);
measuring = true;
process.stdout.write("measuring\n");
await Bun.sleep(seconds * 1_000);
measuring = false;
clearInterval(timer);
knocking[Symbol.dispose]();
for (const caller of callers) caller[Symbol.dispose]();
for (const list of [late, callersLate, setUpMs]) list.sort((a, b) => a - b);
const lateAt = (share: number): number | null => (late.length === 0 ? null : quantile(late, share));
const result: PhoneLateness = {
  p50: lateAt(0.5),
  p99: lateAt(0.99),
  worst: lateAt(1),
  callersLateP99: quantile(callersLate, 0.99),
  setUpMs: quantile(setUpMs, 0.5),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
