// Metered clients: a language model's usage is reported once for each request, even if its answer does not end.

import { expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import { meteredLlm } from "../../src/providers/metered-clients.ts";
import type { Usage } from "../../src/providers/provider-contract.ts";
import { type LlmScript, scriptedLlm } from "../support/fakes/scripted-llm.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const request = { messages: [{ role: "user", text: "Twelve chars" }] } as const;

/** Usage reported for one answer; the reader leaves after `leavesAfter` events. */
async function reported(script: LlmScript, leavesAfter = Infinity): Promise<readonly Usage[]> {
  const clock = new VirtualClock();
  const used: Usage[] = [];
  const owed: Promise<void>[] = [];
  const llm = meteredLlm(
    scriptedLlm(clock, [script]),
    (usage) => used.push(usage),
    (rest) => void owed.push(rest),
  );
  let events = 0;
  try {
    for await (const _ of llm.stream(request, { clock, log: silentLog }, new AbortController().signal))
      if (++events >= leavesAfter) break;
  } catch {
    // The reader handles a broken answer.
  }
  // However the answer ended, no report is outstanding any more.
  expect(owed).toHaveLength(1);
  await Promise.all(owed);
  return used;
}

const estimated = { unit: "tokens", input: 3, output: 2, basis: "estimated" } as const;

test("a whole answer costs its vendor's count", async () => {
  expect(await reported(["Hello", " there."])).toEqual([
    { unit: "tokens", input: 10, output: 5, basis: "reported" },
  ]);
});

test("an answer that breaks off, or is not read to its end, is estimated", async () => {
  expect(await reported(["Eight ch", { fails: "transient" }])).toEqual([estimated]);
  expect(await reported(["Eight ch", "never read"], 1)).toEqual([estimated]);
  expect(
    await reported([{ call: { id: "c1", name: "look", arguments: "{}" } }, { fails: "transient" }]),
  ).toEqual([estimated]);
});

test("a preemptive request cancelled before its answer begins costs its input", async () => {
  const cancelled = async (script: LlmScript, isPreemptive: boolean): Promise<readonly Usage[]> => {
    const clock = new VirtualClock();
    const used: Usage[] = [];
    const llm = meteredLlm(
      scriptedLlm(clock, [script]),
      (usage) => used.push(usage),
      () => undefined,
    );
    const abort = new AbortController();
    const asked = isPreemptive ? ({ ...request, isPreemptive } as const) : request;
    const events = llm.stream(asked, { clock, log: silentLog }, abort.signal)[Symbol.asyncIterator]();
    const next = events.next().catch(() => undefined);
    abort.abort();
    await next;
    return used;
  };
  expect(await cancelled([{ hangs: true }], true)).toEqual([{ ...estimated, output: 0 }]);
  expect(await cancelled([{ hangs: true }], false)).toEqual([]);
});

test("an answer that never began costs nothing", async () => {
  expect(await reported([{ fails: "transient" }])).toEqual([]);
});
