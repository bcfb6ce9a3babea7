// A call whose assistant is a realtime model of OpenAI: real sockets to the caller and to a server that speaks the
// vendor's protocol, a service that its tools ask, and the ledger. The model owns the turn; everything else is ours.

import { expect, test } from "bun:test";
import { openApp } from "../../../src/app.ts";
import { bytesOf } from "../../../src/audio/frame.ts";
import { openLog } from "../../../src/base/log.ts";
import { readConfig } from "../../../src/config.ts";
import { connect, type ReceivedMessages, type WsClient } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { json } from "../../support/json-request.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { FakeSocketServer, type SocketScript } from "../../support/providers/fake-socket.ts";
import {
  fakeSpeech,
  type ModelThought,
  type SpeechMind,
  speechKey,
} from "../../support/providers/llm/fake-openai-speech.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { chosenStore } from "../../support/stores/chosen-store.ts";

const ownKey = "own-speech-key-9876543210";
const prompt = "You are the harbour office of Saint-Malo.";

interface Told {
  readonly end_reason: string;
  readonly transcript: readonly {
    readonly role: string;
    readonly text: string;
    readonly interrupted?: true;
  }[];
  readonly usage: {
    readonly tts_characters: number;
    readonly items: readonly {
      readonly kind: string;
      readonly unit: string;
      readonly amount: number;
      readonly own_key: boolean;
      readonly cost_usd_cents: number;
    }[];
  };
  readonly cost_usd_cents: number;
}

