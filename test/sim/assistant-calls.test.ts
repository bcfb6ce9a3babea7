// Assistants in simulated calls: a random model streams, stalls, fails, calls tools and hands over, for every kind of
// caller. The calls break no law, and a seed replays a call to the last event.

import { expect, test } from "bun:test";
import { availableParallelism } from "node:os";
import type { LlmMessage } from "../../src/providers/provider-contract.ts";
import { seedOf } from "../support/random.ts";
import { type AssistantTalk, simulateAssistant } from "../support/sim/sim-assistant.ts";
import { disorderIn } from "../support/sim/sim-model.ts";

const first = seedOf(20_261_123);
/** With the calls of the six flows: 20,000 in the long run, and 500 in every other. */
const calls = Math.ceil((process.env.LONG === "1" ? 20_000 : 200) / 7);

type Call = Omit<AssistantTalk, "events">;

/** Runs calls on so many threads, in the order of the seeds. */
async function callsOf(seeds: readonly number[], threads: number): Promise<readonly Call[]> {
  const made = await Promise.all(
    Array.from({ length: threads }, async (_, at) => {
      const own = seeds.filter((_, i) => i % threads === at);
      const worker = new Worker(new URL("../support/sim/assistant-thread.ts", import.meta.url));
      try {
        return await new Promise<readonly Call[]>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<readonly Call[]>) => resolve(data);
          worker.onerror = (event) => {
            event.preventDefault();
            reject(new Error(event.message));
          };
          worker.postMessage(own);
        });
      } finally {
        worker.terminate();
      }
    }),
  );
  return made.flat().toSorted((one, other) => one.seed - other.seed);
}

const seedsFrom = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i);

test("assistant calls: no caller of a language model breaks a law", async () => {
  const all = await callsOf(seedsFrom(first, calls), availableParallelism());
  expect(all.length).toBe(calls);
  const broken = all.filter((call) => call.broken.length > 0);
  expect(broken.map(({ seed, broken: laws }) => ({ seed, laws }))).toEqual([]);
  expect(new Set(all.map(({ manner }) => manner)).size).toBe(6);
  expect(new Set(all.map(({ reason }) => reason))).toEqual(new Set(["completed", "max_duration", "caller"]));
}, 600_000);

test("assistant calls: a seed replays a call to the last event, on any thread", async () => {
  const seeds = seedsFrom(300, 9);
  const alone: AssistantTalk[] = [];
  for (const seed of seeds) alone.push(await simulateAssistant(seed));
  for (const call of alone) expect(await simulateAssistant(call.seed)).toEqual(call);
  const threaded = await callsOf(seeds, 2);
  expect(threaded.length).toBe(seeds.length);
  threaded.forEach((call, i) => expect(alone[i]).toMatchObject(call));
  expect(alone[0]!.events).not.toEqual(alone[1]!.events);
}, 240_000);

test("assistant calls: all actions and failures of a model occur", async () => {
  const seen = new Set<string>();
  for (const seed of seedsFrom(1, 40)) {
    const { events } = await simulateAssistant(seed);
    for (const event of events) {
      seen.add(event.type);
      if (event.type === "tool-finished") seen.add(`${event.tool} ${event.ok ? "ok" : event.failure}`);
      if (event.type === "failed") seen.add(event.code);
      if (event.type === "warning") seen.add(event.code);
      if (event.type === "sentence") seen.add(event.text);
    }
  }
  const wanted = [
    "interrupted",
    "transfer",
    "press-keys",
    "look ok",
    "look http_5xx",
    "look cancelled",
    "book ok",
    "book http_5xx",
    "transfer ok",
    "transfer network",
    "end_call ok",
    "tts_unavailable",
    "provider/failed",
    "provider/auth",
    "I am sorry, I cannot answer that.",
    "I am sorry, I have no answer to that.",
    "I am sorry, I lost the connection to my language model.",
    "I am sorry, I could not reach my language model.",
    "We have reached the time limit of this call.",
  ];
  expect(wanted.filter((one) => !seen.has(one))).toEqual([]);
}, 240_000);

const user = { role: "user", text: "hello" } as const;
const system = { role: "system", text: "s" } as const;
const says: LlmMessage = { role: "assistant", text: "yes" };
const wants: LlmMessage = {
  role: "assistant",
  text: "",
  toolCalls: [{ id: "a", name: "look", arguments: "" }],
};
const result: LlmMessage = { role: "tool", id: "a", name: "look", text: "there", isError: false };

test.each([
  [[system, user], undefined],
  [[system, user, says, user], undefined],
  [[system, user, wants, result], undefined],
  [[system, user, wants, result, says, user], undefined],
  [[user], "it begins with something else"],
  [[system, says], "it begins with something else"],
  [[system, user, user], "two of user in a row"],
  [[system, user, says], "it ends with the model"],
  [[system, user, wants, user], "a call without a result"],
  [[system, user, wants], "a call without a result"],
  [[system, user, result], "a result that nobody asked for"],
  [[system, user, wants, result, result], "a result that nobody asked for"],
  [[system, user, wants, result, user], "a caller right after results"],
] as [LlmMessage[], string | undefined][])(
  "assistant calls: a history that vendors refuse is found, %#",
  (messages, why) => {
    expect(disorderIn(messages)).toBe(why);
  },
);
