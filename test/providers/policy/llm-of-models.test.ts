// Models that a flow names, on a server of the protocol: a requested one, and unpaid ones.

import { afterEach, expect, test } from "bun:test";
import { wallClock } from "../../../src/base/clock.ts";
import { openOpenAiLlm } from "../../../src/providers/llm/llm-openai.ts";
import { llmOfModels } from "../../../src/providers/policy/llm-of-models.ts";
import type { Llm, LlmRequest } from "../../../src/providers/provider-contract.ts";
import { policyContext } from "../../support/fakes/scripted-provider.ts";
import { closeServer, serve } from "../../support/servers/chat-client.ts";
import { wellBehaved } from "../../support/servers/chat-server.ts";

afterEach(closeServer);

const never = new AbortController().signal;

async function read(llm: Llm, request: Partial<LlmRequest>, context: Parameters<Llm["stream"]>[1]) {
  let text = "";
  for await (const event of llm.stream(
    { messages: [{ role: "user", text: "Hi." }], ...request },
    context,
    never,
  ))
    if (event.type === "text") text += event.delta;
  return text;
}

test("a request goes to the model that it names, and to the session's own without a name or a payer", async () => {
  const to = await serve(...["one", "two", "three", "four"].map((word) => wellBehaved(word)));
  const { context, told } = policyContext();
  const live = { ...context, clock: wallClock };
  const opened: string[] = [];
  const open = (model: string): Llm => {
    opened.push(model);
    return openOpenAiLlm({ baseUrl: to.baseUrl, apiKey: undefined, model, firstTokenMs: 10_000 });
  };
  const llm = llmOfModels(open("small"), { open, isAllowed: (model) => model !== "huge" });
  expect(await read(llm, { temperature: 0 }, live)).toBe("one");
  expect(await read(llm, { model: "large", temperature: 0.5 }, live)).toBe("two");
  expect(await read(llm, { model: "large" }, live)).toBe("three");
  expect(await read(llm, { model: "huge" }, live)).toBe("four");
  const bodies = await Promise.all([0, 1, 2, 3].map(async (at) => (await to.request(at)).body));
  expect(bodies.map(({ model }) => model)).toEqual(["small", "large", "large", "small"]);
  expect(bodies.map((body) => ("temperature" in body ? body.temperature : undefined))).toEqual([
    0,
    0.5,
    undefined,
    undefined,
  ]);
  expect(opened).toEqual(["small", "large"]);
  expect(told.map(({ code }) => code)).toEqual(["provider/model-not-used"]);
});
