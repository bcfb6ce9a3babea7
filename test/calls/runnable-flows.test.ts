// Runnable flows: a stored flow is read once for all callers, and again only after a change.

import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../../src/base/fault.ts";
import { type ProgramReader, StoredPrograms } from "../../src/calls/runnable-flows.ts";
import { createFlow, deleteFlow, saveFlow } from "../../src/cloud/stored-flows.ts";
import { runnableFlow } from "../../src/documents/run-tests.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { type ChosenStore, chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";

let opened: ChosenStore;
let store: Store;
let read: string[];
let programs: StoredPrograms;
let flowId: string;
const accountId = "acc_1";

const flow = (says: string): string =>
  `voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {say: ${says}, end: done}}\n`;
const textOf = (source: string) => ({ source, documentId: "f", links: new Map() });

beforeEach(async () => {
  opened = await chosenStore();
  store = opened.store;
  read = [];
  const programNow: ProgramReader["programNow"] = async ({ source, revision }) => {
    read.push(`${revision}`);
    return runnableFlow(source, (text) => loadFlow(text)).program;
  };
  const program: ProgramReader["program"] = async (stored) => ({
    program: await programNow(stored),
    problems: [],
  });
  programs = new StoredPrograms(store, { program, programNow });
  await bareAccount(opened.data, accountId);
  const made = { ...textOf(flow("One.")), accountId, name: "F", layout: null, at: 0 };
  flowId = (await createFlow(store, made)).id;
});
afterEach(() => opened[Symbol.asyncDispose]());

const change = (source: string) => saveFlow(store, { accountId, flowId }, { ...textOf(source), at: 1 });

test("programs: calls that begin at once read a flow once, and later ones do not read it", async () => {
  const found = await Promise.all([1, 2, 3].map(() => programs.find(flowId, accountId)));
  found.push(await programs.find(flowId, undefined));
  expect(read).toEqual(["1"]);
  expect(new Set(found.map(({ program }) => program)).size).toBe(1);
  await change(flow("Two."));
  expect((await programs.find(flowId, accountId)).revision).toBe(2);
  expect(read).toEqual(["1", "2"]);
});

test("programs: a flow that failed to load is read again", async () => {
  await change("voice_flow: 1\n");
  for (let i = 0; i < 2; i++) {
    const failure = await programs.find(flowId, accountId).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "flow/invalid" });
  }
  expect(read).toEqual(["2", "2"]);
});

test("programs: another account's flow, and a deleted one, are not found", async () => {
  for (const [id, account] of [
    [flowId, "acc_2"],
    ["flow_00000000000000000000000000", accountId],
  ] as const) {
    const failure = await programs.find(id, account).catch((error: unknown) => error);
    expect(failure instanceof Fault && failure.code).toBe("flow/not-found");
  }
  expect(read).toEqual([]);
});

test("programs: sessions left by a crash are read at their own revision, once for all", async () => {
  await change(flow("Two."));
  const found = [await programs.findNow(flowId, 1, accountId), await programs.findNow(flowId, 1, accountId)];
  expect(found[0]?.nodes.get("a")?.say.get("en")).toEqual([["One."]]);
  expect(found[1]).toBe(found[0]);
  expect(read).toEqual(["1"]);
});

test("programs: a deleted or broken flow is skipped silently after a crash", async () => {
  expect(await programs.findNow(flowId, 7, accountId)).toBeUndefined();
  await change("voice_flow: 1\n");
  expect(await programs.findNow(flowId, 2, accountId)).toBeUndefined();
  await deleteFlow(store, { accountId, flowId });
  expect(await programs.findNow(flowId, 1, accountId)).toBeUndefined();
});
