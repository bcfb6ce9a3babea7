// Command `doctor` and the providers of a deployment: its report of a voice by URL that works, refuses or is absent,
// and the output of a whole conformance run.

import { expect, setDefaultTimeout, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";
import { openLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { checkRecogniser, checkVoice } from "../../src/cli/doctor/doctor-providers.ts";
import { runSuites, type SuiteLine } from "../../src/cli/doctor/doctor-suites.ts";
import { hear, isSample } from "../../src/cli/doctor/spoken-sample.ts";
import { scriptedStt } from "../support/fakes/fake-speech.ts";
import { FakeSpeechServer, refusal, speechKey } from "../support/providers/tts/fake-speech-server.ts";

setDefaultTimeout(240_000);

const environment = (server: FakeSpeechServer) => ({
  TTS_URL: server.baseUrl("kokoro"),
  TTS_MODEL: "kokoro",
  TTS_VOICE: "af_heart",
  TTS_API_KEY: speechKey,
});

test("doctor: a voice by URL speaks, and its time is printed", async () => {
  await using server = await FakeSpeechServer.open("kokoro");
  const result = await checkVoice(readConfig(environment(server)));
  expect(result.state).toBe("ok");
  expect(result.says).toMatch(
    /^openai-speech with kokoro at 127\.0\.0\.1:\d+ spoke \d\.\d s: first audio after \d+ ms, all after \d+ ms\.$/,
  );
  expect(server.problems).toEqual([]);
});

test("doctor: a voice that refuses its key, and an unreachable one, are reported with the remedy", async () => {
  await using server = await FakeSpeechServer.open("kokoro");
  server.scripts.push(refusal(401, { error: { message: "no" } }), refusal(401, { error: { message: "no" } }));
  const refused = await checkVoice(readConfig(environment(server)));
  expect([refused.state, refused.says]).toEqual([
    "problem",
    expect.stringMatching(/refused the key \(status 401\): check TTS_API_KEY\.$/),
  ]);
  const nobody = await checkVoice(readConfig({ TTS_URL: "http://127.0.0.1:9/v1" }));
  expect([nobody.state, nobody.says]).toEqual([
    "problem",
    expect.stringMatching(/could not be reached.*check TTS_URL/),
  ]);
});

test("doctor: built-in engines are not tried twice", async () => {
  const config = readConfig({});
  expect([(await checkVoice(config)).state, (await checkRecogniser(config)).state]).toEqual([
    "skipped",
    "skipped",
  ]);
});

test("doctor: a conformance run prints a line a check, the missing abilities, and the times", async () => {
  await using server = await FakeSpeechServer.open("piper");
  const lines: SuiteLine[] = [];
  const config = readConfig({ TTS_PROVIDER: "piper", TTS_URL: server.baseUrl("piper") });
  await runSuites(config, (line) => lines.push(line));
  const states = (state: string) => lines.filter((line) => line.state === state);
  expect(states("problem")).toEqual([]);
  expect(states("ok").length).toBeGreaterThan(6);
  expect(states("skipped").map(({ says }) => says)).toContainEqual(expect.stringMatching(/word times/));
  expect(lines.at(-1)).toMatchObject({
    name: "voice",
    says: expect.stringMatching(/median \d+ ms, maximum \d+ ms of 10\.$/),
  });
  expect(lines.at(-1)?.ms?.["p99"]).toBeGreaterThanOrEqual(lines.at(-1)?.ms?.["p50"] ?? Number.NaN);
});

test("doctor: a transcript matches the sample in any writing of digits", () => {
  for (const text of ["three one four two", "3 1 4 2", "3142.", "Three, one, 4, two."])
    expect(isSample(text)).toBe(true);
  for (const text of ["", "three one four", "three one four two five", "tree one four two"])
    expect(isSample(text)).toBe(false);
});

test("doctor: a recogniser is closed after its trial", async () => {
  const stt = scriptedStt({ text: "three one four two" });
  const { signal } = new AbortController();
  const context = { clock: wallClock, log: openLog({ level: "silent", format: "json" }), signal };
  expect((await hear(stt, new Int16Array(16_000), context)).text).toBe("three one four two");
  expect(stt.sessions).toBe(0);
});

test("doctor: an unreachable recogniser or model is a line of the run, not its end", async () => {
  const lines: SuiteLine[] = [];
  await using voice = await FakeSpeechServer.open("kokoro");
  const config = readConfig({
    ...environment(voice),
    STT_URL: "http://127.0.0.1:9/v1",
    LLM_BASE_URL: "http://127.0.0.1:9/v1",
    LLM_MODEL: "tiny",
  });
  await runSuites(config, (line) => lines.push(line));
  const problems = lines.filter(({ state }) => state === "problem");
  expect(problems.map(({ name }) => name)).toContain("recogniser");
  expect(problems.map(({ name }) => name)).toContain("model");
  expect(problems.every(({ says }) => says.endsWith("."))).toBe(true);
  expect(problems.at(-1)?.says).toStartWith("first word of openai-compatible with tiny at 127.0.0.1:9: ");
});

test("doctor: a provider without a client is a line of the run, and no other one replaces it", async () => {
  const lines: SuiteLine[] = [];
  const config = readConfig({ TTS_URL: "http://127.0.0.1:9/v1" });
  const settings = { ...config.providers.tts!, provider: "wonder" };
  const providers = { ...config.providers, tts: settings, stt: settings };
  await runSuites(
    { ...config, providers, llm: { ...settings, provider: "builtin", firstTokenSeconds: 1 } },
    (line) => lines.push(line),
  );
  expect(lines).toEqual(
    (
      [
        ["voice", "wonder"],
        ["recogniser", "wonder"],
        ["model", "builtin"],
      ] as const
    ).map(([name, provider]) => ({
      name,
      state: "problem",
      says: `The test failed: There is no provider "${provider}".`,
    })),
  );
});
