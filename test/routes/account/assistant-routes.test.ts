// Routes of assistants: GET and PUT /v1/assistant.

import { describe, expect, test } from "bun:test";
import type { ProblemDocument } from "../../../src/routes/http/problem-document.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

const fresh = { system_prompt: null, tools: null, model: null, voice: null };
const tide = {
  description: "The water level at a harbour",
  http: "GET https://tides.example.com/v1/level?harbour={{ harbour }}",
  params: { harbour: "text" },
  headers: { authorization: "Bearer {{ secrets.TIDES_KEY }}" },
  timeout: "3s",
  retry: 1,
  returns: { level: "number" },
};
const whole = {
  system_prompt: "You answer for the harbour.",
  tools: { tide, end_call: {}, press_keys: {}, transfer: { to: { harbour_master: "tel:+33140000000" } } },
  model: "small",
  voice: "michael",
};

const put = (served: TestServer, { login }: Pick<Person, "login">, body: object): Promise<Response> =>
  served.ask("/v1/assistant", json("PUT", body, login));
const read = (served: TestServer, headers: Record<string, string>): Promise<object> =>
  answer(served.ask("/v1/assistant", { headers }));

test("assistant: it is the server's until it is set, whole each time, by login and by key", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  expect(await read(served, person.login)).toEqual(fresh);
  expect(await answer<object>(put(served, person, whole))).toEqual(whole);
  expect(await read(served, person.service)).toEqual(whole);
  const body = json("PUT", { system_prompt: "Be brief." }, person.service);
  const shorter = { ...fresh, system_prompt: "Be brief." };
  expect(await answer<object>(served.ask("/v1/assistant", body))).toEqual(shorter);
  expect(await read(served, person.login)).toEqual(shorter);
});

test("assistant: another account has its own assistant, and strangers see none", async () => {
  await using served = await serveTest();
  const [one, other] = [await signUpAt(served), await signUpAt(served)];
  await answer(put(served, one, whole));
  expect(await read(served, other.login)).toEqual(fresh);
  await answer(put(served, other, { system_prompt: "Mine." }));
  expect(await read(served, one.login)).toEqual(whole);
  await problem(served.ask("/v1/assistant"), 401, "auth/required");
  await problem(served.ask("/v1/assistant", json("PUT", whole)), 401, "auth/required");
});

/** Rules of the body's schema, or of every body. */
const bySchema = new Set([
  "an unknown key",
  "a tool that is none",
  "too many tools",
  "too long a prompt",
  "half a character",
]);
async function refused(response: Promise<Response>): Promise<ProblemDocument> {
  const got = await response;
  expect(got.status).toBe(422);
  return (await got.json()) as ProblemDocument;
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, tide]));

describe("assistant: an error is refused at its place", () => {
  test.each([
    ["an unknown key", { system_promt: "x" }, "/system_promt", "did you mean 'system_prompt'"],
    ["an unknown key of a tool", { tools: { a: { ...tide, timeot: "1s" } } }, "/tools/a/timeot", "'timeout'"],
    ["a tool without an address", { tools: { a: {} } }, "/tools/a", "needs 'http'"],
    [
      "a private address",
      { tools: { a: { http: "GET https://127.0.0.1/x" } } },
      "/tools/a/http",
      "are not allowed",
    ],
    ["a name that is none", { tools: { "A b": tide } }, "/tools/A b", "name of a tool"],
    [
      "a question before a write",
      { tools: { a: { ...tide, confirm: "Really?" } } },
      "/tools/a/confirm",
      "Only flows",
    ],
    ["a setting of what has none", { tools: { end_call: { now: true } } }, "/tools/end_call/now", "write {}"],
    ["a transfer to nowhere", { tools: { transfer: {} } }, "/tools/transfer/to", "1 to 32"],
    [
      "a misspelt key of it",
      { tools: { transfer: { tos: {} } } },
      "/tools/transfer/tos",
      "did you mean 'to'",
    ],
    [
      "an address that is none",
      { tools: { transfer: { to: { x: "12" } } } },
      "/tools/transfer/to/x",
      "tel: or sip:",
    ],
    ["a tool that is none", { tools: { a: "GET https://x.example.com" } }, "/tools/a", ""],
    ["too many tools", { tools: many(33) }, "/tools", ""],
    ["too long a prompt", { system_prompt: "x".repeat(32 * 1_024 + 1) }, "/system_prompt", ""],
    ["a prompt of too many bytes", { system_prompt: "é".repeat(17_000) }, "/system_prompt", "32 KiB"],
    [
      "a prompt with a name of nothing",
      { system_prompt: "Hi {{ customer }}." },
      "/system_prompt",
      "context.customer",
    ],
    [
      "a prompt with a secret",
      { system_prompt: "Hi {{ secrets.KEY }}." },
      "/system_prompt",
      "only tools can use secrets",
    ],
    [
      "a prompt with half an expression",
      { system_prompt: "It is {{ today( }}." },
      "/system_prompt",
      "missing here",
    ],
    [
      "half a character",
      { tools: { a: { ...tide, description: "\ud800" } } },
      "/tools",
      "an unpaired surrogate",
    ],
  ])("%s", async (title, body, pointer, words) => {
    await using served = await serveTest();
    const person = await signUpAt(served);
    const { code, errors = [] } = await refused(put(served, person, body));
    expect(code).toBe(bySchema.has(title) ? "request/invalid" : "assistant/invalid");
    expect(errors.map((error) => error.pointer)).toContain(pointer);
    expect(errors.map((error) => error.detail).join(" ")).toContain(words);
    expect(await read(served, person.login)).toEqual(fresh);
  });

  test("assistant: the allowed maximum is accepted", async () => {
    await using served = await serveTest();
    const person = await signUpAt(served);
    const expressions = "{{ today() }} {{ context.name }} {{ session.from }} {{ '{{name}}' }}";
    const body = { system_prompt: expressions.padEnd(32 * 1_024, "x"), tools: many(32) };
    expect(await answer<object>(put(served, person, body))).toEqual({ ...fresh, ...body });
  });
});

