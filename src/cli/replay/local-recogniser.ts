// Local recogniser: the embedded recogniser on the thread that asks. It answers before the next frame comes, however
// slow the machine, so that a call in simulated time is always heard in the same way.

import type { Frame } from "../../audio/frame.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import type { ProviderError, Stt, SttEvent, SttSession } from "../../providers/provider-contract.ts";
import { RecognitionSessions } from "../../speech/recognition-sessions.ts";
import { Recogniser } from "../../speech/recogniser.ts";
import type { WorkerAnswer } from "../../speech/speech-message.ts";

/** Rejects where the recogniser's files cannot be read. */
export async function openLocalRecogniser(): Promise<Stt> {
  const recogniser = await Recogniser.open();
  return {
    id: "builtin",
    guided: true,
    open: (sink) => Promise.resolve(new LocalSession(recogniser, sink)),
  };
}

const id = 1;

class LocalSession implements SttSession {
  readonly #sessions: RecognitionSessions;
  readonly #over = Promise.withResolvers<ProviderError | undefined>();
  #isClosed = false;

  constructor(recogniser: Recogniser, sink: (event: SttEvent) => void) {
    const tell = (answer: WorkerAnswer): void => {
      const event = eventOf(answer);
      // After the call has returned, as an answer of another thread would come.
      if (event !== undefined) queueMicrotask(() => this.#isClosed || sink(event));
    };
    this.#sessions = new RecognitionSessions({ recogniser, jobs: { add: (_, job) => job() }, tell });
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
