// Simulated telephone: the line of a simulated call as a telephone of a PBX, over the code that carries real ones:
// dialog, SDP, RTP, codecs and keys. Its network is simulated: audio arrives late, out of order, twice or not at all,
// and from another port; the telephone holds, is transferred, or falls silent for good.

import { decodeG711, encodeG711, type Law } from "../../../src/audio/g711.ts";
import { type Frame, samplesPerFrame } from "../../../src/audio/frame.ts";
import { silentLog } from "../../../src/base/log.ts";
import { PhoneCall } from "../../../src/phone/phone-call.ts";
import type { Heard, Remote, UdpPort, UdpPorts } from "../../../src/phone/udp-port.ts";
import type { Arrival } from "../../../src/session/arrival.ts";
import { type CallerLine, SimLine } from "../../../src/sim/sim-line.ts";
import { agentSoundIn, noiseFrame } from "../../../src/sim/marked-audio.ts";
import type { SimLineParts } from "../../../src/sim/sim-talk.ts";
import { newIncomingCall } from "../../../src/sip/incoming-call.ts";
import { answerTo } from "../../../src/sip/sip-answer.ts";
import type { SipRequest, SipResponse } from "../../../src/sip/sip-message.ts";
import type { Converter } from "../../../src/transport/downlink.ts";
import { readRtp, writeRtp } from "../../../src/transport/rtp/rtp-packet.ts";
import { keyPackets } from "../../../src/transport/rtp/telephone-events.ts";
import type { CallInput, EndReason, LineEvent } from "../../../src/voice/call-event.ts";
import type { CallSide, Line } from "../../../src/voice/line.ts";

const telephone: Remote = { host: "10.0.0.1", port: 4_000 };
const stranger: Remote = { host: "10.9.9.9", port: 4_000 };
const keyType = 101;
const types: Readonly<Record<Law, number>> = { mulaw: 0, alaw: 8 };
const lawOf = (type: number): Law | undefined => (type === 0 ? "mulaw" : type === 8 ? "alaw" : undefined);

/** Probabilities in each second of a call. */
const chances = { holds: 0.01, vanishes: 0.002, moves: 0.02, changesCodec: 0.02, knocks: 0.05 } as const;
const lost = 0.01;
const doubled = 0.02;
const delayMsMax = 40;
/** Maximum frames in transit, and the fading one. */
const leadFrames = 5;
const holdMs = [1_000, 8_000] as const;

/** Marks stand in pairs of samples: a telephone keeps the first of each. */
function halved(pcm: Int16Array): Int16Array {
  const half = new Int16Array(pcm.length >> 1);
  for (let i = 0; i < half.length; i += 1) half[i] = pcm[2 * i] ?? 0;
  return half;
}

function doubledIn(pcm: Int16Array): Int16Array {
  const twice = new Int16Array(2 * pcm.length);
  for (let i = 0; i < twice.length; i += 1) twice[i] = pcm[i >> 1] ?? 0;
  return twice;
}

const convert = (from: number, to: number): Converter => ({
  push: from > to ? halved : doubledIn,
  flush: () => new Int16Array(0),
  [Symbol.dispose]: () => undefined,
});

export interface TelephoneStory {
  /** Names of the events, with their times. */
  readonly events: { readonly name: string; readonly atMs: number }[];
}

