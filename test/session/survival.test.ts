// Survival of sessions: a node dies in the middle of a conversation, and another one goes on at the same place, with what
// was said and understood, and at the price of what was heard.

import { expect, test } from "bun:test";
import { saidOn, SessionNodes, type } from "../support/fakes/session-nodes.ts";
import { settle } from "../support/fakes/virtual-clock.ts";

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

test("survival: the other node asks the same question, and knows what was said", async () => {
  await using nodes = new SessionNodes({ flow: booking, tool: () => Promise.resolve(found) });
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
  await settle();
  expect(nodes.row).toMatchObject({ status: "ended", outcome: "booked", endReason: "completed" });
});
