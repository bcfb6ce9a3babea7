// Simulated language model: streams answers word by word, calls tools, falls silent, breaks off and refuses, by a seed.
// Like vendors, it rejects a conversation whose roles are out of order.

import type { Clock } from "../../../src/base/clock.ts";
import { delay } from "../../../src/base/clock.ts";
import {
  type ErrorKind,
  type Llm,
  type LlmEvent,
  type LlmMessage,
  type LlmRequest,
  ProviderError,
} from "../../../src/providers/provider-contract.ts";
import type { SeededRandom } from "../../../src/sim/seeded-random.ts";

export interface SimModelOptions {
  readonly clock: Clock;
  readonly random: SeededRandom;
  /** Receives each request before it is answered. */
  readonly asked: (request: LlmRequest) => void;
}

/** Time from the request to the first word, and from word to word, in milliseconds. */
const firstWordMs = [100, 1_500] as const;
const wordMs = [0, 90] as const;
/** The client abandons an unanswered request after this time. */
const unansweredMs = 5_000;
/** Shares of a hundred requests; the rest are answered in words. */
const shares = { tools: 50, refusedAtOnce: 4, unanswered: 2, empty: 3, breaksOff: 5, stalls: 4 } as const;
/** Share of models that keep writing for a moment after their abort. */
const deafShare = 0.3;
const wordsAfterStop = 3;
/** Probability that it wants to end or to hand over, when it has its tools in a later turn. */
const endShare = 0.25;
const transferShare = 0.15;
const turnsMin = 3;

const kinds: readonly ErrorKind[] = ["transient", "rate_limit", "auth", "content", "bad_input"];

export class SimModel implements Llm {
  readonly id = "simulated";
  readonly model = "simulated-1";
  readonly can = { tools: true, json: false };
  readonly #o: SimModelOptions;
  /** Streams that have not ended. */
  open = 0;
  #answers = 0;
  #calls = 0;

  constructor(options: SimModelOptions) {
    this.#o = options;
  }

  async *stream(request: LlmRequest, _: unknown, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    this.#o.asked(request);
    this.open += 1;
    try {
      yield* this.#answer(request, signal);
    } finally {
      this.open -= 1;
    }
  }

  async *#answer(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    const { random, clock } = this.#o;
    const number = ++this.#answers;
    const isDeaf = random.chance(deafShare) && request.isPreemptive !== true;
    const heed = isDeaf ? new AbortController().signal : signal;
    let dice = random.int(1, 100);
    const is = (share: number): boolean => (dice -= share) <= 0 && dice > -share;
    const wish = is(shares.tools) ? this.#wish(request) : [];
    await delay(clock, random.int(...firstWordMs), signal);
    if (is(shares.refusedAtOnce)) throw failure(random.pick(kinds), false);
    if (is(shares.unanswered)) {
      await delay(clock, unansweredMs, signal);
      throw failure("transient", false);
    }
    if (is(shares.empty)) return yield { type: "done", reason: random.pick(["stop", "content"]) };
    const words = wish.length > 0 && random.chance(0.5) ? [] : wordsOf(number, random.int(1, 4));
    const stop = is(shares.breaksOff) ? "breaks-off" : is(shares.stalls) ? "stalls" : undefined;
    const count = stop === undefined ? words.length : random.int(1, words.length);
    let left = wordsAfterStop;
    for (const word of words.slice(0, count)) {
      if (signal.aborted && left-- === 0) return;
      yield { type: "text", delta: word };
      await delay(clock, random.int(...wordMs), heed);
    }
    if (stop === "breaks-off") throw failure(random.pick(kinds), true);
    if (stop === "stalls") await delay(clock, 60_000, signal);
    for (const [name, args] of wish)
      yield { type: "tool_call", id: `call_${++this.#calls}`, name, arguments: args };
    yield { type: "done", reason: wish.length === 0 ? random.pick(["stop", "length"]) : "tool_calls" };
  }

  /** Next calls: names and arguments. */
  #wish({ tools = [], toolChoice, messages }: LlmRequest): readonly (readonly [string, string])[] {
    const { random } = this.#o;
    if (toolChoice === "none" || tools.length === 0) return [];
    const turns = messages.filter(({ role }) => role === "user").length;
    const names = tools.map(({ name }) => name);
    if (turns > turnsMin && names.includes("end_call") && random.chance(endShare)) return [["end_call", ""]];
    if (names.includes("transfer") && random.chance(transferShare)) return [callOf("transfer", random)];
    const able = names.filter((name) => name !== "end_call");
    const count = random.chance(0.25) ? random.int(2, 10) : 1;
    return Array.from({ length: count }, () =>
      callOf(random.chance(0.05) ? "unheard_of" : random.pick(able), random),
    );
  }
}

const callOf = (name: string, random: SeededRandom): readonly [string, string] => [
  name,
  random.chance(0.05) ? "[" : argumentsOf(name, random),
];

function argumentsOf(name: string, random: SeededRandom): string {
  if (name === "transfer") return JSON.stringify({ to: random.pick(["desk", "desk", "desk", "nobody"]) });
  if (name === "press_keys") return JSON.stringify({ keys: random.pick(["12#", "twelve"]) });
  return JSON.stringify(random.chance(0.1) ? { n: "many" } : { n: random.int(1, 9) });
}

/** Each sentence contains its position. */
export const partIn = /Answer (\d+) part (\d+)/g;

function wordsOf(answer: number, parts: number): readonly string[] {
  return Array.from({ length: parts }, (_, part) =>
    `Answer ${answer} part ${part + 1} is that all is well, as far as anybody knows. `.split(/(?<= )/),
  ).flat();
}

function failure(kind: ErrorKind, emitted: boolean): ProviderError {
  const phase = emitted ? "stream" : "start";
  const info = { provider: "simulated", capability: "llm", phase, emitted } as const;
  return new ProviderError(kind, { ...info, message: "The simulated model is out of sorts" });
}

/** The disorder for which a vendor would reject a conversation; undefined: none. */
export function disorderIn(messages: readonly LlmMessage[]): string | undefined {
  const [system, first] = messages;
  if (system?.role !== "system" || first?.role !== "user") return "it begins with something else";
  let owed: string[] = [];
  let before: LlmMessage["role"] = "system";
  for (const message of messages.slice(1)) {
    if (message.role === "tool") {
      if (!owed.includes(message.id)) return "a result that nobody asked for";
      owed = owed.filter((id) => id !== message.id);
    } else {
      if (owed.length > 0) return "a call without a result";
      if (message.role === before) return `two of ${before} in a row`;
      if (message.role === "user" && before === "tool") return "a caller right after results";
    }
    if (message.role === "assistant") owed = (message.toolCalls ?? []).map(({ id }) => id);
    before = message.role;
  }
  if (owed.length > 0) return "a call without a result";
  return before === "assistant" ? "it ends with the model" : undefined;
}
