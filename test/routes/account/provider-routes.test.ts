// Routes of providers: GET and PATCH /v1/providers.

import { catalog } from "../../../src/providers/catalog/catalog.ts";
import { expect, test } from "bun:test";
import { ChatServer, wellBehaved } from "../../support/servers/chat-server.ts";
import { serve } from "../../support/servers/clocked.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

const fresh = {
  stt_provider: "builtin",
  stt_api_key: null,
  tts_provider: "builtin",
  tts_api_key: null,
  llm_provider: "builtin",
  llm_api_key: null,
  stt_model: null,
  tts_model: null,
  tts_voice: null,
  llm_model: null,
  stt_fallback: [],
  stt_fallback_keys: {},
  tts_fallback: [],
  tts_fallback_keys: {},
  llm_fallback: [],
  llm_fallback_keys: {},
};
const key = "sk-0123456789abcdef";
const masked = "••••cdef";

/** A server with a model of its own, without a listener: nothing listens on port 1. */
const ownModel = { LLM_BASE_URL: "http://127.0.0.1:1/v1", LLM_MODEL: "m" };
const freshWithModel = { ...fresh, llm_provider: "openai-compatible" };
const unreachable = "The server of the language model could not be reached, or closed the connection.";

function patch(served: TestServer, { login }: Person, body: object): Promise<Response> {
  return served.ask("/v1/providers", json("PATCH", body, login));
}

test("providers: a model and a voice belong to their chosen provider", async () => {
  await using chat = await ChatServer.open();
  chat.script(wellBehaved("I am ready."));
  await using served = await serveTest({ LLM_BASE_URL: chat.baseUrl, LLM_MODEL: "m" });
  const person = await signUpAt(served);
  const chosen = { llm_provider: "openai-compatible", llm_model: "small", tts_voice: "rms" };
  expect(await answer(patch(served, person, chosen))).toEqual({ ...fresh, ...chosen });
  const same = { llm_provider: "openai-compatible", tts_voice: null };
  expect(await answer(patch(served, person, same))).toEqual({ ...fresh, ...chosen, tts_voice: null });
  expect(await answer(patch(served, person, { llm_provider: "builtin" }))).toEqual(fresh);
});

test("providers: the catalog lists the choices, without a login", async () => {
  await using served = await serveTest();
  const { providers, prices_read_on: read } = (await answer(served.ask("/v1/providers/catalog"))) as {
    readonly prices_read_on: string;
    readonly providers: readonly { readonly kind: string; readonly name: string; readonly key: string }[];
  };
  expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(providers.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    catalog.map(({ kind, name }) => `${kind} ${name}`),
  );
  expect(providers.find(({ kind, name }) => kind === "stt" && name === "builtin")).toMatchObject({
    key: "never",
    guided: false,
    own_server: false,
    models: [],
  });
});

test("providers: a new account shows the server's providers, by login and by key", async () => {
  await using served = await serveTest();
  const { login, service } = await signUpAt(served);
  for (const headers of [login, service]) {
    expect(await answer(served.ask("/v1/providers", { headers }))).toEqual(fresh);
  }
});

test("providers: accounts without a choice see the server's model", async () => {
  await using served = await serveTest(ownModel);
  const { login } = await signUpAt(served);
  const settings = await answer(served.ask("/v1/providers", { headers: login }));
  expect(settings).toEqual(freshWithModel);
});

const changes: readonly [name: string, bodies: readonly object[], settings: object][] = [
  ["nothing", [{}], {}],
  ["a name", [{ llm_provider: "builtin" }], {}],
  ["a key", [{ llm_api_key: key }], { llm_api_key: masked }],
  ["a short key", [{ tts_api_key: "abcdefg" }], { tts_api_key: "••••" }],
  ["a key and its deletion", [{ stt_api_key: key }, { stt_api_key: null }], {}],
  ["the deletion of no key", [{ stt_api_key: null }], {}],
  ["a key and its mask", [{ llm_api_key: key }, { llm_api_key: masked }], { llm_api_key: masked }],
  [
    "a key and another",
    [{ llm_api_key: key }, { llm_api_key: "another-key-9876" }],
    { llm_api_key: "••••9876" },
  ],
  [
    "all six",
    [
      {
        stt_provider: "builtin",
        stt_api_key: key,
        tts_provider: "builtin",
        tts_api_key: key,
        llm_provider: "builtin",
        llm_api_key: key,
      },
    ],
    { stt_api_key: masked, tts_api_key: masked, llm_api_key: masked },
  ],
];

test.each(changes)("providers: %s can be set", async (_name, bodies, settings) => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  let last: unknown;
  for (const body of bodies) last = await answer(patch(served, person, body));
  expect(last).toEqual({ ...fresh, ...settings });
  expect(await answer(served.ask("/v1/providers", { headers: person.service }))).toEqual({
    ...fresh,
    ...settings,
  });
});

