// Transfers by a supervisor, in virtual time: when the client is asked, and what its answer means.

import { expect, test } from "bun:test";
import { type CallWorld, openWorld, scriptedResponder } from "../../support/fakes/call-script.ts";

const greeting = "Hello there, what can I do for you today.";

function world(): CallWorld & { readonly inputs: readonly { readonly type: string }[] } {
  const responder = scriptedResponder((input) => (input.type === "start" ? greeting : "Are you there?"));
  return Object.assign(openWorld({ responder }), { inputs: responder.inputs });
}

const told = ({ events }: CallWorld): readonly (readonly [string, number])[] =>
  events
    .filter(({ type }) => ["transfer", "warning", "ended", "supervised", "interrupted"].includes(type))
    .map(({ type, atMs }) => [type, atMs] as const);

async function hangUp(one: CallWorld): Promise<void> {
  one.call.gone("caller");
  expect(await one.leftovers()).toEqual([]);
}

test("transfer by hand: its words are heard to their end, interrupting the agent, and then the client is asked", async () => {
  const one = world();
  one.call.ready();
  await one.pass(200);
  one.call.input({ type: "put-through", address: "tel:+491", whisper: "A zebra.", say: "One moment." });
  await one.pass(1_000);
  const said = one.events.findLast((event) => event.type === "sentence" && event.status === "completed");
  expect(said).toMatchObject({ text: "One moment." });
  const asked = one.events.find(({ type }) => type === "transfer");
  expect(asked).toEqual({
    type: "transfer",
    address: "tel:+491",
    whisper: "A zebra.",
    atMs: said?.atMs ?? 0,
  });
  one.call.input({ type: "transferred", ok: true });
  expect(one.events.at(-1)).toMatchObject({ type: "ended", reason: "dismissed" });
  expect(await one.leftovers()).toEqual([]);
});

test("transfer by hand: without words it is immediate, and a client silent ten seconds after the ringing returns the caller", async () => {
  const one = world();
  one.call.ready();
  await one.pass(200);
  one.call.input({ type: "put-through", address: "tel:+491" });
  expect(told(one)).toEqual([
    ["interrupted", 200],
    ["transfer", 200],
  ]);
  // The agent does not ask whether a caller who may be talking elsewhere is still there.
  await one.pass(35_000);
  expect(told(one).at(-1)).toEqual(["warning", 35_200]);
  expect(one.inputs).toEqual([{ type: "start" }]);
  await one.pass(8_000);
  expect(one.inputs.at(-1)).toEqual({ type: "silence" });
  // A late answer means nothing.
  one.call.input({ type: "transferred", ok: true });
  expect(one.events.some(({ type }) => type === "ended")).toBe(false);
  await hangUp(one);
});

test("transfer by hand: a later one replaces an earlier one, and an ending call drops it", async () => {
  const one = world();
  one.call.ready();
  await one.pass(200);
  one.call.input({ type: "put-through", address: "tel:+491", say: "One moment." });
  one.call.input({ type: "put-through", address: "tel:+492" });
  await one.pass(400);
  const addresses = one.events.flatMap((event) => (event.type === "transfer" ? [event.address] : []));
  expect(addresses).toEqual(["tel:+492"]);
  await hangUp(one);
});

test("dismissed: the agent cuts in with the last words, and the call is over when they are heard", async () => {
  const one = world();
  one.call.ready();
  await one.pass(200);
  one.call.input({ type: "supervised", action: "ended" });
  one.call.input({ type: "dismiss", text: "We close now." });
  await one.pass(2_000);
  expect(told(one)[0]).toEqual(["supervised", 200]);
  expect(one.events.at(-1)).toMatchObject({ type: "ended", reason: "dismissed" });
  expect(one.line.events.some(({ type }) => (type as string) === "supervised")).toBe(false);
  expect(await one.leftovers()).toEqual([]);
});
