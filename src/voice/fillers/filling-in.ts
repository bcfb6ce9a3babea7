// Filling in: carries out the dead-air step with one timer, in the call's voice.

import type { Tts } from "../../providers/provider-contract.ts";
import { unreachable } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import { type DeadAirEffect, type DeadAirEvent, deadAirStart, type FillerKind, step } from "./dead-air.ts";
import type { CallLine } from "../line.ts";
import type { Timers } from "../named-timers.ts";
import type { Playout } from "../playout/playout.ts";
import type { Filler, SpokenManner } from "../playout/playout-event.ts";
import type { Responder } from "../responder.ts";
import type { TurnInput } from "../turn.ts";

/** `unsaid` replaces an answer that the voice could not say. */
export type WordsKind = FillerKind | "unsaid";

/** Fillers of one call. */
export interface Fillers {
  /** Time from the end of the caller's turn to the first filler, in milliseconds. */
  readonly soonMs: number;
  /** Reports the time from the end of the caller's turn to the answer's audio. */
  answered(tookMs: number): void;
  /** A different one from the last. Undefined: none is ready, or the language has none. */
  next(kind: WordsKind, manner: SpokenManner): Filler | undefined;
  /** Words that stop a rambling caller, in the call's own voice; undefined: the language has none. */
  stop(manner: SpokenManner): string | undefined;
  /** Voice for a goodbye after the call's own has failed. Undefined: none speaks the language. */
  spare(manner: SpokenManner): Tts | undefined;
  /** Prepares fillers in a working voice. May be called at any time and repeatedly. */
  prepare(manner: SpokenManner): void;
}

export interface FillingInOptions {
  readonly clock: Clock;
  readonly timers: Pick<Timers<"dead-air">, "arm" | "disarm">;
  readonly playout: Pick<Playout, "fill" | "dropFiller" | "hush" | "manner" | "isFilling">;
  readonly line: Pick<CallLine, "writable">;
  readonly responder: Pick<Responder, "isOnHold">;
  readonly fillers: Fillers;
}

/** Undefined without fillers, and beside a model that speaks itself: they would be a second speaker. */
export function openFilling(
  options: Omit<FillingInOptions, "fillers"> & {
    readonly fillers?: Fillers;
    readonly responder: Pick<Responder, "hears">;
  },
): FillingIn | undefined {
  const { fillers, responder } = options;
  return fillers && responder.hears === undefined ? new FillingIn({ ...options, fillers }) : undefined;
}

export class FillingIn {
  readonly #o: FillingInOptions;
  #state = deadAirStart;

  constructor(options: FillingInOptions) {
    this.#o = options;
  }

  take(event: DeadAirEvent): void {
    const { clock, timers, responder, fillers } = this.#o;
    const { dueAt: before, askedAt } = this.#state;
    const [nowMs, { soonMs }] = [clock.now(), fillers];
    if (event.type === "answer-heard" && askedAt !== undefined) fillers.answered(nowMs - askedAt);
    const counted = responder.isOnHold === true ? ({ type: "over" } as const) : event;
    const [state, effect] = step(this.#state, counted, { nowMs, soonMs });
    this.#state = state;
    if (state.dueAt === undefined) timers.disarm("dead-air");
    else if (state.dueAt !== before || event.type === "due")
      timers.arm("dead-air", Math.max(0, state.dueAt - clock.now()), () => this.take({ type: "due" }));
    if (effect !== undefined) this.#carryOut(effect);
  }

  /** The caller speaks, or pauses. */
  speech(speaks: boolean): void {
    const { isFilling } = this.#o.playout;
    this.take(speaks ? { type: "caller-speaks", isFilling } : { type: "caller-pauses" });
  }

  /** An answer has begun; an unrequested or text-only answer is not awaited. */
  answering(input: TurnInput): void {
    if (input.type === "start") this.take({ type: "called" });
    else if (awaitsAnswer(input)) this.take({ type: "asked" });
  }

  /** The answer is over, and its voice has failed: the caller must not be left in silence. */
  unsaid(): void {
    this.#fill("unsaid");
  }

  /** The answer's audio flows, or has stalled. */
  flow(flowing: boolean): void {
    const { fillers, playout } = this.#o;
    this.take({ type: flowing ? "answer-heard" : "answer-stalled" });
    // The voice works: audio was heard.
    if (flowing) fillers.prepare(playout.manner);
  }

  #carryOut(effect: DeadAirEffect): void {
    const { playout } = this.#o;
    switch (effect) {
      case "drop":
        playout.dropFiller();
        return;
      case "hush":
        playout.hush();
        return;
      case "opening":
      case "soon":
      case "still":
        this.#fill(effect);
        return;
      default:
        unreachable(effect);
    }
  }

  #fill(kind: WordsKind): void {
    const { fillers, playout, line } = this.#o;
    // An absent client would hear it on return, long after it was meant.
    const filler = line.writable ? fillers.next(kind, playout.manner) : undefined;
    if (filler !== undefined) playout.fill(filler);
  }
}

/** True if the caller waits to hear the answer: they asked, and not for text. */
function awaitsAnswer(input: TurnInput): boolean {
  if (input.type === "words") return input.speak !== false;
  return input.type === "no-match" || input.type === "keys";
}
