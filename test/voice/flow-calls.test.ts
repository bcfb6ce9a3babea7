// Flow in a call with slow outside work: tools, transfers, recordings, and texts that only the caller may hear.

import { describe, expect, test } from "bun:test";
import { silence } from "../../src/audio/frame.ts";
import type { ToolOutcome } from "../../src/flow/engine/run/step-contract.ts";
import { valueMap } from "../../src/flow/value/value.ts";
import type { FlowOutside } from "../../src/voice/flow-works.ts";
import type { Fact, Words } from "../../src/voice/responder.ts";
import { openFlow } from "../support/fakes/flow-answers.ts";
import { settle } from "../support/fakes/virtual-clock.ts";

const texts = (said: readonly Words[]): string =>
  said.flatMap((it) => (it.type === "text" ? [it.delta.trim()] : [])).join(" ");

const nodes = (facts: readonly Fact[]): readonly string[] =>
  facts.flatMap((it) => (it.type === "flow-state" ? [it.state] : []));

const lookup = `
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
  find: {tool: find, with: {account: account}, say: One moment., save: {plan: result.plan}, on_error: sorry, next: tell}
  tell: {say: "Your plan is {{ plan }}.", end: told}
  sorry: {say: I can not find it., end: failed}
`;

function slowTool() {
  const { promise, resolve } = Promise.withResolvers<ToolOutcome>();
  const runTool: FlowOutside["runTool"] = () => promise;
  return { runTool, answer: (plan: string) => resolve({ ok: true, body: valueMap([["plan", plan]]) }) };
}

describe("tools in a call", () => {
  test("a slow tool has its filler spoken, and the answer continues when it arrives", async () => {
    const tool = slowTool();
    const { give, clock, facts } = openFlow(lookup, tool);
    await give({ type: "start" }).over;
    const { said, over } = give({ type: "words", text: "one two" });
    await settle();
    expect(texts(said)).toBe("");
    await clock.advance(600);
    await settle();
    expect(texts(said)).toBe("One moment.");
    tool.answer("gold");
    await over;
    expect(texts(said)).toBe("One moment. Your plan is gold.");
    expect(facts.at(-1)).toMatchObject({ type: "end", outcome: "told" });
  });

  test("a fast tool needs no filler", async () => {
    const tool = slowTool();
    const { give } = openFlow(lookup, tool);
    await give({ type: "start" }).over;
    tool.answer("gold");
    const { said, over } = give({ type: "words", text: "one two" });
    await over;
    expect(texts(said)).toBe("Your plan is gold.");
  });

  test("an answer that repeats a sensitive value is not kept, and another one is", async () => {
    const kept = async (flow: string, plan: string): Promise<string | undefined> => {
      const tool = slowTool();
      const { give, finished } = openFlow(flow, tool);
      await give({ type: "start" }).over;
      tool.answer(plan);
      await give({ type: "words", text: "one two" }).over;
      return finished[0]?.answer;
    };
    const secret = lookup.replace("length: 2,", "length: 2, sensitive: true,");
    expect(await kept(lookup, "gold of 1-2")).toBe('{"plan":"gold of 1-2"}');
    expect(await kept(secret, "gold of 1-2")).toBeUndefined();
    expect(await kept(secret, "gold")).toBe('{"plan":"gold"}');
  });

  test("cutting the filler cuts no tool: its result asks for the floor, and is spoken then", async () => {
    const tool = slowTool();
    const world = openFlow(lookup, tool);
    await world.give({ type: "start" }).over;
    const cut = new AbortController();
    const { said, over } = world.give({ type: "words", text: "one two" }, cut.signal);
    await settle();
    cut.abort();
    await over;
    expect(world.woken).toBe(0);
    tool.answer("gold");
    await settle();
    expect([world.woken, texts(said)]).toEqual([1, ""]);
    const woken = world.give({ type: "woken" });
    await woken.over;
    expect(texts(woken.said)).toBe("Your plan is gold.");
  });

  test("words during a tool answer nothing, and wait for its result", async () => {
    const tool = slowTool();
    const { give } = openFlow(lookup, tool);
    await give({ type: "start" }).over;
    const cut = new AbortController();
    const first = give({ type: "words", text: "one two" }, cut.signal);
    await settle();
    cut.abort();
    await first.over;
    const second = give({ type: "words", text: "hello?" });
    await settle();
    tool.answer("gold");
    await second.over;
    expect(texts(second.said)).toBe("Your plan is gold.");
  });

  test("a hang-up leaves no question running, and its answer is not awaited", async () => {
    let signal: AbortSignal | undefined;
    const { give, responder, facts, finished, clock } = openFlow(lookup, {
      runTool: (_, given) => {
        signal = given;
        return new Promise(() => undefined);
      },
    });
    await give({ type: "start" }).over;
    const cut = new AbortController();
    const { over } = give({ type: "words", text: "one two" }, cut.signal);
    await settle();
    cut.abort();
    await over;
    responder.leave?.();
    expect(facts.at(-1)).toMatchObject({ type: "end", outcome: "hung_up" });
    expect(signal?.aborted).toBe(true);
    await settle();
    expect(finished).toEqual([
      { flowId: "lookup", tool: "find", ok: false, failure: "cancelled", tookMs: 0 },
    ]);
    const told = facts.length;
    responder.leave?.();
    expect([facts.length, clock.pending]).toEqual([told, 0]);
  });
});

