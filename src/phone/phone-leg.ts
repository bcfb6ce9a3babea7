// Phone leg: one telephone with its dialog and audio, from its INVITE to its end. Carries out the step of
// src/sip/incoming-call.ts; its ears choose the listener, a session or another telephone.

import type { Frame } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { Log } from "../base/log.ts";
import type { Ticker } from "../base/ticker.ts";
import {
  callDueAt,
  type IncomingCall,
  type IncomingCallEffect,
  type IncomingCallEvent,
  stepIncomingCall,
} from "../sip/incoming-call.ts";
import type { SipRequest, SipResponse } from "../sip/sip-message.ts";
import type { ReferResult } from "../sip/told-in-call.ts";
import type { Converter } from "../transport/downlink.ts";
import { clockRates } from "../transport/rtp/agreed-audio.ts";
import type { HeardReports } from "../transport/rtp/rtcp-packet.ts";
import { type Media, openMedia } from "../transport/rtp/rtp-media.ts";
import type { HeardRtp } from "../transport/rtp/rtp-packet.ts";
import type { TransportCounters } from "../transport/transport-counters.ts";
import { type MovedLeg, timesMoved } from "./moved-calls.ts";
import { KeysOnce } from "./keys-once.ts";
import { PeerHearing } from "./peer-hearing.ts";
import { answerOffer, audioIn, ownOffer, type PhoneAudio } from "./phone-audio.ts";
import { RtpSocket } from "./rtp-socket.ts";
import type { UdpPorts } from "./udp-port.ts";

export interface LegParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly ticker: Ticker;
  readonly convert: (from: number, to: number) => Converter;
  readonly counters?: TransportCounters | undefined;
  /** RTP ports; undefined: any free one. */
  readonly rtpPorts: readonly [first: number, last: number] | undefined;
  /** Absent: the ports of this machine. */
  readonly ports?: UdpPorts | undefined;
  readonly answer: (request: SipRequest, response: SipResponse) => void;
  /** `answered` receives each answer, and undefined if none came. */
  readonly request: (request: SipRequest, answered: (response: SipResponse | undefined) => void) => void;
  readonly invite: LegParts["request"];
  readonly acknowledge: (ack: SipRequest) => void;
  /** Address of this side for the PBX. */
  readonly contact: string;
  readonly host: string;
}

/** Listener. Nothing here throws. */
export interface LegEars {
  /** PCM16 mono at 16 kHz, owned by the listener from here on. */
  hear(pcm: Int16Array): void;
  pressed(keys: string): void;
  /** Every 20 ms from its answer on. */
  beat(now: number): void;
  /** The other side acknowledged our answer. */
  begun(): void;
  referred(what: ReferResult): void;
  /** No audio and no ACK came since the answer. The leg ends once that is acknowledged, or given up. */
  vanished(): void;
  /** The leg is over. Called once. */
  ended(by: "caller" | "us" | "lost"): void;
}

/** Audio of a call that this side began or resumes. */
export interface OfferedAudio {
  readonly rtp?: RtpSocket;
  readonly sessionId: number;
}

export const newSdpId = (): number => Math.floor(Math.random() * 2 ** 31);

/** A telephone that sends no audio for this long, and is not on hold, is gone. */
const silentMsMax = 8_000;

export class PhoneLeg implements Disposable {
  readonly #o: LegParts;
  readonly #ears: LegEars;
  readonly #sessionId: number;
  readonly #hearing: PeerHearing;
  readonly #keys = new KeysOnce();
  #call: IncomingCall;
  #rtp: RtpSocket | undefined;
  #media: Media | undefined;
  #audio: PhoneAudio | undefined;
  #versions: number;
  #timer: Disposable | undefined;
  #beat: Disposable | undefined;
  #beatAt = 0;
  /** Bound once: each call needs it every 20 ms. */
  readonly #beatOfMedia = (): void => this.#media?.beat(this.#beatAt);
  /** Start of the wait for audio. */
  #awaitedSince: number;

