// Times to the final transcript: measurements of one session set the wait of the next.

import { describe, expect, test } from "bun:test";
import { samplesPerFrame } from "../../../src/audio/frame.ts";
import { Secret } from "../../../src/base/secret.ts";
import { providersOf, type ProvidersOptions } from "../../../src/calls/session-providers.ts";
import { Breakers } from "../../../src/providers/policy/breaker.ts";
import { FinalTimes } from "../../../src/providers/policy/final-times.ts";
import type { ProviderContext, Stt, SttContext, SttEvent } from "../../../src/providers/provider-contract.ts";
import { openDeepgramStt } from "../../../src/providers/stt/stt-deepgram.ts";
import { policyContext } from "../../support/fakes/scripted-provider.ts";
import { FakeSocketServer } from "../../support/providers/fake-socket.ts";
import { deepgramKey, fakeDeepgram } from "../../support/providers/stt/fake-deepgram.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { until } from "../../support/until.ts";
import type { VirtualClock } from "../../support/fakes/virtual-clock.ts";

interface Obedient extends Stt {
  /** Expected time to the last words, as each session received it. */
  readonly waits: (number | undefined)[];
  answer: (turn: number, text: string) => void;
}

/** Recogniser that answers on command. */
function obedient(finalMs: number): Obedient {
  const stt: Obedient = {
    id: "obedient",
    finalMs,
    waits: [],
    answer: () => undefined,
    open: (sink: (event: SttEvent) => void, context: SttContext) => {
      stt.waits.push(context.finalMs);
      stt.answer = (turn, text) => sink({ type: "end_of_turn", turn, text, rejected: false });
      return Promise.resolve({
        send: () => undefined,
        finalize: () => undefined,
        reset: () => undefined,
        expect: () => undefined,
        close: () => undefined,
        closed: new Promise<undefined>(() => undefined),
      });
    },
  };
  return stt;
}

interface Turn {
  readonly tookMs: number;
  readonly text: string;
}

async function turns(
  { clock, context }: { readonly clock: VirtualClock; readonly context: ProviderContext },
  { stt, answer }: { readonly stt: Stt; readonly answer: (turn: number, text: string) => void },
  heard: readonly Turn[],
): Promise<void> {
  const session = await stt.open(() => undefined, context, new AbortController().signal);
  for (const [index, { tookMs, text }] of heard.entries()) {
    session.send(new Int16Array(samplesPerFrame));
    session.finalize(index + 1);
    await clock.advance(tookMs);
    answer(index + 1, text);
  }
}

function expectedFinalMs(listedMs: number, tookMs: readonly number[]): number {
  const finals = new FinalTimes();
  for (const ms of tookMs) finals.note("id", ms);
  return finals.expected("id", listedMs);
}

const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

