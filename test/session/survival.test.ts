// Survival of sessions: a node dies in the middle of a conversation, and another one continues at the same place, with
// the words and values so far, and at the price of the heard part.

import { expect, test } from "bun:test";
import { saidOn, SessionNodes, type } from "../support/fakes/session-nodes.ts";

const booking = `
voice_flow: 1
id: flow
language: en
start: people
variables:
  people: {type: number, integer: true, min: 1, max: 12, ask: "For how many people?"}
  code: {type: digits, length: 4, ask: "What is your code?", confirm: explicit}
  ok: {type: boolean, ask: "Shall I book it for {{ people }}?"}
  ref: {type: text}
tools:
  find:
    params: {people: number}
    http: GET https://book.example.com/free?n={{ people }}
  book:
    params: {people: number}
    http: POST https://book.example.com/bookings
    returns: {ref: text}
defaults: {give_up: sorry}
nodes:
  people: {ask: people, next: code}
  code: {ask: code, next: find}
  find: {tool: find, with: {people: people}, on_error: sorry, next: ok}
  ok: {ask: ok, next: book}
  book: {tool: book, with: {people: people}, save: {ref: result.ref}, on_error: unsure, next: done}
  done: {say: "Booked as {{ ref }}.", end: booked}
  unsure: {say: "I can not say whether that was booked.", next: sorry}
  sorry: {say: "One moment please.", transfer: "tel:+33140000000", on_failed: bye}
  bye: {say: "Nobody answers. Goodbye.", end: failed}
`;

const found = { ok: true, body: { ref: "K7" } } as const;

test("survival: the other node asks the same question, and knows the conversation", async () => {
  await using nodes = await SessionNodes.open({ flow: booking, tool: () => Promise.resolve(found) });
  const token = await nodes.start();
  const first = await nodes.n1.join(token);
  await nodes.pass(5_000);
  await type(nodes, first, "four");
  expect(saidOn(first)).toBe("For how many people? What is your code?");
  nodes.kill();
  await nodes.pass(1_000);
  const second = await nodes.n2.join(token);
  await nodes.pass(5_000);
  expect(saidOn(second)).toBe("What is your code?");
  await type(nodes, second, "one two three four");
  await type(nodes, second, "yes");
  await type(nodes, second, "yes");
  expect(saidOn(second)).toContain("Shall I book it for 4?");
  expect(saidOn(second)).toEndWith("Booked as K7.");
  await nodes.n1.settled();
  expect(await nodes.row()).toMatchObject({ status: "ended", outcome: "booked", endReason: "completed" });
});

const never = (): Promise<never> => new Promise(() => undefined);

/** A conversation at the first node up to the last of these words; then that node dies, and the caller comes back. */
async function moved(nodes: SessionNodes, words: readonly string[], goneMs = 4_000) {
  const token = await nodes.start();
  const first = await nodes.n1.join(token);
  await nodes.pass(4_000);
  for (const each of words) await type(nodes, first, each, each === words.at(-1) ? goneMs : 4_000);
  nodes.kill();
  await nodes.pass(500);
  const second = await nodes.n2.join(token);
  await nodes.pass(4_000);
  return { token, first, second };
}

test("survival: an open read-back is repeated, and a finished one is not", async () => {
  await using nodes = await SessionNodes.open({ flow: booking, tool: () => Promise.resolve(found) });
  const { first, second } = await moved(nodes, ["four", "one two three four"]);
  expect(saidOn(first)).toEndWith("1 2 3 4, is that right?");
  expect(saidOn(second)).toBe("1 2 3 4, is that right?");
});

test("survival: requests that only read are repeated", async () => {
  await using nodes = await SessionNodes.open({
    flow: booking,
    tool: (_, node) => (node === "n1" ? never() : Promise.resolve(found)),
  });
  const { second } = await moved(nodes, ["four", "one two three four", "yes"]);
  expect(nodes.asked.map(({ node, tool }) => `${node} ${tool}`)).toEqual(["n1 find", "n2 find"]);
  expect(nodes.asked[0]?.key).toBe(nodes.asked[1]!.key);
  expect(saidOn(second)).toBe("Shall I book it for 4?");
});

test("survival: a change is not sent twice: the flow gets an unknown result", async () => {
  await using nodes = await SessionNodes.open({
    flow: booking,
    tool: ({ tool }) => (tool === "book" ? never() : Promise.resolve(found)),
  });
  // The node dies as soon as it may have sent the request: it writes the intention before.
  const { second } = await moved(nodes, ["four", "one two three four", "yes", "yes"], 10);
  expect(nodes.asked.map(({ node, tool }) => `${node} ${tool}`)).toEqual(["n1 find", "n1 book"]);
  expect(saidOn(second)).toStartWith("I can not say whether that was booked.");
  await nodes.pass(60_000);
  const { events } = (await nodes.n1.store.sessions.find({
    accountId: "acc_1",
    sessionId: (await nodes.row()).id,
  }))!;
  const tools = events.filter(({ type: of }) => of === "tool").map(({ data }) => data);
  expect(tools).toMatchObject([
    { name: "find", ok: true },
    { name: "book", ok: false, failure: "cancelled" },
  ]);
});

