// An OpenAI realtime model that speaks, and its traps: answers of its own that race with requests, sound that comes too
// late, calls of an answer that was cut, words that follow the answer, and what all of it costs.

import { describe, expect, test } from "bun:test";
import { wallClock } from "../../../src/base/clock.ts";
import { openLog } from "../../../src/base/log.ts";
import { Secret } from "../../../src/base/secret.ts";
import type {
  AudioLlmAnswer,
  AudioLlmEvent,
  AudioLlmTalk,
} from "../../../src/providers/audio/audio-llm-contract.ts";
import { findProvider } from "../../../src/providers/catalog/catalog.ts";
import type { ModelSpeech } from "../../../src/providers/audio/model-speech.ts";
import { openAudioLlm } from "../../../src/providers/audio/open-audio-llm.ts";
import { openLlm } from "../../../src/providers/open-providers.ts";
import { completeSettings } from "../../../src/providers/provider-settings.ts";
import type { LlmEvent, Usage } from "../../../src/providers/provider-contract.ts";
import { FakeSocketServer, type SocketScript } from "../../support/providers/fake-socket.ts";
import { fakeSpeech, type SpeechMind, speechKey } from "../../support/providers/llm/fake-openai-speech.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { until } from "../../support/until.ts";

const nothing: AudioLlmTalk = { instructions: "Answer the harbour's callers.", tools: [], history: [] };

async function opened(mind: SpeechMind, script: SocketScript = {}, talk = nothing) {
  const server = await FakeSocketServer.open(fakeSpeech(mind), script);
  const row = findProvider("llm", "openai-realtime");
  const apiKey = new Secret(speechKey);
  const settings =
    row && completeSettings(row, { baseUrl: `${server.url.replace("ws", "http")}/v1`, apiKey });
  const model = settings && openAudioLlm(settings);
  if (model === undefined) throw new Error("The catalog has it");
  const events: AudioLlmEvent[] = [];
  const logged: string[] = [];
  const log = openLog({ level: "debug", format: "json", write: (line) => void logged.push(line) });
  const sink = (event: AudioLlmEvent): void => void events.push(event);
  const { signal } = new AbortController();
  const session = await model.open(talk, { sink, context: { clock: wallClock, log }, signal });
  const answers = (): readonly AudioLlmAnswer[] =>
    events.flatMap((event) => (event.type === "answer" ? [event.answer] : []));
  return {
    server,
    session,
    events,
    logged,
    answers,
    say(text: string, silenceMs = 600): void {
      for (const frame of speak(text, silenceMs)) session.hear(frame);
    },
    async answer(at: number): Promise<AudioLlmAnswer> {
      await until("an answer", () => answers().length > at);
      return answers()[at]!;
    },
    used: (): readonly Usage[] => events.flatMap((event) => (event.type === "usage" ? [event.usage] : [])),
    sent: (type: string) =>
      (server.connections[0]?.texts ?? []).map((text) => JSON.parse(text)).filter((it) => it.type === type),
    async [Symbol.asyncDispose]() {
      session.close();
      await session.rest;
      await server[Symbol.asyncDispose]();
      expect(server.problems).toEqual([]);
      expect(logged.join("")).not.toMatch(/speech-key|harbour|coffees/);
    },
  };
}

