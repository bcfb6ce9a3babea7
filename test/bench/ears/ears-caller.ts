// Questioned caller: plays one recorded answer to one question of a flow, through one of the built-in recognisers and the
// flow's own understanding, and says what became of it.

import { toFrames } from "../../../src/audio/frame.ts";
import type { Ears } from "../../../src/providers/provider-settings.ts";
import { EarsQueue } from "../../../src/speech/open/ears-queue.ts";
import { HearingSessions } from "../../../src/speech/open/hearing-sessions.ts";
import { openEars } from "../../../src/speech/open/open-ears.ts";
import { OpenRecogniser } from "../../../src/speech/open/open-recogniser.ts";
import { RecognitionSessions } from "../../../src/speech/recognition-sessions.ts";
import { Recogniser } from "../../../src/speech/recogniser.ts";
import { SileroKernel } from "../../../src/speech/silero/silero-kernel.ts";
import { SpeechJobQueue } from "../../../src/speech/speech-jobs.ts";
import type { WorkerAnswer } from "../../../src/speech/speech-message.ts";
import type { Value } from "../../../src/flow/value/value.ts";
import { FlowTalk, programOf } from "../../support/fakes/flow-talk.ts";

/** `right`: taken at once. `asked`: read back, and right. `rejected`: no value, or a wrong one was read back. */
export type Outcome = "right" | "asked" | "rejected" | "wrong";

/** A question of one variable, `it`, which decides for itself what is read back. */
export const questionOf = (variable: string) =>
  programOf(`voice_flow: 1
id: ears
language: en
start: ask
defaults: {give_up: bye}
variables:
  it: {${variable}}
nodes:
  ask: {ask: it, next: bye}
  bye: {say: "Goodbye.", end: done}
`);

export type Question = ReturnType<typeof questionOf>;
type EndOfTurn = Extract<WorkerAnswer, { readonly type: "end-of-turn" }>;

type Tell = (answer: WorkerAnswer) => void;
type Sessions = Pick<RecognitionSessions, "expect" | "hear" | "finalize" | "end">;

const openers: Readonly<Record<Ears, () => Promise<(tell: Tell) => Sessions>>> = {
  async guided() {
    const recogniser = await Recogniser.open();
    return (tell) => new RecognitionSessions({ recogniser, jobs: new SpeechJobQueue(), tell });
  },
  async open() {
    const [model, judge] = await Promise.all([openEars(), SileroKernel.open()]);
    const recogniser = new OpenRecogniser(model);
    return (tell) => new HearingSessions({ recogniser, judge, jobs: new EarsQueue(), tell });
  },
};

export class QuestionedCaller {
  readonly #sessions: Sessions;
  #ended = Promise.withResolvers<EndOfTurn>();
  #calls = 0;

  private constructor(sessionsWith: (tell: Tell) => Sessions) {
    this.#sessions = sessionsWith((answer) => {
      if (answer.type === "end-of-turn") this.#ended.resolve(answer);
      if (answer.type === "warning") console.error(`${answer.code}: ${answer.message}`);
    });
  }

  static async open(ears: Ears): Promise<QuestionedCaller> {
    return new QuestionedCaller(await openers[ears]());
  }

  /** `pcm`: the answer with the silence around it. `means`: the value that the caller gave. */
  async answer(
    question: Question,
    pcm: Int16Array,
    means: Value,
  ): Promise<{ readonly outcome: Outcome; readonly heard: EndOfTurn }> {
    const talk = new FlowTalk(question);
    talk.start();
    const id = ++this.#calls;
    this.#ended = Promise.withResolvers();
    this.#sessions.expect(id, talk.expectation);
    for (const frame of toFrames(pcm)) this.#sessions.hear(id, frame);
    this.#sessions.finalize(id, 1);
    const heard = await this.#ended.promise;
    this.#sessions.end(id);
    return { outcome: outcomeOf(talk, heard, means), heard };
  }
}

function outcomeOf(talk: FlowTalk, heard: EndOfTurn, means: Value): Outcome {
  if (heard.text === "" || heard.rejected) return "rejected";
  const { type: _, id: _id, turn: _turn, rejected: _rejected, ...words } = heard;
  talk.give({ type: "words", ...words });
  const frame = talk.state.frames.at(-1);
  const taken = frame?.values.it;
  if (taken !== undefined && taken !== null) return taken === means ? "right" : "wrong";
  const { phase } = frame ?? {};
  const pending = phase?.type === "asking" ? phase.pending : null;
  if (pending?.type !== "confirm") return "rejected";
  return pending.values[0]?.value === means ? "asked" : "rejected";
}
