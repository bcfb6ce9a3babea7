// Second opinion: a recogniser of free speech, with the embedded one listening along at closed questions. The words
// are always the first one's; the other's transcript accompanies the answer, and a flow compares the meanings.

import type { Expectation } from "../../flow/engine/expectation.ts";
import type { ProviderContext, Stt, SttEvent, SttSession } from "../provider-contract.ts";

/** Longest wait for the second opinion, which usually exists already. */
const waitMsMax = 250;

/** `embedded` is asked only if the expectation is known, which costs it little. */
export function withSecondOpinion(open: Stt, embedded: Stt): Stt {
  return {
    ...open,
    async open(sink, context, signal) {
      const opinions = new Opinions(sink, context);
      const first = await open.open((event) => opinions.first(event), context, signal);
      // Opened after the first, so that nothing of it remains if the first refuses; without it the call continues
      // alone.
      const second = await embedded
        .open((event) => opinions.second(event), context, signal)
        .catch(() => undefined);
      return second === undefined ? first : new Session(first, second, opinions);
    },
  };
}

type EndOfTurn = Extract<SttEvent, { readonly type: "end_of_turn" }>;

/** Turns asked of both, and the answers of each. */
class Opinions {
  readonly #sink: (event: SttEvent) => void;
  readonly #context: ProviderContext;
  /** Turns asked of the second one, with its words; "" is none. */
  readonly #asked = new Map<number, string | undefined>();
  readonly #waiting = new Map<number, { readonly end: EndOfTurn; readonly timer: Disposable }>();
  #isComplete = false;

  constructor(sink: (event: SttEvent) => void, context: ProviderContext) {
    this.#sink = sink;
    this.#context = context;
  }

  asked(turn: number): void {
    this.#asked.set(turn, undefined);
    this.#isComplete = false;
  }

  first(event: SttEvent): void {
    if (event.type === "partial") {
      this.#sink({ ...event, complete: event.complete || (this.#isComplete && event.text !== "") });
      return;
    }
    if (event.type !== "end_of_turn" || !this.#asked.has(event.turn)) {
      this.#inOrder(event);
      return;
    }
    const timer = this.#context.clock.after(waitMsMax, () => this.#conclude(event.turn));
    this.#waiting.set(event.turn, { end: event, timer });
    if (this.#asked.get(event.turn) !== undefined) this.#conclude(event.turn);
  }

  second(event: SttEvent): void {
    if (event.type === "partial") this.#isComplete = event.complete;
    if (event.type !== "end_of_turn" || !this.#asked.has(event.turn)) return;
    this.#asked.set(event.turn, event.rejected ? "" : event.text);
    if (this.#waiting.has(event.turn)) this.#conclude(event.turn);
  }

  close(): void {
    for (const { timer } of this.#waiting.values()) timer[Symbol.dispose]();
    this.#waiting.clear();
    this.#asked.clear();
  }

  /** A waiting answer is sent before all later events. */
  #inOrder(event: SttEvent): void {
    if (event.type === "end_of_turn")
      for (const turn of Array.from(this.#waiting.keys())) this.#conclude(turn);
    this.#sink(event);
  }

  #conclude(turn: number): void {
    for (const before of Array.from(this.#waiting.keys())) if (before < turn) this.#conclude(before);
    const waiting = this.#waiting.get(turn);
    if (waiting === undefined) return;
    waiting.timer[Symbol.dispose]();
    this.#waiting.delete(turn);
    const second = this.#asked.get(turn);
    // Answers come in order: an earlier turn is not answered any more.
    for (const asked of Array.from(this.#asked.keys())) if (asked <= turn) this.#asked.delete(asked);
    this.#sink(second === undefined || second === "" ? waiting.end : { ...waiting.end, second });
  }
}

class Session implements SttSession {
  readonly #first: SttSession;
  readonly #second: SttSession;
  readonly #opinions: Opinions;
  #isClosedQuestion = false;
  /** The second one has audio of the open turn. */
  #hears = false;

  constructor(first: SttSession, second: SttSession, opinions: Opinions) {
    this.#first = first;
    this.#second = second;
    this.#opinions = opinions;
    // However the first one ends, the second ends too.
    void first.closed.then(() => this.#end());
  }

  get closed(): SttSession["closed"] {
    return this.#first.closed;
  }

  send(frame: Parameters<SttSession["send"]>[0]): void {
    this.#first.send(frame);
    if (!this.#isClosedQuestion) return;
    this.#second.send(frame);
    this.#hears = true;
  }

  finalize(turn: number): void {
    if (this.#hears) {
      this.#opinions.asked(turn);
      this.#second.finalize(turn);
      this.#hears = false;
    }
    this.#first.finalize(turn);
  }

  reset(): void {
    this.#first.reset();
    this.#second.reset();
    this.#hears = false;
  }

  expect(expectation: Expectation | undefined): void {
    this.#first.expect(expectation);
    this.#second.expect(expectation);
    this.#isClosedQuestion = expectation?.closed === true;
  }

  close(): void {
    this.#first.close();
    this.#end();
  }

  #end(): void {
    this.#opinions.close();
    this.#second.close();
  }
}
