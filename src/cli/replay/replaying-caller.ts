// Replaying caller: repeats the acts of a recorded caller on a simulated line, 20 ms at a time, each as soon as its
// recorded predecessor has happened.

import { type Frame, frameMs, silence } from "../../audio/frame.ts";
import type { CallInput } from "../../voice/call-event.ts";
import type { Act } from "./recorded-acts.ts";

export interface ReplayingCallerOptions {
  readonly acts: readonly Act[];
  /** Audio of the words, recorded or synthetic; undefined: masked, and silent. */
  readonly framesOf: (said: Extract<Act, { type: "said" }>) => readonly Frame[] | undefined;
  /** Fitting words for the present question, in place of masked ones. */
  readonly unknownWords: () => string;
  readonly input: (input: CallInput) => void;
}

/**
 * An act's predecessor may never happen in a call with another course: the act then follows a silence of this length.
 */
const patienceMs = 8_000;

export class ReplayingCaller {
  readonly #o: ReplayingCallerOptions;
  #queue: Frame[] = [];
  #next = 0;
  #now = 0;
  #isAudible = false;
  /** Time of the agent's last start, time of its last audio, and its starts since the previous act. */
  #agentFrom = 0;
  #agentTo = 0;
  #replies = 0;
  #actTo = 0;

  constructor(options: ReplayingCallerOptions) {
    this.#o = options;
  }

  /** True if all acts are done. */
  get isDone(): boolean {
    return this.#next >= this.#o.acts.length && this.#queue.length === 0;
  }

  /** Next 20 ms. `audible`: the agent is audible now. */
  next(now: number, audible: boolean): Frame {
    this.#now = now;
    if (audible) {
      if (!this.#isAudible) {
        this.#agentFrom = now;
        this.#replies += 1;
      }
      this.#agentTo = now;
    }
    this.#isAudible = audible;
    const act = this.#queue.length === 0 ? this.#o.acts[this.#next] : undefined;
    if (act !== undefined && this.#isDue(act, now)) this.#do(act);
    const frame = this.#queue.shift();
    if (frame !== undefined) this.#rest(now + frameMs);
    return frame ?? silence;
  }

  #isDue({ cue }: Act, now: number): boolean {
    const { after, ms, replies } = cue;
    const quietMs = now - Math.max(this.#agentTo, this.#actTo);
    // After this silence nothing else can be waited for.
    if (!this.#isAudible && quietMs >= Math.max(ms, patienceMs)) return true;
    if (this.#replies < replies) return false;
    switch (after) {
      case "agent-speaks":
        // A shorter prompt than the interrupted one ends earlier.
        return this.#isAudible ? now - this.#agentFrom >= ms : quietMs >= frameMs;
      case "agent-ended":
        return !this.#isAudible && now - this.#agentTo >= ms;
      default:
        return !this.#isAudible && now - this.#actTo >= ms;
    }
  }

  #do(act: Act): void {
    this.#next += 1;
    this.#rest(this.#now);
    const { input } = this.#o;
    switch (act.type) {
      case "said": {
        const frames = this.#o.framesOf(act);
        if (frames === undefined)
          input({ type: "text", text: this.#o.unknownWords(), interrupt: true, speak: true });
        else this.#queue.push(...frames);
        break;
      }
      case "typed":
        input({ type: "text", text: act.text ?? this.#o.unknownWords(), interrupt: true, speak: true });
        break;
      case "keys":
        input({ type: "keys", keys: act.keys ?? this.#o.unknownWords().replace(/\D/g, "") });
        break;
      default:
        input({ type: "end", drain: false });
    }
  }

  #rest(now: number): void {
    this.#actTo = now;
    this.#replies = this.#isAudible ? 1 : 0;
  }
}
