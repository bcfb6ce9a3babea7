// Phone line: a telephone as the line of a call. Input and output are audio and keys; it has no messages.

import type { Frame, Pcm } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import { limits } from "../transport/connection-limits.ts";
import type { TransportCounters } from "../transport/transport-counters.ts";
import { Uplink } from "../transport/uplink.ts";
import type { EndReason, LineEvent } from "../voice/call-event.ts";
import type { AnsweredBy, CallSide, Line, Transport } from "../voice/line.ts";
import type { PhoneTransferResult, TransferOrder } from "./phone-transfer.ts";

/** The telephone of the line. No method throws. */
export interface Telephone {
  /** False: on hold. Absent: it cannot be. */
  readonly isHeard?: boolean;
  play(frame: Frame): void;
  clear(last?: Frame): void;
  press(keys: string): void;
  /** Transfers the caller. `transferred` of the line gets the result. */
  transfer(order: TransferOrder): void;
  /** The session continues in another process; absent: the telephone cannot follow it. */
  moved?(): void;
  hangUp(): void;
}

export interface PhoneLineOptions {
  readonly clock: Clock;
  readonly telephone: Telephone;
  readonly counters?: TransportCounters | undefined;
  /** Absent: SIP. */
  readonly transport?: Transport;
}

/** The queue is ours, as with WebRTC. */
const phoneLeadMs = 80;
/** Time for the last words to arrive before the call ends. */
const partingMs = 300;
/** Time after which the other process has taken the call, or the call is over. */
const movedMsMax = 30_000;

export class PhoneLine implements Line {
  readonly transport: Transport;
  /** For an outgoing call: known before its session opens. */
  answeredBy: AnsweredBy | undefined;
  readonly leadMs = phoneLeadMs;
  readonly #o: PhoneLineOptions;
  readonly #uplink: Uplink;
  #call: CallSide | undefined;
  /** `up`: the caller hears. `over`: audio has ended. */
  #phase: "ringing" | "up" | "over" = "ringing";
  #gone: EndReason | undefined;
  #parting: Disposable | undefined;

  constructor(options: PhoneLineOptions) {
    this.#o = options;
    this.transport = options.transport ?? "sip";
    const { clock, counters } = options;
    this.#uplink = new Uplink(clock.now(), { limits, counters, hear: (frame) => this.#call?.hear(frame) });
  }

  /** The agent's words wait while the caller is on hold. */
  get writable(): boolean {
    return this.#o.telephone.isHeard !== false;
  }

  // The telephone's side.

  /** The call is answered on both sides. */
  up(): void {
    if (this.#phase !== "ringing") return;
    this.#phase = "up";
    this.#begin();
  }

  hear(pcm: Pcm): void {
    if (this.#phase !== "over") this.#uplink.push(pcm, this.#o.clock.now());
  }

  pressed(keys: string): void {
    if (this.#phase === "up") this.#call?.input({ type: "keys", keys });
  }

  transferred({ ok, missed }: PhoneTransferResult): void {
    if (this.#phase === "up") this.#call?.input({ type: "transferred", ok, ...(missed && { missed }) });
  }

  /** The caller is back: the callee of the transfer hung up. */
  returned(): void {
    if (this.#phase === "up") this.#call?.input({ type: "event", name: "call.returned", data: null });
  }

  beat(now: number): void {
    if (this.#phase === "up") this.#uplink.beat(now);
  }

  /** The telephone is gone. */
  left(reason: "caller" | "lost"): void {
    if (this.#phase === "over") return;
    this.#phase = "over";
    this.#gone = reason;
    this.#call?.gone(reason);
  }

  /** Ends the line of a stopping server, without last words. */
  [Symbol.dispose](): void {
    this.#parting?.[Symbol.dispose]();
  }

  // The call's side.

  attach(call: CallSide): void {
    this.#call = call;
    if (this.#gone !== undefined) call.gone(this.#gone);
    this.#begin();
  }

  play(frame: Frame): void {
    this.#o.telephone.play(frame);
  }

  flush(): void {
    // Each frame is a packet, so there is no batching.
  }

  clear(last?: Frame): boolean {
    this.#o.telephone.clear(last);
    return true;
  }

  tell(event: LineEvent): void {
    if (event.type === "press-keys") this.#o.telephone.press(event.keys);
    if (event.type === "transfer") this.#o.telephone.transfer(event);
  }

  close(reason?: EndReason): void {
    if (this.#parting !== undefined) return;
    const { telephone, clock } = this.#o;
    const wasUp = this.#phase === "up";
    const moves = reason === "moved" && wasUp && telephone.moved !== undefined;
    this.#phase = "over";
    if (moves) telephone.moved?.();
    const restMs = moves ? movedMsMax : wasUp ? partingMs : 0;
    this.#parting = clock.after(restMs, () => telephone.hangUp());
  }

  #begin(): void {
    if (this.#phase !== "up" || this.#call === undefined) return;
    this.#call.ready();
    this.#uplink.start(this.#o.clock.now());
  }
}
