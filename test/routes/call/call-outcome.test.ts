// Outcome of a call, end to end: a caller at a real socket, a model at another, a receiver of hooks at a third, and the
// session's record.

import { expect, test } from "bun:test";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, type Person, signUpAt } from "../../support/people.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { ChatServer, key, role, wellBehaved } from "../../support/servers/chat-server.ts";
import { never } from "../../support/providers/stream-server.ts";
import { Program } from "../../support/servers/program.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { HookReceiver } from "../../support/servers/hook-receiver.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { until } from "../../support/until.ts";

const desk = `
voice_flow: 1
id: desk
language: en
start: guests
variables:
  guests: {type: number, integer: true, max: 12, confirm: never, ask: How many guests?}
  wish: {type: text, confirm: never, ask: What else may we know?}
defaults: {give_up: bye, llm: {temperature: 0.2}}
on_end:
  summary: true
  extract:
    guests: {type: number}
    mood: {type: choice, options: [{id: happy}, {id: cross}]}
    mail: {type: email}
    budget: {type: money, currency: EUR}
nodes:
  guests: {ask: guests, llm: false, next: wish}
  wish: {ask: wish, llm: false, next: bye}
  bye: {say: Goodbye., end: done}
`;

const typed = (content: string): object => ({
  label: "rtvi-ai",
  type: "send-text",
  id: content,
  data: { content, options: { run_immediately: true, audio_response: true } },
});

interface Outcome {
  readonly state: string;
  readonly reason: string | null;
  readonly summary: string | null;
  readonly extracted: Readonly<Record<string, unknown>>;
}

interface Read {
  readonly on_end: Outcome | null;
  readonly usage: { readonly turns: number; readonly items: readonly { readonly kind: string }[] };
}

interface Called {
  readonly told: readonly { readonly type: string; readonly data: object }[];
  readonly record: Read;
  readonly erased: number;
}

interface Begun {
  readonly id: string;
  readonly token: string;
}

/** Begins a session of this flow with a receiver. */
async function begun(ask: TestServer["ask"], person: Person, receiver: HookReceiver): Promise<Begun> {
  const events = ["session.ended", "session.summarised"];
  const hook = json("POST", { url: receiver.url, events }, person.login);
  receiver.secret = (await answer<{ secret: string }>(ask("/v1/hooks", hook), 201)).secret;
  const flow = json("POST", { name: "Desk", yaml_content: desk }, person.service);
  const { id: flowId } = await answer<{ id: string }>(ask("/v1/flows?draft=true", flow), 201);
  const wanted = json("POST", { flow_id: flowId, subject: "ada" }, person.service);
  const { session_id: id = "", session_token: token = "" } = await answer<Record<string, string>>(
    ask("/v1/sessions", wanted),
  );
  return { id, token };
}

async function talk(url: string): Promise<void> {
  await using client = await connect(url);
  await client.ready();
  client.send(typed("four"));
  await client.message(({ data }) => String(data?.["text"]).includes("What else"));
  client.send(typed("I am so happy, write to ada@example.com, for fifty euros"));
  await client.closed;
}

/** Runs one call, from its first word to its last event. */
async function called(environment: Record<string, string>, retention?: object): Promise<Called> {
  using receiver = new HookReceiver();
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using served: TestServer = await serveTest(
    { OUTBOUND_ALLOW: receiver.origin, ...environment },
    { speech },
  );
  const person = await signUpAt(served);
  if (retention !== undefined)
    await answer(served.ask("/v1/retention", json("PUT", retention, person.login)));
  const { id, token } = await begun((path, init) => served.ask(path, init), person, receiver);
  await talk(`${served.url()}/v1/ws/${token}`);
  await receiver.until(({ taken }) => taken.some(({ type }) => type === "session.summarised"));
  expect(receiver.complaints).toEqual([]);
  const read = () => answer<Read>(served.ask(`/v1/sessions/${id}`, { headers: person.service }));
  const record = await read();
  const exported = await served.ask("/v1/export?subject=ada", { headers: person.login });
  expect((await exported.bytes()).length).toBeGreaterThan(0);
  const erasing = json("POST", { subject: "ada" }, person.login);
  await answer(served.ask("/v1/erasures", erasing), 202);
  const status = async (): Promise<number> =>
    (await served.ask(`/v1/sessions/${id}`, { headers: person.service })).status;
  await until("erasure", async () => (await status()) === 404);
  return { told: receiver.taken, record, erased: await status() };
}

