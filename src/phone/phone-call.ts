// Phone call: a telephone that talks with a session, and the target of its transfer. It outlives its session while
// two people talk.

import type { Frame } from "../audio/frame.ts";
import { Fault } from "../base/fault.ts";
import { maskedNumber } from "../base/words/masked-number.ts";
import type { Arrival } from "../session/arrival.ts";
import type { IncomingCall } from "../sip/incoming-call.ts";
import { refusalOf as refusalBy } from "../sip/outgoing-call.ts";
import type { SipRequest } from "../sip/sip-message.ts";
import type { ReferResult } from "../sip/told-in-call.ts";
import type { HeardReports } from "../transport/rtp/rtcp-packet.ts";
import type { HeardRtp } from "../transport/rtp/rtp-packet.ts";
import type { AnsweredBy } from "../voice/line.ts";
import { AnswerListener } from "./answer-listener.ts";
import { type LegEars, type LegParts, type OfferedAudio, PhoneLeg } from "./phone-leg.ts";
import type { MovedCall } from "./moved-calls.ts";
import { PhoneLine, type Telephone } from "./phone-line.ts";
import type { TransferOrder, TransferOutcome } from "./phone-transfer.ts";
import { PutThroughCall, type ReachOther } from "./put-through-call.ts";

export interface PhoneCallParts extends LegParts {
  /** Takes a place, or rejects with the Fault for the call. */
  readonly arrive: () => Promise<Arrival>;
  /** Domain of transfers to an address without one. */
  readonly domain: string;
  /** Calls the other side of a transfer. */
  readonly reach: ReachOther;
  readonly transferred: (outcome: TransferOutcome) => void;
  /** The telephone of a session is gone and will not return. */
  readonly expire: (sessionId: string) => void;
  /** Id of an outgoing call in its list. */
  readonly id?: string | undefined;
  /** The call is over on both sides. Called once. */
  readonly over: () => void;
}

export class PhoneCall implements Telephone, LegEars, Disposable {
  readonly #o: PhoneCallParts;
  readonly #line: PhoneLine;
  readonly #leg: PhoneLeg;
  readonly #through: PutThroughCall;
  /** Listener until the kind of callee is known. */
  #listener: AnswerListener | undefined;
  #session: Arrival["session"] | undefined;
  /** The session has moved: the telephone waits for the other process. */
  #hasMoved = false;

  /** `offered`: earlier offers of this side; absent: the other side calls. */
  constructor(call: IncomingCall, parts: PhoneCallParts, offered?: OfferedAudio) {
    this.#o = parts;
    this.#line = new PhoneLine({ ...parts, telephone: this });
    this.#leg = new PhoneLeg(call, { parts, ears: this, offered });
    this.#through = new PutThroughCall({ ...parts, caller: this.#leg, line: this.#line });
  }

  /** Rings, and answers as soon as a session has taken the call. */
  async answer(): Promise<void> {
    const leg = this.#leg;
    try {
      const { offer } = leg;
      if (offer === "none") return leg.refuse(488);
      leg.ring();
      const arrival = await this.#o.arrive();
      // A port only for a call with a place: a flood of INVITEs would take all of them.
      const hasPort = await leg.openRtp();
      if (leg.isOver || !hasPort) arrival.withdraw();
      if (leg.isOver) return;
      if (!hasPort) throw new Fault("calls/limit", "No port of PHONE_RTP_PORTS is free.");
      await this.#open(arrival);
      await leg.accept(offer);
    } catch (error) {
      const { status, reason } = refusalOf(error);
      this.#o.log.warn("phone.refused", { status, reason });
      leg.refuse(status);
    }
  }

  /**
   * The other side answered an outgoing call; `sdp`: its answer to the offer. Nothing is said before the kind of
   * callee is known; `takes` decides whether to talk to it.
   */
  async talk(sdp: string, takes: (who: AnsweredBy) => boolean): Promise<void> {
    const leg = this.#leg;
    try {
      const listener = new AnswerListener();
      this.#listener = listener;
      await leg.begin(sdp);
      if (leg.isOver) return;
      const who = await listener.decided;
      this.#listener = undefined;
      if (leg.isOver) return;
      this.#line.answeredBy = who;
      if (!takes(who)) return this.hangUp();
      await this.#join();
    } catch (error) {
      this.#o.log.warn("phone.refused", refusalOf(error));
      this.hangUp();
    }
  }

