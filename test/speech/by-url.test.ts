// Free conversation with ears, voice and model each on a server of the deployment: one writes the caller's words,
// another answers them and the third speaks the answer. The caller and the voice are real speech.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { silentLog } from "../../src/base/log.ts";
import { fillersIn } from "../../src/flow/locale/languages.ts";
import { readConfig } from "../../src/config.ts";
import { joined, synthetic } from "../support/callers/callers.ts";
import { dial } from "../support/callers/phone.ts";
import { ChatServer, key, wellBehaved } from "../support/servers/chat-server.ts";
import { openSpeechServers, type SpeechServers } from "../support/servers/speech-servers.ts";

setDefaultTimeout(240_000);

const greeting = "Hello, this is your library. What would you like to know?";
const answer = "Whales sing, and each sea has its own songs.";
const question = "Tell me something about whales.";

let servers: SpeechServers;
let chat: ChatServer;
let server: App;

beforeAll(async () => {
  servers = await openSpeechServers(question);
  chat = await ChatServer.open(wellBehaved(greeting), wellBehaved(answer));
  const environment = {
    LOG_LEVEL: "silent",
    DATA_DIR: ":memory:",
    STT_URL: servers.sttUrl,
    TTS_URL: servers.ttsUrl,
    TTS_VOICE: "af_heart",
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
    LLM_API_KEY: key,
  };
  server = await openApp(readConfig(environment), { log: silentLog });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  await server.deps.speech?.ready;
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await Promise.all([servers[Symbol.asyncDispose](), chat[Symbol.asyncDispose]()]);
});

test("by URL: free speech is heard, answered and spoken by three self-hosted servers", async () => {
  const origin = `127.0.0.1:${server.app.server?.port}`;
  const capabilities = await (await fetch(`http://${origin}/capabilities`)).json();
  expect(capabilities).toMatchObject({
    stt: { provider: "openai-transcriptions", guided: false },
    tts: { provider: "openai-speech" },
    llm: { provider: "openai-compatible", model: "tiny", audio: false },
  });

  await using phone = await dial(`ws://${origin}/ws`);
  const said: string[] = [];
  const warnings: unknown[] = [];
  const listened = async (): Promise<void> => {
    for (;;) {
      const { type, data } = await phone.client.message(
        ({ type: kind, data: it }) =>
          kind === "bot-stopped-speaking" ||
          kind === "error" ||
          (kind === "bot-output" && it?.spoken_status === "completed") ||
          (kind === "server-message" && it?.type === "warning"),
      );
      if (type === "bot-stopped-speaking") return;
      if (type === "bot-output") said.push(String(data?.text));
      else warnings.push(data);
    }
  };
  await listened();
  expect(said.join(" ")).toBe(greeting);
  await phone.say(joined(await synthetic("rms", question), 150));
  await listened();
  expect(said.join(" ")).toBe(`${greeting} ${answer}`);

  expect(warnings).toEqual([]);
  // The whole sentence was sent, and not the silence of the whole call.
  expect(Math.max(...servers.heardSeconds)).toBeGreaterThan(1.2);
  expect(Math.max(...servers.heardSeconds)).toBeLessThan(6);
  const { body } = await chat.request(1);
  expect(body.messages.at(-1)).toMatchObject({ role: "user", content: question });
  const fillers = new Set(Object.values(fillersIn("en")!).flat());
  expect(servers.spoken.filter((text) => !fillers.has(text)).join(" ")).toBe(`${greeting} ${answer}`);
  expect(servers.problems).toEqual([]);
});
