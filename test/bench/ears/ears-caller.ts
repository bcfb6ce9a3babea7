// Questioned caller: plays one recorded answer to one question of a flow, through the built-in recogniser and the
// flow's own understanding, and reports the result.

import { toFrames } from "../../../src/audio/frame.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { openLocalRecogniser } from "../../../src/cli/replay/local-recogniser.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import type { Value } from "../../../src/flow/value/value.ts";
import type { Stt, SttEvent } from "../../../src/providers/provider-contract.ts";
import { heardOf } from "../../../src/voice/heard-words.ts";
import { FlowTalk, programOf } from "../../support/fakes/flow-talk.ts";

/** `right`: taken at once. `asked`: read back, and right. `rejected`: no value, or a wrong one was read back. */
export type Outcome = "right" | "asked" | "rejected" | "wrong";

/** A question of one variable, `it`, which determines what is read back. */
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
type EndOfTurn = Extract<SttEvent, { readonly type: "end_of_turn" }>;

export class QuestionedCaller {
  readonly #stt: Stt;

  private constructor(stt: Stt) {
    this.#stt = stt;
  }

  static async open(): Promise<QuestionedCaller> {
    return new QuestionedCaller(await openLocalRecogniser());
  }

  /** `pcm`: the answer with the silence around it. `means`: the value that the caller gave; absent where it was none. */
  async answer(
    question: Question,
    pcm: Int16Array,
    means?: Value,
  ): Promise<{ readonly outcome: Outcome; readonly heard: EndOfTurn }> {
    const talk = new FlowTalk(question);
    talk.start();
    const heard = await this.words(pcm, talk.expectation);
    return { outcome: outcomeOf(talk, heard, means), heard };
  }

  /** Words of a turn, at an open question unless there is an expectation. */
  async words(pcm: Int16Array, expectation?: Expectation): Promise<EndOfTurn> {
    const ended = Promise.withResolvers<EndOfTurn>();
    const sink = (event: SttEvent): void => {
      if (event.type === "end_of_turn") ended.resolve(event);
      if (event.type === "warning") console.error(`${event.code}: ${event.message}`);
    };
    const context = { clock: wallClock, log: silentLog };
    const session = await this.#stt.open(sink, context, new AbortController().signal);
    session.expect(expectation);
    for (const frame of toFrames(pcm)) session.send(frame);
    session.finalize(1);
    const heard = await ended.promise;
    session.close();
    return heard;
  }
}

function outcomeOf(talk: FlowTalk, heard: EndOfTurn, means: Value | undefined): Outcome {
  if (heard.text === "" || heard.rejected) return "rejected";
  talk.give({ type: "words", ...heardOf(heard) });
  const frame = talk.state.frames.at(-1);
  const taken = frame?.values.it;
  if (taken !== undefined && taken !== null) return taken === means ? "right" : "wrong";
  const { phase } = frame ?? {};
  const pending = phase?.type === "asking" ? phase.pending : null;
  if (pending?.type !== "confirm") return "rejected";
  return pending.values[0]?.value === means ? "asked" : "rejected";
}