export class SimTelephone implements CallerLine {
  readonly leadMs = 80;
  readonly #o: SimLineParts;
  readonly #story: TelephoneStory;
  readonly #ports = new Map<number, Heard>();
  readonly #timers = new Set<Disposable>();
  /** Packets on their way. */
  #flying: { readonly at: number; readonly bytes: Buffer; readonly from: Remote }[] = [];
  #call: PhoneCall | undefined;
  #line: Line | undefined;
  /** Port at which the agent's side receives audio. */
  #there = 0;
  #here = telephone;
  #law: Law;
  #sequence = 0;
  #timestamp = 0;
  #number = 1;
  #keys: (Uint8Array | undefined)[] = [];
  #keyAt = 0;
  /** The player as the call counts it: packets leave up to a beat later. */
  readonly #player: SimLine;
  /** Marks of received frames, and of those that arrived as packets. */
  readonly #given = new Set<string>();
  readonly #came = new Set<string>();
  /** Frames that a pause, a cut or a hold may prevent from leaving. */
  #mayMiss = 0;
  #holdUntil: number | undefined;
  #hasVanished = false;
  #isAnswered = false;
  closed: EndReason | undefined;
  isOver = false;

  constructor(parts: SimLineParts, story: TelephoneStory) {
    this.#o = parts;
    this.#player = new SimLine(parts);
    this.#story = story;
    this.#law = parts.random.pick(["alaw", "mulaw"] as const);
  }

  get audibleUntil(): number {
    return this.#player.audibleUntil;
  }

  get carries(): boolean {
    return this.#isAnswered && !this.#hasVanished && this.#holdUntil === undefined;
  }

  get writable(): boolean {
    return this.#line?.writable !== false;
  }

