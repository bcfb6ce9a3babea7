// Vendor keys in failing calls: vendors return the keys in their refusals, and the process writes, sends and answers
// none of them, at the most verbose log level, with hooks and a recording.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Phone } from "../support/callers/phone.ts";
import { connect, type WsClient } from "../support/callers/ws-client.ts";
import { sound } from "../support/fakes/fake-speech.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { fakeDeepgram } from "../support/providers/stt/fake-deepgram.ts";
import { FakeSocketServer } from "../support/providers/fake-socket.ts";
import { HookReceiver } from "../support/servers/hook-receiver.ts";
import { Program } from "../support/servers/program.ts";
import { json } from "../support/json-request.ts";
import { type TestServer } from "../support/servers/served.ts";
import { type Folder, tempFolder } from "../support/servers/store.ts";
import { product } from "../support/servers/product.ts";

/** Keys of two accounts and of the service, for all three kinds; none has a form that can be guessed. */
const keys = {
  stt: "Qm7vZt2LxW9sRk4Nc8Hd1YpB6uFa3GeJ",
  sttOfOther: "Vb4nXs8KfT1wPz6Gm3Ry9JdQ7hLc2UaE",
  sttOfService: "Hw2kDq9ZrM5xTf7Cv1Ns6BgY4pJa8LeU",
  tts: "Tz5wKb8VnX2qMj7Ls4Rf9CgD1yHp6AeU",
  llm: "Lp3xGd6WvY9nRb1Ks8Jq4ThF7mCz2EaM",
};

/** A server that refuses every request and repeats the request's key in the refusal, as text and as JSON. */
interface Echo extends AsyncDisposable {
  readonly url: string;
  readonly asked: () => number;
  /** Status of the refusals. */
  status: 401 | 503;
}

function echo(): Echo {
  let asked = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      asked += 1;
      const given = request.headers.get("authorization") ?? "";
      const message = `Incorrect API key provided: ${given}. See https://keys.example/?key=${given.slice(7)}`;
      const error = { message, code: "invalid_api_key", param: given, type: "invalid_request_error" };
      return asked % 2 === 1
        ? Response.json({ error }, { status: made.status, headers: { "x-your-key": given } })
        : new Response(message, { status: made.status });
    },
  });
  const made: Echo = {
    status: 401,
    url: `http://127.0.0.1:${server.port}/v1`,
    asked: () => asked,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return made;
}

/** Flow that leaves a recording behind; it asks nothing, so the speaker does not matter. */
const recordingFlow = `
voice_flow: 1
id: note
name: Note
language: en
start: note
variables:
  said: {type: audio}
nodes:
  note: {say: Please speak., record: said, max: 1s, on_failed: done, next: done}
  done: {say: Thank you., end: done}
`;

function allFiles(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path);
    return found.isDirectory() ? allFiles(path) : found.isFile() ? [path] : [];
  });
}

function bytesIn(folder: Folder): string {
  return allFiles(folder.path)
    .map((path) => `${path}\n${readFileSync(path, "latin1")}`)
    .join("\n");
}

/** Strings that would give a key away: the key itself, a long piece of it, and other notations. */
function traitors(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  return [key.slice(0, 10), key.slice(-10), bytes.toString("hex"), bytes.toString("base64").slice(0, 16)];
}

interface Withal {
  readonly hooks: HookReceiver;
  readonly model: Echo;
  /** Receives all response bodies. */
  readonly said: string[];
  readonly sttKey: string;
}

async function withOwnKeys(
  served: Pick<TestServer, "ask">,
  { hooks, model, said, sttKey }: Withal,
): Promise<Person> {
  const person = await signUpAt(served);
  const own = { stt_api_key: sttKey, llm_api_key: keys.llm };
  const save = async (): Promise<number> => {
    const saved = await served.ask("/v1/providers", json("PATCH", own, person.login));
    said.push(await saved.text());
    return saved.status;
  };
  // The server does not save a key that its model refuses; it saves one that cannot be tried now, and refuses it in
  // calls.
  expect(await save()).toBe(422);
  model.status = 503;
  expect(await save()).toBe(200);
  model.status = 401;
  await answer(served.ask("/v1/hooks", json("POST", { url: hooks.url }, person.login)), 201);
  return person;
}

interface Told {
  readonly provider_failures: readonly { readonly [field: string]: unknown }[];
  readonly transcript: readonly { readonly role: string; readonly text: string }[];
}

/** Sentence of the agent when its model refuses the key. */
const apology = /my language model is not set up correctly/;

/** Starts a session; returns its id and the address of its socket. */
function start(served: Pick<TestServer, "ask">, { service }: Person, body: object = {}) {
  return answer<{ ws_url: string; session_id: string }>(
    served.ask("/v1/sessions", json("POST", body, service)),
  );
}

const words = (client: WsClient): string => JSON.stringify(client.messages);

