// Hand-over of sessions: a stopping node releases them between two turns, one by one or all at once.

import { expect, test } from "bun:test";
import { codeOf } from "../support/code-of.ts";
import { saidOn, SessionNodes, talking } from "../support/fakes/session-nodes.ts";

const counting = `
voice_flow: 1
id: flow
language: en
start: one
variables:
  one: {type: digits, length: 2, ask: "First code?"}
  two: {type: digits, length: 2, ask: "Second code?"}
defaults: {give_up: bye}
nodes:
  one: {ask: one, next: two}
  two: {ask: two, next: bye}
  bye: {say: "Goodbye.", end: done}
`;

/** Flow whose agent talks for twenty seconds. */
const talkative = `
voice_flow: 1
id: flow
language: en
start: talk
nodes:
  talk: {say: "${"word ".repeat(200).trim()}.", wait: 300s, next: bye}
  bye: {say: "Goodbye.", end: done}
`;

test("a drain hands each session over during a silence, and takes no new ones", async () => {
  await using nodes = await SessionNodes.open({ flow: counting });
  const { token, line } = await talking(nodes);
  line.call?.input({ type: "text", text: "one two", interrupt: true, speak: true });
  await nodes.n1.settled();
  const drained = nodes.n1.sessions.handOver(20_000, () => "https://n2.voice.example");
  await nodes.pass(100);
  // The agent says its next question before the hand-over.
  expect(line.closed).toBeUndefined();
  expect(await codeOf(() => nodes.start())).toBe("calls/draining");
  await nodes.pass(3_000);
  await drained;
  expect([line.closed, line.closedTo, nodes.n1.sessions.size]).toEqual([
    "moved",
    "https://n2.voice.example",
    0,
  ]);
  expect(saidOn(line)).toBe("First code? Second code?");
  const again = await nodes.n2.join(token);
  await nodes.pass(3_000);
  expect(saidOn(again)).toBe("Second code?");
  again.call?.gone("caller");
  await nodes.pass(2_000);
  expect(await nodes.n2.proof()).toMatchObject({ faults: [], heldMicros: 0 });
});

test("a move of all at once releases none before all are at rest, and keeps none beyond its limit", async () => {
  await using nodes = await SessionNodes.open({ flow: counting });
  const [resting, busy] = [await talking(nodes), await talking(nodes)];
  const say = (text: string): void =>
    busy.line.call?.input({ type: "text", text, interrupt: true, speak: true });
  say("one two");
  await nodes.n1.settled();
  const moved = nodes.n1.sessions.handOver(10_000);
  await nodes.pass(100);
  // The other agent says its question before the hand-over, and this caller is still heard.
  expect([resting.line.closed, busy.line.closed]).toEqual([undefined, undefined]);
  await nodes.pass(3_000);
  await moved;
  expect([resting.line.closed, busy.line.closed]).toEqual(["moved", "moved"]);
  expect(saidOn(busy.line)).toBe("First code? Second code?");
});

test("a move of all at once cuts off callers who still talk at its limit", async () => {
  await using nodes = await SessionNodes.open({ flow: talkative });
  const { line } = await talking(nodes);
  const moved = nodes.n1.sessions.handOver(1_500);
  await nodes.pass(1_400);
  expect(line.closed).toBeUndefined();
  await nodes.pass(200);
  await moved;
  expect(line.closed).toBe("moved");
});

test("a drain respects its limit, and warns clients that cannot come back", async () => {
  await using nodes = await SessionNodes.open({ flow: talkative });
  const { line } = await talking(nodes);
  const arrival = await nodes.n1.sessions.arrive({ mode: "flow", programId: "flow" });
  const bare = nodes.n1.line();
  await arrival.open(bare);
  bare.call?.ready();
  const drained = nodes.n1.sessions.handOver(3_000, () => undefined);
  await nodes.pass(2_900);
  expect(line.closed).toBeUndefined();
  await nodes.pass(200);
  await drained;
  expect([line.closed, line.closedTo, bare.closed]).toEqual(["moved", undefined, "shutdown"]);
  expect(bare.events.some(({ type: of }) => of === "ending")).toBe(true);
  expect(nodes.n1.calls.size).toBe(0);
});
