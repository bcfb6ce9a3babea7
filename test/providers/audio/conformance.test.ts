// Conformance of audio language models: each check against a server that speaks the vendor's protocol.

import { describe, expect, test } from "bun:test";
import { wallClock } from "../../../src/base/clock.ts";
import { openLog } from "../../../src/base/log.ts";
import { Secret } from "../../../src/base/secret.ts";
import { findProvider } from "../../../src/providers/catalog/catalog.ts";
import {
  audioLlmChecks,
  type AudioLlmCheckServer,
} from "../../../src/providers/audio/conformance-audio-llm.ts";
import { audioLlms } from "../../../src/providers/audio/open-audio-llm.ts";
import { completeSettings } from "../../../src/providers/provider-settings.ts";
import { FakeSocketServer, type SocketScript } from "../../support/providers/fake-socket.ts";
import { fakeSpeech, type ModelThought, speechKey } from "../../support/providers/llm/fake-openai-speech.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";

const scripts: Readonly<Record<AudioLlmCheckServer, SocketScript>> = {
  answer: {},
  tool: {},
  twice: { mood: "twice" },
  refuse: { refuse: { status: 401, body: '{"error":{"code":"invalid_api_key"}}' } },
  silent: { mood: "silent" },
  limit: { mood: "limit" },
};

const call = { name: "look_up_weather", arguments: { town: "Oslo" } };
const answerOf = (last: string): ModelThought =>
  last.includes("weather") ? { call } : { say: "It rains there." };

const servers: Readonly<Record<keyof typeof audioLlms, ReturnType<typeof fakeSpeech>>> = {
  "openai-realtime": fakeSpeech({ answerOf }),
};

describe.each(Object.keys(audioLlms))("%s", (name) => {
  test.each(audioLlmChecks.map((check) => [check.name, check] as const))("%s", async (_, check) => {
    await using server = await FakeSocketServer.open(servers[name] ?? fakeSpeech(), scripts[check.server]);
    const row = findProvider("llm", name);
    const apiKey = new Secret(speechKey);
    const settings =
      row && completeSettings(row, { baseUrl: `${server.url.replace("ws", "http")}/v1`, apiKey });
    const model = settings && audioLlms[name]?.(settings);
    const logged: string[] = [];
    const log = openLog({ level: "debug", format: "json", write: (line) => void logged.push(line) });
    const sample = { frames: speak("two coffees", 1_000), text: "two coffees" };
    expect([row?.audio, model?.id]).toEqual([true, name]);
    if (model !== undefined) await check.run(model, sample, { clock: wallClock, log });
    expect(server.problems).toEqual([]);
    expect(logged.join("")).not.toMatch(/speech-key|sentence|coffees|Oslo/);
  });
});
