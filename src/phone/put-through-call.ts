// Put-through call: the other side of a transfer made by this program. Rings there and joins two telephones: audio
// and keys of each go to the other. Carries out the step of phone-transfer.ts.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { CallRefusal } from "../sip/outgoing-call.ts";
import { BridgedAudio } from "./bridged-audio.ts";
import type { LegEars, PhoneLeg } from "./phone-leg.ts";
import { referTo } from "./reached-number.ts";
import type { PhoneLine } from "./phone-line.ts";
import {
  noTransfer,
  stepTransfer,
  type TransferEffect,
  type TransferEvent,
  type PhoneTransferResult,
  type TransferOrder,
  type TransferOutcome,
} from "./phone-transfer.ts";
import { ringbackAt } from "./ringback-tone.ts";

export interface OtherTold extends Pick<LegEars, "hear" | "pressed" | "beat"> {
  rings(): void;
  answered(leg: Pick<PhoneLeg, "play" | "press">): void;
  unanswered(why: CallRefusal): void;
  /** The call was answered, and is over. */
  left(): void;
}

/** Calls the target; disposing hangs up. `told` is called later, never at once. */
export type ReachOther = (order: TransferOrder, ringMs: number, told: OtherTold) => Disposable;

export interface PutThroughCallOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly caller: Pick<PhoneLeg, "play" | "press" | "refer" | "hangUp">;
  readonly line: Pick<PhoneLine, "transferred" | "returned">;
  readonly domain: string;
  readonly reach: ReachOther;
  readonly transferred: (outcome: TransferOutcome) => void;
}

const ringMsDefault = 25_000;
/** Added to the ringing time: for the PBX to refuse, and for a ringing call to be withdrawn. */
const lateMs = 5_000;
/** Longest bridged call: a call that both sides forget must end. */
const joinedMsMax = 4 * 3_600_000;

export class PutThroughCall implements Disposable {
  readonly #o: PutThroughCallOptions;
  #state = noTransfer;
  #other: Disposable | undefined;
  /** Identity of the latest call there; events of earlier ones are ignored. */
  #told: object | undefined;
  #leg: Pick<PhoneLeg, "play" | "press"> | undefined;
  #toOther = new BridgedAudio();
  #toCaller = new BridgedAudio();
  #late: Disposable | undefined;
  #askedAt = 0;
  /** Start of ringing there. */
  #ringsAt: number | undefined;

  constructor(options: PutThroughCallOptions) {
    this.#o = options;
  }

  /** The caller is bridged. */
  get isJoined(): boolean {
    return this.#state.phase === "joined";
  }

  step(event: TransferEvent): void {
    const [state, effects] = stepTransfer(this.#state, event);
    const before = this.#state;
    this.#state = state;
    if (state.phase !== before.phase) this.#log(event);
    if (event.type === "asked") this.#askedAt = this.#o.clock.now();
    for (const effect of effects) this.#carryOut(effect);
    this.#arm();
  }

  heardFromCaller(pcm: Int16Array): void {
    if (this.isJoined) this.#toOther.hear(pcm);
  }

  /** False: the keys are for the session. */
  pressedByCaller(keys: string): boolean {
    if (this.isJoined) this.#leg?.press(keys);
    return this.isJoined;
  }

  beat(): void {
    const { clock, caller } = this.#o;
    const tone = this.#ringsAt === undefined ? undefined : ringbackAt(clock.now() - this.#ringsAt);
    const frame = this.isJoined ? this.#toCaller.take() : tone;
    if (frame !== undefined) caller.play(frame);
  }

  /** Ends the call at once, without a message to the target. */
  [Symbol.dispose](): void {
    this.#late?.[Symbol.dispose]();
  }

  #carryOut(effect: TransferEffect): void {
    const { caller, line, domain } = this.#o;
    switch (effect.type) {
      case "refer":
        return caller.refer(referTo(effect.order.address, domain));
      case "dial":
        return this.#dial(effect.order);
      case "join":
        this.#toOther = new BridgedAudio();
        this.#toCaller = new BridgedAudio();
        return;
      case "tell":
        this.#o.transferred(outcomeOf(effect, this.isJoined));
        return line.transferred(effect);
      case "part":
        this.#other?.[Symbol.dispose]();
        return this.#parted();
      case "hang-up":
        return caller.hangUp();
      case "returned":
        return line.returned();
    }
  }

  #dial(order: TransferOrder): void {
    const { ringMs = ringMsDefault } = order;
    const leftMs = Math.max(0, this.#askedAt + ringMs - this.#o.clock.now());
    const other = {};
    const ifCurrent = (act: () => void): void => {
      if (this.#told === other) act();
    };
    this.#told = other;
    this.#other = this.#o.reach(order, leftMs, {
      rings: () => ifCurrent(() => (this.#ringsAt ??= this.#o.clock.now())),
      answered: (leg) =>
        ifCurrent(() => {
          this.#ringsAt = undefined;
          this.#leg = leg;
          this.step({ type: "answered" });
        }),
      unanswered: (why) =>
        ifCurrent(() => {
          this.#parted();
          this.step({ type: "unanswered", why });
        }),
      left: () =>
        ifCurrent(() => {
          this.#parted();
          this.step({ type: "other-left" });
        }),
      hear: (pcm) => ifCurrent(() => this.#toCaller.hear(pcm)),
      pressed: (keys) => ifCurrent(() => this.#o.caller.press(keys)),
      beat: () =>
        ifCurrent(() => {
          const frame = this.isJoined ? this.#toOther.take() : undefined;
          if (frame !== undefined) this.#leg?.play(frame);
        }),
    });
  }

  #parted(): void {
    this.#other = this.#leg = this.#ringsAt = this.#told = undefined;
  }

  #arm(): void {
    const { clock } = this.#o;
    const state = this.#state;
    this.#late?.[Symbol.dispose]();
    this.#late = undefined;
    if (state.phase === "none") return;
    if (state.phase === "joined") {
      this.#late = clock.after(joinedMsMax, () => this.#end());
      return;
    }
    const { ringMs = ringMsDefault } = state.order;
    const lateAt = this.#askedAt + ringMs + lateMs;
    this.#late = clock.after(Math.max(0, lateAt - clock.now()), () => this.step({ type: "late" }));
  }

  #end(): void {
    this.step({ type: "caller-left" });
    this.#o.caller.hangUp();
  }

  #log(event: TransferEvent): void {
    const { log } = this.#o;
    if (event.type === "answered") log.info("phone.bridged");
    if (event.type === "unanswered") log.info("phone.not-put-through", { outcome: event.why });
    if (event.type === "referred" && !event.ok)
      log.info("phone.not-referred", { outcome: event.isRefused ? "refused" : event.why });
  }
}

function outcomeOf({ ok, missed }: PhoneTransferResult, isJoined: boolean): TransferOutcome {
  if (ok) return isJoined ? "bridged" : "referred";
  return missed ? "missed" : "failed";
}
