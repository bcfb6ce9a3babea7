// Phone call: one call of a telephone, from its INVITE to its end. It carries out what the steps of src/sip decide.

import type { Frame } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { Log } from "../base/log.ts";
import type { Ticker } from "../base/ticker.ts";
import type { Arrival } from "../session/arrival.ts";
import {
  callDueAt,
  type IncomingCall,
  type IncomingCallEffect,
  type IncomingCallEvent,
  stepIncomingCall,
} from "../sip/incoming-call.ts";
import type { SipRequest, SipResponse } from "../sip/sip-message.ts";
import type { Converter } from "../transport/downlink.ts";
import { type Media, openMedia } from "../transport/rtp/rtp-media.ts";
import type { TransportCounters } from "../transport/transport-counters.ts";
import type { AnsweredBy } from "../voice/line.ts";
import { AnswerListener } from "./answer-listener.ts";
import { answerOffer, audioIn, ownOffer, type PhoneAudio } from "./phone-audio.ts";
import { clockRates } from "../transport/rtp/agreed-audio.ts";
import type { HeardReports } from "../transport/rtp/rtcp-packet.ts";
import type { HeardRtp } from "../transport/rtp/rtp-packet.ts";
import { PeerHearing } from "./peer-hearing.ts";
import { PhoneLine, type Telephone } from "./phone-line.ts";
import { RtpSocket } from "./rtp-socket.ts";

export interface PhoneCallParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly ticker: Ticker;
  readonly convert: (from: number, to: number) => Converter;
  readonly counters?: TransportCounters | undefined;
  /** Ports of RTP; undefined: any that is free. */
  readonly rtpPorts: readonly [first: number, last: number] | undefined;
  /** Takes a place, or rejects with the Fault that refuses the call. */
  readonly arrive: () => Promise<Arrival>;
  readonly answer: (request: SipRequest, response: SipResponse) => void;
  /** `answered` hears each answer, and undefined when none came. */
  readonly request: (request: SipRequest, answered: (response: SipResponse | undefined) => void) => void;
  /** This side, as the PBX reaches it. */
  readonly contact: string;
  readonly host: string;
  /** Where callers are put through by an address without a domain. */
  readonly domain: string;
  /** The call is over on both sides. Called once. */
  readonly over: () => void;
}

/** The audio of a call that this side has begun. */
export interface OfferedAudio {
  readonly rtp: RtpSocket;
  readonly sessionId: number;
}

export const newSdpId = (): number => Math.floor(Math.random() * 2 ** 31);

/** A telephone that sends no audio for so long, and is not on hold, is gone. */
const silentMsMax = 8_000;

export class PhoneCall implements Telephone, Disposable {
  readonly #o: PhoneCallParts;
  readonly #line: PhoneLine;
  readonly #sessionId: number;
  readonly #hearing: PeerHearing;
  #call: IncomingCall;
  #rtp: RtpSocket | undefined;
  #media: Media | undefined;
  #audio: PhoneAudio | undefined;
  #versions: number;
  /** Until it is known who has answered. */
  #listener: AnswerListener | undefined;
  #timer: Disposable | undefined;
  #beat: Disposable | undefined;
  /** Since when audio is awaited. */
  #awaitedSince: number;

  /** `offered`: what this side has offered already; absent: the other side calls. */
  constructor(call: IncomingCall, parts: PhoneCallParts, offered?: OfferedAudio) {
    this.#o = parts;
    this.#call = call;
    this.#rtp = offered?.rtp;
    this.#sessionId = offered?.sessionId ?? newSdpId();
    this.#versions = offered === undefined ? 0 : 1;
    this.#hearing = new PeerHearing(parts.counters);
    this.#awaitedSince = parts.clock.now();
    this.#line = new PhoneLine({ ...parts, telephone: this });
  }