test("survival: a result that had arrived without an effect still counts", async () => {
  const booked = Promise.withResolvers<typeof found>();
  await using nodes = await SessionNodes.open({
    flow: booking,
    tool: ({ tool }) => (tool === "book" ? booked.promise : Promise.resolve(found)),
  });
  const token = await nodes.start();
  const first = await nodes.n1.join(token);
  await nodes.pass(4_000);
  for (const each of ["four", "one two three four", "yes", "yes"]) await type(nodes, first, each);
  booked.resolve(found);
  await nodes.pass(400);
  nodes.kill();
  const second = await nodes.n2.join(token);
  await nodes.pass(4_000);
  expect(saidOn(second)).toBe("Booked as K7.");
  await nodes.pass(2_000);
  expect(await nodes.row()).toMatchObject({ status: "ended", outcome: "booked" });
});

test("survival: an unfinished transfer counts as failed", async () => {
  await using nodes = await SessionNodes.open({ flow: booking });
  const { first, second } = await moved(nodes, ["four", "one two three four", "yes"]);
  expect(first.events.some(({ type: of }) => of === "transfer")).toBe(true);
  expect(saidOn(second)).toBe("Nobody answers. Goodbye.");
  await nodes.pass(2_000);
  const sessionId = (await nodes.row()).id;
  const { events } = (await nodes.n1.store.sessions.find({ accountId: "acc_1", sessionId }))!;
  // The record says that the result is unknown: "not answered" would be a guess.
  expect(events.filter(({ type: of }) => of === "transfer").map(({ data }) => data)).toMatchObject([
    { address: "tel:+33140000000" },
    { lost: true },
  ]);
});

const waits = `
voice_flow: 1
id: flow
language: en
start: hold
variables:
  ok: {type: boolean, ask: "Shall we go on?"}
  message: {type: audio}
nodes:
  hold: {say: "Please hold the line.", wait: 20s, next: pay}
  pay: {say: "Please pay now.", wait: {event: step.paid}, timeout: 60s, on_timeout: ask, next: leave}
  leave: {say: "Speak after the tone.", record: message, max: 60s, end_silence: 3s, on_failed: ask, next: ask}
  ask: {ask: ok, next: bye, give_up: bye}
  bye: {say: "Goodbye.", end: done}
`;

test("survival: a pause continues to its end, and an event is awaited for its full time", async () => {
  await using nodes = await SessionNodes.open({ flow: waits });
  const { second } = await moved(nodes, []);
  // 8.5 s of the 20 are over.
  expect(saidOn(second)).toBe("");
  await nodes.pass(9_000);
  expect(saidOn(second)).toBe("");
  await nodes.pass(4_000);
  expect(saidOn(second)).toBe("Please pay now.");
  const sessionId = (await nodes.row()).id;
  await nodes.n2.sessions.send({ accountId: "acc_1", sessionId, name: "step.paid", data: null });
  await nodes.pass(3_000);
  expect(saidOn(second)).toBe("Please pay now. Speak after the tone.");
});

test("survival: an unfinished recording is lost", async () => {
  await using nodes = await SessionNodes.open({ flow: waits.replace("start: hold", "start: leave") });
  const { second } = await moved(nodes, []);
  expect(saidOn(second)).toBe("Shall we go on?");
});

test("survival: the unheard text is repeated as a whole, and the heard text is not", async () => {
  await using nodes = await SessionNodes.open({ flow: waits.replace("start: hold", "start: ask") });
  const token = await nodes.start();
  const first = await nodes.n1.join(token);
  await nodes.pass(4_000);
  await type(nodes, first, "yes", 400);
  expect(saidOn(first)).toBe("Shall we go on? Goodbye.");
  nodes.kill();
  const second = await nodes.n2.join(token);
  await nodes.pass(4_000);
  expect(saidOn(second)).toBe("Goodbye.");
  expect(await nodes.row()).toMatchObject({ status: "ended", outcome: "done", endReason: "completed" });
});

test("survival: digits dictated in groups continue with the next group", async () => {
  await using nodes = await SessionNodes.open({ flow: booking });
  const { second } = await moved(nodes, ["four", "one two"]);
  expect(saidOn(second)).toBe("Please say the next 2.");
  await type(nodes, second, "three four");
  expect(saidOn(second)).toEndWith("1 2 3 4, is that right?");
});

test("survival: a session without a connection is a row, which another node takes over while the first one lives", async () => {
  await using nodes = await SessionNodes.open({ flow: booking });
  const token = await nodes.start();
  const line = await nodes.n2.join(token);
  await nodes.pass(4_000);
  expect(saidOn(line)).toBe("For how many people?");
  expect(await nodes.row()).toMatchObject({ home: "n2", status: "running" });
  // The first node forgets the session when its own wait for a client is over.
  await nodes.pass(5 * 60_000);
  expect(nodes.n1.sessions.size).toBe(0);
  expect(await nodes.n2.proof()).toMatchObject({ faults: [] });
});
