// Language model with fallbacks: which model is called, its output, and the definition of a failure.

import { describe, expect, test } from "bun:test";
import { Breakers } from "../../../src/providers/policy/breaker.ts";
import { llmWithFallback } from "../../../src/providers/policy/llm-with-fallback.ts";
import {
  type Llm,
  type LlmEvent,
  type LlmRequest,
  ProviderError,
} from "../../../src/providers/provider-contract.ts";
import { candidate, policyContext, providerError } from "../../support/fakes/scripted-provider.ts";

type Step = LlmEvent | Error | "hang";

interface ScriptedLlm extends Llm {
  readonly requests: LlmRequest[];
  readonly answers: (readonly Step[])[];
}

/** Model whose requests get these answers in turn; the last one repeats. */
function scripted(id: string, ...answers: (readonly Step[])[]): ScriptedLlm {
  const llm: ScriptedLlm = {
    id,
    model: `${id}-1`,
    requests: [],
    answers,
    async *stream(request, _context, signal) {
      llm.requests.push(request);
      const steps = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      for (const step of steps) {
        if (step instanceof Error) throw step;
        if (step === "hang") await new Promise((_, reject) => signal.addEventListener("abort", reject));
        else yield step;
      }
    },
  };
  return llm;
}

const text = (delta: string): LlmEvent => ({ type: "text", delta });
const done: LlmEvent = { type: "done", reason: "stop" };
const opaque = (provider: string): LlmEvent => ({ type: "opaque", opaque: { provider, data: 1 } });
const transient = providerError("transient");

function world(first: ScriptedLlm, second: ScriptedLlm) {
  const { clock, context, told } = policyContext();
  const breakers = new Breakers(clock);
  const llm = llmWithFallback([candidate(first), candidate(second)], breakers);
  const ask = async (
    request: LlmRequest = { messages: [] },
    signal = new AbortController().signal,
  ): Promise<{ events: LlmEvent[]; error: unknown }> => {
    const events: LlmEvent[] = [];
    const asked = (async () => {
      for await (const event of llm.stream(request, context, signal)) events.push(event);
    })().then(
      () => undefined,
      (error: unknown) => error,
    );
    await clock.advance(1_000);
    return { events, error: await asked };
  };
  return { clock, context, breakers, told, llm, ask };
}

