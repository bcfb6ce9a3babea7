// Times to the final transcript: what is measured in one session decides how long the next one waits.

import { describe, expect, test } from "bun:test";
import { samplesPerFrame } from "../../../src/audio/frame.ts";
import { providersOf, type ProvidersOptions } from "../../../src/calls/session-providers.ts";
import { Breakers } from "../../../src/providers/policy/breaker.ts";
import { expectedFinalMs, FinalTimes } from "../../../src/providers/policy/final-times.ts";
import type {
  ProviderContext,
  ProviderSettings,
  Stt,
  SttEvent,
} from "../../../src/providers/provider-contract.ts";
import { answerMsOf, finalMsOf } from "../../../src/providers/stt/stt-turns.ts";
import { policyContext } from "../../support/fakes/scripted-provider.ts";
import type { VirtualClock } from "../../support/fakes/virtual-clock.ts";

/** Answers what it is told, when it is told. */
function obedient(finalMs: number): Stt & { answer: (turn: number, text: string) => void } {
  const stt = {
    id: "obedient",
    guided: false,
    finalMs,
    answer: (_turn: number, _text: string): void => undefined,
    open: (sink: (event: SttEvent) => void) => {
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

const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

describe("final times", () => {
  test("final times: of nothing, and of one turn, the catalogue says more", () => {
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

  test("final times: what is measured is from finalize() to the words; nothing quickly said of a noise is no words", async () => {
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

  test("final times: the next session of the same server waits as long as it needs, that of another model does not", async () => {
    const world = policyContext();
    const opened: ProviderSettings[] = [];
    const stt = obedient(350);
    const options = {
      deployment: {
        stt: undefined,
        tts: undefined,
        llm: undefined,
        keys: new Map(),
        fallbacks: { stt: [], tts: [], llm: [] },
      },
      defaults: {},
      prices: [],
      clock: world.clock,
      breakers: new Breakers(world.clock),
      finals: new FinalTimes(),
      builtIn: () => undefined,
      clients: { stt: (settings: ProviderSettings) => (opened.push(settings), stt) },
    };
    const settings = { provider: "deepgram", baseUrl: "ws://here", model: "m", voice: "", language: "en" };
    const session = (model: string): Stt => {
      const deployment = { ...options.deployment, stt: { ...settings, model, apiKey: undefined } };
      // Without an account no database is asked.
      const given = { ...options, deployment } as unknown as ProvidersOptions;
      return providersOf({ accountId: undefined, language: undefined }, given).stt as Stt;
    };
    const heard = times(3, 900).map((tookMs) => ({ tookMs, text: "yes" }));
    const answer = (turn: number, text: string): void => stt.answer(turn, text);
    await turns(world, { stt: session("m"), answer }, heard);
    session("m");
    session("another");
    const waits = opened.map((each) => answerMsOf(finalMsOf(each, 1_000)));
    expect(waits).toEqual([800, 1_800, 800]);
  });
});
