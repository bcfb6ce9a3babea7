// Fillers in whole calls, in virtual time: slow parts of a call in, the caller's audio with its times out.

import { describe, expect, test } from "bun:test";
import { loudness } from "../../src/audio/frame.ts";
import type { Clock } from "../../src/base/clock.ts";
import { valueMap } from "../../src/flow/value/value.ts";
import type { ToolOutcome } from "../../src/flow/engine/run/step-contract.ts";
import { openLlmResponder } from "../../src/voice/responder-llm.ts";
import { silentLog } from "../../src/base/log.ts";
import type { Llm, LlmMessage, Tts } from "../../src/providers/provider-contract.ts";
import { openFlowWorld, openWorld, scriptedResponder } from "../support/fakes/call-script.ts";
import { lateVoice, slowFinals, slowTalker } from "../support/fakes/slow-parts.ts";
import { hummingTts } from "../support/fakes/fake-speech.ts";
import {
  answering,
  callerSpeaks,
  fillersOf,
  hangUp,
  later,
  sounds,
  turnEndsAt,
} from "../support/fakes/waiting-caller.ts";

describe("fillers", () => {
  test("fillers: a fast call has none", async () => {
    const world = await callerSpeaks({ responder: answering(700) });
    await world.pass(3_000);
    expect(fillersOf(world)).toEqual([]);
    expect(sounds(world)).toEqual(["700–1040"]);
    await hangUp(world);
  });

  test("fillers: a slow model is filled after 0.8 s and 4 s, and its answer ends the current one", async () => {
    const world = await callerSpeaks({ responder: answering(4_500) });
    await world.pass(8_000);
    expect(fillersOf(world)).toEqual([
      [800, "One moment."],
      [4_000, "This takes a little longer, thank you for waiting."],
    ]);
    // 20 ms for each character, and the answer right after the part of the second filler in the client's buffer.
    expect(sounds(world)).toEqual(["800–1020", `4000–${4_620 + 17 * 20}`]);
    expect(world.timeline()).toBe(`
0 agent speaks
240 heard "Hello there."
240 agent stops
560 caller speaks
1140 caller pauses
1620 caller said "how much is it"
2420 filler "One moment."
5620 filler "This takes a little longer, thank you for waiting."
6140 agent speaks
6580 heard "It is five euros."
6580 agent stops
`);
    await hangUp(world);
  });

  test("fillers: a slow greeting is announced after two seconds", async () => {
    const world = openWorld({
      responder: (clock) => scriptedResponder(() => later(clock, 6_000, "Hello there.")),
      fillers: true,
    });
    world.call.ready();
    await world.pass(10_000);
    expect(world.timeline()).toBe(`
2000 filler "One moment please, I will be with you right away."
5200 filler "This takes a little longer, thank you for waiting."
6100 agent speaks
6440 heard "Hello there."
6440 agent stops
`);
    await hangUp(world);
  });

  test("fillers: a slow recogniser is filled from the end of the turn on", async () => {
    const world = await callerSpeaks({
      responder: answering(300),
      changes: { stt: (stt, clock) => slowFinals(stt, clock, 1_500) },
    });
    await world.pass(4_000);
    expect(fillersOf(world)).toEqual([[800, "One moment."]]);
    expect(sounds(world)).toEqual(["800–1020", "1800–2140"]);
    await hangUp(world);
  });

  test("fillers: with a slow voice the first sound comes within a second, from its earlier words", async () => {
    // The call's own voice works for its greeting and for the prepared texts after it, and hangs from then on.
    const vendor = hummingTts();
    let asked = 0;
    const own: Tts = {
      ...vendor,
      id: "vendor",
      speak: (text, sink, context) => {
        asked += 1;
        if (text.startsWith("It is")) vendor.failures.push("never");
        return vendor.speak(text, sink, context);
      },
    };
    const world = await callerSpeaks({
      responder: answering(100),
      fillers: { voice: { id: "v", tts: own } },
      changes: { tts: () => own },
    });
    await world.pass(4_000);
    expect(fillersOf(world)).toEqual([[800, "One moment."]]);
    expect(sounds(world)).toEqual(["800–1020"]);
    // The greeting, twelve fillers once each, and the answer.
    expect(asked).toBe(14);
    expect(world.tts.texts).toEqual([]);
    await hangUp(world);
  });

  test("fillers: an answer that the voice could not speak ends in an apology, and the silence counts after it", async () => {
    const vendor = hummingTts();
    const own: Tts = {
      ...vendor,
      speak: (text, ...rest) => {
        if (text.startsWith("It is")) vendor.failures.push("before audio");
        return vendor.speak(text, ...rest);
      },
    };
    const world = await callerSpeaks({
      responder: answering(100),
      fillers: { voice: { id: "v", tts: own } },
      changes: { tts: () => own },
    });
    await world.pass(2_500);
    const apology = "I am sorry, I could not say my answer. Please ask me again.";
    expect(fillersOf(world)).toEqual([[100, apology]]);
    expect(sounds(world)).toEqual([`100–${100 + apology.length * 20}`]);
    await hangUp(world);
  });

  test("fillers: a recogniser that has not opened yet is slow like any other", async () => {
    const world = await callerSpeaks({
      responder: answering(100),
      changes: {
        stt: (stt, clock) => ({
          ...stt,
          open: async (...how) => {
            await new Promise<void>((resolve) => clock.after(4_000, resolve));
            return await stt.open(...how);
          },
        }),
      },
    });
    await world.pass(5_000);
    expect(sounds(world)).toEqual(["800–1020", "2480–2820"]);
    await hangUp(world);
  });

  test("fillers: where the voice has never spoken the built-in one fills in", async () => {
    const vendor = hummingTts();
    vendor.failures.push(...Array<"never">(20).fill("never"));
    const world = await callerSpeaks({
      responder: answering(100),
      fillers: { voice: { id: "v", tts: vendor } },
      changes: { tts: () => vendor },
    });
    await world.pass(1_800);
    expect(sounds(world)).toEqual(["800–1020"]);
    expect(world.tts.texts).toEqual(["One moment."]);
    await hangUp(world);
  });

  const slowFlow = (say: string) => `
voice_flow: 1
id: lookup
language: en
start: ask
variables:
  account: {type: digits, length: 2, ask: Which account?}
  plan: {type: text}
tools:
  find:
    params: {account: text}
    http: GET https://crm.example.com/accounts/{{ account }}
    returns: {plan: text}
defaults: {give_up: sorry}
nodes:
  ask: {ask: account, next: find}
  find: {tool: find, with: {account: account}, ${say}save: {plan: result.plan}, on_error: sorry, next: tell}
  tell: {say: "Your plan is {{ plan }}.", end: told}
  sorry: {say: I can not find it., end: failed}
`;

  test.each([
    ["that says nothing itself is filled", "", [360, 3_560, 11_560]],
    [
      "that has words of its own is filled once these have been over for 4 s",
      "say: One moment., ",
      [4_380, 12_380],
    ],
  ])("fillers: a slow tool %s", async (_, say, fillers) => {
    const found = Promise.withResolvers<ToolOutcome>();
    const world = openFlowWorld(slowFlow(say), {
      turns: [{ text: "one two" }],
      fillers: true,
      outside: { runTool: () => found.promise },
    });
    world.call.ready();
    await world.pass(500);
    await world.pass(400, true);
    await world.pass(15_000);
    // All digits are said, so a short pause ends the turn.
    expect(fillersOf(world).map(([atMs]) => atMs)).toEqual(fillers);
    found.resolve({ ok: true, body: valueMap([["plan", "gold"]]) });
    await world.pass(2_000);
    expect(world.timeline()).toEndWith("ended completed\n");
    expect(world.timeline()).toContain('heard "Your plan is gold."');
    expect(await world.leftovers()).toEqual([]);
  });

  test("fillers: a caller being recorded hears none", async () => {
    const world = openFlowWorld(
      `
voice_flow: 1
id: mailbox
language: en
start: note
variables: {note: {type: audio}}
defaults: {give_up: sorry}
nodes:
  note: {record: note, say: Please speak., max: 20s, end_silence: 4s, next: done}
  done: {say: Thank you., end: kept}
  sorry: {say: Sorry., end: failed}
`,
      { turns: [{ text: "" }, { text: "" }], fillers: true },
    );
    world.call.ready();
    await world.pass(1_000);
    for (let i = 0; i < 2; i++) {
      await world.pass(600, true);
      await world.pass(2_500);
    }
    expect(fillersOf(world)).toEqual([]);
    await hangUp(world);
  });

  test("fillers: speech over one silences it within a frame of 60 ms, and is a turn of its own", async () => {
    const world = await callerSpeaks({
      responder: answering(2_000),
      turns: [{ text: "how much is it" }, { text: "never mind" }],
      changes: { stt: (stt, clock) => slowFinals(stt, clock, 1_200) },
      fillers: { voice: { id: "v", tts: slowTalker() } },
    });
    await world.pass(1_620);
    await world.pass(400, true);
    const spoke = world.events.findLast((it) => it.type === "user-speaking" && it.speaking);
    const heardUntil = world.line.played.findLast(({ frame }) => loudness(frame) > 1_000);
    expect(fillersOf(world)).toHaveLength(1);
    expect((heardUntil?.atMs ?? 0) - (spoke?.atMs ?? 0)).toBe(60);
    expect(world.line.clears).toBeGreaterThan(0);
    await world.pass(8_000);
    expect(world.timeline()).toContain('caller said "never mind"');
    expect(world.timeline()).toContain('heard "It is five euros."');
    await hangUp(world);
  });

  test("fillers: one that has not begun when the answer comes is dropped", async () => {
    const vendor = hummingTts();
    vendor.failures.push("never");
    const slow: Tts = { ...vendor, id: "slow" };
    const world = await callerSpeaks({
      responder: answering(1_000),
      // The built-in voice hangs, too.
      changes: {
        tts: (tts) => ({
          ...tts,
          speak: (text, ...rest) => (text === "One moment." ? slow : tts).speak(text, ...rest),
        }),
      },
    });
    await world.pass(4_000);
    expect(fillersOf(world)).toEqual([]);
    expect(sounds(world)).toEqual(["1000–1340"]);
    await hangUp(world);
  });

  test("fillers: so is one that a returning client would hear late", async () => {
    const world = await callerSpeaks({
      responder: answering(1_000),
      changes: { tts: (tts, clock) => lateVoice(tts, clock, 60) },
    });
    await world.pass(1_540); // 2,440: the filler has been ordered, and its audio comes at 2,480.
    world.line.writable = false;
    await world.pass(400);
    world.line.writable = true;
    await world.pass(2_000);
    expect(fillersOf(world)).toEqual([]);
    expect(world.timeline()).toContain('heard "It is five euros."');
    await hangUp(world);
  });

  test("fillers: an answer does not wait for one whose voice has stalled", async () => {
    const world = await callerSpeaks({ responder: answering(1_500) });
    world.tts.failures.push("stalls");
    await world.pass(4_000);
    expect(sounds(world)).toEqual(["800–900", "1500–1840"]);
    await hangUp(world);
  });

  test("fillers: one continues while the recogniser's words come and the answer to them begins", async () => {
    const world = await callerSpeaks({
      responder: answering(2_000),
      changes: { stt: (stt, clock) => slowFinals(stt, clock, 1_000) },
      fillers: { voice: { id: "v", tts: slowTalker() } },
    });
    await world.pass(6_000);
    expect(sounds(world)).toEqual(["800–1900", "3000–3340"]);
    await hangUp(world);
  });

  test("fillers: they are neither in the model's memory nor in the heard part of an answer", async () => {
    const asked: (readonly LlmMessage[])[] = [];
    const slowModel = (clock: Clock): Llm => ({
      id: "slow",
      model: "slow",
      async *stream({ messages }) {
        asked.push(messages);
        if (asked.length > 1) await new Promise<void>((resolve) => clock.after(1_500, resolve));
        yield { type: "text", delta: asked.length > 1 ? "It is five euros, and more than that." : "Hello." };
        yield { type: "done", reason: "stop" };
      },
    });
    const world = await callerSpeaks({
      responder: (clock) =>
        openLlmResponder({
          llm: slowModel(clock),
          systemPrompt: "p",
          context: { clock, log: silentLog },
        }),
      turns: [{ text: "how much is it" }, { text: "thanks" }],
    });
    await world.pass(720 + 1_500 + 340);
    await world.pass(400, true);
    await world.pass(4_000);
    const cut = world.events.find((it) => it.type === "interrupted");
    expect(cut).toMatchObject({ heardReplyText: "It is five euros, and more" });
    expect(asked.at(-1)?.slice(1)).toEqual([
      { role: "user", text: expect.stringContaining("Greet") },
      { role: "assistant", text: "Hello." },
      { role: "user", text: "how much is it" },
      { role: "assistant", text: "It is five euros, and more" },
      { role: "user", text: "thanks" },
    ]);
    expect(fillersOf(world).length).toBe(2);
    // Latency events report answers only.
    const latencies = world.events.flatMap((it) => (it.type === "latency" ? [it.latency.audioMs] : []));
    expect(latencies[0]).toBeGreaterThan(1_500);
    expect(latencies).toHaveLength(2);
    await hangUp(world);
  });

  test("fillers: a caller's silence counts from the end of one", async () => {
    // The supposed speech was none, as the recogniser reports late.
    const world = await callerSpeaks({
      responder: scriptedResponder((input) => (input.type === "silence" ? "Are you there?" : "Hello there.")),
      turns: [{ text: "" }],
      changes: { stt: (stt, clock) => slowFinals(stt, clock, 900) },
    });
    await world.pass(12_000);
    const asked = world.events.find((it) => it.type === "sentence" && it.text === "Are you there?");
    expect(fillersOf(world)).toEqual([[800, "One moment."]]);
    expect((asked?.atMs ?? 0) - turnEndsAt).toBe(800 + 220 + 8_000);
    await hangUp(world);
  });

  test("fillers: typed turns with text answers have none", async () => {
    const world = openWorld({ responder: answering(3_000), fillers: true });
    world.call.ready();
    await world.pass(500);
    world.call.input({ type: "text", text: "how much", interrupt: true, speak: false });
    await world.pass(5_000);
    expect(fillersOf(world)).toEqual([]);
    world.call.input({ type: "text", text: "how much", interrupt: true, speak: true });
    await world.pass(5_000);
    expect(fillersOf(world)).toHaveLength(1);
    await hangUp(world);
  });
});