interface NamedAssistant {
  readonly assistant_id: string;
  readonly created_at: number;
}

const add = (served: TestServer, { login }: Pick<Person, "login">, body: object): Promise<Response> =>
  served.ask("/v1/assistants", json("POST", body, login));

test("assistants: an account creates, lists, replaces and deletes them, apart from its default one", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const list = async (): Promise<readonly unknown[]> => {
    const asked = served.ask("/v1/assistants", { headers: person.service });
    return (await answer<{ assistants: readonly unknown[] }>(asked)).assistants;
  };
  expect(await list()).toEqual([]);
  const desk = await answer<NamedAssistant>(add(served, person, { name: "Front desk", ...whole }), 201);
  expect(desk).toMatchObject({ name: "Front desk", ...whole });
  expect(desk.assistant_id).toStartWith("asst_");
  const sales = await answer<NamedAssistant>(add(served, person, { name: "Sales" }), 201);
  expect(sales).toMatchObject({ ...fresh, name: "Sales" });
  expect(await list()).toEqual([sales, desk]);
  const path = `/v1/assistants/${desk.assistant_id}`;
  const changed = json("PUT", { name: "Night desk", voice: "heart" }, person.service);
  const night = { ...fresh, name: "Night desk", voice: "heart", created_at: desk.created_at };
  expect(await answer<object>(served.ask(path, changed))).toMatchObject(night);
  expect(await answer<object>(served.ask(path, { headers: person.login }))).toMatchObject(night);
  expect(await read(served, person.login)).toEqual(fresh);
  const gone = { method: "DELETE", headers: person.login };
  expect((await served.ask(path, gone)).status).toBe(204);
  await problem(served.ask(path, gone), 404, "assistant/not-found");
  await problem(served.ask(path, { headers: person.login }), 404, "assistant/not-found");
  await problem(served.ask(path, changed), 404, "assistant/not-found");
  expect(await list()).toEqual([sales]);
});

test("assistants: another account's assistants are not found, nor its default one by the account's id", async () => {
  await using served = await serveTest();
  const [one, other] = [await signUpAt(served), await signUpAt(served)];
  const { assistant_id: id } = await answer<NamedAssistant>(add(served, one, { name: "Desk" }), 201);
  await answer(put(served, other, whole));
  const asked = served.ask("/v1/account", { headers: other.login });
  const { id: account } = await answer<{ id: string }>(asked);
  for (const each of [id, account]) {
    const path = `/v1/assistants/${each}`;
    await problem(served.ask(path, { headers: other.login }), 404, "assistant/not-found");
    await problem(served.ask(path, json("PUT", { name: "X" }, other.login)), 404, "assistant/not-found");
    await problem(served.ask(path, { method: "DELETE", headers: other.login }), 404, "assistant/not-found");
  }
  const start = json("POST", { flow_id: id }, other.service);
  await problem(served.ask("/v1/sessions", start), 404, "assistant/not-found");
});

test("assistants: a name is needed, and a bad tool is refused at its place", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const nameless = await refused(add(served, person, { system_prompt: "Be brief." }));
  expect(nameless.errors?.[0]?.pointer).toBe("/name");
  const bad = await refused(add(served, person, { name: "Desk", tools: { a: {} } }));
  expect(bad).toMatchObject({ code: "assistant/invalid", errors: [{ pointer: "/tools/a" }] });
});
