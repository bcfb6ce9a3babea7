// Over agent: tracks the caller's turns that began while the agent spoke, recognises words not meant to interrupt,
// and lets the agent fall silent and continue.

import { unreachable } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import type { CallEvent, WithoutTime } from "../call-event.ts";
import type { HeardWords } from "../heard-words.ts";
import type { Playout } from "../playout/playout.ts";
import type { CurrentWords } from "../playout/saying.ts";
import type { Responder } from "../responder.ts";
import type { Floor, TurnEffect } from "../turn.ts";
import { type Aside, asideOf } from "./aside.ts";

/** Parts of a pause. */
type PauseDeed = Extract<TurnEffect, { readonly type: "duck" | "pause" | "go-on" }>;

export type PauseEvent = WithoutTime<Extract<CallEvent, { type: "agent-paused" }>>;

type SaidWords = HeardWords & { readonly isFaint?: true | undefined };

export interface OverAgentOptions {
  readonly playout: Pick<Playout, "saying" | "duck" | "pause" | "goOn" | "pausedMs" | "isSpeaking">;
  readonly responder: Pick<Responder, "saidSoFar" | "onlyListens">;
  readonly clock: Pick<Clock, "now">;
  readonly tell: (event: PauseEvent) => void;
}

export class OverAgent {
  readonly #o: OverAgentOptions;
  /**
   * The agent's words at the beginning of the open turn and of the turn awaiting its words; undefined: the agent was
   * silent.
   */
  #open: CurrentWords | undefined;
  #awaited: CurrentWords | undefined;
  #isOpen = false;
  /** When the caller's sound was detected that the agent may fall silent for. */
  #duckedAtMs: number | undefined;

  constructor(options: OverAgentOptions) {
    this.#o = options;
  }

  carryOut({ type, reply }: PauseDeed): void {
    const { playout, tell, clock } = this.#o;
    switch (type) {
      case "duck":
        this.#duckedAtMs = clock.now();
        playout.duck(reply);
        return;
      case "pause":
        playout.pause(reply);
        if (playout.isSpeaking) tell({ type: "agent-paused", paused: true, reply, ...this.#sinceDucked });
        return;
      case "go-on":
        // Before the audio that is repeated.
        if (playout.isSpeaking && playout.pausedMs !== undefined)
          tell({ type: "agent-paused", paused: false, reply });
        playout.goOn(reply);
        return;
      default:
        unreachable(type);
    }
  }

  get #sinceDucked(): { readonly afterMs?: number } {
    const since = this.#duckedAtMs;
    return since === undefined ? {} : { afterMs: Math.round(this.#o.clock.now() - since) };
  }

  speechStarted({ holder }: Floor): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#open = holder === "agent" ? this.#o.playout.saying : undefined;
  }

  turnEnded(): void {
    if (this.#isOpen) this.#awaited = this.#open;
    this.#isOpen = false;
    this.#open = undefined;
  }

  /** True if words of the open turn are an aside. */
  ofPartial({ text, isFaint }: Pick<SaidWords, "text" | "isFaint">): Aside | undefined {
    return this.#asideOf({ text, ...(isFaint && { isFaint }) }, this.#open);
  }

  /** The same for all words of the last ended turn. */
  ofWords(heard: SaidWords): Aside | undefined {
    const saying = this.#awaited;
    this.#awaited = undefined;
    return this.#asideOf(heard, saying);
  }

  #asideOf({ isFaint, ...heard }: SaidWords, began: CurrentWords | undefined): Aside | undefined {
    if (began === undefined || heard.text === "") return undefined;
    const { playout, responder } = this.#o;
    const { text: now } = playout.saying;
    return asideOf({
      heard,
      isFaint: isFaint === true,
      said: responder.saidSoFar?.(heard.text),
      onlyListens: (text) => responder.onlyListens?.(text) === true,
      agentSaid: now === began.text ? now : `${began.text} ${now}`,
      hasAsked: began.hasAsked,
    });
  }
}