async function read({ events }: AudioLlmAnswer): Promise<readonly LlmEvent[]> {
  const all: LlmEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const speechIn = (events: readonly LlmEvent[]): ModelSpeech => {
  for (const event of events) if (event.type === "text" && event.speech !== undefined) return event.speech;
  throw new Error("It did not speak");
};

describe("a realtime model that speaks", () => {
  test("a request that meets an answer of its own comes after it", async () => {
    await using at = await opened({}, { mood: "racing" });
    at.session.ask(7, { mayCall: true });
    const own = await at.answer(0);
    expect(own.request).toBeUndefined();
    const asked = await at.answer(1);
    expect(asked.request).toBe(7);
    expect((await read(asked)).at(-1)).toEqual({ type: "done", reason: "stop" });
  });

  test("words that follow their answer belong to their turn", async () => {
    await using at = await opened({}, { mood: "late-words" });
    at.say("two coffees");
    await at.answer(0);
    at.say("stop");
    await at.answer(1);
    const words = at.events.filter((event) => event.type === "words" && event.isFinal);
    expect(words).toEqual([{ type: "words", turn: "turn-0", text: "two coffees", isFinal: true }]);
  });

  test("sound after the end of a cut answer is not handed on", async () => {
    await using at = await opened({ pace: 2 }, { mood: "lingering" });
    at.session.ask(1, { mayCall: true });
    const answer = await at.answer(0);
    at.say("", 400);
    const events = read(answer);
    await until("sound", () => at.server.connections[0]!.texts.length > 20);
    at.say("stop");
    const speech = speechIn(await events);
    const made = speech.madeMs;
    const whole = new Promise<unknown>((over) => speech.listen({ audio: () => undefined, over }));
    expect(await whole).toBeUndefined();
    await at.answer(1);
    expect(speech.madeMs).toBe(made);
    // The vendor has stopped it, so it is not asked to.
    expect(at.sent("response.cancel")).toEqual([]);
  });

  test("a cut answer keeps in the conversation what was heard, and what was never played goes", async () => {
    const cuts: string[] = [];
    await using at = await opened({ truncated: (item, ms) => cuts.push(`${item} ${ms}`) });
    at.session.ask(1, { mayCall: true });
    const speech = speechIn(await read(await at.answer(0)));
    speech.listen({ audio: () => undefined, over: () => undefined });
    speech.cut(431.7);
    speech.cut(200);
    at.session.ask(2, { mayCall: true });
    (await at.answer(1)).cancel();
    await until("cuts", () => cuts.length === 2);
    expect(cuts).toEqual(["resp_1-item 431", "resp_2-item 0"]);
  });

  test("a speech that was heard whole is not cut", async () => {
    const cuts: string[] = [];
    await using at = await opened({ truncated: (item) => cuts.push(item) });
    at.session.ask(1, { mayCall: true });
    const speech = speechIn(await read(await at.answer(0)));
    speech.cut(speech.madeMs);
    at.session.ask(2, { mayCall: true });
    await at.answer(1);
    expect(cuts).toEqual([]);
    expect(Math.round(speech.madeMs)).toBe(1_250);
  });

  test("a call that is made twice in one answer is carried out once, and both have a result", async () => {
    const call = { name: "look", arguments: { at: "tide" } };
    const answerOf = (last: string) => (last.includes("Low") ? { say: "Low." } : { call });
    await using at = await opened({ answerOf }, { mood: "twice" });
    at.session.ask(1, { mayCall: true });
    const calls = (await read(await at.answer(0))).filter((event) => event.type === "tool_call");
    expect(calls.map(({ id }) => id)).toEqual(["call-resp_1"]);
    at.session.add([{ role: "tool", id: "call-resp_1", name: "look", text: "Low water" }]);
    at.session.ask(2, { mayCall: true });
    expect(speechIn(await read(await at.answer(1))).text).toBe("Low.");
  });

  test("the session gets earlier turns in their order, and each call with its result", async () => {
    const history: AudioLlmTalk["history"] = [
      { role: "user", text: "Two coffees" },
      { role: "assistant", text: "One moment.", toolCalls: [{ id: "c1", name: "book", arguments: "{}" }] },
      { role: "tool", id: "c1", name: "book", text: "done" },
      { role: "assistant", text: "Booked." },
    ];
    await using at = await opened({}, {}, { ...nothing, history });
    at.session.ask(1, { mayCall: false });
    await read(await at.answer(0));
    const items = at.sent("conversation.item.create").map(({ item }) => item.type + (item.role ?? ""));
    expect(items).toEqual([
      "messageuser",
      "messageassistant",
      "function_call",
      "function_call_output",
      "messageassistant",
    ]);
    expect(at.sent("response.create")[0].response.tool_choice).toBe("none");
  });

  test("an account without credit is refused at the beginning", async () => {
    const error = await opened({}, { mood: "no-money" }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: "quota", info: { phase: "start" } });
  });

  test("an answer that is still made at the end is counted by the vendor, or estimated", async () => {
    const counted = await opened({ pace: 2 });
    counted.session.ask(1, { mayCall: true });
    await counted.answer(0);
    counted.say("", 200);
    await until("sound", () => counted.server.connections[0]!.texts.length > 11);
    await counted[Symbol.asyncDispose]();
    expect(counted.used()).toMatchObject([{ unit: "tokens", basis: "reported", audioOutput: 10 }]);

    const dropped = await opened({ pace: 2 }, { dropAtByte: 30_000 });
    dropped.session.ask(1, { mayCall: true });
    await dropped.answer(0);
    dropped.say("", 1_000);
    expect((await dropped.session.closed)?.kind).toBe("transient");
    expect(dropped.used()).toMatchObject([{ unit: "tokens", basis: "estimated" }]);
    await dropped[Symbol.asyncDispose]();
  });

  test("in writing it answers a request of the doctor", async () => {
    await using server = await FakeSocketServer.open(fakeSpeech());
    const baseUrl = `${server.url.replace("ws", "http")}/v1`;
    const apiKey = new Secret(speechKey);
    const llm = openLlm({ provider: "openai-realtime", baseUrl, apiKey, model: "gpt-realtime-2.1" });
    const log = openLog({ level: "silent", format: "json" });
    const request = { messages: [{ role: "user", text: "Say yes." } as const] };
    let text = "";
    for await (const event of llm!.stream(request, { clock: wallClock, log }, new AbortController().signal))
      if (event.type === "text") text += event.delta;
    expect(text).toBe("Hello, how can I help?");
    expect(server.problems).toEqual([]);
  });
});
