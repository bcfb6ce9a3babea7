// Timed clients: a call's record of each request to a model and to a voice, for any outcome.

import { describe, expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import {
  type Llm,
  type LlmEvent,
  ProviderError,
  type ProviderWork,
  type Tts,
} from "../../src/providers/provider-contract.ts";
import { timedLlm, timedTts } from "../../src/providers/timed-clients.ts";
import { settle, VirtualClock } from "../support/fakes/virtual-clock.ts";

function record() {
  const clock = new VirtualClock();
  const told: ProviderWork[] = [];
  return {
    clock,
    told,
    context: { clock, log: silentLog, finished: (work: ProviderWork) => void told.push(work) },
  };
}

const refused = new ProviderError("auth", {
  provider: "acme",
  capability: "llm",
  phase: "connect",
  message: "No",
  emitted: false,
});
const usage: LlmEvent = {
  type: "usage",
  usage: { unit: "tokens", input: 30, output: 4, cachedInput: 20, cacheWrite: 1, basis: "reported" },
};

describe("model", () => {
  const request = { messages: [{ role: "user", text: "Sesame" }] } as const;

  function asked(events: (clock: VirtualClock) => AsyncGenerator<LlmEvent>) {
    const { clock, told, context } = record();
    const llm: Llm = { id: "acme", model: "acme-1", stream: () => events(clock) };
    const stop = new AbortController();
    return { told, stop, stream: timedLlm(llm).stream(request, context, stop.signal) };
  }

  async function* speaking(clock: VirtualClock): AsyncGenerator<LlmEvent> {
    await clock.advance(120);
    yield { type: "text", delta: "Open." };
    await clock.advance(80);
    yield usage;
    yield { type: "done", reason: "stop" };
  }

  test("timed clients: a whole answer has its times and its vendor's token counts", async () => {
    const { told, stream } = asked(speaking);
    const events = await Array.fromAsync(stream);
    expect(events.map(({ type }) => type)).toEqual(["text", "usage", "done"]);
    expect(told).toEqual([
      {
        kind: "llm",
        provider: "acme",
        model: "acme-1",
        tokens: { input: 30, output: 4, cachedInput: 20 },
        firstMs: 120,
        tookMs: 200,
      },
    ]);
  });

  test("timed clients: a request that is left early counts as cancelled, and a failing one has its reason", async () => {
    const left = asked(speaking);
    for await (const _ of left.stream) break;
    expect(left.told).toMatchObject([{ failure: "cancelled", firstMs: 120, tookMs: 120 }]);
    for (const [error, failure] of [
      [refused, "auth"],
      [new Error("bug"), "broken"],
    ] as const) {
      // oxlint-disable-next-line require-yield
      const bad = asked(async function* () {
        await Promise.resolve();
        throw error;
      });
      expect(await Array.fromAsync(bad.stream).catch((thrown: unknown) => thrown)).toBe(error);
      expect(bad.told).toEqual([{ kind: "llm", provider: "acme", model: "acme-1", failure, tookMs: 0 }]);
    }
  });

  test("timed clients: a cancelled request counts as cancelled, with any error", async () => {
    const { told, stop, stream } = asked(async function* (clock) {
      await clock.advance(10);
      yield { type: "text", delta: "Op" };
      throw refused;
    });
    const read = async (): Promise<void> => {
      for await (const _ of stream) stop.abort();
    };
    expect(await read().catch((thrown: unknown) => thrown)).toBe(refused);
    expect(told).toMatchObject([{ failure: "cancelled" }]);
  });
});

describe("voice", () => {
  function voice(end: Promise<"ended" | "cancelled">): Tts {
    return {
      id: "acme",
      speak: (_, sink) => {
        sink({ type: "audio", pcm: new Int16Array(160) });
        return { cancel: () => undefined, done: end };
      },
      voiced: () => voice(end),
      forCall: () => voice(end),
    };
  }

  test("timed clients: a text has its length and its times, in every manner of the voice", async () => {
    for (const manner of [
      (tts: Tts) => tts,
      (tts: Tts) => tts.voiced!({ speed: 2 }),
      (tts: Tts, context: ReturnType<typeof record>["context"]) =>
        tts.forCall!(context, new AbortController().signal),
    ]) {
      const { clock, told, context } = record();
      const end = Promise.withResolvers<"ended">();
      const heard: string[] = [];
      manner(timedTts(voice(end.promise)), context).speak("Sesame", ({ type }) => heard.push(type), context);
      await clock.advance(250);
      end.resolve("ended");
      await settle();
      expect(heard).toEqual(["audio"]);
      expect(told).toEqual([{ kind: "tts", provider: "acme", characters: 6, firstMs: 0, tookMs: 250 }]);
    }
  });

  test("timed clients: a cut or failed text is reported as such", async () => {
    for (const [end, failure] of [
      [Promise.resolve("cancelled" as const), "cancelled"],
      [Promise.reject(refused), "auth"],
    ] as const) {
      const { told, context } = record();
      const { done } = timedTts(voice(end)).speak("Sesame", () => undefined, context);
      await done.catch(() => undefined);
      await settle();
      expect(told).toMatchObject([{ failure }]);
    }
  });
});
