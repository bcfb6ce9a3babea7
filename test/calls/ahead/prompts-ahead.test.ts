// Prompts ahead: constant lines of a flow are made once, while the voice is idle, and lines with values never.

import { expect, test } from "bun:test";
import { PromptsAhead, promptsOf } from "../../../src/calls/ahead/prompts-ahead.ts";
import { silentLog } from "../../../src/base/log.ts";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import type { Program } from "../../../src/flow/language/program.ts";
import type { VoiceAhead } from "../../../src/speech/voices/pool-tts.ts";
import { settle, VirtualClock } from "../../support/fakes/virtual-clock.ts";

const flow = (greeting: string, more = "", goodbye = '"Goodbye."'): Program => {
  const { program, problems } = loadFlow(`voice_flow: 1
id: tables
language: en
${more}
start: hello
defaults: {give_up: lost}
variables:
  people: {type: number, min: 1, max: 9, ask: "For how many people?"}
nodes:
  hello: {say: "${greeting}", next: ask}
  ask: {ask: people, no_match: "From 1 to 9, please.", next: done, voice: {speed: 0.9}}
  done: {say: "A table for {{people}}. It is 5 km away.", end: booked}
  lost: {say: ${goodbye}, end: lost}
`);
  if (program === undefined) throw new Error(problems.map(({ message }) => message).join());
  return program;
};

test("prompts: they are the sentences in their spoken form, except those with a value", () => {
  const prompts = promptsOf(flow("Welcome to Ada's, the only place with a table by the sea. Hello."), ["en"]);
  const texts = prompts.map(({ text }) => text);
  // The line is the first sentence of an answer, and follows another one.
  for (const text of [
    "Welcome to Ada's, the only place with a table by the sea.",
    "Hello.",
    "For how many people?",
    "It is 5 kilometers away.",
    "I did not hear anything.",
    "Let me see.",
  ])
    expect(texts).toContain(text);
  expect(texts.filter((text) => /table for|Qxz/.test(text))).toEqual([]);
  expect(prompts.find(({ text }) => text.startsWith("For how many"))?.manner).toEqual({ speed: 0.9 });
  expect(prompts.find(({ text }) => text === "Hello.")?.manner).toBeUndefined();
});

test("prompts: a language that the voice does not speak has none", () => {
  const program = flow("Hello.", "languages: [en, de]", '{en: "Goodbye.", de: "Auf Wiederhören."}');
  const german = /Wiederhören|nicht gehört/;
  expect(promptsOf(program, ["en", "de"]).filter(({ text }) => german.test(text)).length).toBeGreaterThan(1);
  expect(promptsOf(program, ["en"]).filter(({ text }) => german.test(text))).toEqual([]);
});

class Bench {
  readonly clock = new VirtualClock();
  readonly made: string[] = [];
  isBusy = false;
  isNeeded = false;
  readonly voice: VoiceAhead = {
    nameOf: (text) => text,
    isKnown: (text) => this.made.includes(text),
    make: async (text) => {
      if (this.isNeeded) return "yielded";
      await new Promise<void>((done) => void this.clock.after(100, done));
      this.made.push(text);
      return "made";
    },
  };
  readonly ahead = new PromptsAhead({
    voice: this.voice,
    speaks: ["en"],
    kept: undefined,
    ready: Promise.resolve(),
    isBusy: () => this.isBusy,
    clock: this.clock,
    log: silentLog,
  });

  /** Number of prompts made within this many milliseconds. */
  async madeIn(ms: number): Promise<number> {
    const before = this.made.length;
    for (let at = 0; at < ms; at += 25) await this.clock.advance(25);
    return this.made.length - before;
  }
}

test("prompts: they are made one by one, with longer rests during calls, and none while a call needs the voice", async () => {
  const bench = new Bench();
  bench.ahead.want("acc/tables", flow("Hello."));
  await settle();
  expect(await bench.madeIn(1_250)).toBe(10);
  bench.isBusy = true;
  await bench.madeIn(500);
  expect(await bench.madeIn(2_000)).toBe(5);
  bench.isNeeded = true;
  await bench.madeIn(1_000);
  expect(await bench.madeIn(3_000)).toBe(0);
  bench.isNeeded = false;
  bench.isBusy = false;
  expect(await bench.madeIn(30_000)).toBeGreaterThan(20);
  expect(new Set(bench.made).size).toBe(bench.made.length);
  await bench.ahead[Symbol.asyncDispose]();
});

test("prompts: a deleted flow gets no further prompts, and no prompt is made twice", async () => {
  const bench = new Bench();
  const program = flow("Hello.");
  bench.ahead.want("acc/tables", program);
  await bench.madeIn(500);
  await bench.ahead.forget("acc");
  const made = bench.made.length;
  await bench.madeIn(20_000);
  expect(bench.made.length - made).toBeLessThanOrEqual(1);
  bench.ahead.want("acc/tables", program);
  await bench.madeIn(30_000);
  const all = bench.made.length;
  bench.ahead.want("acc/tables", program);
  bench.ahead.want("acc/other", flow("Hello."));
  await bench.madeIn(30_000);
  expect(bench.made.length).toBe(all);
  await bench.ahead[Symbol.asyncDispose]();
});
