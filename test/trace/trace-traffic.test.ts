// Traces of the whole server, at a collector on a real socket: their content, forbidden content, and headers of
// requests.

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { traceIdOf } from "../../src/trace/span.ts";
import { connect, type ReceivedMessages, type WsClient } from "../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, quiet, scriptedStt, sound } from "../support/fakes/fake-speech.ts";
import { attributesOf, wrongInTraces } from "../support/otlp-check.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { ChatServer, key as modelKey, wellBehaved } from "../support/servers/chat-server.ts";
import { HookReceiver } from "../support/servers/hook-receiver.ts";
import { OtlpCollector } from "../support/servers/otlp-collector.ts";
import { json } from "../support/json-request.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";

const collectorKey = "col-Tz5wKb8VnX2qMj7L";
const toolSecret = "tool-Qm7vZt2LxW9sRk4N";
const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** Flow that asks for a name, looks something up with it, and says the result. */
const flowTo = (origin: string): string => `
voice_flow: 1
id: greeter
language: en
start: ask
defaults: {give_up: bye}
variables:
  visitor: {type: text, ask: "Who is calling the lighthouse?"}
  pin: {type: digits, length: 4, sensitive: true, ask: "And your pin?"}
secrets: [VISITORS]
tools:
  look_up:
    params: {visitor: text}
    http: "POST http://${origin}/visitors"
    headers: {authorization: "Bearer {{ secrets.VISITORS }}"}
nodes:
  ask: {ask: visitor, next: pin}
  pin: {ask: pin, next: look}
  look: {tool: look_up, with: {visitor: visitor}, next: bye, on_error: bye}
  bye: {say: "Greetings {{ visitor }}, the lamp is lit.", end: done}
`;

class ToolServer implements AsyncDisposable {
  readonly asked: Readonly<Record<string, string>>[] = [];
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      this.asked.push(Object.fromEntries(request.headers));
      return Response.json({ lamp: "lit" });
    },
  });

  get origin(): string {
    return `127.0.0.1:${this.#server.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop(true);
  }
}

let stack: AsyncDisposableStack;
let collector: OtlpCollector;
let tools: ToolServer;
let hooks: HookReceiver;
let chat: ChatServer;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  collector = stack.use(new OtlpCollector());
  tools = stack.use(new ToolServer());
  hooks = stack.use(new HookReceiver());
  chat = stack.use(await ChatServer.open());
});
afterEach(() => stack.disposeAsync());

async function serve(environment: Record<string, string> = {}) {
  const stt = scriptedStt();
  const speech = { ready: Promise.resolve(), stt, tts: hummingTts(), vad: loudnessVad() };
  const served = await serveTest(
    {
      SPEECH: "on",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${collectorKey}`,
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
      OUTBOUND_ALLOW: `${tools.origin},${hooks.origin}`,
      LLM_BASE_URL: chat.baseUrl,
      LLM_MODEL: "tiny",
      LLM_API_KEY: modelKey,
      ...environment,
    },
    { speech },
  );
  served.url();
  return { served, stt };
}

/** Person with a secret, a hook and the flow. */
async function settled(served: TestServer): Promise<{ readonly person: Person; readonly flowId: string }> {
  const person = await signUpAt(served);
  const secret = { value: toolSecret, hosts: [tools.origin] };
  expect((await served.ask("/v1/secrets/VISITORS", json("PUT", secret, person.login))).ok).toBe(true);
  await answer(served.ask("/v1/hooks", json("POST", { url: hooks.url }, person.login)), 201);
  const flow = { name: "Greeter", yaml_content: flowTo(tools.origin) };
  const { id } = await answer<{ id: string }>(
    served.ask("/v1/flows", json("POST", flow, person.service)),
    201,
  );
  return { person, flowId: id };
}

interface Begun {
  readonly client: WsClient;
  readonly sessionId: string;
  readonly token: string;
}

async function begin(served: TestServer, person: Person, body: object): Promise<Begun> {
  const asked = json("POST", body, { ...person.service, traceparent: parent });
  const started = await answer<{ session_token: string; session_id: string }>(
    served.ask("/v1/sessions", asked),
  );
  const client = await connect(`${served.url()}/v1/ws/${started.session_token}`);
  await client.ready();
  return { client, sessionId: started.session_id, token: started.session_token };
}