test("vendor keys: calls that vendors refuse with a quote of the key never show it", async () => {
  using folder = tempFolder();
  using hooks = new HookReceiver();
  await using voice = echo();
  await using model = echo();
  const refusal = (key: string) => ({
    refuse: { status: 401, body: JSON.stringify({ err_code: "INVALID_AUTH", err_msg: `No key: ${key}` }) },
  });
  // A close frame has room for 123 bytes, so it cuts the key in the middle.
  const reason = `INVALID_AUTH: the credentials that were given for this project are not valid any more: Token ${keys.sttOfOther}`;
  const close = { code: 1008, reason: reason.slice(0, 123) };
  expect(close.reason).toEndWith(keys.sttOfOther.slice(0, -2));
  const scripts = [refusal(keys.stt), refusal(keys.sttOfService), { close }];
  await using ears = await FakeSocketServer.open(fakeDeepgram, ...scripts);
  await using server = new Program(product, {
    env: {
      PORT: "0",
      LOG_FORMAT: "json",
      LOG_LEVEL: "debug",
      DATA_DIR: folder.path,
      PASSWORD_MEMORY_MIB: "1",
      OUTBOUND_ALLOW: hooks.origin,
      STT_PROVIDER: "deepgram",
      STT_URL: ears.url,
      STT_API_KEY: keys.sttOfService,
      STT_FALLBACK: "builtin",
      TTS_URL: voice.url,
      TTS_API_KEY: keys.tts,
      TTS_MODEL: "kokoro",
      TTS_FALLBACK: "builtin",
      LLM_BASE_URL: model.url,
      LLM_MODEL: "tiny",
    },
  });
  const url = await server.url();
  await server.says(/"speech\.ready"/);
  const served = { ask: (path: string, init?: RequestInit) => fetch(url + path, init) };
  const said: string[] = [];

  const first = await withOwnKeys(served, { hooks, model, said, sttKey: keys.stt });
  const talk = await start(served, first);
  const client = await connect(talk.ws_url);
  await client.ready();
  await client.message("bot-started-speaking");
  client.send({ type: "send-text", data: { content: "hello" } });
  await client.message(
    ({ type, data }) =>
      type === "bot-output" && data?.["spoken_status"] === "completed" && apology.test(String(data["text"])),
  );
  await client.close();

  const second = await withOwnKeys(served, { hooks, model, said, sttKey: keys.sttOfOther });
  const flow = json("POST", { name: "Note", yaml_content: recordingFlow }, second.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", flow), 201);
  const note = await start(served, second, { flow_id: id });
  await using phone = new Phone(await connect(note.ws_url));
  await phone.client.ready();
  await phone.client.message("bot-stopped-speaking");
  await phone.say(Int16Array.from(sound(1_200).flatMap((frame) => [...frame])));
  await phone.client.closed;
  await hooks.until(({ received }) => received.filter(({ type }) => type === "session.ended").length === 2);

  const told = await answer<Told>(served.ask(`/v1/sessions/${talk.session_id}`, { headers: first.login }));
  expect(told.provider_failures.map(({ kind, action, message }) => [kind, action, message])).toEqual(
    expect.arrayContaining([
      ["stt", "fell_back", 'Your key was rejected by "deepgram", so "builtin" continues'],
      ["stt", "fell_back", '"deepgram" failed, so "builtin" continues'],
      ["tts", "fell_back", '"openai-speech" failed, so "builtin" continues'],
      ["llm", "gave_up", 'Your key was rejected by "openai-compatible", and no fallback could continue'],
    ]),
  );
  expect(told.provider_failures[0]).toMatchObject({ error: "auth", own_key: true, attempts: 1 });
  // The caller hears a sentence about the failure.
  expect(told.transcript).toContainEqual(expect.objectContaining({ text: expect.stringMatching(apology) }));
  for (const [person, session] of [
    [first, talk],
    [second, note],
  ] as const) {
    for (const path of [`/v1/sessions/${session.session_id}`, "/v1/sessions", "/v1/providers", "/v1/hooks"]) {
      const response = await served.ask(path, { headers: person.login });
      said.push(await response.text(), JSON.stringify([...response.headers]));
    }
  }
  const running = bytesIn(folder);
  server.child.kill("SIGTERM");
  const { code, out, err } = await server.ended();
  const places = {
    out,
    err,
    running,
    stopped: bytesIn(folder),
    hooks: JSON.stringify(hooks.received),
    client: words(client) + words(phone.client),
    answers: said.join("\n"),
  };

  // All three vendors received these keys, and the failure is reported: otherwise the test proves nothing.
  expect([code, voice.asked() > 0, model.asked() > 0]).toEqual([0, true, true]);
  expect(ears.connections.map(({ head }) => head.headers.get("authorization"))).toEqual([
    `Token ${keys.stt}`,
    `Token ${keys.sttOfService}`,
    `Token ${keys.sttOfOther}`,
  ]);
  for (const kind of ["stt", "tts", "llm"])
    expect([kind, err.includes(`"provider.failed"`) && err.includes(`"capability":"${kind}"`)]).toEqual([
      kind,
      true,
    ]);
  expect(err).toContain("[secret]");
  expect([running, places.stopped].map((bytes) => /-wal\n|recordings/.test(bytes))).toEqual([true, true]);
  expect(places.stopped).toMatch(/recordings\/ses_\w+\/rec_\w+\.wav\nRIFF/);
  for (const [place, text] of Object.entries(places)) {
    const found = Object.entries(keys).flatMap(([kind, key]) =>
      traitors(key).flatMap((traitor) => (text.includes(traitor) ? [`${kind} in ${place}`] : [])),
    );
    expect(found).toEqual([]);
  }
}, 240_000);
