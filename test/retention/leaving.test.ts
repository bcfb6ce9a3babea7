// Leaving: of a deleted account every file has only its money left, under a number; another account keeps everything.

import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { openStore } from "../../db/sqlite/file-store.ts";
import { prove } from "../../src/billing/proof.ts";
import { connect } from "../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { StoreClock } from "../support/fakes/store-clock.ts";
import { answer, idOf, ownerAt, type Person, problem, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { addMarkedCallers, filesWith, markOf, masterKey } from "../support/stores/marked-callers.ts";
import { until } from "../support/until.ts";

/** Sets up everything that an account can have, each with the mark in it. */
async function setUp(served: TestServer, { service, login }: Person, mark: string): Promise<void> {
  const yaml = `voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {say: "${mark}", end: done}}\n`;
  const upload = json("POST", { name: mark, yaml_content: yaml }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  await answer(served.ask(`/v1/flows/${id}`, json("PUT", { yaml_content: `${yaml}# ${mark}\n` }, service)));
  const source = json("POST", { text: `${mark} is open from nine to five.` }, login);
  await answer(served.ask("/v1/knowledge/faq/sources", source), 201);
  const secret = json("PUT", { value: "hidden", hosts: [`${mark.toLowerCase()}.example`] }, login);
  await answer(served.ask("/v1/secrets/KEY", secret));
  const hook = json("POST", { url: `https://crm.example.com/${mark}` }, login);
  await answer(served.ask("/v1/hooks", hook), 201);
  await answer(served.ask("/v1/embeds", json("POST", { flow_id: id, label: mark }, login)), 201);
  await answer(served.ask("/v1/budget", json("PUT", { monthly_usd_cents: 500 }, login)));
  await answer(served.ask("/v1/assistant", json("PUT", { system_prompt: `Be ${mark}.` }, login)));
  const named = { name: "Desk", system_prompt: `Stay ${mark}.` };
  await answer(served.ask("/v1/assistants", json("POST", named, login)), 201);
  await answer(served.ask("/v1/erasures", json("POST", { subject: mark }, service)), 202);
}

const leave = (served: TestServer, { login }: Person, password: string): Promise<Response> =>
  served.ask("/v1/account/deletion", json("POST", { password }, login));

test("leaving: only money is left in any file, and others keep their data", async () => {
  using folder = tempFolder();
  const env = { DATA_DIR: folder.path, MASTER_KEY: masterKey };
  using store = openStore({ directory: folder.path, migrations });
  const clock = new StoreClock();
  await using served = await serveTest(env, { store, clock });
  const [owner, ada, bob] = [
    await ownerAt({ ...served, store }),
    await signUpAt(served),
    await signUpAt(served),
  ];
  const accountId = await idOf(served, ada);
  const marks = { ada: "Periwinkle", bob: "Chrysanthemum" };
  await setUp(served, ada, marks.ada);
  await setUp(served, bob, marks.bob);
  const recordings = folder.file("recordings");
  await addMarkedCallers(store, { accountId, callers: 2, sessionsEach: 60, recordings, isWithHooks: true });
  const before = await store.ledger.books(accountId);
  const left = [marks.ada, markOf(0), markOf(1), ada.email];
  for (const mark of left) expect(filesWith(mark, folder.path)).not.toEqual([]);

  await problem(leave(served, ada, "a guess"), 401, "auth/invalid-credentials");
  await problem(leave(served, owner, owner.password), 409, "account/not-of-owner");
  expect(await answer(leave(served, ada, ada.password), 202)).toEqual({ account_id: accountId });
  for (const headers of [ada.login, ada.service])
    await problem(served.ask("/v1/account", { headers }), 401, "auth/invalid");
  const again = json("POST", { email: ada.email, password: ada.password });
  await problem(served.ask("/auth/login", again), 401, "auth/invalid-credentials");
  await until("erased account", async () => {
    await clock.advance(1_000);
    return (await store.accounts.leaving()).length === 0;
  });
  for (const mark of left) expect([mark, filesWith(mark, folder.path)]).toEqual([mark, []]);
  for (const mark of [marks.bob, bob.email]) expect(filesWith(mark, folder.path)).not.toEqual([]);

  using file = new Database(folder.file("voice-flow.db"), { readonly: true });
  const tables = file.query("SELECT name FROM pragma_table_list WHERE type = 'table'").all() as {
    name: string;
  }[];
  const has = tables.filter(({ name }) =>
    file.query(`SELECT 1 FROM pragma_table_info('${name}') WHERE name = 'account_id'`).get(),
  );
  const count = ({ name }: { name: string }): boolean =>
    file.query(`SELECT 1 FROM "${name}" WHERE account_id = ?`).get(accountId) !== null;
  expect(has.length).toBeGreaterThan(15);
  expect(
    has
      .filter(count)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["balances", "holds", "ledger_entries"]);
  const after = await store.ledger.books(accountId);
  expect([JSON.stringify(after), prove(after).faults]).toEqual([JSON.stringify(before), []]);
  const audit = await store.audit.page({ chain: accountId, order: "down", limit: 2 });
  expect(audit.map(({ action }) => action)).toEqual(["account.erased", "account.deleted"]);
  expect((await signUpAt(served)).email).not.toBe(ada.email);
  expect((await served.ask("/auth/signup", again)).status).toBe(200);
});

test("leaving: a running call ends first and is paid, then the account is deleted", async () => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using opened = await chosenStore();
  const { store } = opened;
  await using served = await serveTest({}, { speech, store });
  const ada = await signUpAt(served);
  const accountId = await idOf(served, ada);
  const begun = served.ask("/v1/sessions", json("POST", {}, ada.service));
  const { session_token: token } = await answer<{ session_token: string }>(begun);
  await using caller = await connect(`${served.url()}/v1/ws/${token}`);
  await caller.ready();
  expect(await store.sessions.list(accountId, 9)).toHaveLength(1);
  await answer(leave(served, ada, ada.password), 202);
  await caller.closed;
  await until("erased session", async () => (await store.sessions.list(accountId, 9)).length === 0);
  const books = await store.ledger.books(accountId);
  expect(books.holds.map(({ openMicros }) => openMicros)).toEqual([0]);
  expect(prove(books).faults).toEqual([]);
});
