// Audit log of an account: each action has its author and origin, and no entry contains a secret or a spoken word.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { proveChain } from "../../../db/audit-proof.ts";
import { brokenSeals } from "../../../db/audit-seal.ts";
import type { AuditRow } from "../../../db/port/audit-store.ts";
import { deriveKey, existingMasterKey } from "../../../src/cloud/master-key.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { type Folder, tempFolder } from "../../support/servers/store.ts";
import { type ChosenStore, chosenStore } from "../../support/stores/chosen-store.ts";
import { until } from "../../support/until.ts";
import { small } from "../../support/small-flows.ts";

interface Entry {
  readonly id: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly address: string | null };
  readonly action: string;
  readonly target: string | null;
  readonly target_name?: string;
  readonly request_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Marked texts, each for one place; the test fails if one appears anywhere else. */
const marked = {
  password: "marked password Quarzuhr",
  providerKey: "sk-marked-Quarzkristall",
  secret: "marked-Bergkristall-value",
  hookPath: "Rauchquarz",
  flowWords: "Milchquarz",
  flowName: "Rosenquarz",
  label: "Amethyst",
  prompt: "Citrin",
  said: "Sternrubin",
} as const;

const from = { "x-forwarded-for": "198.51.100.77" };
let folder: Folder;
let kept: ChosenStore;
let served: TestServer;
let person: Person;
let sessionId: string;
let accountId: string;

