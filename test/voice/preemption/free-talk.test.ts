// Preemptive generation in the free talk of a flow, in whole calls and virtual time: a model's reply begins early, and
// the flow never learns of an unwanted one.

import { describe, expect, test } from "bun:test";
import { type CallWorld, openFlowWorld } from "../../support/fakes/call-script.ts";
import { type LlmScript, type ScriptedLlm, scriptedLlm } from "../../support/fakes/scripted-llm.ts";
import { unclear, type WrittenEars, writtenEars } from "../../support/fakes/written-ears.ts";

const complaint = (method = "GET"): string => `
voice_flow: 1
id: complaint
language: en
start: why
variables: {comment: {type: text}, name: {type: text, ask: "What is your name?"}}
tools: {look: {description: Looks something up, http: "${method} https://a.example/p?q={{ q }}", params: {q: text}${method === "POST" ? ", confirm: Shall I?" : ""}}}
defaults: {give_up: lost}
nodes:
  why:
    converse: Find out what went wrong.
    say: What went wrong?
    fill: [comment]
    tools: [look]
    exits: {done: {when: the caller is done, goto: who}}
    max_turns: 5
    without_llm: plain
  who: {ask: name, next: bye}
  plain: {say: Please write to us., end: plain}
  bye: {say: Goodbye., end: talked}
  lost: {say: Nobody knows., end: lost}
`;

interface Talk extends CallWorld {
  readonly llm: ScriptedLlm;
  readonly ears: WrittenEars;
  readonly ran: string[];
  says(text: string): Promise<void>;
  told(request: number): readonly string[];
  latencies(): readonly number[];
}

const modelMs = 400;
const reply: LlmScript = [
  modelMs,
  '{"say": "I am sorry.", "set": {"comment": {"value": "it was cold", "quote": "it was cold"}}}',
];
const leaves: LlmScript = ['{"say": "I see.", "exit": "done"}'];

/** A call in which the agent has asked what went wrong, and the caller has heard it. */
async function talking(
  scripts: readonly LlmScript[],
  { preempts = true, method = "GET" } = {},
): Promise<Talk> {
  let llm: ScriptedLlm | undefined;
  let ears: WrittenEars | undefined;
  const ran: string[] = [];
  const world = openFlowWorld(complaint(method), {
    preempts,
    llm: (clock) => (llm = scriptedLlm(clock, scripts, { can: { tools: true, json: true } })),
    changes: { stt: (_, clock) => (ears = writtenEars(clock, 200)) },
    outside: {
      runTool: ({ tool }) => {
        ran.push(tool);
        return Promise.resolve({ ok: true, body: "soup" });
      },
    },
  });
  const talk: Talk = Object.assign(world, {
    llm: llm!,
    ears: ears!,
    ran,
    async says(text: string) {
      await world.pass(300, true);
      ears!.write(text);
      await world.pass(100, true);
    },
    told: (request: number) =>
      (llm!.asked[request]?.messages ?? []).slice(1).map(({ role, text }) => `${role}: ${text}`),
    latencies: () =>
      world.events.flatMap((it) => (it.type === "latency" ? [Math.round(it.latency.audioMs ?? NaN)] : [])),
  });
  world.call.ready();
  await world.pass(1_000);
  return talk;
}

const early = ({ llm }: Talk): readonly boolean[] =>
  llm.asked.map(({ isPreemptive }) => isPreemptive === true);

async function hangUp(talk: Talk): Promise<void> {
  talk.call.gone("caller");
  expect(await talk.leftovers()).toEqual([]);
  expect(talk.llm.writing).toBe(0);
}

