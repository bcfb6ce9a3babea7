// A model that hears and speaks, as hearing and model of a whole call in virtual time: whose turn it is, what is heard
// of it, what it learns of the rest, and what becomes of a session that fails.

import { describe, expect, test } from "bun:test";
import { silentLog } from "../../../src/base/log.ts";
import { ProviderError } from "../../../src/providers/provider-contract.ts";
import { AssistantTools } from "../../../src/voice/assistant-tools.ts";
import { AudioFront } from "../../../src/voice/audio-model/audio-front.ts";
import { openLlmResponder } from "../../../src/voice/responder-llm.ts";
import { openWorld } from "../../support/fakes/call-script.ts";
import {
  type AudioScript,
  scriptedAudioLlm,
  type ScriptedAudioLlm,
} from "../../support/fakes/scripted-audio-llm.ts";
import { settle } from "../../support/fakes/virtual-clock.ts";

function failing(
  kind: ProviderError["kind"],
  phase: ProviderError["info"]["phase"] = "stream",
): ProviderError {
  const info = {
    provider: "scripted-audio",
    capability: "llm",
    phase,
    message: "No",
    emitted: false,
  } as const;
  return new ProviderError(kind, info);
}

/** A call whose model has been asked to greet. */
async function calling(model: ScriptedAudioLlm, options: { readonly endCall?: boolean } = {}) {
  const world = openWorld({
    responder: (clock) => {
      const front = new AudioFront({ model, ownKey: false });
      const tools = new AssistantTools({
        sessionId: "s",
        program: undefined,
        runTool: () => Promise.reject(new Error("There is none")),
        endCall: options.endCall === true,
        pressKeys: false,
        transferTo: new Map(),
        clock,
      });
      const context = { clock, log: silentLog };
      const parts = options.endCall === true ? { tools } : {};
      return openLlmResponder({ llm: front.llm, front, systemPrompt: "Rules.", context, ...parts });
    },
  });
  world.line.drops = true;
  world.call.ready();
  await settle();
  return world;
}

const greeting: AudioScript = { say: "Hello there." };
const heardIn = (world: Awaited<ReturnType<typeof calling>>): readonly string[] =>
  world.events.flatMap((event) =>
    event.type === "sentence" && event.status === "completed"
      ? [`${event.by ?? "voice"}: ${event.text}`]
      : event.type === "interrupted"
        ? [`cut: ${event.heardReplyText}`]
        : event.type === "user-words" && event.final
          ? [`caller: ${event.text}`]
          : [],
  );

