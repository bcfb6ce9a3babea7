// Calls with a language model: a real socket to the caller, a real socket to a server of the chat completions protocol,
// and the whole product between them. Only hearing and speaking are instant.

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { bytesOf } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import {
  ChatServer,
  type ChatScript,
  doneMark,
  finish,
  key,
  role,
  say,
  wellBehaved,
} from "../support/servers/chat-server.ts";
import {
  hummingTts,
  loudnessVad,
  quiet,
  scriptedStt,
  sound,
  type FakeStt,
} from "../support/fakes/fake-speech.ts";
import { connect, type ReceivedMessages, type WsClient } from "../support/callers/ws-client.ts";
import { type ChosenStore, chosenStore } from "../support/stores/chosen-store.ts";

let chat: ChatServer;
let opened: ChosenStore;
let server: App;
let client: WsClient;
let stt: FakeStt;

async function open(...scripts: readonly ChatScript[]): Promise<void> {
  chat.script(...scripts);
  const environment = {
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
    LLM_API_KEY: key,
    LLM_FIRST_TOKEN_SECONDS: "1",
  };
  stt = scriptedStt();
  const speech = { ready: Promise.resolve(), stt, tts: hummingTts(), vad: loudnessVad() };
  opened = await chosenStore();
  const { store } = opened;
  server = await openApp(readConfig({ DATA_DIR: ":memory:", ...environment }), {
    log: silentLog,
    speech,
    store,
  });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  client = await connect(`ws://127.0.0.1:${server.app.server?.port}/ws`);
  await client.ready();
}

beforeEach(async () => {
  chat = await ChatServer.open();
});

afterEach(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  await chat[Symbol.asyncDispose]();
  expect(chat.problems).toEqual([]);
});

const spoken = (text: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && it.data?.spoken_status === "completed" && it.data.text === text;

function speak(words: string, ms = 400): void {
  stt.turns.push({ text: words });
  for (const frame of [...sound(ms), ...quiet(1_000)]) client.sendAudio(bytesOf(frame));
}

describe("assistant with a model", () => {
  test("model: its first sentence is heard before it has written the second", async () => {
    const rest = Promise.withResolvers<void>();
    await open({
      parts: [role(), say("Good day. "), { gate: rest.promise }, say("What now?"), finish(), doneMark],
    });
    await client.message(spoken("Good day."));
    expect(client.messages.some((it) => it.type === "bot-llm-stopped")).toBe(false);
    rest.resolve();
    await client.message(spoken("What now?"));
  });

  test("model: an interruption closes its request, and it learns the heard part", async () => {
    const never = new Promise<never>(() => undefined);
    const long = "This is the beginning of a very long story about nothing. ";
    await open(
      wellBehaved("Hi."),
      { parts: [role(), say(long), { gate: never }] },
      wellBehaved("All right."),
    );
    await client.message(spoken("Hi."));
    client.send({ type: "send-text", data: { content: "tell me a story" } });
    await client.message("bot-started-speaking");
    const request = await chat.request(1);
    stt.turns.push({ text: "enough" });
    for (const frame of sound(400)) client.sendAudio(bytesOf(frame));
    await client.message("bot-interrupted");
    await request.closed;
    for (const frame of quiet(1_000)) client.sendAudio(bytesOf(frame));
    await client.message(spoken("All right."));
    const heard = client.messages.find((it) => it.data?.type === "truncated")?.data?.heard_text;
    expect(long).toStartWith(String(heard));
    const { messages } = (await chat.request(2)).body;
    const assistant = messages.filter((it) => it.role === "assistant").map((it) => it.content);
    expect(assistant).toEqual(heard === "" ? ["Hi."] : ["Hi.", String(heard)]);
    expect(messages.at(-1)).toEqual({
      role: "user",
      content: heard === "" ? "tell me a story\nenough" : "enough",
    });
  });

  test("model: spoken words are asked, and the answer is spoken", async () => {
    await open(wellBehaved("Hello."), wellBehaved("It ", "is ", "noon."));
    await client.message(spoken("Hello."));
    speak("what time is it");
    await client.message(spoken("It is noon."));
    expect((await chat.request(1)).body.messages.at(-1)).toEqual({
      role: "user",
      content: "what time is it",
    });
    expect(client.audioLength).toBeGreaterThan(16_000 * 2 * 0.02 * "Hello.It is noon.".length - 3_000);
  });

  test("model: a failing, stalling or refusing model ends in a sentence, and the call continues", async () => {
    const never = new Promise<never>(() => undefined);
    const broken: ChatScript = { status: 401, body: '{"error":{"message":"no such key"}}' };
    await open(wellBehaved("Hello."), { headGate: never }, wellBehaved("Back again."), broken);
    await client.message(spoken("Hello."));
    const apology = async (text: string): Promise<string> => {
      client.send({ type: "send-text", data: { content: text } });
      const said = await client.message(
        (it) => it.type === "bot-output" && it.data?.spoken_status === "completed",
      );
      return String(said.data?.text);
    };
    expect(await apology("one")).toBe("I am sorry, I could not reach my language model.");
    await client.message("bot-stopped-speaking");
    expect(await apology("two")).toBe("Back again.");
    await client.message("bot-stopped-speaking");
    expect(await apology("three")).toBe("I am sorry, my language model is not set up correctly.");
    await client.message("bot-stopped-speaking");
    // The server does not try a refused key again for a while.
    expect(await apology("four")).toBe("I am sorry, my language model is not set up correctly.");
    expect(chat.requests).toHaveLength(4);
  }, 240_000);

  test("model: a model that stops in the middle of a sentence gets an apology", async () => {
    const begun = Promise.withResolvers<void>();
    const parts = [role(), say("The answer is"), { gate: begun.promise }];
    await open(wellBehaved("Hello."), { parts, end: "cut" });
    await client.message(spoken("Hello."));
    client.send({ type: "send-text", data: { content: "what is it" } });
    await client.message((it) => it.type === "bot-llm-text" && it.data?.text === "The answer is");
    begun.resolve();
    await client.message(spoken("I am sorry, I lost the connection to my language model."));
  });

  test("model: a model that fails three times in a row ends the call with a goodbye", async () => {
    const down: ChatScript = { status: 500, body: "{}" };
    await open(wellBehaved("Hello."), ...Array.from({ length: 6 }, () => down));
    await client.message("bot-stopped-speaking");
    for (const text of ["one", "two", "three"]) {
      client.send({ type: "send-text", data: { content: text } });
      await client.message("bot-stopped-speaking");
    }
    expect(client.messages.filter(spoken("Goodbye."))).toHaveLength(1);
    expect(await client.closed).toMatchObject({ code: 1000 });
  }, 240_000);
});
