// Random phone packets: packets of telephones and PBXs with an error in them, and all their readers.

import { answerOffer, audioIn } from "../../../src/phone/phone-audio.ts";
import { partiesOf } from "../../../src/phone/phone-extension.ts";
import { SipEndpoint } from "../../../src/phone/sip-endpoint.ts";
import { newIncomingCall, stepIncomingCall } from "../../../src/sip/incoming-call.ts";
import { takeMessages } from "../../../src/sip/message-stream.ts";
import { newRegistration, stepRegistration } from "../../../src/sip/registration.ts";
import { answerTo } from "../../../src/sip/sip-answer.ts";
import { isRequest, readMessage, type SipRequest } from "../../../src/sip/sip-message.ts";
import { g722Decoder } from "../../../src/transport/rtp/audio-codecs.ts";
import { readReports, writeReports } from "../../../src/transport/rtp/rtcp-packet.ts";
import { readRtp, writeRtp } from "../../../src/transport/rtp/rtp-packet.ts";
import { RtpReceiver } from "../../../src/transport/rtp/rtp-receiver.ts";
import { VirtualClock } from "../fakes/virtual-clock.ts";
import { type Random, random } from "../random.ts";

const kinds = ["sip", "sdp", "rtp", "rtcp"] as const;
type Kind = (typeof kinds)[number];

const sdp = [
  "v=0",
  "o=- 1 1 IN IP4 10.0.0.1",
  "s=-",
  "c=IN IP4 10.0.0.1",
  "t=0 0",
  "a=group:BUNDLE 0",
  "m=audio 4000 RTP/AVP 107 9 8 0 101",
  "a=rtpmap:107 opus/48000/2",
  "a=fmtp:107 useinbandfec=1",
  "a=rtpmap:101 telephone-event/8000",
  "a=candidate:1 1 UDP 1 10.0.0.1 4000 typ host",
  "a=ptime:20",
  "a=sendrecv",
  "",
].join("\r\n");

const headOf = (start: string, method: string): string =>
  [
    start,
    "Via: SIP/2.0/UDP 10.0.0.1:5060;rport;branch=z9hG4bK776, SIP/2.0/TCP [::1]:5061;received=10.0.0.3;branch=z9hG4bKb",
    "Record-Route: <sip:10.0.0.1;lr>, <sip:10.0.0.9;lr>",
    "Max-Forwards: 70",
    'From: "Ada \\"A\\" <x>" <sip:100@10.0.0.1>;tag=a',
    "To: <sip:620@10.0.0.2;user=phone>",
    "Call-ID: 5f2@10.0.0.1",
    `CSeq: 1 ${method}`,
    "Contact: <sip:100@10.0.0.1:5060;transport=udp>;expires=60",
    'P-Asserted-Identity: "Ada" <sip:%2B4930@10.0.0.1>, <tel:+4930>',
    'WWW-Authenticate: Digest realm="pbx", nonce="abc", qop="auth,auth-int", algorithm=SHA-256, stale=true',
    "Session-Expires: 1800;refresher=uas",
    "Require: 100rel, timer",
    `Content-Length: ${method === "INVITE" ? sdp.length : 0}`,
    "",
    method === "INVITE" ? sdp : "",
  ].join("\r\n");

const originals: Readonly<Record<Kind, readonly Buffer[]>> = {
  sip: [
    ...["INVITE", "ACK", "CANCEL", "BYE", "OPTIONS", "REFER", "INFO"].map((method) =>
      headOf(`${method} sip:620@10.0.0.2:5062;ob SIP/2.0`, method),
    ),
    ...[100, 180, 200, 302, 401, 423, 486].map((status) => headOf(`SIP/2.0 ${status} Well`, "REGISTER")),
  ].map((text) => Buffer.from(text)),
  sdp: [Buffer.from(sdp)],
  rtp: [9, 101, 13, 0].map((type, sequence) =>
    Buffer.from(
      writeRtp({ sequence, timestamp: 160 * sequence, marker: false, payload: new Uint8Array(160) }, type, 7),
    ),
  ),
  rtcp: [
    writeReports(7, {
      sent: { ntpTimestamp: 1n, rtpTimestamp: 2, packetCount: 3, octetCount: 4 },
      heard: { ssrc: 1, fractionLost: 2, packetsLost: 3, highestSequence: 4, jitter: 5, lsr: 6, dlsr: 7 },
    }),
  ],
};

