// Untrusted input of models, tools and events: nothing throws, no value breaks its type, and the call continues.

import { expect, test } from "bun:test";
import type { FlowInput } from "../../../../src/flow/engine/run/step-contract.ts";
import { random, seedOf } from "../../../support/random.ts";
import { oddJson } from "../../../support/fuzz/odd-json.ts";
import { flow, Talk } from "./talk.ts";

const runs = process.env.LONG === "1" ? 2_000 : 30;
const seed = seedOf(20_261_123);

const yaml = flow(`
start: ask
variables:
  n: {type: number, max: 9, ask: How many?}
  word: {type: text}
  flag: {type: boolean}
  list: {type: list}
tools: {look: {http: "GET https://a.example/p", params: {q: text}}}
defaults: {give_up: talk}
handlers: {hours: {when: asks for hours, say: Until ten.}}
nodes:
  ask: {ask: n, next: look}
  look: {tool: look, with: {q: "'x'"}, save: {word: result.word, flag: result.flag, list: result.list}, on_error: wait, next: wait}
  wait: {wait: {event: news}, timeout: 9s, on_timeout: talk, save: {word: result.word}, next: talk}
  talk: {converse: Talk., say: Well?, fill: [word, n], tools: [look], exits: {done: {when: done, goto: bye}}, max_turns: 9, without_llm: bye}
  bye: {say: "{{ word }} {{ n }}", end: ok}
`).replace("event: news", "event: any.news");

test(`${runs} odd results from outside, seed ${seed}`, () => {
  for (let run = 0; run < runs; run++) {
    const dice = random(seed + run);
    const talk = new Talk(yaml, { hasModel: true, holds: ["tool", "propose", "utter"] });
    // Models and tools may return anything, whatever the types promise.
    const odd = (): never => oddJson(dice) as never;
    const feed = (input: FlowInput): void => {
      try {
        talk.feed(input);
      } catch (error) {
        throw new Error(`SEED=${seed + run} ${JSON.stringify(input)}: ${String(error)}`, { cause: error });
      }
    };
    const last = (): number => talk.works.at(-1)?.work ?? 0;
    feed({ type: "start" });
    feed({ type: "words", text: "the whole team" });
    feed({
      type: "proposed",
      work: last(),
      proposal: dice.chance(0.5) ? { set: odd(), option: odd() } : odd(),
    });
    feed({ type: "words", text: "the team again", proposal: odd() });
    feed({ type: "words", text: "yes" });
    for (let input = 0; input < 6; input++) {
      feed({ type: "tool-done", work: last(), outcome: { ok: true, body: odd() } });
      feed({ type: "event", name: "any.news", data: odd() });
      feed({ type: "words", text: "four", ...(dice.chance(0.5) ? { proposal: odd() } : {}) });
      const utterance = { say: odd(), set: odd(), exit: odd(), tools: odd() };
      feed({ type: "uttering", work: last(), sentence: odd() });
      feed({ type: "uttered", work: last(), utterance: dice.chance(0.7) ? utterance : odd() });
      feed({ type: "cut", unheardLetters: dice.int(0, 30) });
    }
    const { n, word, flag, list } = talk.state.frames[0]?.values ?? {};
    expect([n ?? 0, word ?? "", flag ?? true].map((value) => typeof value)).toEqual([
      "number",
      "string",
      "boolean",
    ]);
    expect(Array.isArray(list ?? [])).toBe(true);
  }
}, 600_000);