describe("a reply in free talk that is begun before the turn is over", () => {
  test("is heard earlier, and the flow continues as it would have", async () => {
    const talked = async (preempts: boolean): Promise<Talk> => {
      const talk = await talking([reply, leaves], { preempts });
      talk.ears.finals.push("It was cold.");
      await talk.says("it was cold");
      await talk.pass(3_000);
      await talk.says("that is all of it");
      await talk.pass(3_000);
      expect(talk.tts.texts).toEqual(["What went wrong?", "I am sorry.", "I see.", "What is your name?"]);
      // The expectations of an `ask` do not concern the model.
      await talk.says("anna miller");
      await talk.pass(3_000);
      expect(await talk.leftovers()).toEqual([]);
      return talk;
    };
    const [ahead, after] = [await talked(true), await talked(false)];
    expect([early(ahead), early(after)]).toEqual([
      [true, true],
      [false, false],
    ]);
    const [gained = 0] = ahead.latencies().map((ms, turn) => after.latencies()[turn]! - ms);
    expect(gained).toBeGreaterThan(300);
    expect(gained).toBeLessThanOrEqual(modelMs);
    expect(ahead.timeline().replaceAll(/\d+/g, "")).toEqual(after.timeline().replaceAll(/\d+/g, ""));
    const facts = (talk: Talk) =>
      talk.events.flatMap((it) => (it.type.startsWith("flow-") ? [{ ...it, atMs: 0 }] : []));
    expect(facts(ahead)).toEqual(facts(after));
    expect(ahead.told(1)).toEqual(after.told(1));
  });

  test("is dropped where the last words differ, and sets nothing", async () => {
    const talk = await talking([reply, ['{"say": "How bad."}']]);
    talk.ears.finals.push("it was cold and late");
    await talk.says("it was cold");
    await talk.pass(3_000);
    expect(talk.tts.texts).toEqual(["What went wrong?", "How bad."]);
    expect(talk.events.filter(({ type }) => type === "flow-variable")).toEqual([]);
    expect(talk.told(1).at(-1)).toBe('user: The caller: "it was cold and late"');
    await hangUp(talk);
  });

  test("runs no tool before the turn is over, and none without a request", async () => {
    const calls: LlmScript = [{ call: { id: "c1", name: "look", arguments: '{"q": "x"}' } }];
    const talk = await talking([calls, ['{"say": "It was soup."}'], calls, ['{"say": "How bad."}']]);
    await talk.says("it was cold");
    await talk.pass(300);
    expect([early(talk), talk.ran]).toEqual([[true], []]);
    await talk.pass(3_000);
    expect([talk.ran, talk.tts.texts.at(-1)]).toEqual([["look"], "It was soup."]);
    talk.ears.finals.push("but it was late as well");
    await talk.says("but it was late");
    await talk.pass(3_000);
    expect([talk.ran, talk.tts.texts.at(-1)]).toEqual([["look"], "How bad."]);
    await hangUp(talk);
  });

  test("is not begun where the model could ask for a writing tool", async () => {
    const talk = await talking([reply], { method: "POST" });
    await talk.says("it was cold");
    await talk.pass(3_000);
    expect([early(talk), talk.tts.texts.at(-1)]).toEqual([[false], "I am sorry."]);
    await hangUp(talk);
  });

  test("leaves nothing open when the caller hangs up, types, presses a key or is misunderstood", async () => {
    const hangs: LlmScript = [{ hangs: true }];
    for (const end of ["hangs up", "types", "presses", "is not understood"] as const) {
      const talk = await talking([hangs, ['{"say": "Yes?"}']]);
      if (end === "is not understood") talk.ears.finals.push(unclear);
      await talk.says("it was cold");
      await talk.pass(300);
      expect([talk.llm.writing, talk.llm.aborted]).toEqual([1, 0]);
      if (end === "types") talk.call.input({ type: "text", text: "By mail.", interrupt: true, speak: true });
      if (end === "presses") talk.call.input({ type: "keys", keys: "1" });
      if (end !== "hangs up") await talk.pass(1_000);
      if (end !== "hangs up") expect([end, talk.llm.aborted]).toEqual([end, 1]);
      await hangUp(talk);
      expect(talk.llm.aborted).toBe(1);
    }
  });

  test("is not begun for a caller who continues after the answer: their turn has another form", async () => {
    const talk = await talking([['{"say": "Unfortunately that happens."}'], reply]);
    await talk.says("it was cold");
    await talk.pass(620);
    await talk.says("and late");
    await talk.pass(4_000);
    expect(talk.tts.texts.at(-1)).toBe("I am sorry.");
    expect(talk.told(talk.llm.asked.length - 1).at(-1)).toBe('user: The caller: "it was cold and late"');
    await hangUp(talk);
  });
});