  begin(side: CallSide): void {
    const { clock, ticker } = this.#o;
    const contact = "<sip:620@10.0.0.2>";
    const invite = this.#request("INVITE", this.#sdp("sendrecv"));
    this.#call = new PhoneCall(newIncomingCall(invite, { tag: "us", contact }), {
      clock,
      ticker,
      log: silentLog,
      convert,
      rtpPorts: undefined,
      ports: this.#simulatedPorts(),
      arrive: () => Promise.resolve(this.#arrival(side)),
      answer: (request, response) => this.#later(() => this.#answered(request, response)),
      request: (request, answered) => this.#asked(request, answered),
      invite: () => undefined,
      acknowledge: () => undefined,
      contact,
      host: "10.0.0.2",
      domain: "10.0.0.1",
      expire: () => undefined,
      reach: (_, ringMs, told) => this.#after(Math.min(ringMs, 2_000), () => told.unanswered("no_answer")),
      transferred: (outcome) => this.#tellStory(`transfer ${outcome}`),
      over: () => this.#over(),
    });
    void this.#call.answer();
  }

  // The call's side.

  play(frame: Frame): void {
    const sound = agentSoundIn(frame);
    if (sound !== undefined) this.#given.add(`${sound.sentence}.${sound.at}`);
    this.#player.play(frame);
    this.#line?.play(frame);
  }

  flush(): void {}

  clear(last?: Frame): boolean {
    this.#mayMiss += leadFrames;
    this.#player.clear();
    return this.#line?.clear(last) ?? true;
  }

  tell(event: LineEvent): void {
    this.#line?.tell(event);
  }

  close(reason: EndReason): void {
    this.closed = reason;
    this.#line?.close(reason);
  }

  // The caller's side.

  listen(): void {
    this.#player.listen();
  }

  say(frame: Frame): void {
    const { clock, random } = this.#o;
    const now = clock.now();
    if (!this.#isAnswered || this.isOver) return;
    this.#arrive(now);
    this.#live(now);
    const payload = this.carries ? this.#payload(frame) : undefined;
    this.#timestamp += samplesPerFrame / 2;
    if (payload === undefined) return;
    const sequence = this.#sequence++ & 0xffff;
    if (random.chance(lost)) return;
    const isKey = payload.length === 4;
    const timestamp = isKey ? this.#keyAt : this.#timestamp;
    const packet = { sequence, timestamp: timestamp >>> 0, marker: false, payload };
    const bytes = Buffer.from(writeRtp(packet, isKey ? keyType : types[this.#law], 7));
    for (let copies = random.chance(doubled) ? 2 : 1; copies > 0; copies -= 1) this.#send(bytes, this.#here);
  }

  input(input: CallInput): void {
    if (input.type === "keys") {
      const step = samplesPerFrame / 2;
      for (const key of input.keys)
        this.#keys.push(...keyPackets(key, step).map((packet) => packet?.payload));
    } else if (input.type === "end") {
      this.#tellStory("hangs up");
      this.#later(() => this.#call?.asked(this.#request("BYE")));
    }
  }

  /** Random events of the caller, one frame at a time. */
  #live(now: number): void {
    const { random } = this.#o;
    const happens = (perSecond: number): boolean => random.chance(perSecond / 50);
    if (this.#holdUntil !== undefined && now >= this.#holdUntil) this.#hold(undefined);
    if (this.#hasVanished || this.#holdUntil !== undefined) return;
    if (happens(chances.holds)) this.#hold(now + random.int(...holdMs));
    else if (happens(chances.vanishes)) {
      this.#hasVanished = true;
      this.#tellStory("vanishes");
    } else if (happens(chances.moves)) {
      this.#here = { ...telephone, port: this.#here.port + 2 };
      this.#tellStory("moves");
    } else if (happens(chances.changesCodec)) {
      this.#law = this.#law === "alaw" ? "mulaw" : "alaw";
      this.#tellStory("changes codec");
      this.#later(() => this.#call?.asked(this.#request("INVITE", this.#sdp("sendrecv"))));
    }
    // Other people's audio contains no word of this caller.
    if (happens(chances.knocks)) {
      const payload = encodeG711(halved(noiseFrame), this.#law);
      const packet = { sequence: random.int(0, 65_535), timestamp: 0, marker: false, payload };
      this.#send(Buffer.from(writeRtp(packet, types[this.#law], 8)), stranger);
      this.#tellStory("stranger");
    }
  }

  #hold(until: number | undefined): void {
    this.#holdUntil = until;
    this.#tellStory(until === undefined ? "resumes" : "holds");
    this.#mayMiss += leadFrames;
    const sdp = this.#sdp(until === undefined ? "sendrecv" : "inactive");
    this.#later(() => this.#call?.asked(this.#request("INVITE", sdp)));
  }

  #payload(frame: Frame): Uint8Array | undefined {
    if (this.#keys.length > 0) {
      const key = this.#keys.shift();
      if (
        key?.[1] !== undefined &&
        (key[2] ?? 0) * 256 + (key[3] ?? 0) === samplesPerFrame / 2 &&
        (key[1] & 0x80) === 0
      )
        this.#keyAt = this.#timestamp;
      return key;
    }
    return encodeG711(halved(frame), this.#law);
  }

  #send(bytes: Buffer, from: Remote): void {
    this.#flying.push({ at: this.#o.clock.now() + this.#o.random.int(0, delayMsMax), bytes, from });
  }

  #arrive(now: number): void {
    const arrived = this.#flying.filter(({ at }) => at <= now);
    this.#flying = this.#flying.filter(({ at }) => at > now);
    for (const { bytes, from } of arrived.toSorted((one, other) => one.at - other.at))
      this.#ports.get(this.#there)?.(bytes, from);
  }

  /** Signalling takes time, in order. */
  #later(what: () => void): void {
    this.#after(10, what);
  }

  #after(ms: number, what: () => void): Disposable {
    const timer = this.#o.clock.after(ms, () => {
      this.#timers.delete(timer);
      what();
    });
    this.#timers.add(timer);
    return timer;
  }

  #over(): void {
    this.isOver = true;
    for (const timer of this.#timers) timer[Symbol.dispose]();
  }

  #tellStory(name: string): void {
    this.#story.events.push({ name, atMs: this.#o.clock.now() });
  }

  #simulatedPorts(): UdpPorts {
    let next = 10_000;
    const open = (port: number, heard: Heard): UdpPort => {
      this.#ports.set(port, heard);
      return {
        port,
        send: (bytes) => this.#heard(Buffer.from(bytes as Uint8Array)),
        [Symbol.dispose]: () => void this.#ports.delete(port),
      };
    };
    return {
      any: (_, __, heard) => Promise.resolve(open((next += 2), heard)),
      at: (port, _, heard) => Promise.resolve(open(port, heard)),
    };
  }

  /** A packet of the agent's side: its audio is heard at once. */
  #heard(bytes: Buffer): void {
    const packet = readRtp(bytes);
    const law = packet === undefined ? undefined : lawOf(packet.payloadType);
    if (packet === undefined || law === undefined || packet.payload.length !== samplesPerFrame / 2) return;
    const frame = doubledIn(decodeG711(packet.payload, law));
    const sound = agentSoundIn(frame);
    if (sound === undefined) return;
    const mark = `${sound.sentence}.${sound.at}`;
    if (!this.#given.has(mark)) this.#tellStory(`heard ${mark}, which was never said`);
    this.#came.add(mark);
  }

  /** Frames that were sent, and neither heard nor taken back. */
  get missed(): number {
    const missing = [...this.#given].filter((mark) => !this.#came.has(mark)).length;
    return Math.max(0, missing - this.#mayMiss);
  }

  #arrival(side: CallSide): Arrival {
    const session = {
      sessionId: "ses",
      mode: "flow",
      programId: "simulated",
      resumed: false,
      said: undefined as never,
    } as const;
    return {
      session,
      open: (line) => {
        this.#line = line;
        line.attach(side);
        return Promise.resolve();
      },
      withdraw: () => undefined,
    };
  }

  #answered(request: SipRequest, response: SipResponse): void {
    if (request.method !== "INVITE" || response.status !== 200) return;
    this.#there = Number(/^m=audio (\d+)/m.exec(response.body)?.[1] ?? 0);
    this.#isAnswered = true;
    this.#later(() => this.#call?.asked(this.#request("ACK")));
  }

  #asked(request: SipRequest, answered: (response: SipResponse | undefined) => void): void {
    const { random } = this.#o;
    const say = (status: number): void => this.#later(() => answered(answerTo(request, status)));
    if (this.#hasVanished) return;
    if (request.method !== "REFER") return say(200);
    if (random.chance(0.3)) return say(405);
    say(202);
    const status = random.chance(0.7) ? "200 OK" : "486 Busy Here";
    this.#after(random.int(500, 3_000), () => this.#call?.asked(this.#notice(status)));
  }

  #notice(status: string): SipRequest {
    const notify = this.#request("NOTIFY", `SIP/2.0 ${status}\r\n`);
    const more = [
      ["event", "refer"],
      ["subscription-state", "terminated;reason=noresource"],
      ["content-type", "message/sipfrag"],
    ] as const;
    return { ...notify, headers: [...notify.headers.filter(([name]) => name !== "content-type"), ...more] };
  }

  #sdp(direction: "sendrecv" | "inactive"): string {
    const head = `v=0\r\no=- 1 1 IN IP4 ${telephone.host}\r\ns=-\r\nc=IN IP4 ${telephone.host}\r\nt=0 0\r\n`;
    const type = types[this.#law];
    const media = `m=audio ${this.#here.port} RTP/AVP ${type} ${keyType}\r\na=rtpmap:${keyType} telephone-event/8000\r\n`;
    return `${head}${media}a=${direction}\r\n`;
  }

  #request(method: string, body = ""): SipRequest {
    if (method !== "ACK") this.#number += 1;
    return {
      method,
      uri: "sip:620@10.0.0.2",
      headers: [
        ["via", `SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK${this.#number}`],
        ["from", "<sip:100@10.0.0.1>;tag=them"],
        ["to", "<sip:620@10.0.0.2>"],
        ["call-id", "simulated"],
        ["cseq", `${this.#number} ${method}`],
        ["contact", "<sip:100@10.0.0.1:5060>"],
        ...(body === "" ? [] : [["content-type", "application/sdp"] as const]),
      ],
      body,
    };
  }
}