  /** Rings, and is answered as soon as a session has taken it. */
  async answer(): Promise<void> {
    const { invite } = this.#call;
    try {
      const offered = invite.body === "" ? undefined : audioIn(invite.body);
      if (invite.body !== "" && offered === undefined) return this.#step({ type: "refuse", status: 488 });
      this.#step({ type: "ring" });
      const arrival = await this.#o.arrive();
      // A port only for a call that has a place: a flood of INVITEs would take all of them.
      const hasPort = await this.#openRtp();
      if (this.#isOver || !hasPort) arrival.withdraw();
      if (this.#isOver) return;
      if (!hasPort) throw new Fault("calls/limit", "No port of PHONE_RTP_PORTS is free.");
      await arrival.open(this.#line);
      if (offered !== undefined) await this.#use(offered);
      // A caller who has hung up meanwhile was told to the line.
      if (this.#isOver) return;
      this.#beat = this.#o.ticker.add((now) => this.#tick(now));
      this.#step({ type: "accept", sdp: this.#describe(invite), now: this.#o.clock.now() });
    } catch (error) {
      const { status, reason } = refusalOf(error);
      this.#o.log.warn("phone.refused", { status, reason });
      this.#step({ type: "refuse", status });
    }
  }

  /**
   * The other side has answered a call of ours; `sdp`: its answer to what was offered. Nothing is said before it is known
   * who that is; `takes` says whether they are talked to.
   */
  async talk(sdp: string, takes: (who: AnsweredBy) => boolean): Promise<void> {
    try {
      const audio = audioIn(sdp);
      if (audio === undefined) throw new Fault("phone/no-audio", "The telephone speaks no known codec.");
      const listener = new AnswerListener();
      this.#listener = listener;
      await this.#use(audio);
      if (this.#isOver) return;
      this.#beat = this.#o.ticker.add((now) => this.#tick(now));
      const who = await listener.decided;
      this.#listener = undefined;
      if (this.#isOver) return;
      this.#line.answeredBy = who;
      if (!takes(who)) return this.hangUp();
      const arrival = await this.#o.arrive();
      if (this.#isOver) return arrival.withdraw();
      await arrival.open(this.#line);
      this.#line.up();
    } catch (error) {
      this.#o.log.warn("phone.refused", refusalOf(error));
      this.hangUp();
    }
  }

  /** A request of the other side within this call. */
  asked(request: SipRequest): void {
    this.#step({ type: "request", request, now: this.#o.clock.now() });
  }

  cancelled(): void {
    this.#step({ type: "cancelled" });
  }

  unacknowledged(): void {
    this.#step({ type: "unacknowledged" });
  }

  // The line's side.

  play(frame: Frame): void {
    this.#media?.play(frame);
  }

  clear(last?: Frame): void {
    this.#media?.clear(last);
  }

  press(keys: string): void {
    this.#media?.press(keys);
  }

  refer(address: string): void {
    this.#step({ type: "refer", to: referTo(address, this.#o.domain) });
  }

  hangUp(): void {
    this.#step({ type: "hang-up" });
  }

  /** At once: what is not sent is lost. */
  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#beat?.[Symbol.dispose]();
    this.#line[Symbol.dispose]();
    this.#media?.[Symbol.dispose]();
    this.#rtp?.[Symbol.dispose]();
  }

  get #isOver(): boolean {
    return this.#call.phase === "over";
  }

  #step(event: IncomingCallEvent): void {
    const { call, effects } = stepIncomingCall(this.#call, event);
    this.#call = call;
    this.#arm();
    for (const effect of effects) this.#carryOut(effect);
  }

  #arm(): void {
    this.#timer?.[Symbol.dispose]();
    const { clock } = this.#o;
    const at = callDueAt(this.#call);
    this.#timer =
      at === undefined
        ? undefined
        : clock.after(at - clock.now(), () => this.#step({ type: "time", now: clock.now() }));
  }

  #carryOut(effect: IncomingCallEffect): void {
    switch (effect.type) {
      case "answer":
        return this.#o.answer(effect.request, effect.response);
      case "send":
        return this.#send(effect.request);
      case "begun":
        return this.#begun(effect.sdp);
      case "proposed":
        return void this.#agree(effect.request);
      case "keys":
        return this.#line.pressed(effect.keys);
      case "referred":
        return this.#line.referred(effect.ok);
      case "ended":
        return this.#ended(effect.by);
    }
  }

  #send(request: SipRequest): void {
    const { clock } = this.#o;
    this.#o.request(request, (response) => {
      const status = response?.status ?? 408;
      this.#step({ type: "response", method: request.method, status, now: clock.now() });
    });
  }

  #begun(sdp: string): void {
    this.#awaitedSince = this.#o.clock.now();
    const answered = this.#audio === undefined ? audioIn(sdp) : undefined;
    if (this.#audio === undefined && answered === undefined) return this.hangUp();
    if (answered === undefined) return this.#line.up();
    void this.#use(answered).then(
      () => this.#line.up(),
      () => this.hangUp(),
    );
  }

  /** Other audio within the call: hold, another codec, another address. Without a description ours is said again. */
  async #agree(request: SipRequest): Promise<void> {
    const { clock } = this.#o;
    const offered = request.body === "" ? this.#audio : audioIn(request.body);
    try {
      if (offered !== undefined && offered !== this.#audio) await this.#use(offered);
    } catch (error) {
      this.#o.log.warn("phone.audio-failed", { error });
    }
    const sdp = offered === undefined ? undefined : this.#describe(request);
    this.#step({ type: "agreed", request, sdp, now: clock.now() });
  }

  #describe(request: SipRequest): string {
    this.#versions += 1;
    const place = { host: this.#o.host, port: this.#rtp?.port ?? 0 };
    const origin = { place, sessionId: this.#sessionId, version: this.#versions };
    const audio = this.#audio;
    return request.body === "" || audio === undefined
      ? ownOffer(origin)
      : answerOffer(request.body, audio, origin);
  }

  heard(packet: HeardRtp): void {
    this.#media?.heard(packet, packet.ssrc, this.#o.clock.now());
  }

  reported(heard: HeardReports): void {
    const codec = this.#audio?.agreed.codec;
    if (codec === undefined) return;
    const lostPercent = this.#hearing.read(heard, clockRates[codec]);
    if (lostPercent !== undefined) this.#media?.lossReported(lostPercent);
    if (heard.ntpMiddle !== undefined) this.#media?.senderReported(heard.ntpMiddle, this.#o.clock.now());
  }

  /** False where no port of the range is free. */
  async #openRtp(): Promise<boolean> {
    const { rtpPorts: range, clock } = this.#o;
    const rtp = await RtpSocket.open({
      range,
      host: "0.0.0.0",
      now: () => clock.now(),
      heard: (packet) => this.heard(packet),
      reported: (reports) => this.reported(reports),
    });
    if (this.#isOver) rtp?.[Symbol.dispose]();
    else this.#rtp = rtp;
    return rtp !== undefined;
  }

  async #use(audio: PhoneAudio): Promise<void> {
    const { convert, clock, counters } = this.#o;
    const before = this.#audio;
    this.#audio = audio;
    this.#awaitedSince = clock.now();
    this.#rtp?.aim(audio.remote);
    const isSame =
      before?.agreed.codec === audio.agreed.codec &&
      before.agreed.payloadType === audio.agreed.payloadType &&
      before.agreed.keyType === audio.agreed.keyType;
    if (isSame) return;
    const media = await openMedia({
      audio: audio.agreed,
      convert,
      hear: (bytes) => (this.#listener ?? this.#line).hear(bytes),
      press: (key) => this.#line.pressed(key),
      lost: (packets) => counters?.lost(packets),
      wall: () => clock.wall(),
    });
    this.#media?.[Symbol.dispose]();
    if (this.#isOver || this.#rtp === undefined) return media[Symbol.dispose]();
    media.connect(this.#rtp);
    this.#media = media;
  }

  #tick(now: number): void {
    this.#listener?.beat();
    this.#line.beat(now);
    // After all that happens in this beat: the agent's next frame is queued in it, too.
    queueMicrotask(() => this.#media?.beat(now));
    if (this.#call.phase !== "talking" || this.#audio?.sends !== true) return;
    if (now - Math.max(this.#awaitedSince, this.#rtp?.heardAt ?? 0) < silentMsMax) return;
    this.#o.log.info("phone.silent", { ms: silentMsMax });
    this.#line.left("lost");
    this.hangUp();
  }

  #ended(by: "caller" | "us" | "lost"): void {
    this.#beat?.[Symbol.dispose]();
    this.#listener?.giveUp();
    this.#line.left(by === "lost" ? "lost" : "caller");
    const { summary } = this.#hearing;
    if (summary !== undefined) this.#o.log.debug("phone.audio", summary);
    this[Symbol.dispose]();
    this.#o.over();
  }
}

/** Busy where there is no room or no credit; all else is a fault of this side. */
const busyCodes: ReadonlySet<string> = new Set([
  "calls/limit",
  "calls/draining",
  "session/limit",
  "credits/empty",
]);

function refusalOf(error: unknown): { readonly status: number; readonly reason: string } {
  if (!(error instanceof Fault)) return { status: 500, reason: String(error) };
  return { status: busyCodes.has(error.code) ? 486 : 480, reason: error.code };
}

/** A number is dialled at the PBX; an address stands for itself. */
export function referTo(address: string, domain: string): string {
  if (/^sips?:/i.test(address)) return address.replace(/[<>\s]/g, "");
  const number = address.replace(/^tel:/i, "").replace(/[^\d+*#A-Za-z._-]/g, "");
  return `sip:${number.replaceAll("#", "%23")}@${domain}`;
}
