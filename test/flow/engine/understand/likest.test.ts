// Likest option in a flow: the agent asks once about words that describe an option without naming it, and never stores
// them.

import { expect, test } from "bun:test";
import { listeningPointAt } from "../../../../src/flow/engine/run/ask/listening-point.ts";
import type { Proposal } from "../../../../src/flow/engine/run/step-contract.ts";
import { step } from "../../../../src/flow/engine/run/step.ts";
import { likestIn } from "../../../../src/flow/engine/understand/hearing/likest-answer.ts";
import type { ValueRule } from "../../../../src/flow/engine/understand/understanding.ts";
import { FlowTalk, programOf } from "../../../support/fakes/flow-talk.ts";

const flowOf = (more = "", question = "confirm: auto"): string => `voice_flow: 1
id: f
language: en
start: ask
variables:
  item:
    type: choice${more}
    ask: What shall we clean?
    options: [{id: suit}, {id: dress}, {id: curtains}, {id: duvet}]
nodes:
  ask: {ask: item, ${question}, give_up: bye, next: bye}
  bye: {say: "{{ item ?? 'Nothing' }} it is.", end: done}
`;

function begun(text = flowOf()): FlowTalk {
  const talk = new FlowTalk(programOf(text));
  talk.start();
  return talk;
}

const described = "my wedding gown";

function traced(text: string): readonly string[] {
  const { program, state, wallMs } = begun();
  const [, effects] = step(program, state, { type: "words", text, wallMs });
  return effects.flatMap((effect) =>
    effect.type === "trace" && effect.code === "likest" ? [effect.detail] : [],
  );
}

test("likest: a described option is read back, and stored after a yes", () => {
  const talk = begun();
  expect(talk.hear(described)).toBe("dress, is that right?");
  expect(talk.state.frames[0]?.values).toEqual({});
  expect(talk.hear("yes")).toBe("dress it is.");
});

test("likest: it is read back at a question that confirms nothing", () => {
  expect(begun(flowOf("", "confirm: never")).hear(described)).toContain("is that right");
});

test("likest: after a no the question is asked again, and nothing more is guessed", () => {
  const talk = begun();
  talk.hear(described);
  expect(talk.hear("no")).toContain("What shall we clean?");
  expect(talk.hear(described)).not.toContain("is that right");
  expect(talk.hear("the curtains")).toBe("curtains it is.");
});

test("likest: questions, denials, acts, stories of the past and badly heard words are no descriptions", () => {
  for (const said of [
    "do you clean a wedding gown?",
    "what does a wedding gown cost",
    "not a wedding gown",
    "no gown",
    "none of those gowns",
    "my gown, never",
    "a gown or a quilt",
    "I bought a wedding gown",
    "I don't know",
    "hold on",
    "I want to talk to a person",
  ])
    expect([said, begun().hear(said).includes("is that right")]).toEqual([said, false]);
  const talk = begun();
  expect(talk.give({ type: "words", text: described, confidence: 0.3 })).not.toContain("is that right");
});

test("likest: an option that is named is read by the rules", () => {
  expect(begun().hear("the duvet")).toBe("duvet it is.");
});

test("likest: a sensitive answer is not guessed, and options from data are names", () => {
  expect(begun(flowOf("\n    sensitive: true")).hear(described)).not.toContain("is that right");
  const { program, state, wallMs } = begun();
  const point = listeningPointAt(program, state, { wallMs })!;
  const { asked } = point;
  const wanted = { ...asked!.wanted, fromData: true } as ValueRule;
  expect(likestIn(described, point)?.id).toBe("dress");
  expect(likestIn(described, { ...point, asked: { ...asked!, wanted } })).toBeUndefined();
});

test("likest: the trace shows the lead and none of the words", () => {
  expect(traced("the duvet")).toEqual([]);
  expect(traced(described)).toEqual([expect.stringMatching(/^item by \d words, score 0\.\d+, lead 0\.\d+$/)]);
});

test("likest: hostile words repeat the question", () => {
  for (const said of ["👗👗👗", "x".repeat(10_000), "\u0000", "gown ".repeat(400)])
    expect([said.slice(0, 9), begun().hear(said).includes("is that right")]).toEqual([
      said.slice(0, 9),
      false,
    ]);
});

/** Agent's question with a model that proposes this; undefined: the model fails. */
function asked(proposal: Proposal | undefined): string {
  const talk = begun(flowOf("", "confirm: auto"));
  talk.state = { ...talk.state, facts: { ...talk.state.facts, hasModel: true } };
  talk.hear(described);
  const phase = talk.state.frames[0]?.phase;
  const work = phase?.type === "proposing" ? phase.work : -1;
  return talk.give({ type: "proposed", work, ...(proposal !== undefined && { proposal }) });
}

test("likest: a model that answers decides, and the guess stays when it fails", () => {
  expect(asked(undefined)).toBe("dress, is that right?");
  expect(asked({})).not.toContain("is that right");
  expect(asked({ set: { item: { value: "suit", quote: "gown" } } })).toBe("suit, is that right?");
});

test("likest: a word alone is no description when it names no option", () => {
  expect(begun().hear("gown")).not.toContain("is that right");
});
