// Outcome model: a model's words after a call become an outcome, or a reason why there is none.

import { describe, expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import type { OutcomeRequest } from "../../src/flow/engine/run/step-contract.ts";
import { wordedOutcome } from "../../src/voice/flow/outcome-model.ts";
import { type LlmScript, scriptedLlm } from "../support/fakes/scripted-llm.ts";
import { settle, VirtualClock } from "../support/fakes/virtual-clock.ts";

const request: OutcomeRequest = {
  language: "en",
  filled: [],
  history: [{ role: "user", text: "a table for four" }],
  summarises: true,
  wanted: [],
};

function asking(script: LlmScript) {
  const clock = new VirtualClock();
  const llm = scriptedLlm(clock, [script]);
  const call = new AbortController();
  const made = wordedOutcome(request, { llm, clock, context: { clock, log: silentLog } }, call.signal);
  return { clock, llm, call, made };
}

describe("a model that summarises an ended call", () => {
  test("its words are one line, and its values are passed on unchecked", async () => {
    const { made } = asking(['{"summary": "A table\\n for four.", ', '"set": {"guests": {"value": 4}}}']);
    expect(await made).toEqual({ summary: "A table for four.", set: { guests: { value: 4 } } });
  });

  test.each([[[{ fails: "transient" }]], [["no JSON at all"]], [['["a list"]']]] satisfies [LlmScript][])(
    "%j is none",
    async (script) => {
      expect(await asking(script).made).toBe("model");
    },
  );

  test("one that rambles is read to sixteen thousand characters", async () => {
    const half = "x".repeat(9_000);
    const { made } = asking([`{"summary": "${half}`, half, '"}', { hangs: true }]);
    expect(await made).toBe("model");
  });

  test("one that takes longer than twenty seconds was too slow", async () => {
    const { made, clock, llm } = asking([{ hangs: true }]);
    await settle();
    await clock.advance(20_000);
    expect([await made, llm.aborted, clock.pending]).toEqual(["time", 1, 0]);
  });

  test("a stopping server does not wait for it", async () => {
    const { made, call } = asking([{ hangs: true }]);
    await settle();
    call.abort();
    expect(await made.catch(() => "refused")).toBe("refused");
  });
});