  /** `offered`: earlier offers of this side; absent: the other side calls. */
  constructor(
    call: IncomingCall,
    {
      parts,
      ears,
      offered,
    }: {
      readonly parts: LegParts;
      readonly ears: LegEars;
      readonly offered?: OfferedAudio | undefined;
    },
  ) {
    this.#o = parts;
    this.#ears = ears;
    this.#call = call;
    this.#rtp = offered?.rtp;
    this.#sessionId = offered?.sessionId ?? newSdpId();
    this.#versions = offered === undefined ? 0 : 1;
    this.#hearing = new PeerHearing(parts.counters);
    this.#awaitedSince = parts.clock.now();
  }

  get isOver(): boolean {
    return this.#call.phase === "over";
  }

  /** True if it takes audio now: not on hold. */
  get isHeard(): boolean {
    return this.#rtp?.isHeard !== false;
  }

  /** Offer of the other side; undefined: none; `none`: nothing known in it. */
  get offer(): PhoneAudio | "none" | undefined {
    const { body } = this.#call.invite;
    return body === "" ? undefined : (audioIn(body) ?? "none");
  }

  ring(): void {
    this.#step({ type: "ring" });
  }

  refuse(status: number): void {
    this.#step({ type: "refuse", status });
  }

  async accept(offered: PhoneAudio | undefined): Promise<void> {
    if (offered !== undefined) await this.#use(offered);
    // The line already got a caller who hung up meanwhile.
    if (this.isOver) return;
    this.#beat = this.#o.ticker.add((now) => this.#tick(now));
    this.#step({ type: "accept", sdp: this.#describe(this.#call.invite), now: this.#o.clock.now() });
  }

  /** The other side answered an outgoing call. Rejects if it offers no known codec. */
  async begin(sdp: string): Promise<void> {
    const audio = audioIn(sdp);
    if (audio === undefined) throw new Fault("phone/no-audio", "The telephone speaks no known codec.");
    await this.#use(audio);
    if (!this.isOver) this.#beat = this.#o.ticker.add((now) => this.#tick(now));
  }

  /** Handles the other side's request within this call. */
  asked(request: SipRequest): void {
    this.#step({ type: "request", request, now: this.#o.clock.now() });
  }

  cancelled(): void {
    this.#step({ type: "cancelled" });
  }

  unacknowledged(): void {
    this.#step({ type: "unacknowledged" });
  }

  play(frame: Frame): void {
    this.#media?.play(frame);
  }

  clear(last?: Frame): void {
    this.#media?.clear(last);
  }

  press(keys: string): void {
    this.#media?.press(keys);
  }

  /** `to`: an address of SIP. */
  refer(to: string): void {
    this.#step({ type: "refer", to });
  }

  hangUp(): void {
    this.#step({ type: "hang-up" });
  }

