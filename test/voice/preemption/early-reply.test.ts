// Early request to a flow's model: its reply is used if the final request is the same.

import { expect, test } from "bun:test";
import { silentLog } from "../../../src/base/log.ts";
import type { ModelReplyRequest } from "../../../src/flow/engine/run/step-contract.ts";
import { valueMap } from "../../../src/flow/value/value.ts";
import { FlowModel } from "../../../src/voice/flow-model.ts";
import { type LlmScript, scriptedLlm } from "../../support/fakes/scripted-llm.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

const asked = (text: string): ModelReplyRequest => ({
  language: "en",
  goal: "Talk.",
  variables: valueMap([]),
  fill: [],
  exits: [],
  tools: [],
  history: [{ role: "user", text }],
});

function model(...scripts: readonly LlmScript[]) {
  const clock = new VirtualClock();
  const llm = scriptedLlm(clock, scripts);
  const works: Promise<void>[] = [];
  const call = {
    run: (work: (left: AbortSignal) => Promise<void>) => void works.push(work(new AbortController().signal)),
  };
  const flowModel = new FlowModel({ llm, clock, context: { clock, log: silentLog } });
  const utter = async (text: string): Promise<readonly string[]> => {
    const said: string[] = [];
    const reply = flowModel.utter(asked(text), new AbortController().signal, (one) => void said.push(one));
    await clock.advance(1_000);
    expect(await reply).toBeDefined();
    return said;
  };
  return {
    clock,
    llm,
    works,
    utter,
    preempt: (text?: string) => flowModel.preempt(text === undefined ? undefined : asked(text), call),
  };
}

const says = (text: string): LlmScript => [400, JSON.stringify({ say: text })];

test("an early request is not repeated, and not dropped with others", async () => {
  const { clock, llm, utter, preempt } = model(says("Cold?"), says("Never."));
  preempt("it was cold");
  await clock.advance(300);
  const spoken = utter("It was cold.");
  preempt(undefined);
  expect(await spoken).toEqual(["Cold?"]);
  expect([llm.asked.length, llm.aborted, llm.writing]).toEqual([1, 0, 0]);
  expect(llm.asked[0]?.isPreemptive).toBe(true);
  // The prompt has the note once.
  expect(await utter("It was cold.")).toEqual(["Never."]);
});

test("an unneeded request is dropped, and a replaced one too", async () => {
  const { llm, works, utter, preempt } = model(says("Cold?"), says("Late?"), says("Both?"));
  preempt("it was cold");
  preempt("it was late");
  expect(await utter("it was both")).toEqual(["Both?"]);
  preempt(undefined);
  await Promise.all(works);
  expect([llm.aborted, llm.writing]).toEqual([1, 0]);
  expect(llm.asked.map(({ isPreemptive }) => isPreemptive === true)).toEqual([true, true, false]);
});
