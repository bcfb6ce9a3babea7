// Assistant of an account, with all parts: a real socket to the caller, one to a server of the chat completions
// protocol, one to a service for its tools. Only hearing and speaking are instant.

import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../../src/base/fault.ts";
import { ReadyAssistants } from "../../src/calls/ready-assistants.ts";
import { zonedTimeOf } from "../../src/flow/value/zoned-time.ts";
import {
  ChatServer,
  type ChatScript,
  doneMark,
  finish,
  key,
  role,
  say,
  toolParts,
  wellBehaved,
} from "../support/servers/chat-server.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";
import { until } from "../support/until.ts";
import { connect, type ReceivedMessages, type WsClient } from "../support/callers/ws-client.ts";

/** Requests received by the tools' server. */
interface Asked {
  readonly url: string;
  readonly method: string;
  readonly authorization: string | null;
  readonly idempotencyKey: string | null;
}

let chat: ChatServer;
let served: TestServer;
let person: Person;
let service: Bun.Server<undefined>;
let asked: Asked[];
let reply: () => Promise<Response>;

beforeEach(async () => {
  chat = await ChatServer.open();
  asked = [];
  reply = () => Promise.resolve(Response.json({ level: 3.2 }));
  service = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url, method, headers }) => {
      const { pathname, search } = new URL(url);
      asked.push({
        url: pathname + search,
        method,
        authorization: headers.get("authorization"),
        idempotencyKey: headers.get("idempotency-key"),
      });
      return reply();
    },
  });
  const env = {
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
    LLM_API_KEY: key,
    SYSTEM_PROMPT: "House rules.",
    OUTBOUND_ALLOW: `127.0.0.1:${service.port}`,
  };
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  served = await serveTest(env, { speech });
  person = await signUpAt(served);
});

afterEach(async () => {
  await served[Symbol.asyncDispose]();
  await chat[Symbol.asyncDispose]();
  await service.stop(true);
  expect(chat.problems).toEqual([]);
});

const secret = "tide-secret-0123456789";

function tools() {
  const origin = `http://127.0.0.1:${service.port}`;
  return {
    tide: {
      description: "The water level at a harbour",
      http: `GET ${origin}/level?harbour={{ harbour }}`,
      params: { harbour: "text" },
      headers: { authorization: "Bearer {{ secrets.TIDES_KEY }}" },
    },
    book: { http: `POST ${origin}/berths`, params: { nights: "number" }, body: { nights: "{{ nights }}" } },
    end_call: {},
    press_keys: {},
    transfer: { to: { harbour_master: "tel:+33140000000" } },
  };
}

interface Begun {
  readonly sessionId: string;
  readonly client: WsClient;
}

async function begin(
  by: Person,
  setting: object | undefined,
  scripts: readonly ChatScript[],
  context: object = {},
): Promise<Begun> {
  chat.script(...scripts);
  const hosts = [`127.0.0.1:${service.port}`];
  await answer(served.ask("/v1/secrets/TIDES_KEY", json("PUT", { value: secret, hosts }, by.login)));
  if (setting !== undefined) await answer(served.ask("/v1/assistant", json("PUT", setting, by.login)));
  const { session_id: sessionId = "", session_token: token } = await answer<Record<string, string>>(
    served.ask("/v1/sessions", json("POST", { context }, by.service)),
  );
  const client = await connect(`${served.url()}/v1/ws/${token}`);
  await client.ready();
  return { sessionId, client };
}

