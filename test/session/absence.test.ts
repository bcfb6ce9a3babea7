// Absence of a client: the agent's behaviour while its caller's connection is broken, and its words afterwards.

import { expect, test } from "bun:test";
import type { FakeLine } from "../support/fakes/fake-line.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
import { account, SessionBench } from "../support/fakes/session-bench.ts";
import { saidOn } from "../support/fakes/session-nodes.ts";

const table = programOf(`voice_flow: 1
id: table
language: en
start: hello
defaults: {give_up: bye}
variables:
  people: {type: number, ask: How many people are coming?}
  day: {type: choice, options: [{id: monday}, {id: tuesday}], ask: On which day?}
nodes:
  hello: {say: "Good day, you have reached the house on the hill.", next: people}
  people: {ask: people, max_attempts: 1, next: window}
  window: {say: "A table for {{ people }} at the big window.", next: day}
  day: {ask: day, max_attempts: 1, next: bye}
  bye: {say: Goodbye., end: done}
`);

const opened = () => SessionBench.open({ programs: new Map([["table", table]]) });
const asked = { mode: "flow", programId: "table" } as const;

async function begin(bench: SessionBench): Promise<{ readonly token: string; readonly line: FakeLine }> {
  const wanted = { accountId: account, request: asked, context: {}, metadata: {} };
  const { token } = await bench.sessions.start(wanted);
  return { token, line: await bench.join(token) };
}

test.each([2, 6, 12, 25])(
  "absence: a caller who is away for %d s before the question gets it, and no attempt is lost",
  async (seconds) => {
    await using bench = await opened();
    const { token, line } = await begin(bench);
    await bench.clock.advance(1_200);
    line.call?.gone("lost");
    await bench.clock.advance(seconds * 1_000);
    const again = await bench.join(token);
    await bench.clock.advance(4_000);
    expect(saidOn(again)).toBe("How many people are coming?");
    again.call?.input({ type: "text", text: "four", interrupt: true, speak: true });
    await bench.clock.advance(6_000);
    expect(saidOn(again)).toContain("A table for 4 at the big window. On which day?");
  },
);

test("absence: a caller who leaves at a heard question gets it again, with the usual wait", async () => {
  await using bench = await opened();
  const { token, line } = await begin(bench);
  await bench.clock.advance(6_000);
  line.call?.gone("lost");
  await bench.clock.advance(20_000);
  const again = await bench.join(token);
  await bench.clock.advance(6_000);
  expect(saidOn(again)).toBe("How many people are coming?");
  await bench.clock.advance(8_000);
  expect(saidOn(again)).toContain("Goodbye.");
});

test("absence: a cut answer is repeated, and one that becomes ready meanwhile waits", async () => {
  await using bench = await opened();
  const { token, line } = await begin(bench);
  await bench.clock.advance(6_000);
  line.call?.input({ type: "text", text: "four", interrupt: true, speak: true });
  await bench.clock.advance(700);
  line.call?.gone("lost");
  await bench.clock.advance(15_000);
  const again = await bench.join(token);
  await bench.clock.advance(6_000);
  expect(saidOn(again)).toBe("A table for 4 at the big window. On which day?");
});

test("absence: an assistant says the rest of its words, and does not ask whether the caller is there", async () => {
  await using bench = await SessionBench.open();
  const { token } = await bench.start();
  const line = await bench.join(token);
  await bench.clock.advance(350);
  line.call?.gone("lost");
  await bench.clock.advance(25_000);
  const again = await bench.join(token);
  await bench.clock.advance(5_000);
  expect(saidOn(again)).toBe("Tell me more.");
  again.call?.gone("lost");
  await bench.clock.advance(25_000);
  const third = await bench.join(token);
  await bench.clock.advance(10_000);
  expect(saidOn(third)).toBe("");
});
