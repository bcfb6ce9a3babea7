// Foreign recognisers with our clients, and foreign clients with our fakes: PocketSphinx from PyPI, with the model that
// it ships, understands free speech of the built-in voice over each protocol; Wyoming's reference library and OpenAI's
// own client accept our fakes. No package registry has models of Vosk and Whisper.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toFrames } from "../../src/audio/frame.ts";
import { writeWav } from "../../src/audio/wav.ts";
import { type Clock, wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { findProvider } from "../../src/providers/catalog/catalog.ts";
import { reasonToSkip } from "../../src/providers/conformance-ability.ts";
import { type SttSample, sttChecks } from "../../src/providers/conformance-stt.ts";
import type { Stt } from "../../src/providers/provider-contract.ts";
import { joined, synthetic } from "../support/callers/callers.ts";
import { FakeTranscriptions } from "../support/providers/stt/fake-transcriptions.ts";
import { FakeWyomingEars } from "../support/providers/fake-wyoming-ears.ts";
import { npmPackages, pythonPackages } from "../support/providers/foreign-packages.ts";
import { speak } from "../support/providers/stt/marked-speech.ts";
import { earsAt } from "../support/providers/stt/stt-servers.ts";
import { Heard } from "../support/providers/stt/stt-vendors.ts";
import { freePort, isListening } from "../support/servers/free-port.ts";
import { Program } from "../support/servers/program.ts";
import { until } from "../support/until.ts";

const installMs = 300_000;
const script = join(import.meta.dir, "../support/providers/foreign-ears.py");
/** A clock with time limits four times as long, because other work shares the machine. */
const clock: Clock = {
  ...wallClock,
  after: (ms, fire) => wallClock.after(ms > 500 ? 4 * ms : ms, fire),
};
const context = { clock, log: silentLog };
const text = "please call me back tomorrow";
const other = "how much is a ticket to london";

const servers = {
  transcriptions: {
    provider: "openai-transcriptions",
    url: (port: number) => `http://127.0.0.1:${port}/v1`,
    has: ["word times"],
  },
  vosk: { provider: "vosk", url: (port: number) => `ws://127.0.0.1:${port}`, has: [] },
  wyoming: { provider: "wyoming", url: (port: number) => `tcp://127.0.0.1:${port}`, has: [] },
} as const satisfies Readonly<Record<string, object>>;
/** For more than half a minute of speech in one piece, the check takes longer than any call waits. */
const tooSlow = new Set(["wyoming: understands both ends of a turn of half a minute"]);
const names = Object.keys(servers) as (keyof typeof servers)[];

let python: string;
let folder: string;
let sample: SttSample;
const programs: Program[] = [];
const ears = new Map<string, Stt>();

function runPython(...words: readonly string[]): Program {
  const env = { PATH: "/usr/bin:/bin", HOME: folder, PYTHONPATH: python, PYTHONUNBUFFERED: "1" };
  return new Program(["/usr/bin/python3", script, ...words], { env, cwd: folder });
}

beforeAll(async () => {
  python = await pythonPackages("ears", ["pocketsphinx==5.1.1", "websockets==17.4", "wyoming==1.10.2"]);
  folder = await mkdtemp(join(tmpdir(), "voice-flow-ears-"));
  const frames = toFrames(joined(300, await synthetic("slt", text), 500));
  sample = { text, frames, expectation: { anyOf: [], endSilenceMs: 700 } };
  for (const name of names) {
    const port = await freePort();
    programs.push(runPython(name, `${port}`));
    await until(`${name} at ${port}`, () => isListening(port), 60_000);
    const { provider, url } = servers[name];
    ears.set(name, earsAt({ provider, baseUrl: url(port) }));
  }
}, installMs);

afterAll(async () => {
  for (const program of programs) await program[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

for (const name of names) {
  const { provider, has } = servers[name];
  for (const check of sttChecks) {
    if (check.server !== "answer") continue;
    const isThere = has.some((ability) => ability === check.needs);
    const lacks = isThere ? undefined : reasonToSkip(check, findProvider("stt", provider)?.lacks);
    const reason = tooSlow.has(`${name}: ${check.name}`) ? "pocketsphinx is too slow for it" : lacks;
    if (reason === undefined)
      test(
        `pocketsphinx over ${name}: ${check.name}`,
        () => check.run(ears.get(name)!, sample, context),
        240_000,
      );
    else
      test(`pocketsphinx over ${name}: exempt: ${check.name} (${reason})`, () => expect(reason).not.toBe(""));
  }

  test(`pocketsphinx over ${name}: it understands another sentence, and the time is printed`, async () => {
    const call = new AbortController();
    const heard = await Heard.open(ears.get(name)!, { clock, call: call.signal });
    heard.send(toFrames(joined(300, await synthetic("slt", other), 700)));
    const from = performance.now();
    heard.session.finalize(1);
    const end = await heard.end(1);
    console.log(`${name}: ${Math.round(performance.now() - from)} ms from the end of the turn to its words`);
    call.abort();
    expect(end.text).toBe(other);
  }, 240_000);
}

test("the reference client of Wyoming understands our fake", async () => {
  await using fake = await FakeWyomingEars.open();
  const path = join(folder, "marked.wav");
  const pcm = joined(...speak("two coffees please"));
  await Bun.write(path, writeWav({ rate: 16_000, pcm }));
  await using client = runPython("wyoming-client", fake.url, path);
  const { code, out } = await client.ended();
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({ asr: ["faster-whisper"], text: " two coffees please" });
  expect(fake.problems).toEqual([]);
}, 240_000);

/** The part of OpenAI's own client that this test uses. */
interface OpenAiPackage {
  readonly default: new (options: object) => {
    readonly audio: { readonly transcriptions: { create(request: object): Promise<object> } };
  };
}

test(
  "OpenAI's own client works with our fakes, and gets the same refusals",
  async () => {
    const npm = await npmPackages("openai", ["openai@7.57.0"]);
    const { default: OpenAi } = (await import(join(npm, "node_modules/openai"))) as OpenAiPackage;
    const wav = writeWav({ rate: 16_000, pcm: joined(...speak("two coffees please", 500)) });
    const request = {
      file: new File([wav], "turn.wav"),
      language: "en",
      response_format: "verbose_json",
      temperature: 0,
    };
    await using fake = await FakeTranscriptions.open("speaches");
    const client = new OpenAi({ apiKey: fake.key, baseURL: fake.baseUrl, maxRetries: 0 });
    const answer = await client.audio.transcriptions.create({ ...request, model: fake.model });
    expect(answer).toMatchObject({ text: "two coffees please", segments: [{ start: 0 }] });
    expect(fake.problems).toEqual([]);
    await using other = await FakeTranscriptions.open("gpt");
    const strict = new OpenAi({ apiKey: other.key, baseURL: other.baseUrl, maxRetries: 0 });
    const refused = strict.audio.transcriptions.create({ ...request, model: other.model });
    expect(String(await refused.catch((error: unknown) => error))).toContain("is not compatible with model");
  },
  installMs,
);