  /** Resumes a call of another process, whose session has moved here. */
  async resume(moved: MovedCall): Promise<void> {
    try {
      if (!(await this.#leg.resume(moved)))
        throw new Fault("calls/limit", "No port of PHONE_RTP_PORTS is free.");
      await this.#join();
    } catch (error) {
      this.#o.log.warn("phone.not-resumed", refusalOf(error));
      this.hangUp();
    }
  }

  async #join(): Promise<void> {
    const arrival = await this.#o.arrive();
    if (this.#leg.isOver) return arrival.withdraw();
    await this.#open(arrival);
    this.#line.up();
  }

  async #open(arrival: Arrival): Promise<void> {
    this.#session = arrival.session;
    await arrival.open(this.#line);
  }

  /** Data with which another process resumes the call; undefined: its session is still here, or two people talk. */
  get movedOn(): MovedCall | undefined {
    const token = this.#session?.resume?.token;
    const leg = this.#leg.moved;
    if (!this.#hasMoved || token === undefined || leg === undefined) return undefined;
    return { ...leg, token, id: this.#o.id };
  }

  asked(request: SipRequest): void {
    this.#leg.asked(request);
  }

  cancelled(): void {
    this.#leg.cancelled();
  }

  unacknowledged(): void {
    this.#leg.unacknowledged();
  }

  heard(packet: HeardRtp): void {
    this.#leg.heard(packet);
  }

  reported(reports: HeardReports): void {
    this.#leg.reported(reports);
  }

  // The line's side.

  get isHeard(): boolean {
    return this.#leg.isHeard;
  }

  play(frame: Frame): void {
    if (!this.#through.isJoined) this.#leg.play(frame);
  }

  clear(last?: Frame): void {
    if (!this.#through.isJoined) this.#leg.clear(last);
  }

  press(keys: string): void {
    this.#leg.press(keys);
  }

  transfer(order: TransferOrder): void {
    this.#o.log.info("phone.transfer", { to: maskedNumber(order.address) });
    this.#through.step({ type: "asked", order });
  }

  moved(): void {
    this.#hasMoved = true;
  }

  hangUp(): void {
    this.#through.step({ type: "session-over" });
  }

  /** Ends both sides of the call. */
  cut(): void {
    this.#through.step({ type: "caller-left" });
    this.#leg.hangUp();
  }

  /** Ends at once: unsent data is lost. */
  [Symbol.dispose](): void {
    this.#line[Symbol.dispose]();
    this.#through[Symbol.dispose]();
    this.#leg[Symbol.dispose]();
  }

  // Effects for the telephone.

  hear(pcm: Int16Array): void {
    this.#through.heardFromCaller(pcm);
    (this.#listener ?? this.#line).hear(pcm);
  }

  pressed(keys: string): void {
    if (!this.#through.pressedByCaller(keys)) this.#line.pressed(keys);
  }

  begun(): void {
    this.#line.up();
  }

  beat(now: number): void {
    this.#listener?.beat();
    this.#line.beat(now);
    this.#through.beat();
  }

  referred({ ok, isRefused, status }: ReferResult): void {
    const why = status === undefined ? undefined : refusalBy(status);
    this.#through.step({ type: "referred", ok, isRefused, ...(why !== undefined && { why }) });
  }

  vanished(): void {
    this.#left("lost");
  }

  ended(by: "caller" | "us" | "lost"): void {
    this.#listener?.giveUp();
    this.#through.step({ type: "caller-left" });
    this.#left(by === "lost" ? "lost" : "caller");
    this[Symbol.dispose]();
    this.#o.over();
  }

  #left(reason: "caller" | "lost"): void {
    this.#line.left(reason);
    // A lost telephone does not return: its session need not wait.
    if (this.#session !== undefined && !this.#hasMoved) this.#o.expire(this.#session.sessionId);
  }
}

/** Busy if there is no room or no credit; all others are faults of this side. */
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
