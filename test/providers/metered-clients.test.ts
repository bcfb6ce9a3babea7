// Metered clients: what a language model has said is paid for, also when its vendor never comes to count it.

import { expect, test } from "bun:test";
import { meteredLlm } from "../../src/providers/metered-clients.ts";
import type { Llm, LlmEvent, Usage } from "../../src/providers/provider-contract.ts";
import { policyContext, providerError } from "../support/fakes/scripted-provider.ts";

const counted: Usage = { unit: "tokens", input: 5, output: 3, basis: "reported" };

/** Says these, and fails then if it is to. */
function model(events: readonly LlmEvent[], fails: boolean): Llm {
  return {
    id: "scripted",
    model: "m",
    async *stream() {
      yield* events;
      if (fails) throw providerError("transient");
    },
  };
}

async function used(events: readonly LlmEvent[], { fails = false, readsMax = Infinity }): Promise<Usage[]> {
  const usages: Usage[] = [];
  const llm = meteredLlm(model(events, fails), (usage) => void usages.push(usage));
  const request = { messages: [{ role: "user", text: "Eight ch" }] } as const;
  let read = 0;
  try {
    for await (const _ of llm.stream(request, policyContext().context, new AbortController().signal)) {
      if (++read >= readsMax) break;
    }
  } catch {
    // The failure itself is not what is asked for here.
  }
  return usages;
}

const text = (delta: string): LlmEvent => ({ type: "text", delta });
const call: LlmEvent = { type: "tool_call", id: "c", name: "n", arguments: "{}" };

test("metered model: the vendor's own count counts, and nothing beside it", async () => {
  const whole: readonly LlmEvent[] = [
    text("Hello."),
    { type: "usage", usage: counted },
    { type: "done", reason: "stop" },
  ];
  expect(await used(whole, {})).toEqual([counted]);
  expect(await used(whole, { readsMax: 2 })).toEqual([counted]);
});

test("metered model: an answer that is cut off, or that nobody reads to its end, is estimated by what came", async () => {
  const estimate = (output: number): Usage[] => [{ unit: "tokens", input: 2, output, basis: "estimated" }];
  expect(await used([text("Twelve chars"), text("and more")], { readsMax: 1 })).toEqual(estimate(3));
  expect(await used([text("Twelve chars"), call], { fails: true })).toEqual(estimate(4));
});

test("metered model: one that failed before its first word is not charged", async () => {
  expect(await used([], { fails: true })).toEqual([]);
});