test("providers: a list of replacements replaces the earlier one, and keys stay with their names", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const list = { llm_fallback: ["groq#openai/gpt-oss-20b", "mistral"], tts_fallback: ["builtin"] };
  const first = await answer(patch(served, person, { ...list, llm_fallback_keys: { groq: key } }));
  const shown = { ...list, tts_fallback_keys: { builtin: null } };
  expect(first).toEqual({ ...fresh, ...shown, llm_fallback_keys: { groq: masked, mistral: null } });
  // A client may send the returned document back.
  expect(await answer(patch(served, person, first as object))).toEqual(first as object);
  expect(await answer(patch(served, person, { llm_fallback: ["mistral"], tts_fallback: [] }))).toEqual({
    ...fresh,
    llm_fallback: ["mistral"],
    llm_fallback_keys: { mistral: null },
  });
});

test("providers: a key of the list serves the same provider when it is chosen first", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const list = { stt_fallback: ["deepgram"], stt_fallback_keys: { deepgram: key } };
  await answer(patch(served, person, list));
  const chosen = { stt_provider: "deepgram", stt_fallback: [] };
  expect(await answer(patch(served, person, chosen))).toEqual({ ...fresh, ...chosen, stt_api_key: masked });
  const gone = await answer(patch(served, person, { stt_fallback_keys: { deepgram: null } }));
  expect(gone).toEqual({ ...fresh, ...chosen });
});

test("providers: a key stays with its provider's name and is found again", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  await answer(patch(served, person, { stt_provider: "deepgram", stt_api_key: key }));
  expect(await answer(patch(served, person, { stt_provider: "builtin" }))).toEqual(fresh);
  const back = await answer(patch(served, person, { stt_provider: "deepgram" }));
  expect(back).toEqual({ ...fresh, stt_provider: "deepgram", stt_api_key: masked });
});

const unworkable: readonly [name: string, body: object, pointer: string, says: string][] = [
  ["a recogniser without a key", { stt_provider: "deepgram" }, "/stt_api_key", "needs a key of yours"],
  ["a voice without a key", { tts_provider: "elevenlabs" }, "/tts_api_key", "needs a key of yours"],
  ["a server of the operator's", { stt_provider: "vosk" }, "/stt_provider", "STT_URL"],
  ["a voice of the operator's", { tts_provider: "piper" }, "/tts_provider", "TTS_URL"],
  ["a model of the operator's", { llm_provider: "ollama" }, "/llm_provider", "LLM_BASE_URL"],
  [
    "a provider without a default model",
    { llm_provider: "openrouter", llm_api_key: key },
    "/llm_model",
    "name the model",
  ],
];

test.each(unworkable)("providers: %s is refused at its field, and nothing changes", async (_name, ...row) => {
  const [body, pointer, says] = row;
  await using served = await serveTest();
  const person = await signUpAt(served);
  const { errors } = await problem(patch(served, person, body), 422, "provider/unusable");
  expect(errors?.map((error) => error.pointer)).toEqual([pointer]);
  expect(errors?.[0]?.detail).toContain(says);
  expect(await answer(served.ask("/v1/providers", { headers: person.login }))).toEqual(fresh);
});

test("providers: a key can be deleted, and the standing then has the refusal and its reason", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const standing = () => answer(served.ask("/v1/providers/standing", { headers: person.service }));
  await answer(patch(served, person, { stt_provider: "deepgram", stt_api_key: key }));
  const own = { provider: "deepgram", state: "ready", own_key: true };
  expect(await standing()).toMatchObject({ stt: own, tts: { state: "ready" }, llm: { state: "absent" } });
  await answer(patch(served, person, { stt_api_key: null }));
  expect(await standing()).toMatchObject({
    stt: { provider: "deepgram", state: "refused", field: "stt_api_key", operator_sets: null },
    tts: { state: "ready" },
  });
  // An unchanged part does not prevent another change.
  await answer(patch(served, person, { tts_voice: "rms" }));
  const begun = served.ask("/v1/sessions", json("POST", {}, person.service));
  const { detail } = await problem(begun, 422, "provider/unusable");
  expect(detail).toContain("PATCH /v1/providers sets stt_api_key");
});