beforeAll(async () => {
  folder = tempFolder();
  kept = await chosenStore();
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  const env = { DATA_DIR: folder.path, TRUSTED_PROXIES: "127.0.0.1", ENGINE_AUTH: "required" };
  served = await serveTest({ ...env, LOG_LEVEL: "debug" }, { speech, store: kept.store });
  await doEverything();
}, 240_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await kept[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = { ...(init.headers as Record<string, string> | undefined), ...from };
  return fetch(served.url() + path, { ...init, headers });
};

async function doEverything(): Promise<void> {
  person = await signUpAt({ ask }, marked.password);
  const { email, login, service } = person;
  ({ sub: accountId } = JSON.parse(atob(person.token.split(".")[1]!)) as { sub: string });
  const ok = async <T>(path: string, init: RequestInit, status = 200) => answer<T>(ask(path, init), status);
  const gone = async (path: string): Promise<void> =>
    expect((await ask(path, { method: "DELETE", headers: login })).status).toBe(204);
  await problem(
    ask("/auth/login", json("POST", { email, password: "wrong" })),
    401,
    "auth/invalid-credentials",
  );
  await ok("/auth/login", json("POST", { email, password: marked.password }));
  const made = { method: "POST", headers: login };
  const { key_id: second } = await ok<{ key_id: string }>(`/auth/api-keys?label=${marked.label}`, made, 201);
  await gone(`/auth/api-keys/${second}`);
  await ok("/v1/secrets/TOKEN", json("PUT", { value: marked.secret, hosts: ["a.example"] }, login));
  await ok("/v1/secrets/OTHER", json("PUT", { value: marked.secret, hosts: [] }, login));
  await gone("/v1/secrets/OTHER");
  const stt = { stt_provider: "deepgram", stt_api_key: marked.providerKey };
  await ok("/v1/providers", json("PATCH", stt, login));
  await ok("/v1/providers", json("PATCH", { stt_api_key: null }, login));
  await ok("/v1/providers", json("PATCH", { stt_provider: "builtin" }, login));
  await ok("/v1/assistant", json("PUT", { system_prompt: marked.prompt }, service));
  const url = `https://a.example/${marked.hookPath}`;
  const { hook_id } = await ok<{ hook_id: string }>("/v1/hooks", json("POST", { url }, login), 201);
  await gone(`/v1/hooks/${hook_id}`);
  const text = `${small}\n# ${marked.flowWords}\n`;
  const flow = { name: marked.flowName, yaml_content: text };
  const { id } = await ok<{ id: string }>("/v1/flows?draft=true", json("POST", flow, service), 201);
  await ok(`/v1/flows/${id}?draft=true`, json("PUT", { yaml_content: `${text}\n# more\n` }, login));
  const start = json("POST", { flow_id: id, record: true }, service);
  const session = await ok<{ session_id: string; session_token: string }>("/v1/sessions", start);
  sessionId = session.session_id;
  await using client = await connect(`${served.url()}/v1/ws/${session.session_token}`);
  await client.ready();
  client.send({ type: "send-text", data: { content: marked.said } });
  client.send({ type: "send-text", data: { content: "12" } });
  await client.message("session_end");
  for (const range of ["bytes=0-99", "bytes=100-199"])
    expect(
      (await ask(`/v1/sessions/${sessionId}/recording`, { headers: { ...service, range } })).status,
    ).toBe(206);
  await gone(`/v1/flows/${id}`);
}

async function allEntries(): Promise<readonly AuditRow[]> {
  const chains = await kept.store.audit.chains();
  const pages = chains.map((chain) => kept.store.audit.page({ chain, order: "up", limit: 999 }));
  return (await Promise.all(pages)).flat();
}

test("audit: each action is listed, in order, with its author and origin", async () => {
  const { entries } = await answer<{ entries: Entry[] }>(
    ask("/v1/audit?limit=200", { headers: person.login }),
  );
  const [user, key] = [`user ${accountId}`, `key ${person.keyId}`];
  const told = entries.map(({ action, actor, details }) => [
    action,
    `${actor.kind} ${actor.id}`,
    JSON.stringify(details),
  ]);
  expect(told.toReversed()).toEqual([
    ["account.made", user, "{}"],
    ["key.made", user, "{}"],
    ["login.failed", "user null", '{"count":1}'],
    ["login", user, "{}"],
    ["key.made", user, "{}"],
    ["key.revoked", user, "{}"],
    ["secret.set", user, '{"count":1}'],
    ["secret.set", user, '{"count":0}'],
    ["secret.removed", user, "{}"],
    ["provider-key.set", user, '{"kind":"stt","provider":"deepgram"}'],
    ["providers.changed", user, '{"kind":"stt","provider":"deepgram"}'],
    ["provider-key.removed", user, '{"kind":"stt","provider":"deepgram"}'],
    ["providers.changed", user, '{"kind":"stt","provider":"builtin"}'],
    ["key.first-used", key, "{}"],
    ["assistant.changed", key, "{}"],
    ["hook.made", user, '{"count":4}'],
    ["hook.removed", user, "{}"],
    ["flow.made", key, '{"revision":1}'],
    ["flow.changed", user, '{"revision":2}'],
    ["recording.played", key, '{"kind":"wav"}'],
    ["flow.deleted", user, '{"revision":2}'],
  ]);
  expect(new Set(entries.map(({ actor }) => actor.address))).toEqual(new Set(["198.51.100.0/24"]));
  expect(entries.every(({ id, request_id }) => id.startsWith("aud_") && (request_id?.length ?? 0) > 8)).toBe(
    true,
  );
  const named = entries.filter(({ action }) => action === "secret.set").map((entry) => entry.target_name);
  expect(named).toEqual([undefined, "TOKEN"]);
  expect(entries.find(({ action }) => action === "recording.played")?.target).toBe(sessionId);
  for (const chain of await kept.store.audit.chains())
    expect((await proveChain(kept.store.audit, chain)).broken).toBeUndefined();
});

test("audit: the server seals each chain up to its end, with a key outside the data", async () => {
  const { audit } = kept.store;
  const key = deriveKey(existingMasterKey({ directory: folder.path, given: undefined }), "audit");
  await until("seal of the last entry", async () => {
    const { heads } = await audit.seals();
    const last = await audit.head(accountId);
    return heads.some(({ chain, number }) => chain === accountId && number === last?.number);
  });
  expect(brokenSeals(key, await audit.seals())).toEqual([]);
});

test("audit: it is read in pages, by a login and not by a key, and each account has its own", async () => {
  const { login, service } = person;
  const all: Entry[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null; pages++) {
    const at: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const page: { entries: Entry[]; next_cursor: string | null } = await answer(
      ask(`/v1/audit?limit=7${at}`, { headers: login }),
    );
    all.push(...page.entries);
    cursor = page.next_cursor;
    expect(pages).toBeLessThan(5);
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(21);
  await problem(ask("/v1/audit", { headers: service }), 401, "auth/wrong-kind");
  await problem(ask("/v1/audit?cursor=x", { headers: login }), 422, "request/bad-query");
  await problem(ask("/v1/audit?limit=0", { headers: login }), 422, "request/bad-query");
  const other = await signUpAt({ ask });
  const { entries } = await answer<{ entries: Entry[] }>(ask("/v1/audit", { headers: other.login }));
  expect(entries.map(({ action }) => action)).toEqual(["key.made", "account.made"]);
});

test("audit: no entry and no log line has secrets, written texts or spoken words", async () => {
  const entries = JSON.stringify(await allEntries());
  const log = JSON.stringify(served.events);
  expect(log.length).toBeGreaterThan(2_000);
  const { token, key, email } = person;
  for (const word of [...Object.values(marked), token, key, email])
    expect([word, entries.includes(word), log.includes(word)]).toEqual([word, false, false]);
});

test("log: each line of a request or call has the account, the key and the origin", () => {
  const lines = served.events.filter(({ event }) => event === "request");
  const started = lines.find(({ method, route }) => method === "POST" && route === "/v1/sessions");
  const who = { account: accountId, key: person.keyId };
  expect(started).toMatchObject({ ...who, address: "198.51.100.0/24", status: 200 });
  expect(String(started?.["request_id"]).length).toBeGreaterThan(8);
  const login = lines.filter(({ route }) => route === "/auth/login");
  expect(login.map(({ status, account }) => [status, account])).toEqual([
    [401, undefined],
    [200, accountId],
  ]);
  const calls = served.events.filter(({ session }) => session === sessionId);
  expect(calls.map(({ event }) => event)).toContain("call.ended");
  for (const line of calls) expect(line).toMatchObject(who);
});
