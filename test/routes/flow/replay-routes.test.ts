// Replays: POST /v1/flows/{flow_id}/replay runs recorded calls on another version of their flow, page by page, and one
// with its conversation.

import { expect, test } from "bun:test";
import type { Store } from "../../../db/port/store.ts";
import { json } from "../../support/json-request.ts";
import { answer, idOf, type Person, problem, signUpAt } from "../../support/people.ts";
import { serveTest, type TestServer } from "../../support/servers/served.ts";
import { chosenStore } from "../../support/stores/chosen-store.ts";
import { ended } from "../../support/stores/ended-calls.ts";
import { agent, bookedLines, type Line, tableFlow } from "../../support/stores/replayed-calls.ts";

interface Row {
  readonly call_id: string;
  readonly result: string;
  readonly why: string | null;
  readonly revision: number;
  readonly before: { readonly outcome: string; readonly turns: number; readonly talk?: object[] } | null;
  readonly after: { readonly end: string; readonly told: string; readonly talk?: object[] } | null;
  readonly first_difference: number | null;
}

interface Page {
  readonly calls: readonly Row[];
  readonly next_cursor: string | null;
}

const noon = Date.UTC(2026, 10, 20, 12);

async function world() {
  const opened = await chosenStore();
  const served = await serveTest({}, { store: opened.store });
  const ada = await signUpAt(served);
  const flowId = await storedFlow(served, ada);
  return {
    store: opened.store,
    served,
    ada,
    flowId,
    accountId: await idOf(served, ada),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}

async function storedFlow(served: TestServer, { login }: Person): Promise<string> {
  const body = json("POST", { name: "Table", yaml_content: tableFlow() }, login);
  return (await answer<{ id: string }>(served.ask("/v1/flows", body), 201)).id;
}

interface Recorded {
  readonly id: string;
  readonly at?: number;
  readonly revision?: number;
  readonly lines?: readonly Line[];
  readonly subjectHash?: string;
}

async function recorded(
  {
    store,
    flowId,
    accountId,
  }: { readonly store: Store; readonly flowId: string; readonly accountId: string },
  { id, at = noon, revision = 1, lines = bookedLines }: Recorded,
): Promise<void> {
  const row = { flowId, flowRevision: revision };
  const patch = { outcome: "booked", endReason: "completed" };
  await ended(store, { id, account: accountId, at, row, patch, said: lines });
}

const replay = (served: TestServer, { login }: Person, flowId: string, body: object) =>
  served.ask(`/v1/flows/${flowId}/replay`, json("POST", body, login));

test("replay route: calls are tried on a text that is not stored, newest first and page by page", async () => {
  await using all = await world();
  const { served, ada, flowId } = all;
  for (const n of [0, 1, 2]) await recorded(all, { id: `ses_${n}`, at: noon + n });
  await recorded(all, { id: "ses_wordless", at: noon + 3, lines: [] });
  const yaml = tableFlow({ first: "Have you been here before?" });
  const first = await answer<Page>(replay(served, ada, flowId, { yaml_content: yaml, limit: 3 }));
  expect(first.calls.map(({ call_id, result, why }) => [call_id, result, why])).toEqual([
    ["ses_wordless", "not_replayed", "no_words"],
    ["ses_2", "lost", null],
    ["ses_1", "lost", null],
  ]);
  expect(first.calls[1]).toMatchObject({
    revision: 1,
    before: { outcome: "booked", end: "ended", turns: 2, tools: ["book"], told: "The flow ends: booked." },
    after: { outcome: null, end: "lost", turns: 0 },
    unsaid: ["four", "the 24th of November"],
  });
  const rest = { yaml_content: yaml, limit: 3, cursor: first.next_cursor };
  const second = await answer<Page>(replay(served, ada, flowId, rest));
  expect([second.calls.map(({ call_id }) => call_id), second.next_cursor]).toEqual([["ses_0"], null]);
  const since = { yaml_content: yaml, from: new Date(noon + 2).toISOString() };
  expect((await answer<Page>(replay(served, ada, flowId, since))).calls).toHaveLength(2);
});

test("replay route: a stored revision is tried, each call against its own, with the talk of one call", async () => {
  await using all = await world();
  const { served, ada, flowId } = all;
  await recorded(all, { id: "ses_1" });
  const change = json("PUT", { yaml_content: tableFlow({ ask: "How many are you?" }) }, ada.login);
  await answer(served.ask(`/v1/flows/${flowId}`, change));
  const lines = [agent(1, "How many are you?"), ...bookedLines.slice(1)];
  await recorded(all, { id: "ses_2", revision: 2, lines, at: noon + 1 });
  await recorded(all, { id: "ses_3", revision: 7, at: noon + 2 });
  const results = async (body: object) =>
    (await answer<Page>(replay(served, ada, flowId, body))).calls.map(({ result, why }) => why ?? result);
  expect(await results({})).toEqual(["revision_gone", "same", "reworded"]);
  expect(await results({ revision: 1 })).toEqual(["revision_gone", "reworded", "same"]);
  const one = await answer<Row>(served.ask(`/v1/flows/${flowId}/replay/ses_1`, json("POST", {}, ada.login)));
  expect(one).toMatchObject({
    result: "reworded",
    first_difference: 0,
    before: { talk: [{ caller: null, agent: "For how many people?" }, {}, { agent: "It is noted." }] },
    after: { talk: [{ caller: null, agent: "How many are you?" }, {}, {}] },
  });
  const made = await answer<{ yaml: string }>(served.ask("/v1/calls/ses_1/test", { headers: ada.login }));
  const text = tableFlow() + made.yaml;
  const tested = served.ask("/v1/flows/test", json("POST", { yaml_content: text }, ada.login));
  expect(await answer<object>(tested)).toMatchObject({ passed: true, tests: [{ outcome: "booked" }] });
});

test("replay route: another account's flow and calls are not found, and versions that cannot run are refused", async () => {
  await using all = await world();
  const { served, ada, flowId } = all;
  await recorded(all, { id: "ses_1" });
  const bob = await signUpAt(served);
  const own = await storedFlow(served, bob);
  await problem(replay(served, bob, flowId, {}), 404, "flow/not-found");
  expect((await answer<Page>(replay(served, bob, own, {}))).calls).toEqual([]);
  const one = (person: Person, flow: string, call: string) =>
    served.ask(`/v1/flows/${flow}/replay/${call}`, json("POST", {}, person.login));
  await problem(one(bob, own, "ses_1"), 404, "session/not-found");
  await problem(one(ada, flowId, "ses_2"), 404, "session/not-found");
  await problem(replay(served, ada, flowId, { revision: 9 }), 404, "flow/revision-not-found");
  await problem(replay(served, ada, flowId, { yaml_content: "voice_flow: 1" }), 422, "flow/invalid");
  const both = { yaml_content: tableFlow({ ask: "How many are you?" }), revision: 1 };
  // The request runs the text, not the revision.
  expect((await answer<Page>(replay(served, ada, flowId, both))).calls[0]?.result).toBe("reworded");
});

test("replay route: a call that was erased is not replayed", async () => {
  await using all = await world();
  const { served, ada, flowId } = all;
  for (const n of [0, 1]) await recorded(all, { id: `ses_${n}`, at: noon + n });
  const erased = await served.ask("/v1/sessions/ses_1", { method: "DELETE", headers: ada.login });
  expect(erased.status).toBe(204);
  const { calls } = await answer<Page>(replay(served, ada, flowId, {}));
  expect(calls.map(({ call_id, result }) => [call_id, result])).toEqual([["ses_0", "same"]]);
  await problem(
    served.ask(`/v1/flows/${flowId}/replay/ses_1`, json("POST", {}, ada.login)),
    404,
    "session/not-found",
  );
});