const asks = (words: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && String(it.data?.["text"]).includes(words);
const types = (client: WsClient, content: string): void =>
  client.send({ type: "send-text", data: { content } });

/** Runs the whole flow; the name is spoken, the pin is typed. */
async function callFlow({ served, stt }: Awaited<ReturnType<typeof serve>>) {
  const { person, flowId } = await settled(served);
  const { client, sessionId, token } = await begin(served, person, { flow_id: flowId });
  await client.message(asks("lighthouse"));
  await client.message("bot-stopped-speaking");
  stt.turns.push({ text: "Zacharias" });
  for (const frame of [...sound(400), ...quiet(1_000)]) client.sendAudio(frame);
  await client.message(asks("pin"));
  types(client, "4711");
  await client.closed;
  return { person, sessionId, token };
}

describe("traces of the server", () => {
  test("traces: a flow and an assistant are whole traces, without any word, secret or key", async () => {
    chat.script(wellBehaved("Ahoy there."), wellBehaved("The tide is ebbing."));
    const bench = await serve();
    const { served } = bench;
    const { person, sessionId, token } = await callFlow(bench);
    const other = await begin(served, person, {});
    await other.client.message(asks("Ahoy"));
    types(other.client, "When does the ferry leave");
    await other.client.message(asks("ebbing"));
    await other.client.message("bot-stopped-speaking");
    await other.client.close();
    await served[Symbol.asyncDispose]();
    expect(collector.wrong).toEqual([]);
    expect(wrongInTraces(collector.spans)).toEqual([]);
    const of = (id: string) => collector.spans.filter(({ traceId }) => traceId === traceIdOf(id));
    const names = (id: string) => new Set(of(id).map(({ name }) => name));
    for (const name of ["session", "stt", "flow.step", "execute_tool look_up", "tts", "playout"])
      expect(names(sessionId)).toContain(name);
    for (const name of ["session", "chat tiny", "tts", "playout"])
      expect(names(other.sessionId)).toContain(name);
    const chats = of(other.sessionId).filter(({ name }) => name === "chat tiny");
    expect(attributesOf(chats[0]!)).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "tiny",
      "gen_ai.usage.input_tokens": 10,
    });
    const root = of(sessionId).find(({ name }) => name === "session");
    expect(root?.links).toEqual([{ traceId: parent.slice(3, 35), spanId: parent.slice(36, 52) }]);
    const [first] = collector.requests;
    expect(first?.headers["x-api-key"]).toBe(collectorKey);
    expect(first?.body).toContain('{"key":"deployment.environment","value":{"stringValue":"test"}}');
    const bodies = collector.requests.map(({ body }) => body).join("\n");
    const words = ["Zacharias", "4711", "ferry", "lighthouse", "Ahoy", "ebbing", "Greetings", "lamp", "lit"];
    const never = words.concat(
      toolSecret,
      modelKey,
      collectorKey,
      token,
      person.key,
      person.email,
      person.token,
    );
    // The collector's own key is in the headers, where it belongs.
    const places = [bodies, collector.traffic.replaceAll(collectorKey, "")].map((text) => text.toLowerCase());
    expect(never.filter((word) => places.some((text) => text.includes(word.toLowerCase())))).toEqual([]);
    const logged = JSON.stringify(served.events);
    expect([logged.includes(collectorKey), logged.includes("trace.")]).toEqual([false, false]);
    // Only named hosts got trace headers.
    expect(tools.asked.map(({ traceparent }) => traceparent)).toEqual([undefined]);
  }, 240_000);

  test("traces: they contain words with TRACE_TEXT, under pii. alone, without sensitive ones", async () => {
    const bench = await serve({ TRACE_TEXT: "on" });
    const { sessionId } = await callFlow(bench);
    await bench.served[Symbol.asyncDispose]();
    const spans = collector.spans.filter(({ traceId }) => traceId === traceIdOf(sessionId));
    const said = spans.flatMap((span) =>
      Object.entries(attributesOf(span)).filter(([, value]) => /Zacharias|lighthouse/.test(String(value))),
    );
    expect(new Set(said.map(([key]) => key))).toEqual(new Set(["pii.caller.text", "pii.agent.text"]));
    // Times and ids are left out, because they are made of digits too.
    expect(collector.requests.map(({ body }) => body).join()).not.toMatch(/\b4711\b/);
  }, 240_000);

  test("traces: a host named in TRACE_PROPAGATE gets the trace of a tool's or a hook's request", async () => {
    const heard: (string | null)[] = [];
    hooks.mood = (request) => {
      heard.push(request.headers.get("traceparent"));
      return "takes";
    };
    const bench = await serve({ TRACE_PROPAGATE: "127.0.0.1", TRACE_SAMPLE: "0" });
    const { sessionId } = await callFlow(bench);
    await hooks.until(({ received }) => received.some(({ type }) => type === "session.ended"));
    await bench.served[Symbol.asyncDispose]();
    const told = tools.asked[0]?.["traceparent"];
    expect(told).toStartWith(`00-${traceIdOf(sessionId)}-`);
    // The call is not sampled, and nothing in it was remarkable.
    expect(told).toEndWith("-00");
    expect(new Set(heard)).toEqual(new Set([told!]));
    expect(collector.requests).toEqual([]);
  }, 240_000);

  test("traces: a hanging collector delays neither the call nor the end of the server", async () => {
    await using hanging = new OtlpCollector(() => undefined);
    const bench = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: hanging.url });
    await callFlow(bench);
    await bench.served[Symbol.asyncDispose]();
    expect(hanging.requests.length).toBeGreaterThan(0);
  }, 240_000);
});
