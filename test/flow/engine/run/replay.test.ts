// Replay of random conversations: equal inputs give equal results, stay within every limit, and leave no caller without
// a word.

import { describe, expect, test } from "bun:test";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import type { Program } from "../../../../src/flow/language/program.ts";
import type { FlowEffect, FlowEvent, Work } from "../../../../src/flow/engine/run/step-contract.ts";
import { listeningPointAt } from "../../../../src/flow/engine/run/ask/listening-point.ts";
import { initialState } from "../../../../src/flow/engine/run/initial-state.ts";
import { turnTakingAt } from "../../../../src/flow/engine/run/turn-taking.ts";
import type { FlowState } from "../../../../src/flow/engine/run/flow-state.ts";
import { step } from "../../../../src/flow/engine/run/step.ts";
import { type Random, random, seedOf } from "../../../support/random.ts";
import { Chatter } from "./chatter.ts";
import { factsOf, noon } from "./talk.ts";
import { worlds } from "./worlds.ts";

const long = process.env.LONG === "1";
const conversations = long ? 10_000 : 500;
const inputsMax = 40;
const seed = seedOf(20_261_121);
/** Far more characters than any of these flows needs: the fault that this bound detects grows without end. */
const stateCharsMax = 512 * 1024;

const files = ["public/flows", "test/flow/examples/more"].flatMap((folder) =>
  [...new Bun.Glob(`${folder}/*.flow.yaml`).scanSync(".")].toSorted(),
);

/** Flows that a caller with any words completes; the others need an account number, or a person's patience. */
const easy = [
  "appointment-reminder",
  "call-routing",
  "table-booking",
  "welcome",
  ...worlds.map(([id]) => id),
];

async function programs(): Promise<readonly (readonly [string, Program])[]> {
  const texts = await Promise.all(files.map(async (path) => [path, await Bun.file(path).text()] as const));
  const all = [...texts, ...worlds];
  const resolveFlow = (id: string) =>
    all.find(([name]) => name === id || name.endsWith(`/${id}.flow.yaml`))?.[1];
  return all.map(([name, text]) => {
    const { program } = loadFlow(text, { resolveFlow });
    if (program === undefined) throw new Error(`${name} has errors`);
    return [name, program];
  });
}

interface Recording {
  readonly facts: ReturnType<typeof factsOf>;
  readonly events: FlowEvent[];
  readonly effects: (readonly FlowEffect[])[];
  readonly states: FlowState[];
}

function converse(program: Program, dice: Random): Recording {
  const facts = factsOf({
    hasModel: dice.chance(0.5),
    usesExamples: true,
    context: { language: dice.pick(["en", "de"]) },
  });
  const chatter = new Chatter(program, dice);
  const open = new Map<number, Work>();
  const recording: Recording = { facts, events: [], effects: [], states: [] };
  let state = initialState(program, facts);
  let event: FlowEvent = { type: "start", wallMs: noon };
  const inputs = dice.int(3, inputsMax);
  // A few more inputs come after the end, as they do on a line.
  for (let input = 0, over = 0; input < inputs && over < 3; input++) {
    const before = frozen(state);
    const [after, effects] = step(program, before, event);
    check(program, { before, event, after, effects });
    for (const effect of effects) {
      if (effect.type === "work") open.set(effect.work, effect.what);
      if (effect.type === "cancel") open.delete(effect.work);
    }
    if ("work" in event) open.delete(event.work);
    recording.events.push(event);
    recording.effects.push(effects);
    recording.states.push(after);
    state = after;
    over += state.outcome === null ? 0 : 1;
    event = chatter.next(state, open);
  }
  if (JSON.stringify(state).length > stateCharsMax) throw new Error("The state grows");
  return recording;
}

