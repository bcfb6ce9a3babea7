// Simulated calls: a seed replays a call to the last event, and callers take each path by voice and at random.

import { expect, test } from "bun:test";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { type SimCall, simulateCall } from "../../src/sim/sim-call.ts";

const startsAtMs = Date.UTC(2026, 10, 20, 10);

async function callOf(text: string, seed: number): Promise<SimCall> {
  const { program, tests } = loadFlow(text);
  return simulateCall({ program: program!, tests: tests!, seed, troubles: false, startsAtMs });
}

const shipped = (name: string): Promise<string> => Bun.file(`public/flows/${name}.flow.yaml`).text();

test("simulated call: a seed replays it to the last event, and another seed gives another call", async () => {
  const text = await shipped("welcome");
  const [one, again, other] = [await callOf(text, 5), await callOf(text, 5), await callOf(text, 6)];
  expect(again).toEqual(one);
  expect(other.events).not.toEqual(one.events);
  expect(one.events.length).toBeGreaterThan(20);
});

const asking = `voice_flow: 1
id: one
language: en
start: ask
defaults: {max_attempts: 1}
variables:
  size: {type: choice, options: [{id: small}, {id: large}], ask: Small or large?}
nodes:
  ask: {ask: size, next: [{if: size == "small", goto: cheap}, {else: dear}], give_up: lost}
  cheap: {say: That is three euros., end: small}
  dear: {say: That is five euros., end: large}
  lost: {say: Goodbye., end: lost}
`;

test("simulated call: callers answer by voice and at random, and every edge of a flow is used", async () => {
  const all: SimCall[] = [];
  for (let seed = 0; seed < 40; seed++) all.push(await callOf(asking, seed));
  const outcomes = new Set(all.map(({ outcome }) => outcome));
  for (const outcome of ["small", "large", "lost", "hung_up"]) expect(outcomes).toContain(outcome);
  const words = all.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === "user-words" && event.final ? [event.text] : [])),
  );
  expect(words).toContain("small");
  expect(all.flatMap(({ askedAgain }) => askedAgain)).toContain("ask");
  const one = all.find(({ outcome }) => outcome === "small")!;
  expect(one.path).toEqual(["ask", "cheap"]);
  expect([...one.coverage.edges]).toEqual(["ask next:0"]);
  expect(one.turns).toBeGreaterThan(0);
  expect(one.durationMs - one.events.at(-1)!.atMs).toBeWithin(0, 21);
});
