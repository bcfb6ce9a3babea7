// Interaction metrics: calls of one act each, and what each of them counts as.

import { expect, test } from "bun:test";
import {
  type Act,
  type ActKind,
  allOf,
  type FieldCall,
  interactionOf,
  type Span,
  spansOf,
} from "./interaction.ts";

const frameMs = 20;
const speaking = (...spans: readonly (readonly [fromMs: number, untilMs: number])[]): readonly number[] =>
  spans.flatMap(([from, until]) =>
    Array.from({ length: (until - from) / frameMs }, (_, i) => from + i * frameMs),
  );
const act = (kind: ActKind, fromMs: number, untilMs: number, pauseMs?: Span): Act => ({
  kind,
  fromMs,
  untilMs,
  clip: "a",
  parts:
    pauseMs === undefined
      ? [{ fromMs, untilMs }]
      : [
          { fromMs, untilMs: pauseMs.fromMs },
          { fromMs: pauseMs.untilMs, untilMs },
        ],
});
const callOf = (acts: readonly Act[], ...spans: readonly (readonly [number, number])[]): FieldCall => ({
  acts,
  audibleMs: speaking(...spans),
  frameMs,
});

test("interaction: an agent speaks on through a gap of less than a tick", () => {
  const spans = (gapMs: number): readonly Span[] => spansOf(callOf([], [0, 1_000], [1_000 + gapMs, 2_000]));
  expect(spans(180)).toEqual([{ fromMs: 0, untilMs: 2_000 }]);
  expect(spans(200)).toHaveLength(2);
});

test.each([
  ["yields within two seconds", 2_980, { right: 1, all: 1 }],
  ["does not yield when it speaks on for two", 3_000, { right: 0, all: 1 }],
])("interaction: an agent %s", (_, untilMs, expected) => {
  const call = callOf([act("interruption", 1_000, 2_500)], [0, untilMs]);
  expect(interactionOf(call).yields).toEqual(expected);
});

test.each(["backchannel", "tic", "other"] as const)("interaction: a speaking agent ignores a %s", (kind) => {
  const ignores = (...spans: readonly (readonly [number, number])[]): number =>
    interactionOf(callOf([act(kind, 1_000, 1_400)], ...spans)).ignores[kind].right;
  expect(ignores([0, 2_000])).toBe(1);
  expect(ignores([0, 1_980])).toBe(0);
  // A pause from which it resumes is a silence.
  expect(ignores([0, 1_300], [1_500, 4_000])).toBe(0);
});

test.each(["backchannel", "tic", "other"] as const)(
  "interaction: a silent agent says nothing to a %s",
  (kind) => {
    const ignores = (fromMs: number): number =>
      interactionOf(callOf([act(kind, 1_000, 1_400)], [0, 500], [fromMs, 6_000])).ignores[kind].right;
    expect(ignores(3_400)).toBe(0);
    expect(ignores(3_420)).toBe(1);
  },
);

test("interaction: the answer to a turn counts from the end of the caller's words", () => {
  const { answers, answerMs } = interactionOf(callOf([act("turn", 1_000, 2_000)], [2_400, 4_000]));
  expect(answers).toEqual({ right: 1, all: 1 });
  expect(answerMs).toEqual([400]);
});

test("interaction: a caller who has to speak again got no answer", () => {
  const acts = [act("turn", 1_000, 2_000), act("turn", 5_000, 6_000)];
  const { answers, answerMs } = interactionOf(callOf(acts, [6_500, 8_000]));
  expect(answers).toEqual({ right: 1, all: 2 });
  expect(answerMs).toEqual([500]);
});

test("interaction: the last turn counts only when it is answered", () => {
  expect(interactionOf(callOf([act("turn", 1_000, 2_000)])).answers).toEqual({ right: 0, all: 0 });
});

test("interaction: an interruption that the agent yields to asks for an answer", () => {
  const { answers, answerMs } = interactionOf(
    callOf([act("interruption", 1_000, 2_000)], [0, 1_400], [2_600, 4_000]),
  );
  expect(answers).toEqual({ right: 1, all: 1 });
  expect(answerMs).toEqual([600]);
});

test("interaction: an agent that begins within a turn interrupts the caller", () => {
  const acts = [act("turn", 1_000, 3_000), act("turn", 6_000, 7_000)];
  const { interrupts, misses } = interactionOf(callOf(acts, [2_000, 2_400], [3_300, 4_000], [7_500, 8_000]));
  expect(interrupts).toEqual({ count: 1, all: 2 });
  expect(misses).toEqual(["talked into turn a"]);
});

test("interaction: an agent that begins in a pause of the caller answers too soon, and yields to the rest", () => {
  const paused = act("turn", 1_000, 3_000, { fromMs: 1_500, untilMs: 2_300 });
  const { interrupts, pauses, yields } = interactionOf(callOf([paused], [2_000, 2_600], [3_300, 4_000]));
  expect(interrupts).toEqual({ count: 0, all: 1 });
  expect(pauses).toEqual({ count: 1, all: 1 });
  expect(yields).toEqual({ right: 1, all: 1 });
});

test("interaction: the acts of all calls count alike", () => {
  const one = interactionOf(callOf([act("tic", 1_000, 1_200)], [0, 4_000]));
  const other = interactionOf(callOf([act("tic", 1_000, 1_200)], [0, 1_100]));
  expect(allOf([one, other]).ignores.tic).toEqual({ right: 1, all: 2 });
});