describe("language model with fallbacks", () => {
  test("a working first model answers, and no other is asked", async () => {
    const second = scripted("b", [text("no"), done]);
    const { ask, told, clock } = world(scripted("a", [text("hi"), done]), second);
    expect((await ask()).events).toEqual([text("hi"), done]);
    expect(second.requests).toEqual([]);
    expect(told).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test.each([
    ["words", 4_000, {}],
    ["a tool", 8_000, { tools: [{ name: "t", description: "", parameters: {} }] }],
  ])(
    "a model that hangs before %s is abandoned for the next, and the last has its own time",
    async (_, ms, request) => {
      const [first, second] = [scripted("a", ["hang"]), scripted("b", ["hang"])];
      const { llm, clock, told, context } = world(first, second);
      const leave = new AbortController();
      const stream = llm.stream({ messages: [], ...request }, context, leave.signal)[Symbol.asyncIterator]();
      const next = stream.next().catch((error: unknown) => error);
      await clock.advance(ms - 1);
      expect(second.requests).toHaveLength(0);
      await clock.advance(1);
      expect(second.requests).toHaveLength(1);
      // No replacement has begun yet.
      expect(told).toEqual([]);
      expect(clock.pending).toBe(0);
      leave.abort();
      await next;
    },
  );

  test("the next model continues, and the record has the change", async () => {
    const first = scripted("a", [transient]);
    const { ask, told } = world(first, scripted("b", [text("hi"), done]));
    expect((await ask()).events).toEqual([text("hi"), done]);
    expect(first.requests).toHaveLength(1);
    const incident = { kind: "llm", provider: "a", error: "transient", ownKey: true } as const;
    expect(told).toEqual([
      {
        code: "provider/fallback",
        message: '"a" failed, so "b" continues',
        incident: { ...incident, attempts: 1, action: "fell_back", to: "b" },
      },
    ]);
  });

  test("a client's own retry is counted, and reported with its outcome", async () => {
    const again: Llm = {
      id: "a",
      model: "a-1",
      async *stream(_request, context) {
        context.retries?.(transient);
        await Promise.resolve();
        yield text("hi");
        yield done;
      },
    };
    const { context, told, clock } = policyContext();
    const llm = llmWithFallback([candidate(again)], new Breakers(clock));
    const { signal } = new AbortController();
    await Array.fromAsync(llm.stream({ messages: [] }, context, signal));
    expect(told.map(({ code, incident }) => [code, incident?.action, incident?.attempts])).toEqual([
      ["provider/retried", "retried", 1],
    ]);
    const { ask, told: toldToo } = world(
      scripted("b", [transient]),
      scripted("c", [text("H"), providerError("quota")]),
    );
    await ask();
    // The second model continued, and then broke off.
    expect(toldToo.map(({ incident }) => [incident?.provider, incident?.action, incident?.to])).toEqual([
      ["b", "fell_back", "c"],
      ["c", "gave_up", undefined],
    ]);
  });

  test("no other model is asked after the first word, or the first call of a tool", async () => {
    const call: LlmEvent = { type: "tool_call", id: "1", name: "book", arguments: "{}" };
    for (const begun of [text("Hel"), call]) {
      const second = scripted("b", [text("no"), done]);
      const { ask } = world(scripted("a", [begun, transient]), second);
      const { events, error } = await ask();
      expect(events).toEqual([begun]);
      expect(error).toBeInstanceOf(ProviderError);
      expect((error as ProviderError).info.emitted).toBeTrue();
      expect(second.requests).toEqual([]);
    }
  });

  test("opaque parts go to their own provider only, and those of a failed answer nowhere", async () => {
    const first = scripted("a", [opaque("a"), providerError("auth")]);
    const second = scripted("b", [opaque("b"), text("hi"), done]);
    const { ask } = world(first, second);
    const of = (provider: string) =>
      ({ role: "assistant", text: "x", opaque: { provider, data: 1 } }) as const;
    const { events } = await ask({ messages: [of("a"), of("b")] });
    expect(events).toEqual([opaque("b"), text("hi"), done]);
    expect(first.requests[0]?.messages).toEqual([of("a"), { role: "assistant", text: "x" }]);
    expect(second.requests[0]?.messages).toEqual([{ role: "assistant", text: "x" }, of("b")]);
  });

  test("a refused key is reported once, not retried, and not asked again for five minutes", async () => {
    const first = scripted("a", [providerError("auth", { provider: "a" })]);
    const { ask, told } = world(first, scripted("b", [text("hi"), done]));
    await ask();
    await ask();
    await ask();
    expect(first.requests).toHaveLength(1);
    // The model was called, then skipped; the same holds for the third answer.
    expect(told.map(({ code }) => code)).toEqual(["provider/auth", "provider/fallback", "provider/fallback"]);
    expect(told.map(({ incident }) => incident?.attempts)).toEqual([undefined, 1, 0]);
    expect(told[0]?.message).toBe('Your key was rejected by "a"');
    expect(told[1]?.message).toBe('Your key was rejected by "a", so "b" continues');
  });

  test("refused content stays refused", async () => {
    const second = scripted("b", [text("no"), done]);
    const { ask } = world(scripted("a", [providerError("content")]), second);
    expect(((await ask()).error as ProviderError).kind).toBe("content");
    expect(second.requests).toEqual([]);
  });

  test("the last failure is thrown when all fail, and the first one's when none may be asked", async () => {
    const first = scripted("a", [providerError("quota")]);
    const { ask } = world(first, scripted("b", [providerError("auth")]));
    expect(((await ask()).error as ProviderError).kind).toBe("auth");
    expect(((await ask()).error as ProviderError).kind).toBe("quota");
    expect(first.requests).toHaveLength(1);
  });

  test("a cancelled answer does not count", async () => {
    const leaving = new AbortController();
    const second = scripted("b", [text("no"), done]);
    const { llm, clock, breakers } = world(scripted("a", ["hang"]), second);
    const { context } = policyContext();
    const asked = llm.stream({ messages: [] }, context, leaving.signal)[Symbol.asyncIterator]().next();
    await clock.advance(10);
    leaving.abort();
    await asked.catch(() => undefined);
    expect(breakers.size).toBe(0);
    expect(second.requests).toEqual([]);
  });
});
