// Hook receivers of a session: their selection, their numbers, and their independence from the call.

import { UsageAccount } from "../../src/billing/usage-account.ts";
import { expect, test } from "bun:test";
import { Vault } from "../../src/cloud/vault.ts";
import { openBody, sealBody } from "../../src/hooks/sealed-body.ts";
import { everythingKept } from "../../src/cloud/account-retention.ts";
import { openLog } from "../../src/base/log.ts";
import type { Plan } from "../../src/calls/call-plan.ts";
import type { DeclaredHook } from "../../src/hooks/account-hooks.ts";
import type { NewDelivery } from "../../db/port/outbox-store.ts";
import { Receivers, type ReceiversOptions } from "../../src/hooks/hook-receivers.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const program = programOf(`voice_flow: 1
id: f
language: en
start: a
secrets: [SIGNING]
hooks:
  - {url: "https://flow.example.com/", events: [session.ended], secret: SIGNING}
nodes: {a: {say: Hello., end: done}}
`);

const plan: Plan = {
  request: { mode: "flow", programId: "flow_1" },
  accountId: "acc_1",
  keyId: undefined,
  program,
  flowId: "flow_1",
  flowRevision: 3,
  providers: {
    stt: undefined,
    tts: undefined,
    llm: undefined,
    metered: [],
    usage: new UsageAccount([]),
    names: {},
  },
  context: {},
  metadata: { ref: "42" },
  kept: everythingKept,
};

const crashed = {
  id: "ses_1",
  accountId: "acc_1",
  flowId: "flow_1",
  flowRevision: 3,
  metadata: { ref: "42" },
  connectedMs: 61_000,
  hookSeq: 7,
  wasOver: false,
  lacksOutcome: false,
};

const vault = new Vault(new Uint8Array(32));
const target = { url: "https://own.example.com/", signer: "hook_1", events: ["session.ended"] };

function world(targetsOf: ReceiversOptions["targetsOf"] = () => Promise.resolve([target])) {
  const [sent, counted, lines]: [NewDelivery[], string[], string[]] = [[], [], []];
  const asked: (readonly [string, readonly DeclaredHook[]])[] = [];
  const receivers = new Receivers({
    clock: new VirtualClock(),
    log: openLog({ level: "debug", format: "json", write: (line) => void lines.push(line) }),
    targetsOf(accountId, declared) {
      asked.push([accountId, declared]);
      return targetsOf(accountId, declared);
    },
    enqueue: (delivery) => void sent.push(delivery),
    sealed: (delivery) => sealBody(delivery, vault),
    counted: (id, seq) => void counted.push(`${id} ${seq}`),
  });
  const bodies = () => sent.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  return { receivers, sent, counted, lines, asked, bodies };
}

test("receivers: a session notifies those of its account and its flow, and counts from 1", async () => {
  const { receivers, sent, counted, asked, bodies } = world();
  const tell = receivers.of({ id: "ses_1", plan });
  tell?.({ type: "session.started" });
  tell?.({ type: "session.ended", outcome: "done", reason: "completed", durationMs: 5, outputs: {} });
  await receivers.settled();
  expect(asked).toEqual([
    ["acc_1", [{ url: "https://flow.example.com/", events: ["session.ended"], secret: "SIGNING" }]],
  ]);
  expect(counted).toEqual(["ses_1 1", "ses_1 2"]);
  expect(sent).toMatchObject([{ accountId: "acc_1", url: target.url, signer: "hook_1" }]);
  const about = { session: "ses_1", flow: "flow_1", revision: 3, metadata: { ref: "42" } };
  expect(bodies()).toMatchObject([{ type: "session.ended", seq: 2, data: about }]);
});

test("receivers: a call without an account or without hooks sends no events", async () => {
  const { receivers, asked, counted, sent } = world(() => Promise.resolve([]));
  expect(receivers.of({ id: "ses_1", plan: { ...plan, accountId: undefined } })).toBeUndefined();
  expect(asked).toEqual([]);
  receivers.of({ id: "ses_1", plan: { ...plan, program: undefined } })?.({ type: "session.started" });
  await receivers.settled();
  expect([asked, counted, sent]).toEqual([[["acc_1", []]], [], []]);
});

test("receivers: a session ended by a crash continues, with the number after the last", async () => {
  const { receivers, counted, bodies } = world();
  receivers.tellOfCrash(crashed, program);
  receivers.tellOfCrash({ ...crashed, id: "ses_2", flowId: null, flowRevision: null, hookSeq: 0 }, undefined);
  await receivers.settled();
  expect(counted).toEqual(["ses_1 8", "ses_2 1"]);
  const end = { outcome: null, reason: "crashed", duration_secs: 61, outputs: {}, metadata: { ref: "42" } };
  expect(bodies().map(({ data }) => data)).toEqual([
    { ...end, session: "ses_1", flow: "flow_1", revision: 3 },
    { ...end, session: "ses_2", flow: null, revision: null },
  ]);
});

test("receivers: a failing lookup costs no call, and is logged", async () => {
  const { receivers, lines } = world(() => {
    throw new Error("database is locked");
  });
  receivers.of({ id: "ses_1", plan })?.({ type: "session.started" });
  receivers.tellOfCrash(crashed, undefined);
  await receivers.settled();
  const logged = { level: "error", event: "session.without-hooks", session: "ses_1" };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([logged, logged]);
});

test("receivers: an event of a session without stored words waits sealed", async () => {
  const { receivers, sent } = world();
  const kept = { ...everythingKept, words: false };
  receivers.of({ id: "ses_1", plan: { ...plan, kept } })?.({
    type: "session.ended",
    outcome: "done",
    reason: "completed",
    durationMs: 1,
    outputs: { note: "blue whales" },
  });
  await receivers.settled();
  const [event] = sent;
  expect(event?.body).toStartWith("sealed:");
  expect(JSON.stringify(sent)).not.toContain("blue whales");
  expect(openBody(event!, vault)).toContain("blue whales");
  expect(() => openBody({ ...event!, messageId: "msg_other" }, vault)).toThrow();
});
