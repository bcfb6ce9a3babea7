// Preemptive generation: a real socket to the caller, a real socket to a server of the chat completions protocol, and
// the whole product between them. Only hearing and speaking are instant. Then the switch of preemptive generation, in
// virtual time.

import { describe, expect, test } from "bun:test";
import { everythingKept } from "../../src/cloud/account-retention.ts";
import { openApp } from "../../src/app.ts";
import { bytesOf, type Frame } from "../../src/audio/frame.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { UsageAccount } from "../../src/billing/usage-account.ts";
import { Calls } from "../../src/calls/live-calls.ts";
import { readConfig } from "../../src/config.ts";
import { connect, type ReceivedMessages } from "../support/callers/ws-client.ts";
import { fakeLine } from "../support/fakes/fake-line.ts";
import { hummingTts, loudnessVad, quiet, sound } from "../support/fakes/fake-speech.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
import { type LlmScript, scriptedLlm } from "../support/fakes/scripted-llm.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { writtenEars } from "../support/fakes/written-ears.ts";
import { noOutside } from "../support/servers/outside.ts";
import { ChatServer, key, role, say, wellBehaved } from "../support/servers/chat-server.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";

const spoken = (text: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && it.data?.["spoken_status"] === "completed" && it.data["text"] === text;

test("a premature request is closed at its server, and a correct one is the only one", async () => {
  await using chat = await ChatServer.open(
    wellBehaved("Hello."),
    { parts: [role(), say("Five"), { gate: new Promise<never>(() => undefined) }] },
    wellBehaved("Two are ten."),
    wellBehaved("You are welcome."),
  );
  const env = {
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
    LLM_API_KEY: key,
    PREEMPTIVE_GENERATION: "on",
  };
  const ears = writtenEars(wallClock, 100);
  const speech = { ready: Promise.resolve(), stt: ears, tts: hummingTts(), vad: loudnessVad() };
  await using opened = await chosenStore();
  await using server = await openApp(readConfig({ DATA_DIR: ":memory:", ...env }), {
    log: silentLog,
    speech,
    store: opened.store,
  });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  await using client = await connect(`ws://127.0.0.1:${server.app.server?.port}/ws`);
  const speak = async (text: string): Promise<void> => {
    for (const frame of sound(400)) client.sendAudio(bytesOf(frame));
    await client.message("user-started-speaking");
    ears.write(text);
    for (const frame of quiet(1_000)) client.sendAudio(bytesOf(frame));
  };
  await client.ready();
  await client.message(spoken("Hello."));

  ears.finals.push("what are two of them");
  await speak("what is it");
  await client.message(spoken("Two are ten."));
  const asked = async (at: number) => (await chat.request(at)).body.messages.at(-1)?.content;
  expect([await asked(1), await asked(2)]).toEqual(["what is it", "what are two of them"]);
  await (
    await chat.request(1)
  ).closed;

  await speak("thank you very much");
  await client.message(spoken("You are welcome."));
  expect(chat.requests).toHaveLength(4);
  expect(JSON.stringify(client.messages)).not.toContain("Five");
  expect(chat.problems).toEqual([]);
});

const talk = programOf(`
voice_flow: 1
id: talk
language: en
start: talk
defaults: {give_up: bye}
nodes:
  talk: {converse: Talk., say: Hello., exits: {done: {when: it is over, goto: bye}}, max_turns: 5, without_llm: bye}
  bye: {say: Goodbye., end: done}
`);

describe("a model is asked before the turn is over", () => {
  test.each([
    ["by an assistant, where that is switched on", "assistant", { preempts: true }, true],
    ["in a flow, where that is switched on", "flow", { preempts: true }, true],
    ["never by an assistant else", "assistant", {}, false],
    ["never in a flow else", "flow", {}, false],
  ] as const)("%s", async (_, mode, how, isEarly) => {
    const { preempts }: { preempts?: boolean } = how;
    const clock = new VirtualClock();
    const answer: LlmScript = [mode === "flow" ? '{"say": "Gladly."}' : "Gladly."];
    const llm = scriptedLlm(clock, mode === "flow" ? [answer] : [["Hello."], answer]);
    const ears = writtenEars(clock, 200);
    const calls = new Calls({
      clock,
      ticker: new Ticker(clock, 20),
      log: silentLog,
      speech: { ready: Promise.resolve(), stt: ears, tts: hummingTts(), vad: loudnessVad() },
      systemPrompt: "Be kind.",
      programs: new Map(),
      durationMsMax: 60_000,
      outside: noOutside,
      ...(preempts === undefined ? {} : { preempts }),
    });
    const call = calls.open({
      sessionId: "ses_1",
      plan: {
        request: { mode, programId: mode === "flow" ? "talk" : undefined },
        accountId: undefined,
        keyId: undefined,
        program: mode === "flow" ? talk : undefined,
        flowId: undefined,
        flowRevision: undefined,
        providers: {
          stt: undefined,
          tts: undefined,
          llm,
          metered: [],
          usage: new UsageAccount([]),
          names: {},
        },
        context: {},
        metadata: {},
        kept: everythingKept,
      },
      usesExamples: false,
      line: fakeLine(() => clock.now()),
      emit: () => undefined,
    });
    const pass = async (frames: readonly Frame[]): Promise<void> => {
      for (const frame of frames) {
        await clock.advance(20);
        call.hear(frame);
      }
    };
    call.ready();
    await pass(quiet(1_000));
    await pass(sound(300));
    ears.write("it was cold");
    await pass([...sound(100), ...quiet(1_500)]);
    expect(llm.asked.at(-1)?.isPreemptive === true).toBe(isEarly);
    call.end("caller");
    await call.ended;
  });
});