const written = JSON.stringify({
  summary: "Four guests come. Write to ada@example.com.",
  set: {
    mood: { value: "happy", quote: "so happy" },
    mail: { value: "ada@example.com", quote: "ada@example.com" },
    budget: { value: 70, quote: "seventy euros" },
  },
});

async function withModel(retention?: object) {
  await using chat = await ChatServer.open(wellBehaved(written));
  const environment = { LLM_BASE_URL: chat.baseUrl, LLM_MODEL: "tiny", LLM_API_KEY: key };
  const all = await called(environment, retention);
  expect(chat.problems).toEqual([]);
  return { ...all, asked: (await chat.request(0)).body };
}

const summary = "Four guests come. Write to ada@example.com.";
const extracted = { guests: 4, mood: "happy", mail: "ada@example.com", budget: null };

test("call outcome: the hook and the record have the model's result, with its bill, and no invented value", async () => {
  const { told, record, erased, asked } = await withModel();
  expect(told.map(({ type }) => type)).toEqual(["session.ended", "session.summarised"]);
  expect(told[1]?.data).toMatchObject({ state: "done", reason: null, summary, extracted });
  expect(record.on_end).toEqual({ state: "done", reason: null, summary, extracted });
  expect(record.usage).toMatchObject({
    turns: 2,
    items: expect.arrayContaining([expect.objectContaining({ kind: "llm" })]),
  });
  expect(asked["temperature"]).toBe(0.2);
  expect(JSON.stringify(asked.messages)).toContain("fifty euros");
  expect(erased).toBe(404);
});

test("call outcome: an account's redactions apply in the hook and in the record", async () => {
  const { told, record } = await withModel({ redact: ["email"] });
  const redacted = "Four guests come. Write to [e-mail].";
  // The flow asks for this value as an address, and its text is nothing but that.
  expect(told[1]?.data).toMatchObject({ summary: redacted, extracted });
  expect(record.on_end).toMatchObject({ summary: redacted, extracted });
});

test("call outcome: the hook has it without stored words, and the record only its state", async () => {
  const { told, record } = await withModel({ words_days: 0 });
  expect(told[1]?.data).toMatchObject({ summary, extracted });
  expect(record.on_end).toEqual({ state: "done", reason: null, summary: null, extracted: {} });
});

test("call outcome: it consists of the values of variables without a model", async () => {
  const { told } = await called({});
  const known = { guests: 4, mood: null, mail: null, budget: null };
  expect(told[1]?.data).toMatchObject({ state: "done", extracted: known });
  expect(JSON.stringify(told[1]?.data)).toContain("Guests: 4.");
});

test("call outcome: kill -9 between the end and the result leaves it failed, with no money held", async () => {
  using receiver = new HookReceiver();
  using folder = tempFolder();
  await using chat = await ChatServer.open({ parts: [role(), { gate: never }] });
  const script = Bun.fileURLToPath(import.meta.resolve("../../support/crash/crash-server.ts"));
  const started = () =>
    new Program([process.execPath, script], {
      env: {
        DATA_DIR: folder.file("data"),
        PASSWORD_MEMORY_MIB: "1",
        CLOCK_ORIGIN: "0",
        CLOCK_SPEED: "1",
        OUTBOUND_ALLOW: receiver.origin,
        LLM_BASE_URL: chat.baseUrl,
        LLM_MODEL: "tiny",
        LLM_API_KEY: key,
      },
    });
  const asking =
    (url: string): TestServer["ask"] =>
    (path, init) =>
      fetch(`${url}${path}`, init);
  await using first = started();
  const url = await first.url();
  const person = await signUpAt({ ask: asking(url) });
  const { id, token } = await begun(asking(url), person, receiver);
  await talk(`${url.replace("http", "ws")}/v1/ws/${token}`);
  await chat.request(0);
  first.child.kill("SIGKILL");
  await first.ended();
  await using second = started();
  const read = asking(await second.url());
  await receiver.until(({ taken }) => taken.some(({ type }) => type === "session.summarised"));
  const told = receiver.taken.find(({ type }) => type === "session.summarised");
  const failed = { state: "failed", summary: null, extracted: {} };
  expect(told?.data).toMatchObject({ ...failed, reason: "crashed" });
  const record = await answer<Read & { readonly end_reason: string }>(
    read(`/v1/sessions/${id}`, { headers: person.service }),
  );
  expect(record).toMatchObject({ end_reason: "completed", on_end: { ...failed, reason: null } });
  const credits = await answer<Record<string, number>>(
    read("/v1/credits/balance", { headers: person.service }),
  );
  expect(credits["held_usd_cents"]).toBe(0);
});
