// Hooks of a call: events of a call reach its hooks, and outside events reach the call.

import { expect, test } from "bun:test";
import { CallHooks } from "../../src/hooks/call-hooks.ts";
import { Transcript } from "../../src/session/transcript.ts";
import type { HookEvent } from "../../src/hooks/hook-event.ts";
import type { CallEvent } from "../../src/voice/call-event.ts";
import { codeOf } from "../support/code-of.ts";
import { account, SessionBench } from "../support/fakes/session-bench.ts";
import { bareAccount } from "../support/stores/new-account.ts";

type Bare<E> = E extends { readonly atMs: number } ? Omit<E, "atMs"> : never;

/** Events that receivers get when a session, wired as in production, has these events. */
function told(events: readonly Bare<CallEvent>[]): HookEvent[] {
  const all: HookEvent[] = [];
  const hooks = new CallHooks((event) => void all.push(event));
  const transcript = new Transcript((line) => hooks.line(line));
  for (const bare of events) {
    const event = { ...bare, atMs: 0 } as CallEvent;
    transcript.take(event);
    hooks.take(event);
  }
  hooks.ended({ outcome: transcript.outcome, reason: "completed", durationMs: 1_000 });
  return all;
}

const started = (reply: number): Bare<CallEvent> => ({ type: "reply-started", reply });
const written = (reply: number): Bare<CallEvent> => ({ type: "reply-written", reply });
const typed = (text: string): Bare<CallEvent> => ({ type: "user-typed", text });
function sentence(reply: number, text: string, status: "new" | "started" | "completed"): Bare<CallEvent> {
  return { type: "sentence", reply, segment: 1, text, status, spoken: true };
}

function turnsOf(events: readonly HookEvent[]): object[] {
  return events.flatMap((event) => (event.type === "turn.completed" ? [event.turn] : []));
}

test("hooks: a turn is the caller's words and all answers of the agent, sent when it has been heard", () => {
  const upToLast: Bare<CallEvent>[] = [
    started(1),
    sentence(1, "Hello.", "new"),
    sentence(1, "Who is there?", "new"),
    written(1),
    sentence(1, "Hello.", "started"),
    sentence(1, "Hello.", "completed"),
    sentence(1, "Who is there?", "completed"),
    typed("Ada"),
    started(2),
    sentence(2, "Good day.", "new"),
    written(2),
  ];
  const greeting = { number: 1, agent: "Hello. Who is there?" };
  expect(turnsOf(told(upToLast))).toEqual([greeting, { number: 2, caller: "Ada", agent: "" }]);
  expect(turnsOf(told([...upToLast, sentence(2, "Good day.", "completed")]))).toEqual([
    greeting,
    { number: 2, caller: "Ada", agent: "Good day." },
  ]);
});

test("hooks: a cut turn holds its heard part", () => {
  const turns = turnsOf(
    told([
      typed("yes"),
      started(1),
      sentence(1, "One.", "new"),
      sentence(1, "Two and three.", "new"),
      sentence(1, "One.", "completed"),
      {
        type: "interrupted",
        reply: 1,
        segment: 2,
        heardText: "Two",
        heardReplyText: "One. Two",
        heardMs: 10,
      },
      typed("stop"),
    ]),
  );
  expect(turns).toEqual([
    { number: 1, caller: "yes", agent: "One. Two" },
    { number: 2, caller: "stop", agent: "" },
  ]);
});

test("hooks: words and keys before one answer are one turn", () => {
  const turns = turnsOf(
    told([
      typed("one"),
      { type: "user-keys", keys: "2" },
      started(1),
      sentence(1, "Both.", "new"),
      written(1),
      sentence(1, "Both.", "completed"),
    ]),
  );
  expect(turns).toEqual([{ number: 1, caller: "one 2", agent: "Both." }]);
});

test("hooks: a reply without a word answers nothing, so the next input belongs to the same turn", () => {
  const turns = turnsOf(
    told([
      typed("one"),
      started(1),
      written(1),
      typed("two"),
      started(2),
      sentence(2, "Both.", "new"),
      written(2),
      sentence(2, "Both.", "completed"),
    ]),
  );
  expect(turns).toEqual([{ number: 1, caller: "one two", agent: "Both." }]);
});

test("hooks: nodes, the flow's own events, its outcome and its outputs are sent in order", () => {
  const flowId = "f";
  const events = told([
    { type: "flow-state", flowId, state: "a", previous: undefined },
    { type: "flow-event", flowId, name: "plan.chosen", data: { plan: "pro" } },
    { type: "flow-state", flowId, state: "b", previous: "a" },
    { type: "flow-variable", flowId, key: "x", value: 1 },
    { type: "flow-ended", flowId, outcome: "booked", outputs: { ref: "K7" } },
  ]);
  expect(events).toEqual([
    { type: "session.started" },
    { type: "node.entered", node: "a", previous: undefined },
    { type: "custom", name: "plan.chosen", data: { plan: "pro" } },
    { type: "node.entered", node: "b", previous: "a" },
    {
      type: "session.ended",
      outcome: "booked",
      reason: "completed",
      durationMs: 1_000,
      outputs: { ref: "K7" },
    },
  ]);
});

test("events: they reach the account's own open sessions", async () => {
  await using bench = await SessionBench.open();
  await bareAccount(bench.data, "acc_2");
  const { sessionId, token } = await bench.start();
  const send = (accountId: string, id: string): Promise<string> =>
    codeOf(() => bench.sessions.send({ accountId, sessionId: id, name: "x", data: undefined }));
  expect([
    await send(account, sessionId),
    await send("acc_2", sessionId),
    await send(account, "ses_0"),
  ]).toEqual(["no fault", "session/not-found", "session/not-found"]);
  const line = await bench.join(token);
  line.call?.gone("caller");
  expect([await send(account, sessionId), await send("acc_2", sessionId)]).toEqual([
    "session/over",
    "session/not-found",
  ]);
});

test("events: a call whose responder accepts none is unchanged", async () => {
  await using bench = await SessionBench.open();
  const { sessionId, token } = await bench.start();
  const line = await bench.join(token);
  await bench.clock.advance(5_000);
  const replies = (): number => line.events.filter(({ type }) => type === "reply-started").length;
  const before = replies();
  await bench.sessions.send({ accountId: account, sessionId, name: "payment.done", data: null });
  await bench.clock.advance(1_000);
  expect(replies()).toBe(before);
  line.call?.gone("caller");
});
