// Recogniser of the pool: the embedded recogniser in the engine's form. One session per call, each turn recognised in
// a Worker.

import { type Frame, frameMs } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import { ProviderError, type Stt, type SttEvent, type SttSession } from "../providers/provider-contract.ts";
import type { PoolClient, SlotAssigner } from "./pool-client.ts";
import type { WorkerAnswer } from "./speech-message.ts";
import type { WorkerSlot } from "./worker-slot.ts";

type Sink = (event: SttEvent) => void;
type EndOfTurn = Extract<SttEvent, { readonly type: "end_of_turn" }>;

/**
 * `timed` starts measuring a turn's wait for its words; its result ends the measurement. A turn whose Worker was lost
 * is heard by the next one.
 */
export function poolStt(places: SlotAssigner, timed: () => () => void): Stt {
  return {
    id: "builtin",
    open: (sink, _context, signal) =>
      signal.aborted
        ? Promise.reject(unavailable("cancelled", "The call ended before its recogniser was open"))
        : Promise.resolve(new PooledSttSession({ places, timed, sink, signal })),
  };
}

interface PooledSttOptions {
  readonly places: SlotAssigner;
  readonly timed: () => () => void;
  readonly sink: Sink;
  readonly signal: AbortSignal;
}

/** 30 s: no more of a turn is kept for hearing it again. */
const framesKeptMax = 1_500;

interface Turn {
  readonly expectation: Expectation | undefined;
  frames: number;
  /** Frames for a replacement Worker. */
  readonly kept: Frame[];
}

interface UnansweredTurn extends Turn {
  readonly answered: () => void;
  /** Two Workers were lost with this turn. */
  isAgain: boolean;
}

class PooledSttSession implements SttSession, PoolClient {
  readonly #places: SlotAssigner;
  readonly #timed: () => () => void;
  readonly #sink: Sink;
  readonly #id: number;
  readonly #over = Promise.withResolvers<ProviderError | undefined>();
  readonly #unlisten: () => void;
  #slot: WorkerSlot;
  #expectation: Expectation | undefined;
  #closed = false;
  #turn: Turn | undefined;
  /** Finalized turns by number. */
  readonly #unanswered = new Map<number, UnansweredTurn>();
  #overloaded = false;

  constructor({ places, timed, sink, signal }: PooledSttOptions) {
    this.#places = places;
    this.#timed = timed;
    this.#sink = sink;
    const { id, slot } = places.join(this);
    this.#id = id;
    this.#slot = slot;
    const close = (): void => this.close();
    signal.addEventListener("abort", close, { once: true });
    this.#unlisten = () => signal.removeEventListener("abort", close);
  }

  get closed(): Promise<ProviderError | undefined> {
    return this.#over.promise;
  }

  send(frame: Frame): void {
    if (this.#closed) return;
    const turn = (this.#turn ??= this.#turnOf());
    turn.frames += 1;
    if (turn.kept.length < framesKeptMax) turn.kept.push(frame);
    if (this.#slot.audio(this.#id, frame) || this.#overloaded) return;
    this.#overloaded = true;
    const message = "The recogniser is too far behind; part of the words is lost";
    this.#sink({ type: "warning", code: "speech/overloaded", message });
  }

  finalize(turn: number): void {
    if (this.#closed) return;
    const spoken = this.#turn ?? this.#turnOf();
    this.#unanswered.set(turn, { ...spoken, answered: this.#timed(), isAgain: false });
    this.#turn = undefined;
    this.#overloaded = false;
    this.#slot.order({ type: "hear-finalize", id: this.#id, turn });
  }

  reset(): void {
    if (this.#closed) return;
    this.#turn = undefined;
    this.#slot.order({ type: "hear-reset", id: this.#id });
  }

  expect(expectation: Expectation | undefined): void {
    if (this.#closed) return;
    this.#expectation = expectation;
    this.#expectNow(expectation);
  }

  close(): void {
    if (this.#closed) return;
    this.#slot.order({ type: "hear-end", id: this.#id });
    this.#places.leave(this.#id);
    this.#finish(undefined);
  }

  answer(answer: WorkerAnswer): void {
    if (this.#closed) return;
    if (answer.type === "partial") {
      this.#sink({ type: "partial", text: answer.text, complete: answer.complete });
    } else if (answer.type === "warning") {
      this.#sink({ type: "warning", code: answer.code, message: answer.message });
    } else if (answer.type === "end-of-turn") {
      const { type: _, id: _id, ...heard } = answer;
      this.#answerTurn(heard);
    }
  }

  /**
   * The open turn continues, and waiting turns are heard again; if neither is possible, they count as not understood.
   */
  moveTo(slot: WorkerSlot): void {
    if (this.#closed) return;
    this.#slot = slot;
    for (const [number, turn] of Array.from(this.#unanswered)) {
      // A turn that may have cost two Workers is not given to a third.
      if (turn.isAgain) this.#answerTurn({ turn: number, text: "", rejected: true });
      else {
        turn.isAgain = true;
        this.#say(turn);
        slot.order({ type: "hear-finalize", id: this.#id, turn: number });
      }
    }
    if (this.#turn !== undefined) this.#say(this.#turn);
    this.#expectNow(this.#expectation);
  }

  #say({ expectation, kept }: Turn): void {
    this.#expectNow(expectation);
    for (const frame of kept) this.#slot.audio(this.#id, frame);
  }

  #expectNow(expectation: Expectation | undefined): void {
    this.#slot.order({ type: "expect", id: this.#id, expectation });
  }

  #turnOf(): Turn {
    return { expectation: this.#expectation, frames: 0, kept: [] };
  }

  end(): void {
    this.#finish(unavailable("transient", "Speech recognition has been shut down"));
  }

  #answerTurn(heard: Omit<EndOfTurn, "type">): void {
    const { turn } = heard;
    const waiting = this.#unanswered.get(turn);
    if (waiting === undefined) return;
    this.#unanswered.delete(turn);
    waiting.answered();
    const { frames } = waiting;
    const usage = { unit: "audio_ms", amount: frames * frameMs, basis: "measured" } as const;
    if (frames > 0) this.#sink({ type: "usage", usage });
    this.#sink({ type: "end_of_turn", ...heard });
  }

  #finish(reason: ProviderError | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#unlisten();
    this.#over.resolve(reason);
  }
}

function unavailable(kind: "transient" | "cancelled", message: string): ProviderError {
  return new ProviderError(kind, {
    provider: "builtin",
    capability: "stt",
    phase: "start",
    message,
    emitted: false,
  });
}