const desk = `
voice_flow: 1
id: desk
language: en
start: ask
variables: {ok: {type: boolean, ask: Shall I put you through?}}
defaults: {give_up: bye}
nodes:
  ask: {ask: ok, next: go}
  go: {say: One moment please., transfer: "tel:+33140000000", on_failed: bye}
  bye: {say: Nobody answers., end: nobody}
`;

describe("transfers in a call", () => {
  async function throughTo() {
    const world = openFlow(desk);
    await world.give({ type: "start" }).over;
    const { said, over } = world.give({ type: "words", text: "yes" });
    await over;
    expect(texts(said)).toBe("One moment please.");
    expect(world.facts.some(({ type }) => type === "transfer")).toBe(false);
    expect(world.responder.silenceMs).toBe(0);
    // The caller has heard the sentence: the call's silence of 0 ms is over at once.
    const cut = new AbortController();
    const going = world.give({ type: "silence" }, cut.signal);
    await settle();
    expect(world.facts).toContainEqual({ type: "transfer", address: "tel:+33140000000" });
    return { ...world, going, cut };
  }

  test("one begins when its sentence has been heard, and ends the flow when it is answered", async () => {
    const { give, facts, going, cut } = await throughTo();
    cut.abort();
    await going.over;
    await give({ type: "transferred", ok: true }).over;
    expect(facts.at(-1)).toMatchObject({ type: "end", outcome: "transferred" });
  });

  test("one with a return hears nothing meanwhile, and continues when the caller is back", async () => {
    const world = openFlow(
      `${desk.replace("on_failed", "on_return: back, on_failed")}  back: {say: Welcome back., end: done}\n`,
    );
    const { give, facts, responder } = world;
    await give({ type: "start" }).over;
    await give({ type: "words", text: "yes" }).over;
    const cut = new AbortController();
    const going = give({ type: "silence" }, cut.signal);
    await settle();
    expect([responder.isAway, responder.isOnHold]).toEqual([false, true]);
    await give({ type: "transferred", ok: true }).over;
    cut.abort();
    await going.over;
    expect([responder.isAway, responder.isOnHold, responder.silenceMs]).toEqual([true, true, undefined]);
    const { said, over } = give({ type: "event", name: "call.returned", data: null });
    await over;
    expect([texts(said), responder.isAway]).toEqual(["Welcome back.", false]);
    expect(facts.at(-1)).toMatchObject({ type: "end", outcome: "done" });
  });

  const briefed = desk.replace("on_failed", 'whisper: "Yes: {{ ok }}.", summary: true, on_failed');

  async function briefing(summarise: FlowOutside["summarise"]) {
    const world = openFlow(briefed, { summarise });
    await world.give({ type: "start" }).over;
    await world.give({ type: "words", text: "yes" }).over;
    const going = world.give({ type: "silence" });
    await settle();
    const told = () => world.facts.find(({ type }) => type === "transfer");
    return { ...world, going, told };
  }

  const to = { type: "transfer", address: "tel:+33140000000", whisper: "Yes: yes." } as const;

  test("one with a summary begins when a model has worded it", async () => {
    const written = Promise.withResolvers<string>();
    const { told, give, facts } = await briefing(() => written.promise);
    expect(told()).toBeUndefined();
    written.resolve("The caller wants to be put through.");
    await settle();
    expect(told()).toEqual({ ...to, summary: "The caller wants to be put through." });
    await give({ type: "transferred", ok: true }).over;
    expect(facts.at(-1)).toMatchObject({ type: "end", outcome: "transferred" });
  });

  test("one has its summary made of values without a model, or after its failure", async () => {
    for (const summarise of [() => Promise.resolve(undefined), () => Promise.reject(new Error("broken"))]) {
      const { told } = await briefing(summarise);
      expect(told()).toEqual({ ...to, summary: "Ok: yes." });
    }
  });

  test("one does not begin when the caller hangs up before its sentence was heard", async () => {
    const { give, responder } = openFlow(desk);
    await give({ type: "start" }).over;
    await give({ type: "words", text: "yes" }).over;
    expect(responder.silenceMs).toBe(0);
    responder.leave?.();
    expect(responder.silenceMs).not.toBe(0);
  });

  test("one is not awaited when the caller hangs up", async () => {
    const { responder, facts, clock, going, cut } = await throughTo();
    cut.abort();
    await going.over;
    responder.leave?.();
    await settle();
    expect([facts.at(-1), clock.pending]).toEqual([expect.objectContaining({ outcome: "hung_up" }), 0]);
  });

  test("a client that is silent ten seconds after the ringing has failed", async () => {
    const { clock, going } = await throughTo();
    await clock.advance(35_000);
    await going.over;
    expect(texts(going.said)).toBe("Nobody answers.");
  });
});