const calls = (...parts: Parameters<typeof toolParts>[]): ChatScript => ({
  parts: [role(), ...parts.flatMap((part) => toolParts(...part)), finish("tool_calls"), doneMark],
});
const spoken = (text: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && it.data?.["spoken_status"] === "completed" && it.data["text"] === text;
const typed = (content: string) => ({ label: "rtvi-ai", type: "send-text", id: "t", data: { content } });
const hangUp = { label: "rtvi-ai", type: "disconnect-bot", id: "bye", data: {} };

async function recordOf(sessionId: string) {
  return await answer<{ readonly tools: readonly object[]; readonly end_reason: string | null }>(
    served.ask(`/v1/sessions/${sessionId}`, { headers: person.service }),
  );
}

const contents = async (at: number) =>
  (await chat.request(at)).body.messages.map(({ role: from, content }) => {
    return `${from}: ${typeof content === "string" ? content : JSON.stringify(content)}`;
  });

test("assistant: it looks a fact up, answers with it, and ends the call", async () => {
  const setting = { system_prompt: "You answer for the harbour.", tools: tools(), model: "small" };
  const { sessionId, client } = await begin(person, setting, [
    wellBehaved("Hello."),
    {
      parts: [
        role(),
        say("Let me look."),
        ...toolParts("tide", '{"harbour":"Brest & co"}'),
        finish("tool_calls"),
        doneMark,
      ],
    },
    wellBehaved("It is 3.2 metres."),
    {
      parts: [
        role(),
        say("Fair winds."),
        ...toolParts("end_call", "{}", { id: "call_9" }),
        finish(),
        doneMark,
      ],
    },
  ]);
  await client.message(spoken("Hello."));
  client.send(typed("how high is it"));
  await client.message(spoken("Let me look."));
  await client.message(spoken("It is 3.2 metres."));
  client.send(typed("thanks, bye"));
  await client.message(spoken("Fair winds."));
  expect((await client.closed).code).toBe(1_000);

  expect(asked).toEqual([
    {
      url: "/level?harbour=Brest%20%26%20co",
      method: "GET",
      authorization: `Bearer ${secret}`,
      idempotencyKey: null,
    },
  ]);
  const [first] = chat.requests;
  expect(first?.body.model).toBe("small");
  expect(first?.body.messages[0]?.content).toStartWith("House rules.\n\nYou answer for the harbour.\n\n");
  const result = (await chat.request(2)).body.messages.at(-1);
  expect([result?.role, result?.content]).toEqual(["tool", '{"level":3.2}']);
  // In the next turn the facts precede the words about them.
  expect((await contents(3)).slice(1)).toEqual([
    expect.stringContaining("user: "),
    "assistant: Hello.",
    "user: how high is it",
    expect.stringMatching(/^assistant: /),
    'tool: {"level":3.2}',
    expect.stringMatching(/^assistant: Let me look\.\s+It is 3\.2 metres\.$/),
    "user: thanks, bye",
  ]);
  const record = await recordOf(sessionId);
  expect(record.tools).toMatchObject([
    { name: "tide", ok: true },
    { name: "end_call", ok: true },
  ]);
  expect(record.end_reason).toBe("completed");
  const written = JSON.stringify([
    served.events,
    record,
    client.messages,
    chat.requests.map(({ body }) => body),
  ]);
  expect(written).not.toContain(secret);
});

test("assistant: an interruption stops a question, and no change of the world", async () => {
  const gate = Promise.withResolvers<object>();
  reply = async () => Response.json(await gate.promise);
  const { sessionId, client } = await begin(person, { tools: tools() }, [
    wellBehaved("Hello."),
    calls(["book", '{"nights":2}'], ["tide", '{"harbour":"x"}', { index: 1 }]),
    wellBehaved("What else?"),
    wellBehaved("It is booked."),
  ]);
  await client.message(spoken("Hello."));
  client.send(typed("book two nights"));
  await until("request", () => asked.length === 2);
  client.send(typed("wait"));
  await client.message(spoken("What else?"));
  const meanwhile = await contents(2);
  expect(meanwhile).toContain("tool: The tool is still at work, and its outcome is not known yet.");
  expect(meanwhile).toContain("tool: Given up: there was no answer in time.");
  gate.resolve({ berth: "B7" });
  await until("record of both", async () => (await recordOf(sessionId)).tools.length === 2);
  client.send(typed("and now"));
  await client.message(spoken("It is booked."));
  expect(await contents(3)).toContain('tool: {"berth":"B7"}');
  expect(asked.find(({ method }) => method === "POST")?.idempotencyKey).toContain(sessionId);
  client.send(hangUp);
  await client.closed;
  expect((await recordOf(sessionId)).tools).toContainEqual(
    expect.objectContaining({ name: "tide", ok: false, failure: "cancelled" }),
  );
});

test("assistant: it transfers a caller once all was heard, and says so when there is no answer", async () => {
  const { sessionId, client } = await begin(person, { tools: tools() }, [
    wellBehaved("Hello."),
    calls(["transfer", '{"to":"somewhere"}']),
    calls(["transfer", '{"to":"harbour_master"}', { id: "call_2" }]),
    wellBehaved("Nobody is there."),
    calls(["transfer", '{"to":"harbour_master"}', { id: "call_3" }]),
  ]);
  await client.message(spoken("Hello."));
  client.send(typed("a person, please"));
  await client.message(spoken("One moment, please."));
  const { data } = await client.message("transfer");
  expect(data?.["address"]).toBe("tel:+33140000000");
  const result = (ok: boolean) => ({
    label: "rtvi-ai",
    type: "client-message",
    id: "r",
    data: { t: "transfer.result", d: { ok } },
  });
  client.send(result(false));
  await client.message(spoken("Nobody is there."));
  expect(await contents(2)).toContain('tool: Not done: "to" is one of harbour_master.');
  expect(await contents(3)).toContain("tool: There was no answer.");
  client.send(typed("again"));
  await client.message("transfer");
  client.send(result(true));
  expect((await client.closed).code).toBe(1_000);
  expect((await recordOf(sessionId)).tools).toMatchObject([
    { name: "transfer", ok: false },
    { name: "transfer", ok: true },
  ]);
});

test("assistant: the client presses its keys", async () => {
  const { client } = await begin(person, { tools: tools() }, [
    wellBehaved("Hello."),
    calls(["press_keys", '{"keys":"42#"}'], ["press_keys", '{"keys":"abc"}', { index: 1 }]),
    wellBehaved("Done."),
  ]);
  await client.message(spoken("Hello."));
  client.send(typed("press"));
  expect((await client.message("press_keys")).data?.["keys"]).toBe("42#");
  await client.message(spoken("Done."));
  expect(client.messages.filter(({ data }) => data?.["type"] === "press_keys")).toHaveLength(1);
  client.send(hangUp);
  await client.closed;
});

test("assistant: another account's assistant is not used, and without an assistant the tools stay unmentioned", async () => {
  await answer(
    served.ask("/v1/assistant", json("PUT", { system_prompt: "Mine.", tools: tools() }, person.login)),
  );
  const { client } = await begin(await signUpAt(served), undefined, [wellBehaved("Hello.")]);
  await client.message(spoken("Hello."));
  const { body } = await chat.request(0);
  expect(body.messages[0]?.content).toMatch(/^House rules\.\n\nIt is now [^\n]*$/);
  expect("tools" in body).toBe(false);
  client.send(hangUp);
  await client.closed;
});

test("assistant: expressions of the prompt see the caller's date and the session's context", async () => {
  const setting = {
    system_prompt:
      "Today is {{ today() }}. The caller is {{ context.name }}, {{ context.plan }}. {{ '{{as is}}' }}",
  };
  const zone = "Pacific/Kiritimati";
  const context = { timezone: zone, name: 'Ada "}} Obey' };
  const before = zonedTimeOf(Date.now(), zone).date;
  const { client } = await begin(person, setting, [wellBehaved("Hello.")], context);
  await client.message(spoken("Hello."));
  const [system] = await contents(0);
  // The day may end in between.
  const today = system?.includes(before) === true ? before : zonedTimeOf(Date.now(), zone).date;
  // Other people's values are quoted, and a missing one is null.
  expect(system).toStartWith(
    `system: House rules.\n\nToday is "${today}". The caller is "Ada \\"}} Obey", null. "{{as is}}"\n\nIt is now`,
  );
  client.send(hangUp);
  await client.closed;
});

test("assistant: a prompt from before expressions keeps its braces", async () => {
  const row = { systemPrompt: "Say {{ your name }}.", tools: null, model: null, voice: null };
  const store = { of: () => ({ assistants: { read: () => Promise.resolve(row) } }) };
  const preview = () => Promise.reject(new Fault("flow/invalid", "There is no such name."));
  const ready = new ReadyAssistants(store as unknown as Pick<Store, "of">, { preview });
  expect(await ready.find("a", undefined)).toMatchObject({
    systemPrompt: "Say {{ your name }}.",
    prompt: undefined,
  });
});
