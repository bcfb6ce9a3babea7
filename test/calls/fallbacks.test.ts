// Fallbacks: a call whose recogniser, language model and voice each fail once, with real sockets to the caller and to
// every server. Only the detector of speech is instant.

import { expect, test } from "bun:test";
import { openApp } from "../../src/app.ts";
import { bytesOf } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import { fillersIn } from "../../src/flow/locale/languages.ts";
import { readConfig } from "../../src/config.ts";
import { connect, type ReceivedMessages } from "../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { deepgramKey, fakeDeepgram } from "../support/providers/stt/fake-deepgram.ts";
import { FakeHttp } from "../support/providers/fake-http.ts";
import { FakeSocketServer } from "../support/providers/fake-socket.ts";
import { FakeSpeechServer } from "../support/providers/tts/fake-speech-server.ts";
import { speak } from "../support/providers/stt/marked-speech.ts";
import { toneBytes } from "../support/providers/tts/speech-tone.ts";
import { until } from "../support/until.ts";
import { ChatServer, key, wellBehaved } from "../support/servers/chat-server.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";

const answer = "Two coffees will be ready for you in about ten minutes.";
const spoken = (text: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && it.data?.spoken_status === "completed" && it.data.text === text;

test("a call whose providers all fail over once loses and repeats no word", async () => {
  const refuse = { refuse: { status: 503 } };
  const close = { code: 1011, reason: "", afterMessages: 3 };
  await using ear = await FakeSocketServer.open(fakeDeepgram, { close }, refuse, refuse, refuse);
  const transcript = Buffer.from(JSON.stringify({ text: "two coffees please" }));
  const json = { "Content-Type": "application/json" };
  await using secondEar = await FakeHttp.open(() => ({
    headers: json,
    parts: [transcript],
    framing: "length",
  }));
  await using chat = await ChatServer.open();
  await using secondChat = await ChatServer.open();
  chat.script(wellBehaved("Hello."), { status: 500, body: "{}" }, { status: 500, body: "{}" });
  secondChat.script(wellBehaved(answer));
  await using voice = await FakeSpeechServer.open("speaches");
  await using secondVoice = await FakeSpeechServer.open("kokoro");

  const environment = {
    DATA_DIR: ":memory:",
    STT_PROVIDER: "deepgram",
    STT_URL: ear.url,
    STT_API_KEY: deepgramKey,
    STT_FALLBACK: `${secondEar.address}/v1`,
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
    LLM_API_KEY: key,
    LLM_FALLBACK: `${secondChat.baseUrl}#tiny`,
    PROVIDER_KEYS: `openai-compatible=${key}`,
    TTS_URL: voice.baseUrl("speaches"),
    TTS_MODEL: "kokoro",
    TTS_VOICE: "af_heart",
    TTS_FALLBACK: secondVoice.baseUrl("kokoro"),
  };
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using opened = await chosenStore();
  const { store, data } = opened;
  await using server = await openApp(readConfig(environment), { log: silentLog, speech, store });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  const client = await connect(`ws://127.0.0.1:${server.app.server?.port}/ws`);
  await client.ready();
  await client.message(spoken("Hello."));

  // Its fillers are prepared first.
  const fillers = new Set(Object.values(fillersIn("en")!).flat());
  await until("fillers", () => voice.texts.length === 1 + fillers.size);

  // The voice breaks in the middle of the answer.
  const whole = toneBytes(answer, 16_000);
  const half = whole.slice(0, Math.floor(whole.length / 4) * 2);
  const heard = Promise.withResolvers<void>();
  const parts = [half, { gate: heard.promise }];
  voice.scripts.push({ headers: { "Content-Type": "audio/pcm" }, parts, end: "cut" });
  for (const frame of speak("two coffees please", 1_000)) client.sendAudio(bytesOf(frame));
  await client.message("bot-started-speaking");
  const audioBefore = client.audioLength;
  heard.resolve();
  await client.message(spoken(answer));

  expect(secondChat.requests[0]?.body.messages.at(-1)?.content).toBe("two coffees please");
  expect(chat.requests).toHaveLength(3);
  const asked = voice.texts.map(({ text }) => text).filter((text) => !fillers.has(text));
  expect(asked).toEqual(["Hello.", answer]);
  const [rest] = secondVoice.texts;
  expect(secondVoice.texts).toHaveLength(1);
  expect(answer).toEndWith(` ${rest?.text}`);
  const heardMs = (client.audioLength - audioBefore) / 32;
  const wholeMs = whole.length / 32;
  expect(heardMs).toBeGreaterThan(wholeMs * 0.8);
  expect(heardMs).toBeLessThan(wholeMs * 1.2);
  // The line gets a warning at intervals, and the record has all.
  expect(client.messages.filter(({ data }) => data?.code === "provider/fallback")).toHaveLength(1);
  await client.close();
  const changes = async () => (await data.rows("sessionEvents")).filter(({ type }) => type === "provider");
  await until("record of three changes", async () => (await changes()).length === 3);
  expect((await changes()).map((change) => change.data["message"])).toEqual([
    '"deepgram" failed, so "openai-transcriptions" continues',
    '"openai-compatible" failed, so "openai-compatible" continues',
    '"openai-speech" failed, so "openai-speech" continues',
  ]);
  expect(JSON.stringify(await data.rows("sessionEvents"))).not.toContain(key);
  expect([ear.problems, chat.problems, secondChat.problems, voice.problems, secondVoice.problems]).toEqual(
    Array.from({ length: 5 }, () => []),
  );
}, 240_000);
