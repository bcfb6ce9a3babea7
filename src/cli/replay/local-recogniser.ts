// Local recogniser: the embedded recogniser on the caller's thread. It answers before the next frame comes, on any
// machine, so that a call in simulated time is always recognised in the same way.

import type { Frame } from "../../audio/frame.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import type { ProviderError, Stt, SttEvent, SttSession } from "../../providers/provider-contract.ts";
import type { EarsQueue } from "../../speech/open/ears-queue.ts";
import { HearingSessions } from "../../speech/open/hearing-sessions.ts";
import { openEars } from "../../speech/open/open-ears.ts";
import { OpenRecogniser } from "../../speech/open/any-words.ts";
import { SileroKernel } from "../../speech/silero/silero-kernel.ts";
import type { WorkerAnswer } from "../../speech/speech-message.ts";

type Tell = (answer: WorkerAnswer) => void;

/** Rejects where the recogniser's files cannot be read. */
export async function openLocalRecogniser(): Promise<Stt> {
  const [model, judge] = await Promise.all([openEars(), SileroKernel.open()]);
  const recogniser = new OpenRecogniser(model);
  // A recording does not say how much time there was while the caller spoke, so words come at the end of the turn.
  const add: EarsQueue["add"] = ({ urgency, run }) => urgency !== "interim" && (run(), true);
  const sessionsWith = (tell: Tell) => new HearingSessions({ recogniser, judge, jobs: { add }, tell });
  return {
    id: "builtin",
    open: (sink) => Promise.resolve(new LocalSession(sessionsWith, sink)),
  };
}

const id = 1;

class LocalSession implements SttSession {
  readonly #sessions: HearingSessions;
  readonly #over = Promise.withResolvers<ProviderError | undefined>();
  #isClosed = false;

  constructor(sessionsWith: (tell: Tell) => HearingSessions, sink: (event: SttEvent) => void) {
    this.#sessions = sessionsWith((answer) => {
      const event = eventOf(answer);
      // After the call has returned, like an answer of another thread.
      if (event !== undefined) queueMicrotask(() => this.#isClosed || sink(event));
    });
  }

  get closed(): Promise<ProviderError | undefined> {
    return this.#over.promise;
  }

  send(frame: Frame): void {
    if (!this.#isClosed) this.#sessions.hear(id, frame);
  }

  finalize(turn: number): void {
    if (!this.#isClosed) this.#sessions.finalize(id, turn);
  }

  reset(): void {
    if (!this.#isClosed) this.#sessions.reset(id);
  }

  expect(expectation: Expectation | undefined): void {
    if (!this.#isClosed) this.#sessions.expect(id, expectation);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sessions.end(id);
    this.#over.resolve(undefined);
  }
}

function eventOf(answer: WorkerAnswer): SttEvent | undefined {
  switch (answer.type) {
    case "partial":
      return { type: "partial", text: answer.text, complete: answer.complete };
    case "end-of-turn": {
      const { type: _, id: _id, ...heard } = answer;
      return { type: "end_of_turn", ...heard };
    }
    case "warning":
      return { type: "warning", code: answer.code, message: answer.message };
    default:
      return undefined;
  }
}