describe("a call with a model that speaks", () => {
  test("begins with its greeting, hears every frame, and is heard in its own voice", async () => {
    const model = scriptedAudioLlm(greeting);
    const world = await calling(model);
    await world.pass(1_500);
    expect(heardIn(world)).toEqual(["model: Hello there."]);
    expect(model.framesHeard).toBe(75);
    expect(model.talks[0]?.instructions).toBe("Rules.");
    world.call.end("caller");
    expect(await world.leftovers()).toEqual([]);
  });

  test("answers a turn that the model took, and keeps words that come after the answer", async () => {
    const model = scriptedAudioLlm(greeting);
    const world = await calling(model);
    await world.pass(1_000);
    model.event({ type: "speech-started" });
    await world.pass(400);
    model.turn("t1", { say: "Two it is." });
    await world.pass(400);
    model.event({ type: "words", turn: "t1", text: "two ", isFinal: false });
    model.event({ type: "words", turn: "t1", text: "two please", isFinal: true });
    await world.pass(1_000);
    expect(heardIn(world)).toEqual(["model: Hello there.", "caller: two please", "model: Two it is."]);
    const [words] = world.events.filter((event) => event.type === "user-words" && event.final);
    expect(words).toMatchObject({ takenAtMs: 1_400, atMs: 1_800 });
    expect(JSON.parse(world.call.snapshot.memory).history.at(-2)).toEqual({
      role: "user",
      text: "two please",
    });
    const [latency] = world.events.filter((event) => event.type === "latency");
    expect(latency).toMatchObject({
      latency: { endOfTurnMs: 300, endedBy: "recogniser-over", audioMs: 300 },
    });
  });

  test("a caller who cuts in leaves what was heard, to the millisecond, here and in the model's conversation", async () => {
    const model = scriptedAudioLlm({ say: "One two three four five six." });
    const world = await calling(model);
    await world.pass(600);
    model.event({ type: "speech-started" });
    await world.pass(200);
    expect(heardIn(world)).toEqual(["cut: One two"]);
    expect(model.cuts).toEqual([600]);
    expect(JSON.parse(world.call.snapshot.memory).history.at(-1)).toEqual({
      role: "assistant",
      text: "One two",
    });
    model.turn("t1", { say: "Yes?" });
    await world.pass(500);
    expect(heardIn(world).at(-1)).toBe("model: Yes?");
  });

  test("an answer of which nothing was played is taken out of the model's conversation", async () => {
    const model = scriptedAudioLlm(greeting);
    const world = await calling(model);
    await world.pass(1_000);
    model.turn("t1", { say: "First answer." });
    // The turn step is at it, and has not begun to play.
    model.event({ type: "speech-started" });
    await world.pass(500);
    expect(model.cuts).toEqual([0]);
    expect(heardIn(world)).toEqual(["model: Hello there."]);
  });

  test("typed words, silence and sentences of the account reach the model, which answers the first two", async () => {
    const model = scriptedAudioLlm(greeting, { say: "I read you." }, { say: "Still there?" });
    const world = await calling(model);
    await world.pass(1_000);
    world.call.input({ type: "text", text: "two coffees", interrupt: true, speak: true });
    await world.pass(1_500);
    world.call.input({ type: "say", text: "A colleague listens.", interrupt: false });
    await world.pass(3_000);
    await world.pass(21_000);
    expect(model.told.slice(2)).toEqual([
      "user: two coffees",
      "ask",
      "assistant: A colleague listens.",
      "user: (The caller is silent. Ask in a few words whether they are still there.)",
      "ask",
    ]);
    expect(heardIn(world)).toEqual([
      "model: Hello there.",
      "model: I read you.",
      "voice: A colleague listens.",
      "model: Still there?",
    ]);
  });

  test("ends by the model's tool, once its words are heard", async () => {
    const end = { id: "c1", name: "end_call", arguments: "{}" };
    const model = scriptedAudioLlm(greeting, { say: "Good bye.", call: end });
    const world = await calling(model, { endCall: true });
    await world.pass(1_000);
    world.call.input({ type: "text", text: "that is all", interrupt: true, speak: true });
    await world.pass(2_500);
    expect(heardIn(world)).toEqual(["model: Hello there.", "model: Good bye."]);
    expect(world.events.at(-1)).toMatchObject({ type: "ended", reason: "completed" });
    expect(await world.leftovers()).toEqual([]);
  });

  test("a model that does not begin in time is apologised for, and asked again at the next turn", async () => {
    const model = scriptedAudioLlm(greeting);
    const world = await calling(model);
    await world.pass(1_000);
    world.call.input({ type: "text", text: "hello", interrupt: true, speak: true });
    await world.pass(11_000);
    expect(heardIn(world).at(1)).toMatch(/^voice: I am sorry, I could not reach my language model/);
    expect(model.told.slice(-3)).toEqual(["user: hello", "ask", "withdraw"]);
    model.turn("t1", { say: "Here I am." });
    await world.pass(1_500);
    expect(heardIn(world).at(-1)).toBe("model: Here I am.");
  });
});

describe("the session of a model that speaks", () => {
  test("is followed by another one at its limit, which gets the conversation and the sound of the meantime", async () => {
    const model = scriptedAudioLlm(greeting);
    const world = await calling(model);
    await world.pass(1_000);
    model.end(failing("session_limit"));
    await world.pass(100);
    expect(model.talks[1]?.history).toEqual([
      { role: "user", text: expect.stringContaining("Greet the caller") },
      { role: "assistant", text: "Hello there." },
    ]);
    expect(model.framesHeard).toBe(55);
    expect(world.events.filter(({ type }) => type === "warning" || type === "failed")).toEqual([]);
    model.turn("t1", { say: "Yes." });
    await world.pass(1_000);
    expect(heardIn(world)).toEqual(["model: Hello there.", "model: Yes."]);
  });

  test("is opened again after a failure, with a notice for the record", async () => {
    const model = scriptedAudioLlm(greeting);
    const world = await calling(model);
    await world.pass(1_000);
    model.refusals.push(failing("transient", "connect"));
    model.end(failing("transient"));
    await world.pass(1_000);
    expect(model.talks.length).toBe(2);
    const notices = world.events.filter((event) => event.type === "warning");
    expect(notices).toMatchObject([
      { code: "provider/retried", incident: { attempts: 2, action: "retried" } },
    ]);
  });

  test("that can not be opened again ends the call with a goodbye in the call's own voice", async () => {
    const model = scriptedAudioLlm(greeting);
    const world = await calling(model);
    await world.pass(1_000);
    model.refusals.push(failing("quota", "start"));
    model.end(failing("transient"));
    await world.pass(6_000);
    expect(heardIn(world).at(-1)).toBe("voice: Goodbye.");
    expect(world.events.at(-1)).toMatchObject({ type: "ended", reason: "failed" });
    expect(await world.leftovers()).toEqual([]);
  });
});
