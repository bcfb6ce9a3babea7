// Dead air: a waiting caller, with real sockets to the caller, to the model and to the voice. Only hearing is instant.

import { expect, test } from "bun:test";
import { openApp } from "../../src/app.ts";
import { bytesOf } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { fillersIn } from "../../src/flow/locale/languages.ts";
import { connect, type ReceivedMessages } from "../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, quiet, scriptedStt, sound } from "../support/fakes/fake-speech.ts";
import { FakeSpeechServer } from "../support/providers/tts/fake-speech-server.ts";
import { toneBytes } from "../support/providers/tts/speech-tone.ts";
import { ChatServer, doneMark, finish, key, role, say, wellBehaved } from "../support/servers/chat-server.ts";
import { until } from "../support/until.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";

const spoken = (text: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && it.data?.spoken_status === "completed" && it.data.text === text;
const isFiller = (it: ReceivedMessages) => it.type === "server-message" && it.data?.type === "filler";

test("dead air: a caller hears that the agent works while model and voice hang, and then the answer", async () => {
  const written = Promise.withResolvers<void>();
  const voiced = Promise.withResolvers<void>();
  await using chat = await ChatServer.open(wellBehaved("Hello."), {
    parts: [role(), { gate: written.promise }, say("Five euros."), finish(), doneMark],
  });
  await using voice = await FakeSpeechServer.open("speaches");
  const stt = scriptedStt();
  // The built-in voice must not be used in this call: its vendor's audio is ready.
  const builtIn = hummingTts();
  const speech = { ready: Promise.resolve(), stt, tts: builtIn, vad: loudnessVad() };
  const environment = {
    DATA_DIR: ":memory:",
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
    LLM_API_KEY: key,
    TTS_URL: voice.baseUrl("speaches"),
    TTS_MODEL: "kokoro",
    TTS_VOICE: "af_heart",
  };
  await using opened = await chosenStore();
  const { store, data } = opened;
  await using server = await openApp(readConfig(environment), { log: silentLog, speech, store });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  const client = await connect(`ws://127.0.0.1:${server.app.server?.port}/ws`);
  await client.ready();
  await client.message(spoken("Hello."));
  const english = fillersIn("en")!;
  const { soon, still } = english;
  await until("fillers", () => voice.texts.length === 1 + Object.values(english).flat().length);

  voice.scripts.push({
    headers: { "Content-Type": "audio/pcm" },
    headGate: voiced.promise,
    parts: [toneBytes("Five euros.", 16_000)],
  });
  stt.turns.push({ text: "how much" });
  const audioBefore = client.audioLength;
  for (const frame of [...sound(400), ...quiet(1_000)]) client.sendAudio(bytesOf(frame));
  const first = await client.message(isFiller);
  expect(soon).toContain(String(first.data?.text));
  await until("audio of the filler", () => client.audioLength > audioBefore);
  written.resolve();
  await until("the voice is asked", () => voice.texts.at(-1)?.text === "Five euros.");
  const second = await client.message(isFiller);
  expect(still).toContain(String(second.data?.text));
  voiced.resolve();
  await client.message(spoken("Five euros."));
  expect(builtIn.texts).toEqual([]);

  // Fillers are never shown as words of the agent.
  const shown = client.messages.flatMap(({ type, data }) => (type.startsWith("bot-") ? [data?.text] : []));
  for (const text of [first.data?.text, second.data?.text]) expect(shown).not.toContain(text);
  const body = JSON.stringify(chat.requests.map((request) => request.body));
  expect(body).not.toContain(String(first.data?.text));
  await client.close();
  const lines = () => data.rows("sessionEvents");
  await until("record", async () => (await lines()).some((line) => line.data["text"] === "Five euros."));
  const record = (await lines()).flatMap((line) =>
    line.type === "latency" ? [] : [`${line.type}: ${String(line.data["text"])}`],
  );
  expect(record.toSorted()).toEqual(
    [
      "agent: Hello.",
      "caller: how much",
      `filler: ${String(first.data?.text)}`,
      `filler: ${String(second.data?.text)}`,
      "agent: Five euros.",
    ].toSorted(),
  );
  expect([chat.problems, voice.problems]).toEqual([[], []]);
}, 240_000);
