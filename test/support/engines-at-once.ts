// Engines at once: the embedded voice detection and recogniser in this thread, so that each answer comes at the frame that
// brings it, however busy the machine is.

import type { SttEvent, SttSession } from "../../src/providers/provider-contract.ts";
import { RecognitionSessions } from "../../src/speech/recognition-sessions.ts";
import { Recogniser } from "../../src/speech/recogniser.ts";
import { SileroVad } from "../../src/speech/silero-vad.ts";
import { SpeechJobQueue } from "../../src/speech/speech-jobs.ts";
import type { WorkerAnswer } from "../../src/speech/speech-message.ts";

class AtOnce extends SpeechJobQueue {
  override add(_urgency: Parameters<SpeechJobQueue["add"]>[0], job: () => void): void {
    job();
  }
}

export class EnginesAtOnce {
  readonly #sinks = new Map<number, (answer: WorkerAnswer) => void>();
  readonly #sessions: RecognitionSessions;
  readonly vad: SileroVad;
  #ids = 0;

  private constructor(recogniser: Recogniser, vad: SileroVad) {
    const tell = (answer: WorkerAnswer): void => {
      if ("id" in answer) this.#sinks.get(answer.id)?.(answer);
    };
    this.#sessions = new RecognitionSessions({ recogniser, jobs: new AtOnce(), tell });
    this.vad = vad;
  }

  static async open(): Promise<EnginesAtOnce> {
    const vad = new SileroVad();
    await vad.ready;
    return new EnginesAtOnce(await Recogniser.open(), vad);
  }

  openStt(sink: (event: SttEvent) => void): SttSession {
    const id = ++this.#ids;
    this.#sinks.set(id, (answer) => {
      if (answer.type === "partial" || answer.type === "warning") sink(answer);
      if (answer.type === "end-of-turn") sink({ ...answer, type: "end_of_turn" });
    });
    return {
      closed: new Promise(() => undefined),
      send: (frame) => this.#sessions.hear(id, frame),
      finalize: (turn) => this.#sessions.finalize(id, turn),
      reset: () => this.#sessions.reset(id),
      expect: (expectation) => this.#sessions.expect(id, expectation),
      close: () => this.#sessions.end(id),
    };
  }
}
