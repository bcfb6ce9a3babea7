// One numbered answer of the agent: takes the responder's words, cuts them into sentences and hands them to
// the playout. It is a lifetime: an interruption closes it, and nothing of it arrives afterwards.

import { unreachable } from "../base/assert.ts";
import type { Scope } from "../base/scope.ts";
import type { CallEvent } from "./event.ts";
import type { Playout } from "./playout.ts";
import type { Responder, Said } from "./responder.ts";
import { SentenceCutter } from "./sentence.ts";
import type { TurnEvent, TurnInput } from "./turn.ts";

type ReplyEvent = Extract<
  CallEvent,
  { readonly type: "reply-started" | "reply-text" | "reply-written" | "warning" | "flow-ended" }
>;
type Told<E> = E extends { readonly atMs: number } ? Omit<E, "atMs"> : never;

export interface ReplyOptions {
  readonly number: number;
  readonly input: TurnInput;
  readonly responder: Responder;
  /** The reply's own; it closes it. */
  readonly scope: Scope;
  /** The reply before this one has let go of the responder. */
  readonly after: Promise<void> | undefined;
  readonly playout: Playout;
  readonly tell: (event: Told<ReplyEvent>) => void;
  readonly dispatch: (event: TurnEvent) => void;
  /** Words of the answer are there. */
  readonly wrote: () => void;
  /** What can be understood has changed. */
  readonly expect: () => void;
}

export class Reply {
  readonly #o: ReplyOptions;
  readonly #over = Promise.withResolvers<void>();
  readonly #sentences = new SentenceCutter();
  #running = true;
  #heard: string | undefined;

  constructor(options: ReplyOptions) {
    this.#o = options;
    options.scope.run((signal) => this.#run(signal));
  }

  /** Resolves when the responder is free again and knows what was heard. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Stops in the middle; `heard` is all that the caller has heard of it. */
  interrupt(heard: string): void {
    if (this.#running) {
      this.#heard = heard;
      void this.#o.scope.close();
    } else this.#note(heard);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { number, after, tell, playout, scope, input } = this.#o;
    let begun = false;
    try {
      await after;
      if (signal.aborted) return;
      begun = true;
      tell({ type: "reply-started", reply: number });
      for await (const said of this.#source(signal)) {
        if (signal.aborted) return;
        this.#take(said);
      }
      if (signal.aborted) return;
      this.#speak(this.#sentences.flush());
      tell({ type: "reply-written", reply: number });
      this.#o.expect();
      playout.finish(number);
      void scope.close();
    } finally {
      this.#running = false;
      // Words that were cut before the responder saw them are still the caller's words.
      if (!begun && input.type === "words") this.#o.responder.note("user", input.text);
      if (begun && this.#heard !== undefined) this.#note(this.#heard);
      this.#over.resolve();
    }
  }

  #source(signal: AbortSignal): AsyncIterable<Said> {
    const { input, responder } = this.#o;
    return input.type === "say" || input.type === "farewell"
      ? literally(input.text)
      : responder.answer(input, signal);
  }

  #take(said: Said): void {
    const { number, tell, dispatch } = this.#o;
    switch (said.type) {
      case "text":
        if (said.delta === "") return;
        this.#o.wrote();
        tell({ type: "reply-text", reply: number, delta: said.delta });
        this.#speak(this.#sentences.push(said.delta));
        return;
      case "interruptible":
        dispatch({ type: "interruptible", reply: number, value: said.value });
        return;
      case "warning":
        tell({ type: "warning", code: said.code, message: said.message });
        return;
      case "end":
        if (said.flowId !== undefined)
          tell({ type: "flow-ended", flowId: said.flowId, outcome: said.outcome });
        dispatch({ type: "closing", reply: number, reason: "completed" });
        return;
      default:
        unreachable(said);
    }
  }

  #speak(sentences: readonly string[]): void {
    const { input, playout, number } = this.#o;
    const spoken = !("speak" in input) || input.speak !== false;
    for (const sentence of sentences) playout.say(number, sentence, spoken);
  }

  #note(heard: string): void {
    const { input, responder } = this.#o;
    if (input.type !== "say" && input.type !== "farewell") responder.interrupted(heard);
  }
}

// eslint-disable-next-line typescript/require-await -- an async iterable of one piece
async function* literally(text: string): AsyncGenerator<Said> {
  yield { type: "text", delta: text };
}
