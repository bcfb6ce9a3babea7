// Events for receivers: their fields, their texts, and their names.

import { expect, test } from "bun:test";
import { type HookEvent, isHookEvent, isOwnEvent } from "../../src/hooks/hook-event.ts";
import { openSessionHooks } from "../../src/hooks/session-events.ts";
import type { NewDelivery } from "../../db/port/outbox-store.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const fresh = { from: 0, counted: (): void => undefined };
const facts = { sessionId: "ses_1", flowId: "flow_1", flowRevision: 3, metadata: { campaign: "autumn" } };
const common = { session: "ses_1", flow: "flow_1", revision: 3, metadata: { campaign: "autumn" } };

const events: readonly (readonly [event: HookEvent, type: string, data: object])[] = [
  [{ type: "session.started" }, "session.started", {}],
  [{ type: "node.entered", node: "greet" }, "node.entered", { node: "greet", previous: null }],
  [
    { type: "node.entered", node: "ask", previous: "greet" },
    "node.entered",
    { node: "ask", previous: "greet" },
  ],
  [
    { type: "turn.completed", turn: { number: 1, caller: "yes", agent: "Fine." } },
    "turn.completed",
    { turn: { number: 1, caller: "yes", agent: "Fine." } },
  ],
  [
    { type: "custom", name: "plan.chosen", data: { plan: "pro" } },
    "plan.chosen",
    { payload: { plan: "pro" } },
  ],
  [
    { type: "session.transferring", address: "tel:+331", whisper: "In a hurry." },
    "session.transferring",
    { address: "tel:+331", whisper: "In a hurry.", summary: null },
  ],
  [
    {
      type: "session.ended",
      outcome: "booked",
      reason: "completed",
      durationMs: 61_500,
      outputs: { ref: "K7" },
    },
    "session.ended",
    { outcome: "booked", reason: "completed", duration_secs: 61.5, outputs: { ref: "K7" } },
  ],
  [
    { type: "session.ended", outcome: undefined, reason: "lost", durationMs: 0, outputs: {} },
    "session.ended",
    { outcome: null, reason: "lost", duration_secs: 0, outputs: {} },
  ],
];

test("hooks: each event has its kind, its session, its metadata and its number", () => {
  const clock = new VirtualClock();
  const sent: NewDelivery[] = [];
  const tell = openSessionHooks({
    accountId: "acc_1",
    facts,
    clock,
    ...fresh,
    enqueue: (delivery) => void sent.push(delivery),
    targets: [{ url: "https://a.example/", signer: "hook_1", events: events.map(([, type]) => type) }],
  });
  for (const [event] of events) tell(event);
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    events.map(([, type, data], index) => ({
      id: sent[index]?.messageId,
      type,
      timestamp: new Date(clock.wall()).toISOString(),
      seq: index + 1,
      data: { ...common, ...data },
    })),
  );
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(events.length);
  expect(new Set(sent.map(({ queue }) => queue)).size).toBe(1);
});

test("hooks: a receiver gets only its own events, with the session's numbers, and the same message as others", () => {
  const sent: NewDelivery[] = [];
  const tell = openSessionHooks({
    accountId: "acc_1",
    facts,
    clock: new VirtualClock(),
    ...fresh,
    enqueue: (delivery) => void sent.push(delivery),
    targets: [
      { url: "https://a.example/", signer: "hook_1", events: ["session.ended"] },
      { url: "https://a.example/", signer: "secret:KEY", events: ["plan.chosen", "session.ended"] },
    ],
  });
  tell({ type: "session.started" });
  tell({ type: "custom", name: "plan.chosen", data: null });
  tell({ type: "custom", name: "other.event", data: null });
  tell({ type: "session.ended", outcome: "x", reason: "completed", durationMs: 1, outputs: {} });
  const seen = sent.map(({ signer, body }) => [signer, (JSON.parse(body) as { seq: number }).seq]);
  expect(seen).toEqual([
    ["secret:KEY", 2],
    ["hook_1", 4],
    ["secret:KEY", 4],
  ]);
  expect(sent[1]?.messageId).toBe(sent[2]?.messageId ?? "");
  expect(sent[1]?.queue).not.toBe(sent[2]?.queue ?? "");
});

test.each(["plan.chosen", "a.b", "order_1.line_2", `${"a".repeat(61)}.bc`])(
  "hooks: %j is a valid event name",
  (name) => {
    expect([isOwnEvent(name), isHookEvent(name)]).toEqual([true, true]);
  },
);

const unfit = [
  "plan",
  "Plan.chosen",
  "plan.chosen.now",
  "plan.",
  ".x",
  "1a.b",
  "a.1",
  "a b.c",
  `${"a".repeat(64)}.b`,
  "",
];

test.each([...unfit, "session.mine", "node.x", "turn.x", "call.x", "client.x"])(
  "hooks: %j is an invalid event name (ruling 51)",
  (name) => {
    expect(isOwnEvent(name)).toBe(false);
  },
);

test("hooks: a hook may list our events, and no unknown ones", () => {
  const asked = [
    "session.started",
    "node.entered",
    "turn.completed",
    "session.ended",
    "session.transferring",
    "session.paused",
  ];
  expect(asked.map(isHookEvent)).toEqual([true, true, true, true, true, false]);
});

test("hooks: the numbers continue after a crash, and each is sent", () => {
  const [sent, counted]: [NewDelivery[], number[]] = [[], []];
  const tell = openSessionHooks({
    accountId: "acc_1",
    facts,
    clock: new VirtualClock(),
    from: 7,
    counted: (seq) => void counted.push(seq),
    enqueue: (delivery) => void sent.push(delivery),
    targets: [{ url: "https://a.example/", signer: "hook_1", events: ["session.ended"] }],
  });
  tell({ type: "session.started" });
  tell({ type: "session.ended", outcome: undefined, reason: "crashed", durationMs: 5_000, outputs: {} });
  expect(counted).toEqual([8, 9]);
  expect(sent.map(({ body }) => (JSON.parse(body) as { seq: number }).seq)).toEqual([9]);
});