test("providers: the catalog names the variable for the operator, until it is set", async () => {
  const namesIn = async (served: TestServer): Promise<unknown> => {
    const { providers } = await answer<{ readonly providers: readonly Record<string, unknown>[] }>(
      served.ask("/v1/providers/catalog"),
    );
    const of = (name: string, kind: string) =>
      providers.find((row) => row["name"] === name && row["kind"] === kind)?.["operator_sets"];
    return [of("vosk", "stt"), of("piper", "tts"), of("openai-compatible", "llm"), of("deepgram", "stt")];
  };
  await using bare = await serveTest();
  expect(await namesIn(bare)).toEqual(["STT_URL", "TTS_URL", "LLM_BASE_URL", null]);
  await using served = await serveTest(ownModel);
  expect(await namesIn(served)).toEqual(["STT_URL", "TTS_URL", null, null]);
});

test("providers: a model is tried before it is saved, and a refused key is not saved", async () => {
  await using chat = await ChatServer.open();
  await using served = await serveTest({ LLM_BASE_URL: chat.baseUrl, LLM_MODEL: "m" });
  const person = await signUpAt(served);
  const attempt = (body: object) => patch(served, person, body);
  chat.script({ status: 401, body: JSON.stringify({ error: { message: "Incorrect API key provided" } }) });
  const { errors } = await problem(attempt({ llm_api_key: key }), 422, "provider/unusable");
  expect(errors?.[0]?.pointer).toBe("/llm_api_key");
  expect(await answer(served.ask("/v1/providers", { headers: person.login }))).toEqual(freshWithModel);
  chat.script(wellBehaved("I am ready."));
  expect(await answer(attempt({ llm_api_key: key }))).toEqual({ ...freshWithModel, llm_api_key: masked });
});

test("providers: a model that does not answer now is saved with a warning", async () => {
  await using served = await serveTest(ownModel);
  const person = await signUpAt(served);
  const saved = await answer(patch(served, person, { llm_model: "small" }));
  expect(saved).toEqual({ ...freshWithModel, llm_model: "small", llm_warning: unreachable });
});

const refused: readonly [name: string, body: unknown, status: number, code: string, pointer: string][] = [
  ["an unknown name", { tts_provider: "parrot" }, 422, "provider/unknown", "/tts_provider"],
  ["a name of another kind", { stt_provider: "openai-compatible" }, 422, "provider/unknown", "/stt_provider"],
  ["an empty name", { llm_provider: "" }, 422, "provider/unknown", "/llm_provider"],
  ["no name", { llm_provider: null }, 422, "request/invalid", "/llm_provider"],
  ["an empty key", { llm_api_key: "" }, 422, "request/invalid", "/llm_api_key"],
  ["a key that is a number", { llm_api_key: 1 }, 422, "request/invalid", "/llm_api_key"],
  ["a key that is too long", { llm_api_key: "x".repeat(1_025) }, 422, "request/invalid", "/llm_api_key"],
  ["half a character", { llm_api_key: "\ud800sk" }, 422, "request/invalid", "/llm_api_key"],
  ["an address", { stt_fallback: ["http://10.0.0.1/v1"] }, 422, "provider/unknown", "/stt_fallback/0"],
  [
    "a second name that is unknown",
    { tts_fallback: ["builtin", "parrot#x"] },
    422,
    "provider/unknown",
    "/tts_fallback/1",
  ],
  [
    "five names",
    { stt_fallback: Array.from({ length: 5 }, () => "builtin") },
    422,
    "request/invalid",
    "/stt_fallback",
  ],
  ["a name alone", { stt_fallback: "builtin" }, 422, "request/invalid", "/stt_fallback"],
  [
    "a key of nobody's",
    { stt_fallback_keys: { parrot: "x" } },
    422,
    "provider/unknown",
    "/stt_fallback_keys",
  ],
  ["a list", [], 422, "request/invalid", ""],
];

test.each(refused)(
  "providers: %s is refused, and nothing changes",
  async (_name, body, status, code, pointer) => {
    await using served = await serveTest();
    const person = await signUpAt(served);
    const whole = Array.isArray(body) ? body : { stt_api_key: key, ...(body as object) };
    const { errors, detail } = await problem(patch(served, person, whole), status, code);
    expect(errors?.[0]?.pointer).toBe(pointer);
    if (code === "provider/unknown") expect(detail).toContain("builtin");
    expect(await answer(served.ask("/v1/providers", { headers: person.login }))).toEqual(fresh);
  },
);

test("providers: no built-in engine replaces a language model", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const { errors } = await problem(
    patch(served, person, { llm_fallback: ["builtin"] }),
    422,
    "provider/unknown",
  );
  expect(errors?.[0]?.pointer).toBe("/llm_fallback/0");
});

test("providers: keys are stored sealed, and another account has its own", async () => {
  await using served = await serve();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  await answer(patch(served, ada, { llm_api_key: key }));
  const [row] = await served.data.rows("providerKeys");
  expect(row?.sealed.toString("latin1")).not.toContain("sk-0");
  expect(await answer(served.ask("/v1/providers", { headers: bob.login }))).toEqual(fresh);
});
