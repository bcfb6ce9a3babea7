// First minute of a stall, in whole calls and virtual time: whichever part of an assistant or a flow hangs, the caller
// hears within a second that the agent works, and again at least every nine seconds.

import { expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import type { Llm } from "../../src/providers/provider-contract.ts";
import { AssistantTools } from "../../src/voice/assistant-tools.ts";
import { openLlmResponder } from "../../src/voice/responder-llm.ts";
import { type CallWorld, openFlowWorld, openWorld, type WorldOptions } from "../support/fakes/call-script.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
import { type LlmScript, scriptedLlm } from "../support/fakes/scripted-llm.ts";
import { slowFinals } from "../support/fakes/slow-parts.ts";
import type { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { sounds, turnEndsAt } from "../support/fakes/waiting-caller.ts";

const minuteMs = 60_000;

const flow = (node: string): string => `
voice_flow: 1
id: slow
language: en
start: first
variables: {plan: {type: text}, wish: {type: text, ask: What is it?}}
tools: {find: {http: GET https://a.example/p, timeout: 30s, returns: {plan: text}}}
defaults: {give_up: sorry}
nodes:
  first: ${node}
  find: {tool: find, save: {plan: result.plan}, on_error: sorry, next: sorry}
  sorry: {say: I can not find it., end: failed}
`;
const asks = "{ask: wish, next: find}";
const talks =
  "{converse: Talk., say: Hello., tools: [find], exits: {done: {when: over, goto: sorry}}, max_turns: 9, without_llm: sorry}";

const hangs: LlmScript = [{ hangs: true }];
const looks: LlmScript = [{ call: { id: "c1", name: "find", arguments: "{}" } }];
const never = () => new Promise<never>(() => undefined);
const can = { tools: true, json: true };

function assistant(scripts: readonly LlmScript[], preempts = false): WorldOptions["responder"] {
  return (clock) => {
    const tools = new AssistantTools({
      sessionId: "s",
      program: programOf(flow(asks)),
      runTool: never,
      endCall: false,
      pressKeys: false,
      transferTo: new Map(),
      clock,
    });
    const llm = scriptedLlm(clock, [["Hello."], ...scripts], { can });
    const context = { clock, log: silentLog };
    return openLlmResponder({ llm, systemPrompt: "x", tools, preempts, context });
  };
}

const heard = { turns: [{ text: "how much is it" }], fillers: true } as const;
const modelOf =
  (...scripts: readonly LlmScript[]) =>
  (clock: VirtualClock): Llm =>
    scriptedLlm(clock, scripts, { can });

const stalls: Readonly<Record<string, () => CallWorld>> = {
  "an assistant's model": () => openWorld({ ...heard, responder: assistant([hangs]) }),
  "an assistant's model that is asked early": () =>
    openWorld({ ...heard, responder: assistant([hangs], true) }),
  "an assistant's tools, one after the other": () =>
    openWorld({ ...heard, responder: assistant([looks, looks, looks, looks, looks, hangs]) }),
  "an assistant's recogniser": () =>
    openWorld({
      ...heard,
      responder: assistant([hangs]),
      changes: { stt: (stt, clock) => slowFinals(stt, clock, 30_000) },
    }),
  "a flow's tool": () => openFlowWorld(flow(asks), { ...heard, outside: { runTool: never } }),
  "a flow's model in free talk": () =>
    openFlowWorld(flow(talks), { ...heard, llm: modelOf(hangs, hangs, hangs, hangs) }),
  "a tool in a flow's free talk": () =>
    openFlowWorld(flow(talks), { ...heard, llm: modelOf(looks), outside: { runTool: never } }),
};

test.each(Object.keys(stalls))("%s hangs: no caller has silence for the first minute", async (what) => {
  const world = stalls[what]!();
  world.call.ready();
  await world.pass(500);
  await world.pass(400, true);
  await world.pass(minuteMs + 3_000);
  const stretches = sounds(world).map((text) => text.split("–").map(Number));
  const over = world.events.find(({ type }) => type === "ended")?.atMs ?? Infinity;
  const untilMs = Math.min(minuteMs, over - turnEndsAt);
  let silentFrom = 0;
  const gaps: number[] = [];
  for (const [from = 0, to = 0] of [...stretches, [untilMs, untilMs]]) {
    gaps.push(Math.min(from, untilMs) - silentFrom);
    silentFrom = to;
  }
  expect(gaps[0]).toBeLessThanOrEqual(1_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(9_000);
  world.call.gone("caller");
  world.call.abandon();
  expect(await world.leftovers()).toEqual([]);
});