  /** Ends at once: unsent data is lost. */
  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#beat?.[Symbol.dispose]();
    this.#media?.[Symbol.dispose]();
    this.#rtp?.[Symbol.dispose]();
  }

  heard(packet: HeardRtp): void {
    this.#media?.heard(packet, this.#o.clock.now());
  }

  reported(heard: HeardReports): void {
    const codec = this.#audio?.agreed.codec;
    if (codec === undefined) return;
    const lostPercent = this.#hearing.read(heard, clockRates[codec]);
    if (lostPercent !== undefined) this.#media?.lossReported(lostPercent);
    if (heard.ntpMiddle !== undefined) this.#media?.senderReported(heard.ntpMiddle, this.#o.clock.now());
  }

  /** Data with which another process resumes the call; undefined: no conversation runs. */
  get moved(): MovedLeg | undefined {
    const [audio, rtp] = [this.#audio, this.#rtp];
    if (this.#call.phase !== "talking" || audio === undefined || rtp === undefined) return undefined;
    const { clock } = this.#o;
    const call = timesMoved(this.#call, clock.wall() - clock.now());
    return {
      call,
      sdp: audio.sdp,
      sessionId: this.#sessionId,
      versions: this.#versions,
      rtpPort: rtp.port,
    };
  }

  /** Resumes a call of another process. False: no port for it. Rejects like `begin`. */
  async resume({ sdp, rtpPort, versions }: MovedLeg): Promise<boolean> {
    this.#versions = versions;
    if (!(await this.openRtp(rtpPort))) return false;
    await this.begin(sdp);
    const { contact } = this.#o;
    const isKnown = this.#call.contact === contact && this.#rtp?.port === rtpPort;
    if (!isKnown) this.#step({ type: "renew", contact, sdp: this.#describe({ body: sdp }) });
    return true;
  }

  /** False if no port of the range is free. `usedPort`: the port that the other side sends to. */
  async openRtp(usedPort?: number): Promise<boolean> {
    const { rtpPorts: range, ports, clock } = this.#o;
    const rtp = await RtpSocket.open({
      range,
      ports,
      known: usedPort,
      host: "0.0.0.0",
      now: () => clock.now(),
      heard: (packet) => this.heard(packet),
      reported: (reports) => this.reported(reports),
    });
    if (this.isOver) rtp?.[Symbol.dispose]();
    else this.#rtp = rtp;
    return rtp !== undefined;
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
      case "invite":
        return this.#o.invite(effect.request, (response) =>
          this.#step({ type: "renewed", invite: effect.request, response }),
        );
      case "acknowledge":
        return this.#o.acknowledge(effect.request);
      case "agreed":
        return void this.#aimAnew(effect.sdp);
      case "begun":
        return this.#begun(effect.sdp);
      case "proposed":
        return void this.#agree(effect.request);
      case "keys":
        return this.#pressed(effect.keys, "sip");
      case "referred":
        return this.#ears.referred(effect);
      case "vanished":
        return this.#ears.vanished();
      case "ended":
        return this.#ended(effect.by);
    }
  }

  #pressed(key: string, way: "audio" | "sip"): void {
    if (this.#keys.isNew(key, way, this.#o.clock.now())) this.#ears.pressed(key);
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
    if (answered === undefined) return this.#ears.begun();
    void this.#use(answered).then(
      () => this.#ears.begun(),
      () => this.hangUp(),
    );
  }

  /** Other audio within the call: hold, another codec, another address. Without an SDP ours is repeated. */
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

  async #aimAnew(sdp: string): Promise<void> {
    const audio = audioIn(sdp);
    if (audio !== undefined) await this.#use(audio).catch(() => this.hangUp());
  }

  #describe(request: Pick<SipRequest, "body">): string {
    this.#versions += 1;
    const place = { host: this.#o.host, port: this.#rtp?.port ?? 0 };
    const origin = { place, sessionId: this.#sessionId, version: this.#versions };
    const audio = this.#audio;
    return request.body === "" || audio === undefined
      ? ownOffer(origin)
      : answerOffer(request.body, audio, origin);
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
      // The music of a PBX that has put this call on hold is not its caller.
      hear: (pcm) => this.isHeard && this.#ears.hear(pcm),
      press: (key) => this.#pressed(key, "audio"),
      lost: (packets) => counters?.lost(packets),
      wall: () => clock.wall(),
    });
    const old = this.#media;
    const rtp = this.isOver ? undefined : this.#rtp;
    if (rtp === undefined) media[Symbol.dispose]();
    else media.connect(rtp, old);
    this.#media = rtp && media;
    old?.[Symbol.dispose]();
  }

  #tick(now: number): void {
    this.#ears.beat(now);
    // At the end of this beat: the agent's next frame is queued in it too.
    this.#beatAt = now;
    queueMicrotask(this.#beatOfMedia);
    const isAwaited = this.#call.phase === "talking" || this.#call.phase === "answered";
    if (!isAwaited || this.#audio?.sends !== true) return;
    if (now - Math.max(this.#awaitedSince, this.#rtp?.heardAt ?? 0) < silentMsMax) return;
    this.#o.log.info("phone.silent", { ms: silentMsMax });
    this.#step({ type: "silent" });
  }

  #ended(by: "caller" | "us" | "lost"): void {
    const { summary } = this.#hearing;
    if (summary !== undefined) this.#o.log.debug("phone.audio", summary);
    this[Symbol.dispose]();
    this.#ears.ended(by);
  }
}