/** A step may not change its input. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

interface Step {
  readonly before: FlowState;
  readonly event: FlowEvent;
  readonly after: FlowState;
  readonly effects: readonly FlowEffect[];
}

function check(program: Program, { before, event, after, effects }: Step): void {
  const fail = (why: string): never => {
    throw new Error(`${why} after ${JSON.stringify(event).slice(0, 200)} in ${before.frames.at(-1)?.node}`);
  };
  const entered = effects.filter(({ type }) => type === "enter").length;
  // Keys may answer several questions, and each is an input of its own.
  if (entered > 50 * Math.max(1, event.type === "keys" ? event.keys.length : 1) + 50) fail("Too many nodes");
  if (after.nodesEntered > 1_000) fail("Too many nodes in the session");
  if (after.turns > program.limits.turnsMax + 1) fail("Too many turns");
  if (after.remembered.length > 3) fail("Too much remembered");
  if (effects.some((effect) => effect.type === "say" && effect.text.trim() === "")) fail("Said nothing");
  const ends = effects.flatMap(({ type }, index) => (type === "end" ? [index] : []));
  if (ends.length > 1 || ends.some((index) => index !== effects.length - 1))
    fail("Something follows the end");
  const { mode, accepts } = turnTakingAt(program, after);
  if ((mode === "ended") !== (after.outcome !== null)) fail("Neither over nor going on");
  if (mode === "working" && after.works.length === 0) fail("Nobody works");
  if (mode === "listening" && event.type !== "start" && accepts === "nothing") fail("Listens to nothing");
  if (mode === "listening" && after.frames.at(-1)?.phase.type !== "hello") {
    if (listeningPointAt(program, after, event) === undefined) fail("Nothing could be understood");
  }
  const wasListening = turnTakingAt(program, before).mode === "listening";
  const isTurn = event.type === "words" || event.type === "silence" || event.type === "no-match";
  const says = effects.some(({ type }) => type === "say");
  const hadKeys = event.type === "silence" && before.keys.keys !== "";
  if (wasListening && isTurn && !says && !hadKeys && mode === "listening") fail("The caller heard nothing");
}

describe("replay", () => {
  test(`${conversations} random conversations, seed ${seed}`, async () => {
    const all = await programs();
    const outcomes = new Map<string, number>();
    const entered = new Set<string>();
    let largest = 0;
    for (let index = 0; index < conversations; index++) {
      const [name, program] = all[index % all.length] ?? ["", undefined];
      if (program === undefined) continue;
      try {
        const recording = converse(program, random(seed + index));
        replay(program, recording);
        if (index % 5 === 0) reopen(program, recording);
        for (const node of pathOf(recording)) entered.add(node);
        const last = recording.states.at(-1);
        outcomes.set(last?.outcome ?? "open", (outcomes.get(last?.outcome ?? "open") ?? 0) + 1);
        largest = Math.max(largest, JSON.stringify(last).length);
      } catch (error) {
        throw new Error(`${name}: ${String(error)}. Again with SEED=${seed + index}`, { cause: error });
      }
    }
    if (long) console.log(`seed ${seed}, largest state ${largest} characters`, Object.fromEntries(outcomes));
    // If these callers never got anywhere, the test would have tried nothing.
    const nodes = all
      .map(([, program]) => program)
      .filter(({ id }) => easy.includes(id))
      .flatMap(({ id, nodes: each }) => [...each.keys()].map((node) => `${id} ${node}`));
    const missed = nodes.filter((node) => !entered.has(node));
    expect(missed.length).toBeLessThan(nodes.length / (long ? 20 : 3));
    expect(outcomes.size).toBeGreaterThan(15);
    // A flow without errors never reaches a place that does not exist.
    expect(outcomes.has("error")).toBe(false);
  }, 1_200_000);
});

function pathOf({ effects }: Recording): readonly string[] {
  return effects
    .flat()
    .flatMap((effect) => (effect.type === "enter" ? [`${effect.flow} ${effect.node}`] : []));
}

/** When a caller continues a turn, the flow is in the state that the whole turn at once would have led to. */
function reopen(program: Program, { events, states, facts }: Recording): void {
  for (const [index, event] of events.entries()) {
    if (event.type !== "words") continue;
    const before = states[index - 1] ?? initialState(program, facts);
    const after = states[index];
    if (after === undefined || after.before === null || turnTakingAt(program, before).mode !== "listening")
      continue;
    const whole = { ...event, text: `${event.text} and two` };
    const [again, effects] = step(program, after, { ...whole, type: "reopened" });
    const [straight, wanted] = step(program, before, whole);
    expect(seenBy(again, effects)).toEqual(seenBy(straight, wanted));
  }
}

function seenBy(state: FlowState, effects: readonly FlowEffect[]): unknown {
  const { frames, failuresInRow, turns, said, remembered, outcome } = state;
  const heard = effects.filter(
    ({ type }) => type === "say" || type === "set" || type === "enter" || type === "emit",
  );
  const places = frames.map(({ node, values, failures, entered }) => ({ node, values, failures, entered }));
  return { places, failuresInRow, turns, said, remembered: remembered.length, outcome, heard };
}

/** Replays from the inputs alone, and from a state that went through JSON half-way. */
function replay(program: Program, { facts, events, effects, states }: Recording): void {
  let state = initialState(program, facts);
  const halfway = Math.floor(events.length / 2);
  for (const [index, event] of events.entries()) {
    if (index === halfway) state = JSON.parse(JSON.stringify(state)) as FlowState;
    const [after, seen] = step(program, state, event);
    if (!Bun.deepEquals(seen, effects[index])) expect(seen).toEqual([...(effects[index] ?? [])]);
    state = after;
  }
  const last = states.at(-1);
  if (JSON.stringify(state) !== JSON.stringify(last)) expect(state).toEqual(last as FlowState);
}
