// Transfer by hand: a supervisor transfers the caller of any flow or model. The client does it, as for a flow, and
// reports the result.

import type { TransferTo } from "../../flow/engine/outside-work.ts";
import type { CallEvent, WithoutTime } from "../call-event.ts";
import type { Timers } from "../named-timers.ts";

export interface PutThroughOptions {
  readonly timers: Pick<Timers<"put-through">, "arm" | "disarm">;
  readonly tell: (event: WithoutTime<Extract<CallEvent, { type: "transfer" | "warning" }>>) => void;
  /** The callee did not answer: the conversation continues. */
  readonly goOn: () => void;
  /** The callee answered. */
  readonly end: () => void;
}

/** Default ring time: five or six rings. */
const ringMsDefault = 25_000;
/** Additional time of a client, in milliseconds. */
const answerMsMax = 10_000;

/** Time for the client to transfer a caller, in milliseconds. */
export const transferMsMax = ({ ringMs = ringMsDefault }: Pick<TransferTo, "ringMs">): number =>
  ringMs + answerMsMax;

export class PutThrough {
  readonly #o: PutThroughOptions;
  #to: TransferTo | undefined;
  /** The client was asked. */
  #isAsked = false;

  constructor(options: PutThroughOptions) {
    this.#o = options;
  }

  /** True during the transfer: the caller is not asked whether they are still there. */
  get isWanted(): boolean {
    return this.#to !== undefined;
  }

  /** Asks the client as soon as the agent is silent. A later request replaces an earlier one. */
  ask({ address, whisper }: TransferTo): void {
    this.#to = { address, ...(whisper === undefined ? {} : { whisper }) };
    this.#isAsked = false;
  }

  /** Reports that neither side says anything. */
  rested(): void {
    if (this.#to === undefined || this.#isAsked) return;
    this.#isAsked = true;
    this.#o.timers.arm("put-through", transferMsMax(this.#to), () => this.answered(false));
    this.#o.tell({ type: "transfer", ...this.#to });
  }

  /** Report of the client; false: there was no manual request. */
  answered(ok: boolean): boolean {
    if (!this.#isAsked) return false;
    this.#to = undefined;
    this.#isAsked = false;
    const { timers, tell, goOn, end } = this.#o;
    timers.disarm("put-through");
    if (ok) {
      end();
      return true;
    }
    tell({ type: "warning", code: "transfer/unanswered", message: "The caller could not be transferred" });
    goOn();
    return true;
  }
}
