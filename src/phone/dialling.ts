// Dialling: an outgoing call from its INVITE until its answer or failure. Carries out the step of
// src/sip/outgoing-call.ts.

import type { Clock } from "../base/clock.ts";
import type { IncomingCall } from "../sip/incoming-call.ts";
import {
  type CallRefusal,
  dial,
  dialDueAt,
  type OutgoingCall,
  type OutgoingCallEffect,
  type OutgoingCallEvent,
  stepOutgoingCall,
} from "../sip/outgoing-call.ts";
import type { Extension } from "../sip/registration.ts";
import type { SipRequest } from "../sip/sip-message.ts";
import type { HeardReports } from "../transport/rtp/rtcp-packet.ts";
import type { HeardRtp } from "../transport/rtp/rtp-packet.ts";
import { ownOffer } from "./phone-audio.ts";
import { newSdpId, type OfferedAudio } from "./phone-leg.ts";
import type { RegistrarLink } from "./registrar-link.ts";
import { RtpSocket } from "./rtp-socket.ts";
import type { InviteOrder } from "./sip-endpoint.ts";
import type { Remote } from "./udp-port.ts";

export interface DiallingParts {
  readonly clock: Clock;
  readonly link: Pick<RegistrarLink, "invite" | "acknowledge" | "request" | "reached" | "peer">;
  readonly extension: Extension;
  readonly rtpPorts: readonly [first: number, last: number] | undefined;
  readonly tag: string;
  readonly contact: string;
  readonly random: () => string;
}

/** Receives the audio and the reports of the other side. */
interface AudioEars {
  heard(packet: HeardRtp): void;
  reported(reports: HeardReports): void;
}

export interface DiallingTold {
  rings(): void;
  /** Takes the call; later audio goes to `heard` of the answer. */
  answered(call: IncomingCall, sdp: string, offered: OfferedAudio): AudioEars;
  ended(why: CallRefusal, status: number | undefined): void;
}

export class Dialling implements Disposable {
  readonly #o: DiallingParts;
  readonly #told: DiallingTold;
  readonly #sessionId = newSdpId();
  readonly #to: Remote;
  #call: OutgoingCall | undefined;
  #inviting: InviteOrder | undefined;
  #rtp: RtpSocket | undefined;
  #talk: AudioEars | undefined;
  #timer: Disposable | undefined;
  /** Given up, possibly before its ports were open: then nothing rings. */
  #isGivenUp = false;

  constructor(parts: DiallingParts, told: DiallingTold) {
    this.#o = parts;
    this.#told = told;
    this.#to = parts.link.peer;
  }

  /** `to`: an address of SIP. */
  async begin(to: string, ringMs: number): Promise<void> {
    const { clock, link, rtpPorts: range } = this.#o;
    this.#rtp = await RtpSocket.open({
      range,
      host: "0.0.0.0",
      now: () => clock.now(),
      heard: (packet) => this.#talk?.heard(packet),
      reported: (reports) => this.#talk?.reported(reports),
    });
    if (this.#isGivenUp) {
      this[Symbol.dispose]();
      return this.#told.ended("cancelled", undefined);
    }
    if (this.#rtp === undefined) return this.#told.ended("failed", undefined);
    const place = { host: link.reached.host, port: this.#rtp.port };
    const sdp = ownOffer({ place, sessionId: this.#sessionId, version: 1 });
    const callId = crypto.randomUUID();
    this.#take(dial({ ...this.#o, to, callId, sdp, ringMs, now: clock.now() }));
  }

  hangUp(): void {
    this.#isGivenUp = true;
    this.#step({ type: "hang-up", now: this.#o.clock.now() });
  }

  /** Ends the call at once, without a message to the PBX. */
  [Symbol.dispose](): void {
    this.#isGivenUp = true;
    this.#timer?.[Symbol.dispose]();
    if (this.#talk === undefined) this.#rtp?.[Symbol.dispose]();
  }

  #step(event: OutgoingCallEvent): void {
    if (this.#call !== undefined) this.#take(stepOutgoingCall(this.#call, event, this.#o));
  }

  #take({ call, effects }: ReturnType<typeof stepOutgoingCall>): void {
    const { clock } = this.#o;
    this.#call = call;
    this.#timer?.[Symbol.dispose]();
    const at = dialDueAt(call);
    this.#timer =
      at === undefined
        ? undefined
        : clock.after(at - clock.now(), () => this.#step({ type: "time", now: clock.now() }));
    for (const effect of effects) this.#carryOut(effect);
  }

  #carryOut(effect: OutgoingCallEffect): void {
    const { link } = this.#o;
    switch (effect.type) {
      case "invite":
        return this.#invite(effect.request);
      case "cancel":
        return this.#inviting?.cancel();
      case "acknowledge":
        return link.acknowledge(effect.request, this.#to);
      case "send":
        return link.request(effect.request, this.#to, () => undefined);
      case "rings":
        return this.#told.rings();
      case "answered":
        return this.#answered(effect.call, effect.sdp);
      case "ended":
        this[Symbol.dispose]();
        return this.#told.ended(effect.why, effect.status);
    }
  }

  #invite(request: SipRequest): void {
    const { link, clock } = this.#o;
    this.#inviting = link.invite(request, this.#to, (response) =>
      this.#step(
        response === undefined ? { type: "unanswered" } : { type: "response", response, now: clock.now() },
      ),
    );
  }

  #answered(call: IncomingCall, sdp: string): void {
    const rtp = this.#rtp;
    if (rtp !== undefined) this.#talk = this.#told.answered(call, sdp, { rtp, sessionId: this.#sessionId });
  }
}