describe("recordings in a call", () => {
  const voicemail = `
voice_flow: 1
id: voicemail
language: en
start: leave
variables: {message: {type: audio}}
nodes:
  leave: {say: Speak after the tone., record: message, max: 60s, end_silence: 3s, on_failed: nothing, next: bye}
  nothing: {say: I heard nothing., end: empty}
  bye: {say: Thank you., end: left}
`;

  test("the recording is kept, and its length is the flow's", async () => {
    const kept: number[] = [];
    const keep: FlowOutside["keep"] = (frames) => Promise.resolve(`rec_${kept.push(frames.length)}`);
    const { give, facts } = openFlow(
      voicemail,
      { keep },
      Array.from({ length: 100 }, () => silence),
    );
    await give({ type: "start" }).over;
    const { said, over } = give({ type: "silence" });
    await over;
    expect(kept).toEqual([100]);
    expect(facts).toContainEqual(
      expect.objectContaining({ key: "message", value: expect.objectContaining({ seconds: 2 }) }),
    );
    expect(texts(said)).toBe("Thank you.");
  });

  test("an empty one takes the failure edge", async () => {
    const { give, facts } = openFlow(voicemail, { keep: () => expect.unreachable() });
    await give({ type: "start" }).over;
    await give({ type: "silence" }).over;
    expect(nodes(facts)).toEqual(["leave", "nothing"]);
  });
});

test("a secret is spoken to the caller and logged nowhere", async () => {
  const { give, responder, facts } = openFlow(`
voice_flow: 1
id: pin
language: en
start: ask
variables: {pin: {type: digits, length: 4, sensitive: true, ask: Your pin?}}
defaults: {give_up: bye}
nodes:
  ask: {ask: pin, next: bye}
  bye: {say: "You said {{ pin }}. Goodbye.", end: done}
`);
  await give({ type: "start" }).over;
  expect(responder.isSensitive).toBe(true);
  const { said, over } = give({ type: "words", text: "one two three four" });
  await over;
  const spoken = said.find((it) => it.type === "text");
  expect(spoken).toMatchObject({ delta: "You said 1 2 3 4. Goodbye.\n", logged: "You said •••. Goodbye.\n" });
  expect(facts).toContainEqual(expect.objectContaining({ key: "pin", value: "•••" }));
  expect(JSON.stringify(facts)).not.toContain("1234");
});

describe("keys for the other side in a call", () => {
  const menu = `
voice_flow: 1
id: menu
language: en
start: go
nodes:
  go: {say: One moment., press: "12w3", next: done}
  done: {say: Pressed., end: ok}
`;

  test("are pressed after the sentence before, with half a second for each pause", async () => {
    const { give, clock, facts, responder } = openFlow(menu);
    await give({ type: "start" }).over;
    const keys = () => facts.flatMap((fact) => (fact.type === "press-keys" ? [fact.keys] : []));
    expect([keys(), responder.silenceMs]).toEqual([[], 0]);
    const { said, over } = give({ type: "silence" });
    await settle();
    expect(keys()).toEqual(["12"]);
    await clock.advance(899);
    expect(keys()).toEqual(["12"]);
    await clock.advance(1);
    await settle();
    expect(keys()).toEqual(["12", "3"]);
    await clock.advance(200);
    await over;
    expect(texts(said)).toBe("Pressed.");
  });
});