/** Texts that readers may fail on. */
const odd = [
  "\0",
  "\r\n",
  "\r\n ",
  "\r\n\r\n",
  '"',
  "\\",
  "<",
  ">",
  ";",
  ",",
  "=",
  "%",
  "%zz",
  ":",
  "@",
  "[",
  "]",
  " ",
  "99999999999999999999",
  "-1",
  "0",
  "é\u2028😀",
  "Via: ",
  "m=audio 1 RTP/AVP 0\r\n",
  "a=rtpmap:",
  "a=fmtp:1 ",
].map((text) => Buffer.from(text));

export interface PhonePacket {
  readonly kind: Kind;
  readonly bytes: Buffer;
}

/** Equal for equal seeds. */
export function* phonePackets(seed: number, count: number): Generator<PhonePacket> {
  const chance = random(seed);
  for (let i = 0; i < count; i++) {
    const kind = chance.pick(kinds);
    let bytes: Buffer = chance.chance(0.05)
      ? Buffer.from(chance.bytes(chance.int(0, 300)))
      : Buffer.from(chance.pick(originals[kind]));
    for (let n = chance.int(1, 3); n > 0; n--) bytes = spoilt(bytes, chance);
    yield { kind, bytes };
  }
}

function spoilt(bytes: Buffer, chance: Random): Buffer {
  if (bytes.length === 0) return bytes;
  const at = chance.int(0, bytes.length - 1);
  const until = Math.min(bytes.length, at + chance.int(0, 40));
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, until), bytes.subarray(until)];
  switch (chance.int(0, 5)) {
    case 0:
      bytes[at] = chance.int(0, 255);
      return bytes;
    case 1:
      return before;
    case 2:
      return Buffer.concat([before, after]);
    case 3:
      return Buffer.concat([before, chance.pick(odd), piece, after]);
    case 4:
      // Rarely as long as a datagram may be.
      return Buffer.concat([before, ...Array<Buffer>(chance.chance(0.02) ? 1_000 : 3).fill(piece), after]);
    default:
      return Buffer.concat([before, piece, chance.pick(odd), chance.pick(odd), after]);
  }
}

const there = { host: "10.0.0.1", port: 5_060 };
const extension = { domain: "10.0.0.1", user: "620", loginName: "620", password: "secret" };
const us = { tag: "us", contact: "<sip:620@10.0.0.2>" };

/** A telephone that reads each packet as one from its PBX. */
export function phoneEars() {
  const clock = new VirtualClock();
  let endpoint = endpointOf(clock);
  const registration = newRegistration({ host: "10.0.0.2", port: 5_062 }, { callId: "1", tag: "us" });
  const receiver = new RtpReceiver({
    decoders: new Map([[9, g722Decoder()]]),
    keyTypes: new Set([101]),
    hear: () => undefined,
    press: () => undefined,
  });
  let heard = 0;
  const sip = (bytes: Buffer): void => {
    endpoint.heard(bytes, there);
    takeMessages(bytes);
    const message = readMessage(bytes);
    if (message === undefined || isRequest(message)) return;
    const event = { type: "response", response: message, now: 0 } as const;
    stepRegistration({ ...registration, asked: 1 }, event, { extension, random: () => "r" });
  };
  const readers: Readonly<Record<Kind, (bytes: Buffer) => void>> = {
    sip,
    sdp: (bytes) => {
      const text = bytes.toString("utf8");
      const audio = audioIn(text);
      if (audio !== undefined) answerOffer(text, audio, { place: there, sessionId: 1, version: 1 });
    },
    rtp: (bytes) => {
      const packet = readRtp(bytes);
      if (packet !== undefined) receiver.push(packet, heard * 20);
      receiver.beat(heard * 20);
    },
    rtcp: (bytes) => void readReports(bytes),
  };
  return ({ kind, bytes }: PhonePacket): void => {
    // Transactions last half a minute: if none ended, no new one would be read.
    if (++heard % 2_000 === 0) {
      endpoint[Symbol.dispose]();
      endpoint = endpointOf(clock);
    }
    readers[kind](bytes);
  };
}

function endpointOf(clock: VirtualClock): SipEndpoint {
  const call = (request: SipRequest): void => {
    partiesOf(request, extension);
    const ringing = stepIncomingCall(newIncomingCall(request, us), { type: "ring" });
    const asked = stepIncomingCall(ringing.call, { type: "request", request, now: 0 });
    for (const effect of [...ringing.effects, ...asked.effects])
      if (effect.type === "answer") endpoint.answer(effect.request, effect.response);
    endpoint.answer(request, answerTo(request, 486));
  };
  const endpoint: SipEndpoint = new SipEndpoint({
    clock,
    self: () => ({ host: "10.0.0.2", port: 5_062 }),
    send: () => undefined,
    isPeer: () => true,
    handler: {
      request: call,
      acknowledged: () => undefined,
      cancelled: () => undefined,
      unacknowledged: () => undefined,
    },
  });
  return endpoint;
}
