// Flow links: a flow that calls other flows runs the revisions that existed when it was stored.

import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Store } from "../../db/port/store.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { FlowReader } from "../../src/cloud/flow-reader.ts";
import { createFlow, deleteFlow, saveFlow } from "../../src/cloud/stored-flows.ts";
import { Documents } from "../../src/documents/documents.ts";
import type { Program } from "../../src/flow/language/program.ts";
import { type ChosenStore, chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";

const documents = new Documents({ clock: wallClock, log: silentLog });
setDefaultTimeout(240_000);
afterAll(() => documents[Symbol.asyncDispose]());

let opened: ChosenStore;
let store: Store;
let reader: FlowReader;
let at = 0;
const accountId = "acc_1";

beforeEach(async () => {
  opened = await chosenStore();
  store = opened.store;
  await bareAccount(opened.data, accountId);
  await bareAccount(opened.data, "acc_2");
  reader = new FlowReader({ store, documents, allow: [] });
});
afterEach(() => opened[Symbol.asyncDispose]());

const leaf = (id: string, says: string): string =>
  `voice_flow: 1\nid: ${id}\nlanguage: en\nstart: a\nnodes: {a: {say: ${says}, end: done}}\n`;
const caller = (id: string, called: string): string =>
  `voice_flow: 1\nid: ${id}\nlanguage: en\nstart: a\nnodes: {a: {call: ${called}, on_error: b, next: b}, b: {end: done}}\n`;

async function create(source: string, { owner = accountId, draft = false } = {}): Promise<string> {
  const accepted = await reader.accept(source, { accountId: owner, draft });
  const made = { ...accepted, accountId: owner, name: "F", layout: null, at: at++ };
  return (await createFlow(store, made)).id;
}

/** Stores the flow; resolves with its revision. */
async function save(flowId: string, source: string): Promise<number> {
  const accepted = await reader.accept(source, { accountId, draft: false });
  return (await saveFlow(store, { accountId, flowId }, { ...accepted, at: at++ })).revision;
}

/** First words of this flow in a call, followed by those of its called flows. */
async function says(flowId: string): Promise<string> {
  const { program } = await reader.program((await store.flows.find({ accountId, flowId }))!);
  return saidIn(program);
}

/** The only text inside a `say`. */
function textIn(said: unknown): string {
  return JSON.stringify(said).replace(/[[\]"]/g, "");
}

function saidIn({ nodes, calls }: Program): string {
  const [called] = calls.values();
  return called === undefined ? textIn(nodes.get("a")?.say.get("en")) : saidIn(called);
}

test("links: a flow runs the called revisions from the time of its storing until it is stored again", async () => {
  const [child, parent] = [await create(leaf("child", "One.")), await create(caller("parent", "child"))];
  expect(await says(parent)).toBe("One.");
  expect(await save(child, leaf("child", "Two."))).toBe(2);
  expect([await says(parent), await says(child)]).toEqual(["One.", "Two."]);
  // Storing the same text makes a revision, because it now calls another one; storing it again makes none.
  expect(await save(parent, caller("parent", "child"))).toBe(2);
  expect(await save(parent, caller("parent", "child"))).toBe(2);
  expect(await says(parent)).toBe("Two.");
});

test("links: they reach through called flows", async () => {
  const child = await create(leaf("child", "One."));
  const middle = await create(caller("middle", "child"));
  const parent = await create(caller("parent", "middle"));
  await save(child, leaf("child", "Two."));
  expect(await save(middle, caller("middle", "child"))).toBe(2);
  expect([await says(parent), await says(middle)]).toEqual(["One.", "Two."]);
});

test("links: a missing flow is found by the first call, and fixed then", async () => {
  const parent = await create(caller("parent", "child"), { draft: true });
  const child = await create(leaf("child", "One."));
  expect(await says(parent)).toBe("One.");
  await save(child, leaf("child", "Two."));
  expect(await says(parent)).toBe("One.");
});

test("links: the last stored of several flows with one id counts, never another account's", async () => {
  await create(leaf("child", "One."));
  await create(leaf("child", "Two."));
  await create(leaf("child", "Foreign."), { owner: "acc_2" });
  expect(await says(await create(caller("parent", "child")))).toBe("Two.");
});

test("links: a called revision stays beyond the fifty, but only while it is called", async () => {
  const child = await create(leaf("child", "One."));
  const parent = await create(caller("parent", "child"));
  const kept = async (): Promise<number[]> =>
    (await opened.data.rows("flowRevisions"))
      .filter(({ flowId }) => flowId === child)
      .map(({ revision }) => revision);
  for (let i = 2; i <= 53; i++) await save(child, leaf("child", `Take ${i}.`));
  expect(await kept()).toEqual([1, ...Array.from({ length: 50 }, (_, i) => i + 4)]);
  expect(await says(parent)).toBe("One.");
  await save(parent, caller("parent", "child"));
  await save(child, leaf("child", "The last."));
  expect((await kept())[0]).toBe(5);
  expect(await says(parent)).toBe("Take 53.");
});

test("links: the deletion of a called flow reports the missing one, and deletes its links", async () => {
  const child = await create(leaf("child", "One."));
  const parent = await create(caller("parent", "child"));
  await deleteFlow(store, { accountId, flowId: child });
  const failure = await says(parent).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "flow/invalid" });
  expect(String(failure)).toContain("child");
  expect(await opened.data.rows("flowLinks")).toHaveLength(1);
  await deleteFlow(store, { accountId, flowId: parent });
  expect(await opened.data.rows("flowLinks")).toEqual([]);
});

test("links: a text with an impossible flow id is stored, and found by no name", async () => {
  const id = Array.from({ length: 4_000 }, (_, i) => (i * i).toString(36)).join("");
  await create(`id: ${id}\n`);
  expect((await opened.data.rows("flows")).map(({ documentId }) => documentId)).toEqual([""]);
});
