// One reply for each turn, for everything that comes late or twice: last words, results of tools, keys, and callers who
// speak before the first sample of an answer. Whole calls in virtual time, with an assistant, with free talk in a flow
// and with questions.

import { describe, expect, test } from "bun:test";
import { delay } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { valueMap } from "../../../src/flow/value/value.ts";
import type { Llm, LlmMessage, Stt, SttEvent } from "../../../src/providers/provider-contract.ts";
import { openLlmResponder } from "../../../src/voice/responder-llm.ts";
import { type CallWorld, openFlowWorld, openWorld } from "../../support/fakes/call-script.ts";
import { providerError } from "../../support/fakes/scripted-provider.ts";
import type { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { type WrittenEars, writtenEars } from "../../support/fakes/written-ears.ts";

const freeTalk = `
voice_flow: 1
id: talk
language: en
start: talk
defaults: {give_up: bye}
nodes:
  talk: {converse: Talk., say: Hello., exits: {done: {when: it is over, goto: bye}}, max_turns: 9, without_llm: bye}
  bye: {say: Goodbye., end: done}
`;

/** Model that repeats its last input, after a while. */
function echo(clock: VirtualClock, ms: number, told: (readonly LlmMessage[])[], inJson: boolean): Llm {
  return {
    id: "echo",
    model: "echo-1",
    can: { tools: true, json: true },
    async *stream({ messages }, _context, signal) {
      told.push(messages);
      const isGreeting = messages.length === 2 && !inJson;
      if (!isGreeting) await delay(clock, ms, signal).catch(() => undefined);
      if (signal.aborted) throw providerError("cancelled");
      const last = messages.at(-1)?.text ?? "";
      const said = isGreeting
        ? "Hello."
        : `So ${(last.match(/alpha|beta|gamma/g) ?? []).join(" and ")}, I see.`;
      yield { type: "text", delta: inJson ? JSON.stringify({ say: said }) : said };
      yield { type: "done", reason: "stop" };
    },
  };
}

const kinds = ["assistant", "assistant that is asked early", "flow", "flow that is asked early"] as const;

interface Talk extends CallWorld {
  readonly ears: WrittenEars;
  readonly told: readonly (readonly LlmMessage[])[];
  says(text: string): Promise<void>;
  /** Sentences that the caller heard completely, after the greeting. */
  heard(): readonly string[];
}

interface Options {
  readonly modelMs?: number;
  readonly lastWordsMs?: number;
  /** The last words of each turn come a second time, with another text. */
  readonly isTwice?: boolean;
}

function listening(world: CallWorld, ears: WrittenEars, told: Talk["told"]): Talk {
  return Object.assign(world, {
    ears,
    told,
    async says(text: string) {
      await world.pass(300, true);
      ears.write(text);
      await world.pass(200, true);
    },
    heard: () =>
      world.events
        .flatMap((it) => (it.type === "sentence" && it.status === "completed" ? [it.text] : []))
        .slice(1),
  });
}

async function talking(kind: (typeof kinds)[number], options: Options = {}): Promise<Talk> {
  const { modelMs = 0, lastWordsMs = 0, isTwice = false } = options;
  const preempts = kind.endsWith("early");
  const told: (readonly LlmMessage[])[] = [];
  let ears: WrittenEars | undefined;
  const changes = {
    stt: (_: Stt, clock: VirtualClock): Stt => {
      const one = (ears = writtenEars(clock, lastWordsMs));
      if (!isTwice) return one;
      const open: Stt["open"] = (sink, ...rest) =>
        one.open(
          (event: SttEvent) => {
            sink(event);
            if (event.type === "end_of_turn") clock.after(60, () => sink({ ...event, text: "gamma" }));
          },
          ...rest,
        );
      return { id: "twice", open };
    },
  };
  const world = kind.startsWith("flow")
    ? openFlowWorld(freeTalk, { changes, preempts, llm: (clock) => echo(clock, modelMs, told, true) })
    : openWorld({
        changes,
        responder: (clock) =>
          openLlmResponder({
            llm: echo(clock, modelMs, told, false),
            systemPrompt: "Be kind.",
            preempts,
            context: { clock, log: silentLog },
          }),
      });
  world.call.ready();
  await world.pass(1_000);
  return listening(world, ears!, told);
}

async function hangUp(world: CallWorld): Promise<void> {
  world.call.gone("caller");
  expect(await world.leftovers()).toEqual([]);
}

/** An agent that begins while the caller speaks is softer at once, and silent after 60 ms. */
function talkedOver({ events }: CallWorld): readonly number[] {
  let since: number | undefined;
  return events.flatMap((it) => {
    if (it.type === "user-speaking") since = it.speaking ? it.atMs : undefined;
    const isBegun = it.type === "agent-speaking" && it.speaking;
    return isBegun && since !== undefined && it.atMs - since > 80 ? [it.atMs] : [];
  });
}

describe.each(kinds)("%s", (kind) => {
  test("last words that come late, or twice, are answered once", async () => {
    for (const lastWordsMs of [0, 700, 3_900])
      for (const isTwice of [false, true]) {
        const talk = await talking(kind, { lastWordsMs, isTwice, modelMs: 300 });
        await talk.says("alpha");
        await talk.pass(1_500 + lastWordsMs);
        expect([lastWordsMs, isTwice, talk.heard()]).toEqual([lastWordsMs, isTwice, ["So alpha, I see."]]);
        expect(talk.events.filter(({ type }) => type === "reply-started")).toHaveLength(2);
        await hangUp(talk);
      }
  });

  test("last words that come too late change nothing: the earlier words were answered", async () => {
    const talk = await talking(kind, { lastWordsMs: 5_000 });
    talk.ears.finals.push("gamma");
    await talk.says("alpha");
    await talk.pass(8_000);
    expect(talk.heard()).toEqual(["So alpha, I see."]);
    await hangUp(talk);
  });

  test("a caller who continues at any moment is answered to all words, and never talked over", async () => {
    for (const [lastWordsMs, modelMs] of [
      [0, 0],
      [0, 1_500],
      [700, 300],
      [1_500, 1_500],
    ] as const)
      for (let gapMs = 760; gapMs <= 3_000; gapMs += 320) {
        const talk = await talking(kind, { lastWordsMs, modelMs });
        await talk.says("alpha");
        await talk.pass(gapMs);
        await talk.says("beta");
        await talk.pass(6_000);
        const heard = talk.heard();
        expect([gapMs, heard.length]).toEqual([gapMs, Math.min(heard.length, 2)]);
        expect(heard.at(-1)).toContain("beta");
        // The first half had an answer of which the caller heard words, or it has one now.
        const cut = talk.events.some((it) => it.type === "interrupted" && it.heardReplyText !== "");
        expect(cut || heard.join(" ").includes("alpha")).toBe(true);
        expect(talkedOver(talk)).toEqual([]);
        await hangUp(talk);
      }
  });

  test("text cut before its first sample was not spoken, and the model does not know it", async () => {
    for (const act of ["speech", "a typed turn", "the client"] as const) {
      const talk = await talking(kind, { modelMs: 2_000 });
      await talk.says("alpha");
      await talk.pass(1_100);
      expect(talk.events.filter(({ type }) => type === "reply-started")).toHaveLength(2);
      if (act === "speech") await talk.says("beta");
      if (act === "a typed turn")
        talk.call.input({ type: "text", text: "beta", interrupt: true, speak: true });
      if (act === "the client") talk.call.input({ type: "interrupt" });
      await talk.pass(4_000);
      // A flow continues its started work; otherwise its position would be unknown.
      const isLeft = act === "the client" && !kind.startsWith("flow");
      expect([act, talk.heard().length]).toEqual([act, isLeft ? 0 : 1]);
      await talk.says("gamma");
      await talk.pass(4_000);
      expect(talk.heard().at(-1)).toContain("gamma");
      const believed = (talk.told.at(-1) ?? []).flatMap((it) => (it.role === "assistant" ? [it.text] : []));
      expect(believed.join("\n").split("\n")).toEqual(["Hello.", ...talk.heard().slice(0, -1)]);
      await hangUp(talk);
    }
  });
});

const lookup = `
voice_flow: 1
id: lookup
language: en
start: ask
variables:
  account: {type: digits, length: 2, ask: Which account?}
  plan: {type: text}
  other: {type: digits, length: 2, ask: Which other?}
tools: {find: {params: {account: text}, http: GET https://a.example/p, timeout: 10s, returns: {plan: text}}}
defaults: {give_up: sorry}
nodes:
  ask: {ask: account, next: find}
  find: {tool: find, with: {account: account}, say: One moment., save: {plan: result.plan}, on_error: sorry, next: tell}
  tell: {say: "Your plan is {{ plan }}.", next: more}
  more: {ask: other, next: bye}
  bye: {say: "{{ account }} and {{ other }}.", end: told}
  sorry: {say: I can not find it., end: failed}
`;

/** A call in which a flow has asked for an account, and whose tool takes so long. */
async function asking(toolMs: number, lastWordsMs: number): Promise<Talk> {
  let ears: WrittenEars | undefined;
  const world: CallWorld = openFlowWorld(lookup, {
    changes: { stt: (_, clock) => (ears = writtenEars(clock, lastWordsMs)) },
    outside: {
      runTool: async (_, signal) => {
        await delay(world.clock, toolMs, signal);
        return { ok: true, body: valueMap([["plan", "gold"]]) };
      },
    },
  });
  world.call.ready();
  await world.pass(1_000);
  return listening(world, ears!, []);
}

describe("a flow with questions", () => {
  test("reports a tool's result after the caller's words", async () => {
    const talk = await asking(3_000, 700);
    await talk.says("one two");
    await talk.pass(1_500);
    // The caller interrupts the sentence that the agent says while the tool works, and talks on until the tool ends.
    await talk.says("are you there");
    for (let words = 0; words < 5; words++) {
      await talk.pass(500, true);
      await talk.pass(100);
    }
    const spokeUntil = talk.events.at(-1)!.atMs;
    await talk.pass(6_000);
    expect(talkedOver(talk)).toEqual([]);
    const plan = talk.events.find((it) => it.type === "sentence" && it.text === "Your plan is gold.");
    expect(plan?.atMs).toBeGreaterThan(spokeUntil);
    expect(talk.heard().filter((text) => text === "Your plan is gold.")).toHaveLength(1);
    await hangUp(talk);
  });

  test("takes words after the client's mute as a new answer", async () => {
    const talk = await asking(100, 0);
    await talk.says("one two");
    await talk.pass(900);
    talk.call.input({ type: "interrupt" });
    await talk.pass(1_000);
    await talk.says("three four");
    await talk.pass(3_000);
    expect(talk.heard().at(-1)).toBe("1 2 and 3 4.");
    expect(await talk.leftovers()).toEqual([]);
  });

  test("takes keys for words of the same time, and neither for the next answer", async () => {
    for (const gapMs of [0, 300, 600]) {
      const talk = await asking(100, 700);
      await talk.says("one two");
      await talk.pass(gapMs);
      talk.call.input({ type: "keys", keys: "12" });
      await talk.pass(5_000);
      expect([gapMs, talk.heard()]).toEqual([gapMs, ["Your plan is gold.", "Which other?"]]);
      await talk.says("three four");
      await talk.pass(3_000);
      expect(talk.heard().at(-1)).toBe("1 2 and 3 4.");
      expect(await talk.leftovers()).toEqual([]);
    }
  });
});
