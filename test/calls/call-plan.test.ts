// Call plans: which flow runs for whom, decided before anything is written.

import { UsageAccount } from "../../src/billing/usage-account.ts";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { everythingKept } from "../../src/cloud/account-retention.ts";
import type { Store } from "../../db/port/store.ts";
import { type CallRequest, Planner, programOf } from "../../src/calls/call-plan.ts";
import { createFlow } from "../../src/cloud/stored-flows.ts";
import type { Program } from "../../src/flow/language/program.ts";
import { programOf as read } from "../support/fakes/flow-talk.ts";
import { type ChosenStore, chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";

const textOf = (says: string): string =>
  `voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {say: ${says}, end: done}}\n`;
const [builtIn, stored, previewed] = ["Built in.", "Stored.", "Previewed."].map((says) =>
  read(textOf(says)),
) as [Program, Program, Program];
const providers = {
  stt: undefined,
  tts: undefined,
  llm: undefined,
  metered: [],
  usage: new UsageAccount([]),
  names: {},
};
const choice = { name: "builtin", key: undefined, model: undefined, voice: undefined, fallbacks: [] };
const choices = { stt: choice, tts: choice, llm: choice };
const mine = { accountId: "acc_1", keyId: "key_1" };

let opened: ChosenStore;
let store: Store;
let flowId: string;
let planner: Planner;
let asked: (string | undefined)[];

beforeEach(async () => {
  opened = await chosenStore();
  store = opened.store;
  await bareAccount(opened.data, "acc_1");
  const text = { source: textOf("Stored."), documentId: "f", links: new Map() };
  flowId = (await createFlow(store, { ...text, accountId: "acc_1", name: "F", layout: null, at: 0 })).id;
  asked = [];
  planner = new Planner({
    store,
    programs: new Map([["welcome", builtIn]]),
    reader: {
      program: () => Promise.resolve({ program: stored, problems: [] }),
      programNow: () => Promise.resolve(stored),
    },
    previews: {
      fetch: () => Promise.resolve(),
      find: (id, account) => (id === "preview_1" && account === "acc_1" ? previewed : undefined),
    },
    choicesOf: () => Promise.resolve(choices),
    providersOf: ({ accountId }) => {
      asked.push(accountId);
      return providers;
    },
  });
});
afterEach(() => opened[Symbol.asyncDispose]());

const flow = (programId: string): CallRequest => ({ mode: "flow", programId });

test("plan: a session has no flow, a stored one, and never a built-in one", async () => {
  expect(await planner.asked(undefined, "acc_1")).toEqual({
    mode: "assistant",
    programId: undefined,
    choices,
  });
  const found = { program: stored, revision: 1, source: textOf("Stored.") };
  expect(await planner.asked(flowId, "acc_1")).toEqual({ ...flow(flowId), flow: found, choices });
  expect(await planner.asked("welcome", "acc_1").catch(String)).toContain('"welcome" is a built-in flow');
  for (const [id, account] of [
    ["nobodys", "acc_1"],
    ["flow_none", "acc_1"],
    [flowId, "acc_2"],
  ] as const)
    expect(await planner.asked(id, account).catch(String)).toContain("There is no such flow in this account");
});

test("plan: only a stored flow needs preparation", async () => {
  expect(await planner.prepare(flow("welcome"), undefined)).toEqual(flow("welcome"));
  expect((await planner.prepare(flow(flowId), undefined)).flow?.program).toBe(stored);
});

test("plan: a stored flow runs first, else its owner's trial, else a built-in one", async () => {
  const ready = await planner.prepare(flow(flowId), "acc_1");
  const given = { context: { name: "Ada" }, metadata: { ref: "1" } };
  expect(planner.plan(ready, mine, given)).toEqual({
    request: ready,
    ...mine,
    program: stored,
    flowId,
    flowRevision: 1,
    flowText: textOf("Stored."),
    providers,
    kept: everythingKept,
    ...given,
  });
  expect(planner.plan(flow("preview_1"), mine).program).toBe(previewed);
  expect(planner.plan(flow("welcome"), {})).toMatchObject({
    accountId: undefined,
    keyId: undefined,
    program: builtIn,
    flowId: "welcome",
    flowRevision: undefined,
    context: {},
    metadata: {},
    kept: everythingKept,
  });
  expect(planner.plan({ mode: "assistant", programId: undefined }, mine).program).toBeUndefined();
  expect(asked).toEqual(["acc_1", "acc_1", undefined, "acc_1"]);
  expect(() => planner.plan(flow("preview_1"), {})).toThrow(
    'There is no flow "preview_1": the built-in ones are welcome',
  );
});

test("plan: a planner without previews finds the other flows", async () => {
  const options = {
    store,
    programs: new Map(),
    choicesOf: () => Promise.resolve(choices),
    providersOf: () => providers,
  };
  const reader = {
    program: () => Promise.reject(new Error("Not asked")),
    programNow: () => Promise.resolve(stored),
  };
  const bare = new Planner({ ...options, reader });
  expect(() => bare.plan(flow("preview_1"), mine)).toThrow("There is no flow");
  expect(await bare.programAt(flowId, 1, "acc_1")).toBe(stored);
  expect([await bare.programAt(flowId, 2, "acc_1"), await bare.programAt(flowId, 1, "acc_2")]).toEqual([
    undefined,
    undefined,
  ]);
});

test("plan: an assistant runs no program, even with another name in the request", async () => {
  expect(programOf({ mode: "assistant", programId: "welcome" }, new Map([["welcome", builtIn]]))).toBe(
    undefined,
  );
});
