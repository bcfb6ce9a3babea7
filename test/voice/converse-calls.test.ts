// Whole calls with a flow in which a language model talks, in virtual time: the caller hears its words while it writes
// them, and unheard words do not count as said.

import { describe, expect, test } from "bun:test";
import type { Llm } from "../../src/providers/provider-contract.ts";
import { type CallWorld, openFlowWorld } from "../support/fakes/call-script.ts";
import type { Utterance } from "../support/fakes/fake-speech.ts";
import { type LlmScript, type ScriptedLlm, scriptedLlm } from "../support/fakes/scripted-llm.ts";
import type { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { random, seedOf } from "../support/random.ts";

const complaint = `
voice_flow: 1
id: complaint
language: en
start: why
variables: {comment: {type: text}}
tools: {look: {description: Looks something up, http: "GET https://a.example/p?q={{ q }}", params: {q: text}}}
defaults: {give_up: lost}
nodes:
  why:
    converse: Find out what went wrong.
    say: What went wrong?
    fill: [comment]
    tools: [look]
    exits: {done: {when: the caller is done, goto: bye}}
    max_turns: 5
    without_llm: plain
  plain: {say: Please write to us., end: plain}
  bye: {say: Goodbye., end: talked}
  lost: {say: Nobody knows., end: lost}
`;

interface Talking extends CallWorld {
  readonly llm: ScriptedLlm;
  /** Model's view of the conversation in its last request. */
  told(): readonly string[];
  /** All sentences that a voice got. */
  spoken(): readonly string[];
  type(text: string): void;
}

interface Options {
  readonly can?: NonNullable<Llm["can"]>;
  readonly turns?: readonly Utterance[];
}

/** A call in which the agent has asked what went wrong, and the caller has heard it. */
async function talking(scripts: readonly LlmScript[], { can, turns = [] }: Options = {}) {
  let llm: ScriptedLlm | undefined;
  const world = openFlowWorld(complaint, {
    turns,
    outside: { runTool: () => Promise.resolve({ ok: true, body: "soup" }) },
    llm: (clock) => (llm = scriptedLlm(clock, scripts, can === undefined ? {} : { can })),
  });
  const talk: Talking = Object.assign(world, {
    llm: llm!,
    told: () => (llm!.asked.at(-1)?.messages ?? []).slice(1).map(({ role, text }) => `${role}: ${text}`),
    spoken: () => world.tts.texts,
    type: (text: string) => world.call.input({ type: "text", text, interrupt: true, speak: true }),
  });
  world.call.ready();
  await world.pass(1_000);
  return talk;
}

async function hangUp(world: CallWorld): Promise<void> {
  world.call.gone("caller");
  expect(await world.leftovers()).toEqual([]);
}

const apology = "I am sorry, I lost my thread.";

describe("a model's words in a call", () => {
  test("are heard while it still writes, sentence by sentence, and the other fields count in the end", async () => {
    const world = await talking([
      [
        400,
        '{"say": "I am sorry. Tell',
        1_000,
        ' me more."',
        1_000,
        ', "set": {"comment": {"value": "cold", "quote": "cold"}}}',
      ],
    ]);
    world.type("It was cold.");
    await world.pass(600);
    expect(world.timeline()).toEndWith('\n1000 caller typed "It was cold."\n1400 agent speaks\n');
    await world.pass(1_000);
    expect(world.spoken()).toEqual(["What went wrong?", "I am sorry.", "Tell me more."]);
    expect([world.llm.writing, world.events.some(({ type }) => type === "flow-variable")]).toEqual([
      1,
      false,
    ]);
    await world.pass(1_400);
    expect([world.llm.writing, world.events.some(({ type }) => type === "flow-variable")]).toEqual([0, true]);
    expect(world.timeline()).toEndWith('\n2660 heard "Tell me more."\n3400 agent stops\n');
    await hangUp(world);
  });

  test("a caller who interrupts stops the model, and it learns the heard part of its words", async () => {
    const world = await talking(
      [['{"say": "I am very sorry to hear that from you. Tell', { hangs: true }], ['{"say": "Yes?"}']],
      { turns: [{ text: "it was hot" }] },
    );
    world.type("It was cold.");
    await world.pass(200);
    await world.pass(600, true);
    expect(world.llm.aborted).toBe(0);
    await world.pass(1_000);
    expect(world.llm.aborted).toBe(1);
    await world.pass(1_000);
    expect(world.spoken()).toEqual(["What went wrong?", "I am very sorry to hear that from you.", "Yes?"]);
    const cut = world.events.find(({ type }) => type === "interrupted");
    expect(cut).toMatchObject({ heardReplyText: "I am very sorry to hear" });
    expect(world.told().slice(-3)).toEqual([
      'user: The caller: "It was cold."',
      "assistant: I am very sorry to hear",
      'user: The caller: "it was hot"',
    ]);
    await hangUp(world);
  });

  test("text after the cut is neither heard nor acted on", async () => {
    const world = await talking([
      ['{"say": "I am very sorry to hear that from you. Good', 900, 'bye then.", "exit": "done"}'],
      ['{"say": "Yes?"}'],
    ]);
    world.type("It was cold.");
    await world.pass(500);
    world.call.input({ type: "interrupt" });
    await world.pass(2_000);
    expect(world.spoken()).toEqual(["What went wrong?", "I am very sorry to hear that from you."]);
    world.type("One thing more.");
    await world.pass(500);
    expect(world.spoken().at(-1)).toBe("Yes?");
    await hangUp(world);
  });

  test("of a finished answer that was cut while it was spoken, the model knows the heard part", async () => {
    const world = await talking([['{"say": "I see. That is bad."}'], ['{"say": "Yes?"}']]);
    world.type("It was cold.");
    await world.pass(140);
    world.type("No, hot.");
    await world.pass(500);
    expect(world.told().slice(-2)).toEqual(["assistant: I see.", 'user: The caller: "No, hot."']);
    await hangUp(world);
  });

  test("may be cut, also after an uninterruptible text of the same answer", async () => {
    const firm = complaint
      .replace("start: why", "start: hello")
      .replace("  why:", "  hello: {say: This call is recorded., barge_in: false, next: why}\n  why:")
      .replace("    say: What went wrong?\n", "");
    const llm = (clock: VirtualClock) => scriptedLlm(clock, [[100, '{"say": "Tell me what went wrong."}']]);
    const world = openFlowWorld(firm, { llm, turns: [{ text: "nothing" }] });
    world.call.ready();
    await world.pass(200);
    await world.pass(200, true);
    expect(world.events.some(({ type }) => type === "interrupted")).toBe(false);
    await world.pass(400, true);
    expect(world.timeline()).toContain("agent pauses");
    await world.pass(1_000);
    expect(world.timeline()).toContain('cut after "This call is recorded. Tell');
    await hangUp(world);
  });
});

describe("a model that does not write to the end", () => {
  test("one that breaks off is heard to its last whole sentence, then the apology", async () => {
    const world = await talking([
      ['{"say": "I am sorry. Tell me', 300, { fails: "transient" }],
      ['{"say": "All right."}'],
    ]);
    world.type("It was cold.");
    await world.pass(5_000);
    expect(world.spoken().slice(1)).toEqual(["I am sorry.", apology, "Could you say that again?"]);
    world.type("It was cold.");
    await world.pass(1_000);
    expect(world.spoken().at(-1)).toBe("All right.");
    expect(world.told().slice(-2)).toEqual([
      `assistant: I am sorry.\n${apology} Could you say that again?`,
      'user: The caller: "It was cold."',
    ]);
    await hangUp(world);
  });

  test("one that falls silent within a sentence is awaited for three seconds at most", async () => {
    const world = await talking([['{"say": "I am sorry. Tell me', { hangs: true }]], {
      can: { tools: true, json: true },
    });
    world.type("It was cold.");
    await world.pass(2_980);
    expect(world.spoken().at(-1)).toBe("I am sorry.");
    await world.pass(100);
    expect([world.spoken().at(-2), world.llm.aborted]).toEqual([apology, 1]);
    await hangUp(world);
  });

  test("one whose object breaks after its words is asked again, and no sentence is heard twice", async () => {
    const world = await talking([
      ['{"say": "Noted. Thank you.", "exit": }'],
      ['{"say": "Noted. Thank you.", "exit": "done"}'],
    ]);
    world.type("It was cold.");
    await world.pass(5_000);
    expect(world.spoken().slice(1)).toEqual(["Noted.", "Thank you.", "Goodbye."]);
    expect(world.told().at(-2)).toBe("assistant: Noted. Thank you.");
    expect(world.timeline()).toContain("ended completed");
    expect(await world.leftovers()).toEqual([]);
  });
});

const runs = process.env.LONG === "1" ? 2_000 : 40;
const seed = seedOf(20_261_123);

test(`${runs} replies cut at any time: nothing is heard twice, and the model learns the heard part, seed ${seed}`, async () => {
  let cuts = 0;
  for (let run = 0; run < runs; run++) {
    const dice = random(seed + run);
    const sentences = Array.from({ length: dice.int(1, 4) }, (_, n) => `Sentence ${n} of run ${run}, it is.`);
    const json = JSON.stringify({ set: {}, say: sentences.join(" "), exit: null });
    const script = (json.match(/.{1,9}/gs) ?? []).flatMap((piece) => [piece, dice.pick([0, 20, 90, 200])]);
    const ends = dice.pick([[], [], [{ hangs: true }], [{ fails: "transient" }]] as const);
    const kept = ends.length === 0 ? script : script.slice(0, dice.int(4, script.length));
    const world = await talking([[...kept, ...ends], ['{"say": "Yes?"}'], ['{"say": "Yes?"}']]);
    world.type("It was cold.");
    await world.pass(20 * dice.int(1, 150));
    world.type("No, hot.");
    await world.pass(1_000);
    const cut = world.events.find((event) => event.type === "interrupted");
    const replies = world.spoken().filter((text) => text.startsWith("Sentence"));
    expect(new Set(replies).size, `SEED=${seed + run}`).toBe(replies.length);
    if (cut?.type === "interrupted") {
      cuts++;
      const told = world.told().slice(-2);
      const heard = cut.heardReplyText === "" ? [] : [`assistant: ${cut.heardReplyText}`];
      const line = told.filter((text) => text.startsWith("assistant"));
      const own = line.filter((text) => !text.includes("What went wrong?"));
      expect(own.map(plain), `SEED=${seed + run}`).toEqual(heard.map(plain));
    }
    await hangUp(world);
  }
  expect(cuts).toBeGreaterThan(runs / 4);
}, 600_000);

function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}

describe("tools of a model in a call", () => {
  const call = { id: "c1", name: "look", arguments: '{"q": "menu"}' };
  const asked = '{"say": "One moment.", "tools": [{"name": "look", "arguments": {"q": "menu"}}]}';

  test.each([
    ["called natively", { can: { tools: true, json: true } }, ['{"say": "One moment."}', { call }]],
    ["asked for in words", {}, [asked]],
  ] as const)("%s", async (_, how, script) => {
    const world = await talking([script, ['{"say": "There is soup."}']], how);
    world.type("It was the soup.");
    await world.pass(2_000);
    expect(world.spoken().slice(1)).toEqual(["One moment.", "There is soup."]);
    expect(world.events).toContainEqual(
      expect.objectContaining({ type: "tool-finished", tool: "look", ok: true }),
    );
    const result = world.llm.asked.at(-1)?.messages.at(-1);
    expect([result?.role, result?.text]).toEqual(
      "can" in how ? ["tool", 'look: "soup"'] : ["user", 'Result of a tool: "look: \\"soup\\""'],
    );
    await hangUp(world);
  });
});
