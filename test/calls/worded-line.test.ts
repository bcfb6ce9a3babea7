// A flow whose lines a model words: a real socket to the caller, a real socket to a server of the chat completions
// protocol, and the whole product between them. Only hearing and speaking are instant.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { ChatServer, key, role, say, wellBehaved } from "../support/servers/chat-server.ts";
import { never } from "../support/providers/stream-server.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { connect, type ReceivedMessages, type WsClient } from "../support/callers/ws-client.ts";
import { type ChosenStore, chosenStore } from "../support/stores/chosen-store.ts";

let chat: ChatServer;
let opened: ChosenStore;
let server: App;
let client: WsClient;

beforeEach(async () => {
  chat = await ChatServer.open();
  opened = await chosenStore();
  const environment = { LLM_BASE_URL: chat.baseUrl, LLM_MODEL: "tiny", LLM_API_KEY: key };
  const stt = scriptedStt();
  server = await openApp(readConfig({ DATA_DIR: ":memory:", ...environment }), {
    log: silentLog,
    speech: { ready: Promise.resolve(), stt, tts: hummingTts(), vad: loudnessVad() },
    store: opened.store,
  });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  client = await connect(
    `ws://127.0.0.1:${server.app.server?.port}/ws?mode=flow&program_id=lead-qualification`,
  );
  await client.ready();
});

afterEach(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  await chat[Symbol.asyncDispose]();
  expect(chat.problems).toEqual([]);
});

/** Matches the text without waiting for the end of its audio. */
const said = (text: string) => (it: ReceivedMessages) => it.type === "bot-output" && it.data?.text === text;

function type(content: string): void {
  client.send({ type: "send-text", data: { content } });
}

/** The model's draft about the crew, up to the question for the number. */
const twelve =
  '{"say": "Lovely.", "set": {"seats": {"value": 12, "quote": "twelve"}, "begin": {"value": "now", "quote": "right away"}}}';

async function toTheNumber(): Promise<void> {
  await client.message(said("What do you plan with today?"));
  type("twelve of us, and right away");
  await client.message(said("Which number can we call you back on?"));
  type("020 7946 0123");
  await client.message(said("0 2 0, 7 9 4 6, 0 1 2 3, is that right?"));
  type("yes");
}

test("worded line: the model gets its persona, tone and facts, and its words are heard", async () => {
  chat.script(
    wellBehaved(twelve),
    wellBehaved('{"say": "Thank you. A colleague calls back within one wor', 'king day."}'),
  );
  await toTheNumber();
  await client.message(said("A colleague calls back within one working day."));
  const [talk, line] = [(await chat.request(0)).body, (await chat.request(1)).body];
  expect([talk, line].map((body) => [body["model"], body["temperature"]])).toEqual([
    ["tiny", 0.6],
    ["tiny", 0.3],
  ]);
  for (const body of [talk, line]) expect(JSON.stringify(body)).toContain("You are Mara of Harbour");
  expect(JSON.stringify(line)).toContain("12 people would plan with Harbour.");
});

test("worded line: the written line replaces a line in which the model promises something of its own", async () => {
  chat.script(
    wellBehaved(twelve),
    wellBehaved('{"say": "Thank you. A colleague calls back within one working day with 20 percent off."}'),
  );
  await toTheNumber();
  await client.message(said("A colleague calls you back within one working day."));
  expect(JSON.stringify(client.messages)).not.toContain("percent");
});

test("worded line: a stalled model is not awaited", async () => {
  chat.script(wellBehaved(twelve), { parts: [role(), say('{"say": "Thank you. A coll'), { gate: never }] });
  await toTheNumber();
  await client.message(said("A colleague calls you back within one working day."));
  await (
    await chat.request(1)
  ).closed;
});
