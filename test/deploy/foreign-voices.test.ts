// Foreign voices: servers of other authors speak to our clients, and clients of other authors listen to our fakes,
// which proves the fakes right.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loudness } from "../../src/audio/frame.ts";
import { findProvider } from "../../src/providers/catalog/catalog.ts";
import { reasonToSkip } from "../../src/providers/conformance-ability.ts";
import { ttsChecks } from "../../src/providers/conformance-tts.ts";
import { openTts } from "../../src/providers/open-tts.ts";
import type { Tts } from "../../src/providers/provider-contract.ts";
import { FakeSpeechServer, speechKey } from "../support/providers/tts/fake-speech-server.ts";
import { FakeWyoming } from "../support/providers/fake-wyoming.ts";
import { npmPackages, pythonPackages } from "../support/providers/foreign-packages.ts";
import { toneBytes } from "../support/providers/tts/speech-tone.ts";
import { context, say, sentence } from "../support/providers/tts/voice-check.ts";
import { freePort, isListening } from "../support/servers/free-port.ts";
import { Program } from "../support/servers/program.ts";
import { until } from "../support/until.ts";

/** Time to install the programs for the first time, and for Python to load its libraries. */
const installMs = 300_000;
const script = join(import.meta.dir, "../support/providers/tts/foreign-voices.py");
const voiceName = "en_US-espeak-medium";

let python: string;
let data: string;
const servers: Program[] = [];
const voices: Record<string, Tts> = {};

function runPython(...words: readonly string[]): Program {
  const env = { PATH: "/usr/bin:/bin", HOME: data, PYTHONPATH: python, PYTHONUNBUFFERED: "1" };
  return new Program(["/usr/bin/python3", script, ...words], { env, cwd: data });
}

beforeAll(async () => {
  python = await pythonPackages("voices", ["wyoming-piper==2.5.2", "piper-tts==1.8.0", "flask==3.1.3"]);
  data = await mkdtemp(join(tmpdir(), "voice-flow-voices-"));
  await Bun.write(join(data, `${voiceName}.onnx`), "not looked into");
  await Bun.write(join(data, `${voiceName}.onnx.json`), '{"language":{"code":"en_US"}}');
  const [http, tcp] = [await freePort(), await freePort()];
  const model = ["--data-dir", data];
  servers.push(
    runPython("piper-http", "--host", "127.0.0.1", "--port", `${http}`, "-m", voiceName, ...model),
  );
  servers.push(runPython("wyoming-piper", "--uri", `tcp://127.0.0.1:${tcp}`, "--voice", voiceName, ...model));
  for (const port of [http, tcp]) await until(`server at ${port}`, () => isListening(port), 60_000);
  voices["piper"] = voiceAt("piper", `http://127.0.0.1:${http}`);
  voices["wyoming"] = voiceAt("wyoming", `tcp://127.0.0.1:${tcp}`);
}, installMs);

afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await rm(data, { recursive: true, force: true });
});

function voiceAt(provider: string, baseUrl: string): Tts {
  const tts = openTts({ provider, baseUrl, apiKey: undefined, model: "", voice: "", language: "en" });
  if (tts === undefined) throw new Error(`There is no client of ${provider}`);
  return tts;
}

for (const name of ["piper", "wyoming"]) {
  for (const check of ttsChecks) {
    const reason = reasonToSkip(check, findProvider("tts", name)?.lacks);
    const title = name === "piper" ? "piper-tts 1.8.0" : "wyoming-piper 2.5.2";
    if (reason === undefined) {
      test(`${title}: it ${check.name}`, () => check.run(voices[name]!, context), 60_000);
    } else test(`${title}: exempt: ${check.name} (${reason})`, () => expect(reason).not.toBe(""));
  }

  test(`${name}: a configured voice is found by its name`, async () => {
    const { end, pcm } = await say(voices[name]!.voiced!({ name: voiceName }));
    expect(end).toBe("ended");
    expect(loudness(pcm)).toBeGreaterThan(500);
  });
}

test("the reference client of Wyoming hears our fake's words", async () => {
  await using fake = await FakeWyoming.open();
  await using client = runPython("wyoming-client", fake.url, sentence);
  const { code, out } = await client.ended();
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    rate: 22_050,
    bytes: toneBytes(sentence, 22_050).length,
    types: ["audio-start", "audio-chunk", "audio-stop"],
  });
  expect(fake.problems).toEqual([]);
  expect(fake.texts).toEqual([{ text: sentence, voice: "en_GB-alan-low" }]);
}, 240_000);

/** The part of OpenAI's own client that this test uses. */
interface OpenAiPackage {
  readonly default: new (options: object) => {
    readonly audio: { readonly speech: { create(request: object): Promise<Response> } };
  };
}

test(
  "OpenAI's own client works with our fake, and gets the same refusals",
  async () => {
    const folder = await npmPackages("openai", ["openai@7.57.0"]);
    const { default: OpenAi } = (await import(join(folder, "node_modules/openai"))) as OpenAiPackage;
    await using fake = await FakeSpeechServer.open("openai");
    const client = new OpenAi({ apiKey: speechKey, baseURL: fake.baseUrl("openai"), maxRetries: 0 });
    const request = { model: "tts-1", voice: "nova", input: sentence, response_format: "pcm", speed: 1.5 };
    const response = await client.audio.speech.create(request);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(toneBytes(sentence, 24_000, 1.5)));
    expect(fake.problems).toEqual([]);
    const refused = client.audio.speech.create({ ...request, voice: "nobody" });
    expect(String(await refused.catch((error: unknown) => error))).toContain("400 Voice 'nobody' not found");
  },
  installMs,
);
