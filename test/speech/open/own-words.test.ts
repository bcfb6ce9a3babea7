// Words in place of an answer, heard by the recogniser and followed through a flow: they reach handlers, side questions
// and models at every question, also at closed ones; and turns end by their words.

import { expect, test } from "bun:test";
import { toFrames } from "../../../src/audio/frame.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { openLocalRecogniser } from "../../../src/cli/replay/local-recogniser.ts";
import type { SttEvent } from "../../../src/providers/provider-contract.ts";
import { withSecondOpinion } from "../../../src/providers/policy/second-opinion.ts";
import { heardOf } from "../../../src/voice/heard-words.ts";
import { human, joined, synthetic } from "../../support/callers/callers.ts";
import { initialState } from "../../../src/flow/engine/run/initial-state.ts";
import { step } from "../../../src/flow/engine/run/step.ts";
import { scriptedStt } from "../../support/fakes/fake-speech.ts";
import { FlowTalk, programOf, talkFacts } from "../../support/fakes/flow-talk.ts";
import { until } from "../../support/until.ts";

const stt = await openLocalRecogniser();
const timeoutMs = 60_000;

const text = `voice_flow: 1
id: shop
language: en
start: ask
defaults: {give_up: bye}
variables:
  people: {type: number, integer: true, min: 1, max: 12, confirm: never, ask: "For how many people?"}
  day: {type: date, confirm: never, ask: "Which day?"}
handlers:
  hours: {phrases: [what time do you close], say: "We close at ten."}
nodes:
  ask: {ask: people, next: when}
  when: {ask: day, next: bye}
  bye: {say: "Goodbye.", end: done}
`;

type Heard = {
  readonly partials: readonly string[];
  readonly end: Extract<SttEvent, { type: "end_of_turn" }>;
};

async function said(words: string, talk: FlowTalk): Promise<Heard> {
  const partials: string[] = [];
  const ended = Promise.withResolvers<Heard["end"]>();
  const sink = (event: SttEvent): void => {
    if (event.type === "partial") partials.push(event.text);
    if (event.type === "end_of_turn") ended.resolve(event);
  };
  const session = await stt.open(sink, { clock: wallClock, log: silentLog }, new AbortController().signal);
  session.expect(talk.expectation);
  for (const frame of toFrames(joined(300, await synthetic("rms", words), 400))) session.send(frame);
  session.finalize(1);
  const end = await ended.promise;
  session.close();
  return { partials, end };
}

test(
  "a caller's question at a closed question reaches a handler, and the answer after it is taken",
  async () => {
    const talk = new FlowTalk(programOf(text));
    talk.start();
    expect(talk.expectation.closed).toBe(true);
    const { end } = await said("What time do you close?", talk);
    expect([end.text.toLowerCase().replace("?", ""), end.rejected]).toEqual([
      "what time do you close",
      false,
    ]);
    expect(talk.give({ type: "words", ...heardOf(end) })).toContain("We close at ten.");
    const answer = await said("six people", talk);
    expect(talk.give({ type: "words", ...heardOf(answer.end) })).toContain("Which day?");
  },
  timeoutMs,
);

test(
  "a question that no handler knows reaches the model at a closed question",
  async () => {
    const program = programOf(text);
    const talk = new FlowTalk(program);
    talk.start();
    const { end } = await said("Do you have a table in the garden?", talk);
    expect(end).toMatchObject({ text: "Do you have a table in the garden?", rejected: false });
    const wallMs = talk.wallMs;
    const fresh = initialState(program, { ...talkFacts, hasModel: true });
    const [asking] = step(program, fresh, { type: "start", wallMs });
    const [, effects] = step(program, asking, { type: "words", ...heardOf(end), wallMs });
    expect(effects.flatMap((effect) => (effect.type === "work" ? [effect.what.type] : []))).toEqual([
      "propose",
    ]);
  },
  timeoutMs,
);

test(
  "the words at a pause decide whether the turn is over: a whole answer, or an unfinished sentence",
  async () => {
    const talk = new FlowTalk(programOf(text));
    talk.start();
    const whole = await said("six people please", talk);
    expect(talk.saidSoFar(whole.partials.at(-1) ?? "")).toBe("answer");
    const begun = await said("Well, we would be, um", talk);
    expect(["unfinished", "unclear"]).toContain(talk.saidSoFar(begun.partials.at(-1) ?? "") ?? "nothing");
  },
  timeoutMs,
);

test(
  "a vendor's words at a closed question come with the recogniser's, and its other words come alone",
  async () => {
    const vendor = withSecondOpinion(scriptedStt({ text: "Nine." }, { text: "When do you close?" }), stt);
    const ends: SttEvent[] = [];
    const sink = (event: SttEvent): void => void (event.type === "end_of_turn" && ends.push(event));
    const context = { clock: wallClock, log: silentLog };
    const session = await vendor.open(sink, context, new AbortController().signal);
    const talk = new FlowTalk(programOf(text));
    talk.start();
    session.expect(talk.expectation);
    for (const frame of toFrames(joined(300, await human("five"), 400))) session.send(frame);
    session.finalize(1);
    await until("answer", () => ends.length === 1);
    session.expect({ anyOf: [], endSilenceMs: 700 });
    for (const frame of toFrames(joined(300, await human("five"), 400))) session.send(frame);
    session.finalize(2);
    await until("other words", () => ends.length === 2);
    expect(ends).toMatchObject([{ text: "Nine.", second: "five" }, { text: "When do you close?" }]);
    expect(ends[1]).not.toHaveProperty("second");
    session.close();
  },
  timeoutMs,
);
