// Transfer by hand: a supervisor of the call transfers the caller, whatever flow or model the call has. The client
// does it, as it does for a flow, and says what became of it.

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

/** How long the client may take to put a caller through, in milliseconds. */
export const transferMsMax = ({ ringMs = ringMsDefault }: Pick<TransferTo, "ringMs">): number =>
  ringMs + answerMsMax;

export class PutThrough {
  readonly #o: PutThroughOptions;
  #to: TransferTo | undefined;
  /** The client is at it. */
  #isAsked = false;

  constructor(options: PutThroughOptions) {
    this.#o = options;
  }

  /** Meanwhile the caller is not asked whether they are still there. */
  get isWanted(): boolean {
    return this.#to !== undefined;
  }

  /** The client is asked as soon as the agent is silent. A later wish takes the place of an earlier one. */
  ask({ address, whisper }: TransferTo): void {
    this.#to = { address, ...(whisper === undefined ? {} : { whisper }) };
    this.#isAsked = false;
  }

  /** Neither side says anything. */
  rested(): void {
    if (this.#to === undefined || this.#isAsked) return;
    this.#isAsked = true;
    this.#o.timers.arm("put-through", transferMsMax(this.#to), () => this.answered(false));
    this.#o.tell({ type: "transfer", ...this.#to });
  }

  /** Report of the client; false: it was asked nothing by hand. */
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