const heard = (text: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && it.data?.["spoken_status"] === "completed" && it.data["text"] === text;
const began = (it: ReceivedMessages): boolean => it.type === "bot-started-speaking";

/** As fast as a microphone, so that the model can be cut in the middle. */
async function say(client: WsClient, text: string, silenceMs = 1_000): Promise<void> {
  for (const frame of speak(text, silenceMs)) {
    client.sendAudio(bytesOf(frame));
    await Bun.sleep(20);
  }
}

/** A server with that model, an account with an assistant, and a service for its tool. */
async function world(mind: SpeechMind, ...scripts: readonly SocketScript[]) {
  const owned = new AsyncDisposableStack();
  const keys = [speechKey, ownKey];
  const vendor = owned.use(await FakeSocketServer.open(fakeSpeech({ keys, ...mind }), ...scripts));
  const asked: string[] = [];
  const service = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => {
      asked.push(new URL(url).pathname);
      return Response.json({ level: 3.2 });
    },
  });
  owned.defer(() => service.stop(true));
  const logged: string[] = [];
  const log = openLog({ level: "debug", format: "json", write: (line) => void logged.push(line) });
  const environment = {
    DATA_DIR: ":memory:",
    LLM_PROVIDER: "openai-realtime",
    LLM_BASE_URL: `${vendor.url.replace("ws", "http")}/v1`,
    LLM_API_KEY: speechKey,
    OUTBOUND_ALLOW: `127.0.0.1:${service.port}`,
  };
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  const { store } = owned.use(await chosenStore());
  const server = owned.use(await openApp(readConfig(environment), { log, speech, store }));
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${server.app.server?.port}`;
  const served = { ask: (path: string, init?: RequestInit) => fetch(url + path, init) };
  const person = await signUpAt(served);
  const tools = {
    tide: { description: "The level", http: `GET http://127.0.0.1:${service.port}/level` },
    end_call: {},
  };
  const assistant = { system_prompt: prompt, tools };
  await answer(served.ask("/v1/assistant", json("PUT", assistant, person.login)));
  return {
    vendor,
    asked,
    logged,
    served,
    person,
    async call(flowId?: string) {
      const session = await answer<{ ws_url: string; session_id: string }>(
        served.ask(
          "/v1/sessions",
          json("POST", flowId === undefined ? {} : { flow_id: flowId }, person.service),
        ),
      );
      const client = await connect(session.ws_url);
      await client.ready();
      const told = (): Promise<Told> =>
        answer<Told>(served.ask(`/v1/sessions/${session.session_id}`, { headers: person.login }));
      return { client, told };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const greeting = "Good day, the harbour.";
const long = "One two three four five six seven eight nine ten eleven twelve.";

/** Greets, tells the tide by its tool, talks long about coffee, and says goodbye. */
function answerOf(last: string): ModelThought {
  if (last.includes("Greet the caller")) return { say: greeting };
  if (last.includes("level")) return { say: "It is three metres." };
  if (last === "my number") return { call: { name: "tide", arguments: {} } };
  if (last === "two coffees") return { say: long };
  return { say: "Goodbye.", call: { name: "end_call", arguments: {} } };
}

test("a realtime model answers a call, and the account pays for its tokens to the micro-cent", async () => {
  const cuts: number[] = [];
  const bills: { text: number; audio: number; cachedAudio: number; out: number; said: number }[] = [];
  const mind: SpeechMind = {
    answerOf,
    pace: 4,
    truncated: (_, ms) => cuts.push(ms),
    billed: ({ input_token_details: of, output_token_details: out }) =>
      bills.push({
        text: of.text_tokens,
        audio: of.audio_tokens,
        cachedAudio: of.cached_tokens_details.audio_tokens,
        out: out.text_tokens,
        said: out.audio_tokens,
      }),
  };
  await using at = await world(mind, { mood: "twice" });
  const { client, told } = await at.call();
  await say(client, "", 200);
  const talking = say(client, "", 2_000);
  await client.message(heard(greeting));
  await talking;
  await say(client, "my number", 600);
  const quiet = say(client, "", 2_500);
  await client.message(heard("It is three metres."));
  await quiet;
  await say(client, "two coffees", 500);
  await client.message(began);
  await say(client, "", 900);
  await say(client, "stop", 2_500);
  await client.closed;
  const { end_reason: reason, transcript, usage, cost_usd_cents: cost } = await told();
  expect(reason).toBe("completed");
  const cut = transcript.find(({ interrupted }) => interrupted === true)?.text ?? "";
  expect(transcript.map(({ role, text }) => `${role}: ${text}`)).toEqual([
    `agent: ${greeting}`,
    "caller: my number",
    "agent: It is three metres.",
    "caller: two coffees",
    `agent: ${cut}`,
    "caller: stop",
    "agent: Goodbye.",
  ]);
  expect(long.startsWith(cut) && cut.length > 0).toBe(true);
  expect(at.asked).toEqual(["/level"]);
  // About a second of it was heard; the model's conversation knows so.
  expect(cuts.length).toBe(1);
  expect(cuts[0]).toBeWithin(500, 2_000);
  // Our voice said nothing.
  expect(usage.tts_characters).toBe(0);
  const ofModel = usage.items.filter(({ kind }) => kind === "llm");
  const sum = (of: (bill: (typeof bills)[number]) => number): number =>
    bills.reduce((total, bill) => total + of(bill), 0);
  // $4 and $24 a million tokens of text, $32 and $64 of sound, $0.40 of cached sound, $0.0045 a minute transcribed.
  const spokenMs = 5 * 200;
  const micros =
    Math.ceil(sum(({ text }) => text) * 400) +
    Math.ceil(sum(({ audio, cachedAudio }) => audio - cachedAudio) * 3_200) +
    Math.ceil(sum(({ cachedAudio }) => cachedAudio) * 40) +
    Math.ceil(sum(({ out }) => out) * 2_400) +
    Math.ceil(sum(({ said }) => said) * 6_400) +
    Math.ceil((spokenMs * 450_000) / 60_000);
  const charged = ofModel.reduce((total, item) => total + item.cost_usd_cents, 0);
  expect(Math.round(charged * 1_000_000)).toBe(micros);
  const time = cost - usage.items.reduce((total, item) => total + item.cost_usd_cents, 0);
  expect(time * 20).toBeCloseTo(Math.round(time * 20), 4);
  expect(at.vendor.problems).toEqual([]);
  expect(at.logged.join("")).not.toMatch(/speech-key|harbour|coffees|metres/);
}, 240_000);

test("an account's own key goes to the vendor, and the account's model is not charged", async () => {
  await using at = await world({ answerOf });
  await answer(at.served.ask("/v1/providers", json("PATCH", { llm_api_key: ownKey }, at.person.login)));
  const { client, told } = await at.call();
  const talking = say(client, "", 1_500);
  await client.message(heard(greeting));
  await talking;
  await say(client, "stop", 2_000);
  await client.closed;
  const { usage, end_reason: reason } = await told();
  expect(reason).toBe("completed");
  const ofModel = usage.items.filter(({ kind }) => kind === "llm");
  expect(ofModel.length).toBeGreaterThan(0);
  expect(ofModel.every((item) => item.own_key && item.cost_usd_cents === 0)).toBe(true);
  const keys = at.vendor.connections.map(({ head }) => head.headers.get("authorization"));
  expect(new Set(keys)).toEqual(new Set([`Bearer ${ownKey}`]));
  expect(at.vendor.problems).toEqual([]);
}, 240_000);

test("a session at its limit is followed by another one that knows the conversation", async () => {
  await using at = await world({ answerOf }, { mood: "limit" });
  const { client, told } = await at.call();
  const talking = say(client, "", 1_500);
  await client.message(heard(greeting));
  await talking;
  await say(client, "my number", 1_500);
  await say(client, "stop", 2_500);
  await client.closed;
  expect((await told()).transcript.map(({ text }) => text)).toEqual([greeting, "stop", "Goodbye."]);
  const [, second] = at.vendor.connections;
  const items = (second?.texts ?? [])
    .map((text) => JSON.parse(text))
    .filter(({ type }) => type === "conversation.item.create");
  expect(items.at(-1)?.item).toMatchObject({ role: "assistant", content: [{ text: greeting }] });
  expect(at.vendor.problems).toEqual([]);
}, 240_000);

const flow = `
voice_flow: 1
id: coffees
name: Coffees
language: en
mode: duplex
start: welcome
variables:
  coffees: {type: number, integer: true, max: 9, ask: How many coffees would you like?}
nodes:
  welcome: {say: This call is recorded for training., exact: true, next: ask}
  ask: {ask: coffees, confirm: never, give_up: done, next: price}
  price: {say: "That makes {{ coffees * 2 }} euros.", next: done}
  done: {say: Goodbye then., end: ordered}
`;

test("a flow with a model in front decides, speaks its exact lines itself, and the model is paid for the others", async () => {
  const lines: string[] = [];
  const wordings: Readonly<Record<string, string>> = {
    "How many coffees would you like?": "So, how many coffees shall it be?",
    "Goodbye then.": "Bye, and the coffees are free of charge.",
  };
  const mind: SpeechMind = {
    pace: 4,
    answerOf(asked) {
      const line = JSON.parse(/^Line: (.*)$/mu.exec(asked)?.[1] ?? '""') as string;
      lines.push(line);
      return { say: wordings[line] ?? line };
    },
  };
  await using at = await world(mind);
  const stored = json("POST", { name: "Coffees", yaml_content: flow }, at.person.service);
  const { id } = await answer<{ id: string }>(at.served.ask("/v1/flows", stored), 201);
  const { client, told } = await at.call(id);
  const talking = say(client, "", 3_500);
  await client.message(heard("So, how many coffees shall it be?"));
  await talking;
  client.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: "two" } });
  await say(client, "", 7_000);
  await client.closed;
  const { transcript, end_reason: reason, usage } = await told();
  expect(reason).toBe("completed");
  expect(transcript.map(({ role, text }) => `${role}: ${text}`)).toEqual([
    "agent: This call is recorded for training. So, how many coffees shall it be?",
    "caller: two",
    "agent: That makes 4 euros. Bye, and the coffees are Goodbye then.",
  ]);
  // Lines with a value, and exact ones, were never offered.
  expect(lines).toEqual(["How many coffees would you like?", "Goodbye then."]);
  expect(usage.items.some(({ kind, unit }) => kind === "llm" && unit === "audio_output_tokens")).toBe(true);
  expect(at.vendor.problems).toEqual([]);
}, 240_000);
