// Routes of API keys: POST, GET and DELETE /auth/api-keys.

import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { createKey } from "../../../src/cloud/api-keys.ts";
import type { JobKind, Output } from "../../../src/documents/document-message.ts";
import { type DocumentOrder, Documents } from "../../../src/documents/documents.ts";
import type { Gate } from "../../../src/routes/http/auth.ts";
import { keyRoutes } from "../../../src/routes/account/api-key-routes.ts";
import { serve } from "../../support/servers/clocked.ts";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";
import { chosenStore } from "../../support/stores/chosen-store.ts";
import { newAccount } from "../../support/stores/new-account.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

interface Created {
  readonly key: string;
  readonly key_id: string;
  readonly label: string;
  readonly prefix: string;
  readonly created_at: number;
}

const labels: readonly [query: string, label: string][] = [
  ["", "default"],
  ["?label=production", "production"],
  ["?label=my%20phone%20%E2%98%8E", "my phone ☎"],
  ["?label=42", "42"],
  [`?label=${"x".repeat(100)}`, "x".repeat(100)],
];

test.each(labels)("keys: created with %j are called %j", async (query, label) => {
  await using served = await serveTest();
  const { login } = await signUpAt(served);
  const made = await answer<Created>(
    served.ask(`/auth/api-keys${query}`, { method: "POST", headers: login }),
    201,
  );
  expect(made).toEqual({
    key: expect.stringMatching(/^vfk_[0-9A-Za-z]{40}$/) as string,
    key_id: expect.stringMatching(/^key_[0-9A-Z]{26}$/) as string,
    label,
    prefix: made.key.slice(0, 12),
    created_at: expect.any(Number) as number,
  });
});

test("keys: a label of 101 characters is too long", async () => {
  await using served = await serveTest();
  const { login } = await signUpAt(served);
  const path = `/auth/api-keys?label=${"x".repeat(101)}`;
  await problem(served.ask(path, { method: "POST", headers: login }), 422, "request/bad-query");
});

test("keys: the list shows all but the key, newest first, in float seconds", async () => {
  await using served = await serve();
  const { login, service } = await signUpAt(served);
  await served.clock.advance(1_500);
  const made = await answer<Created>(
    served.ask("/auth/api-keys?label=second", { method: "POST", headers: login }),
    201,
  );
  await answer(served.ask("/v1/flows", { headers: service }));
  const list = await answer<object[]>(served.ask("/auth/api-keys", { headers: login }));
  const { key: _key, ...shown } = made;
  expect(list[0]).toEqual({ ...shown, last_used_at: null });
  expect(list[1]).toMatchObject({ label: "default", last_used_at: served.clock.wall() / 1_000 });
  expect(made.created_at).toBe(served.clock.epoch / 1_000 + 1.5);
  expect(Object.keys(list[1] ?? {}).sort()).toEqual([
    "created_at",
    "key_id",
    "label",
    "last_used_at",
    "prefix",
  ]);
});

test("keys: a revoked key stops at once, is not listed, and cannot be revoked again", async () => {
  await using served = await serveTest();
  const { login, service, keyId } = await signUpAt(served);
  await answer(served.ask("/v1/flows", { headers: service }));
  const revoke = () => served.ask(`/auth/api-keys/${keyId}`, { method: "DELETE", headers: login });
  const response = await revoke();
  expect([response.status, await response.text()]).toEqual([204, ""]);
  const { headers } = await problem(served.ask("/v1/flows", { headers: service }), 401, "auth/invalid");
  expect(headers.get("www-authenticate")).toContain("X-Service-Key");
  expect(await answer<object[]>(served.ask("/auth/api-keys", { headers: login }))).toEqual([]);
  await problem(revoke(), 404, "account/key-not-found");
});

test("keys: another account's keys are invisible and cannot be revoked", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const list = await answer<{ key_id: string }[]>(served.ask("/auth/api-keys", { headers: bob.login }));
  expect(list.map(({ key_id }) => key_id)).toEqual([bob.keyId]);
  const revoke = served.ask(`/auth/api-keys/${ada.keyId}`, { method: "DELETE", headers: bob.login });
  await problem(revoke, 404, "account/key-not-found");
  await answer(served.ask("/v1/flows", { headers: ada.service }));
});

test("keys: an account has at most fifty", async () => {
  await using served = await serve();
  const { login } = await signUpAt(served);
  const create = () => served.ask("/auth/api-keys", { method: "POST", headers: login });
  for (let i = 1; i < 50; i++) await answer(create(), 201);
  await problem(create(), 409, "account/limit");
});

/** Documents whose results wait until a test releases them. */
class HeldDocuments extends Documents {
  #held: { readonly begun: () => void; readonly released: Promise<void> } | undefined;

  hold(): { readonly begun: Promise<void>; readonly release: () => void } {
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#held = { begun: begun.resolve, released: released.promise };
    return { begun: begun.promise, release: released.resolve };
  }

  override async do<K extends JobKind>(order: DocumentOrder<K>): Promise<Output<K>> {
    const output = await super.do(order);
    this.#held?.begun();
    await this.#held?.released;
    return output;
  }
}

test("keys: a session requested while its key is revoked does not begin", async () => {
  const documents = new HeldDocuments({ clock: wallClock, log: silentLog });
  await using served = await serveTest({}, { documents });
  const { login, service, keyId } = await signUpAt(served);
  const yaml_content = "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {end: done}}\n";
  const upload = json("POST", { name: "F", yaml_content }, service);
  const { id: flow_id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  // Another thread first reads the flow, and the key is revoked before that is done.
  const { begun, release } = documents.hold();
  const starting = served.ask("/v1/sessions", json("POST", { flow_id }, service));
  await begun;
  const revoked = served.ask(`/auth/api-keys/${keyId}`, { method: "DELETE", headers: login });
  expect((await revoked).status).toBe(204);
  release();
  await problem(starting, 401, "auth/invalid");
  expect(await answer<object[]>(served.ask("/v1/sessions", { headers: login }))).toEqual([]);
});

test("keys: each revoked key is reported to the part that ends its sessions, and no other", async () => {
  await using opened = await chosenStore();
  const { store } = opened;
  const accountId = await newAccount(store, "acc_1");
  const clock = new VirtualClock();
  const ended: string[] = [];
  const by = { actor: { kind: "user", id: accountId, address: null }, requestId: null };
  const gate = { accountOf: () => accountId, authorOf: () => by } as unknown as Gate;
  const routes = new Elysia().use(
    keyRoutes({ store, clock, gate, ended: (keyId) => void ended.push(keyId) }),
  );
  const { id } = await createKey(store, { accountId, label: "x", at: 0 });
  const revoke = (keyId: string) =>
    routes.handle(new Request(`http://localhost/auth/api-keys/${keyId}`, { method: "DELETE" }));
  await revoke("key_none");
  expect((await revoke(id)).status).toBe(204);
  await revoke(id);
  expect(ended).toEqual([id]);
});