describe("final times", () => {
  test("final times: without turns, or with one, the catalogue's value applies", () => {
    expect(expectedFinalMs(350, [])).toBe(350);
    expect(expectedFinalMs(350, [3_000])).toBe(350);
  });

  test("final times: a slow server is believed at its second slow turn, a quick one after ten", () => {
    expect(expectedFinalMs(350, [900, 200, 1_000])).toBe(900);
    expect(expectedFinalMs(2_000, times(9, 300))).toBe(2_000);
    expect(expectedFinalMs(2_000, times(10, 300))).toBe(300);
    expect(expectedFinalMs(2_000, [...times(49, 300), 3_900])).toBe(300);
    expect(expectedFinalMs(2_000, [...times(48, 300), 3_800, 3_900])).toBe(3_800);
  });

  test("final times: fifty turns are remembered, of a thousand recognisers", () => {
    const finals = new FinalTimes();
    for (const ms of [...times(50, 3_000), ...times(49, 400)]) finals.note("one", ms);
    expect(finals.expected("one", 350)).toBe(400);
    for (let other = 0; other < 1_000; other++) finals.note(`other ${other}`, 100);
    expect(finals.size).toBe(1_000);
    expect(finals.expected("one", 350)).toBe(350);
  });

  test("final times: the time is from finalize() to the words; a quick empty answer to a noise does not count", async () => {
    const finals = new FinalTimes();
    const stt = obedient(350);
    const parts = {
      stt: finals.timed("id", stt),
      answer: (turn: number, text: string) => stt.answer(turn, text),
    };
    await turns(policyContext(), parts, [
      { tookMs: 600, text: "yes" },
      { tookMs: 10, text: "" },
    ]);
    expect(finals.expected("id", 5)).toBe(5);
    await turns(policyContext(), parts, [{ tookMs: 800, text: "" }]);
    expect(finals.expected("id", 5)).toBe(600);
  });

  test("final times: the next session of the same server waits as long as needed, that of another model does not", async () => {
    const world = policyContext();
    const stt = obedient(350);
    // All sessions share one client, as the deployment's own sessions do.
    const clients = { stt: () => stt };
    const finals = new FinalTimes();
    const session = (model: string): Stt => {
      const own = { provider: "deepgram", baseUrl: "ws://here", model, voice: "", language: "en" };
      const deployment = { stt: own, keys: new Map(), fallbacks: { stt: [], tts: [], llm: [] } };
      const breakers = new Breakers(world.clock);
      const given = { deployment, defaults: {}, prices: [], clock: world.clock, breakers, finals, clients };
      // Without an account there is no database.
      const options = { ...given, builtIn: () => undefined } as unknown as ProvidersOptions;
      return providersOf({ accountId: undefined, language: undefined }, options).stt as Stt;
    };
    const answer = (turn: number, text: string): void => stt.answer(turn, text);
    const yes = [{ tookMs: 900, text: "yes" }];
    await turns(world, { stt: session("m"), answer }, [...yes, ...yes]);
    const [next, other] = [session("m"), session("another")];
    await turns(world, { stt: next, answer }, yes);
    await turns(world, { stt: other, answer }, yes);
    expect(stt.waits).toEqual([350, 900, 350]);
    expect([next.finalMs, other.finalMs]).toEqual([900, 350]);
  });

  test("final times: a server that is slow for its kind gets more time from the next session, over its own socket", async () => {
    const { clock, context } = policyContext();
    await using server = await FakeSocketServer.open(fakeDeepgram, {}, { mood: "no-ack" });
    const { url: baseUrl } = server;
    const apiKey = new Secret(deepgramKey);
    const named = { provider: "deepgram", model: "nova-3", voice: "", language: "en" };
    const stt = openDeepgramStt({ ...named, baseUrl, apiKey });
    const finals = new FinalTimes();
    for (const tookMs of [700, 700]) finals.note("id", tookMs);
    const call = new AbortController();
    const ended: SttEvent[] = [];
    const listen = (event: SttEvent): void => void (event.type === "end_of_turn" && ended.push(event));
    (await finals.timed("other", stt).open(listen, context, call.signal)).close();
    const session = await finals.timed("id", stt).open(listen, context, call.signal);
    for (const frame of speak("yes")) session.send(frame);
    session.finalize(1);
    await clock.advance(1_399);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toHaveLength(1);
    call.abort();
  });

  test("final times: a vendor's last count is awaited after the session, and its activity is seen", async () => {
    const { clock, context } = policyContext();
    await using server = await FakeSocketServer.open(fakeDeepgram, {}, {});
    const own = { provider: "deepgram", model: "nova-3", voice: "", language: "en" };
    const stt = openDeepgramStt({ ...own, baseUrl: server.url, apiKey: new Secret(deepgramKey) });
    const deployment = {
      stt: { ...own, baseUrl: server.url },
      keys: new Map(),
      fallbacks: { stt: [], tts: [], llm: [] },
    };
    const counters = () => ({ ended: () => undefined, took: () => undefined });
    const breakers = new Breakers(clock);
    const given = {
      deployment,
      defaults: {},
      prices: [],
      clock,
      breakers,
      finals: new FinalTimes(),
      counters,
    };
    // Without an account there is no database.
    const options = { ...given, clients: { stt: () => stt }, builtIn: () => undefined };
    const asker = { accountId: undefined, language: undefined };
    const providers = providersOf(asker, options as unknown as ProvidersOptions);
    const ends: SttEvent[] = [];
    const listen = (event: SttEvent): void => void (event.type === "end_of_turn" && ends.push(event));
    const call = new AbortController();
    const session = await (providers.stt as Stt).open(listen, context, call.signal);
    for (const frame of speak("yes")) session.send(frame);
    session.finalize(1);
    await until("the words", () => ends.length === 1);
    session.close();
    expect(providers.usage.owed).toBeDefined();
    await providers.usage.owed;
    expect(providers.usage.items).toMatchObject([{ kind: "stt", unit: "audio_ms" }]);
    const timed = await new FinalTimes().timed("id", stt).open(listen, context, call.signal);
    for (const frame of speak("yes")) timed.send(frame);
    timed.finalize(1);
    await until("the words", () => ends.length === 2);
    expect(timed.heardAt).toBe(clock.now());
    call.abort();
  });
});
