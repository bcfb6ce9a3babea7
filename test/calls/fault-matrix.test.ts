// Fault matrix: recogniser, model and voice each fail in every way, in virtual time. The caller hears a sound within a
// second, and an end or a meaningful sentence within twelve; the record has the failure; no provider gets more requests
// than agreed; nothing stays open.

import { describe, expect, test } from "bun:test";
import type { Clock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { Breakers } from "../../src/providers/policy/breaker.ts";
import { llmWithFallback } from "../../src/providers/policy/llm-with-fallback.ts";
import { sttWithReconnect } from "../../src/providers/policy/stt-with-reconnect.ts";
import { ttsWithFallback } from "../../src/providers/policy/tts-with-fallback.ts";
import type { Llm, Stt, Tts } from "../../src/providers/provider-contract.ts";
import { openLlmResponder } from "../../src/voice/responder-llm.ts";
import { hummingTts } from "../support/fakes/fake-speech.ts";
import {
  type RequestCount,
  earFaults,
  earsOf,
  greeting,
  modelFaults,
  modelOf,
  voiceFaults,
  voiceOf,
} from "../support/fakes/faulty-engines.ts";
import { candidate } from "../support/fakes/scripted-provider.ts";
import { callerSpeaks, sounds, turnEndsAt } from "../support/fakes/waiting-caller.ts";

/** Milliseconds from the end of the caller's turn. */
const firstSoundMsMax = 1_000;
const sentenceMsMax = 12_000;

interface Engines {
  readonly llm?: (clock: Clock) => Llm;
  readonly tts?: (clock: Clock) => Tts;
  readonly stt?: (clock: Clock) => Stt;
}

interface Outcome {
  /** Time of the first sound after the end of the turn, in milliseconds; undefined: none. */
  readonly firstMs: number | undefined;
  /** Warnings and failures in the record, each once. */
  readonly record: readonly string[];
  /** The first three sentences of the agent after its greeting that began to play. */
  readonly hears: readonly string[];
  /** Reason and time of the call's end, in milliseconds from the end of the turn. */
  readonly ended?: { readonly reason: string; readonly atMs: number };
  readonly left: readonly string[];
}

/** A call with an assistant: one engine of each kind, no replacement, and the built-in voice for fillers only. */
async function outcomeOf({ llm, tts, stt }: Engines): Promise<Outcome> {
  const well = hummingTts();
  const world = await callerSpeaks({
    responder: (clock) =>
      openLlmResponder({
        llm: llmWithFallback([candidate(llm?.(clock) ?? modelOf(clock))], new Breakers(clock)),
        systemPrompt: "p",
        context: { clock, log: silentLog },
      }),
    fillers: { voice: { id: "v", tts: well } },
    changes: {
      tts: (_, clock) => ttsWithFallback([candidate(tts?.(clock) ?? well)], new Breakers(clock)),
      stt: (ears, clock) => sttWithReconnect([candidate(stt?.(clock) ?? ears)], new Breakers(clock)),
    },
  });
  await world.pass(turnEndsAt - 900 + sentenceMsMax);
  const codes = world.events.flatMap((it) =>
    it.type === "warning" || it.type === "failed" ? [it.code] : [],
  );
  const hears = world.events.flatMap((it) =>
    it.type === "sentence" && it.status === "started" && it.text !== greeting ? [it.text] : [],
  );
  const end = world.events.find((it) => it.type === "ended");
  const [first] = sounds(world);
  world.call.gone("caller");
  // Work after a caller's end has a second to finish by itself.
  await world.clock.advance(1_000);
  return {
    firstMs: first === undefined ? undefined : Number.parseInt(first, 10),
    record: [...new Set(codes)],
    hears: hears.slice(0, 3),
    ...(end === undefined ? {} : { ended: { reason: end.reason, atMs: end.atMs - turnEndsAt } }),
    left: await world.leftovers(),
  };
}

interface Case {
  readonly record: readonly string[];
  /** Number of requests to the failing engine, including the greeting. */
  readonly asked: number;
  readonly hears: readonly string[];
  readonly isOver?: true;
}

function check({ firstMs, record, hears, ended, left }: Outcome, asked: number, expected: Case): void {
  expect({ record, asked, hears }).toEqual({
    record: [...expected.record],
    asked: expected.asked,
    hears: [...expected.hears],
  });
  expect(ended?.reason).toBe(expected.isOver === true ? "failed" : undefined);
  // A call that ended earlier had its sentence earlier.
  if (ended === undefined || ended.atMs > firstSoundMsMax)
    expect(firstMs ?? Infinity).toBeLessThanOrEqual(firstSoundMsMax);
  expect(hears.length).toBeGreaterThan(0);
  expect(left).toEqual([]);
}

const answered = ["It is five euros.", "Will that be all?"];
const misconfigured = [
  "I am sorry, my language model is not set up correctly.",
  "Please tell the people who run this service.",
];
const lost = ["I am sorry, I lost the connection to my language model.", "Please ask again."];

describe("fault matrix: the model", () => {
  const cases: Readonly<Record<keyof typeof modelFaults, Case>> = {
    "refused key": { record: ["provider/auth"], asked: 2, hears: misconfigured },
    "no money": { record: ["provider/failed"], asked: 2, hears: misconfigured },
    "rate limit": {
      record: ["provider/failed"],
      asked: 2,
      hears: ["I am sorry, my language model is busy right now.", "Please try again in a moment."],
    },
    garbage: { record: ["provider/failed"], asked: 2, hears: misconfigured },
    "hangs before its first word": {
      record: ["provider/failed"],
      asked: 2,
      hears: ["I am sorry, I could not reach my language model.", "Please try again."],
    },
    "hangs in mid-sentence": { record: ["provider/failed"], asked: 2, hears: ["It is five euros.", ...lost] },
    "cut in mid-sentence": { record: ["provider/failed"], asked: 2, hears: ["It is five euros.", ...lost] },
    "slow drip": { record: ["provider/failed"], asked: 2, hears: lost },
    empty: {
      record: [],
      asked: 2,
      hears: ["I am sorry, I have no answer to that.", "Could you say it differently?"],
    },
    endless: { record: [], asked: 2, hears: Array<string>(3).fill("It is five euros.") },
  };
  test.each(Object.entries(modelFaults))("fault matrix: a model: %s", async (fault, script) => {
    let llm: RequestCount<Llm> | undefined;
    const outcome = await outcomeOf({ llm: (clock) => (llm = modelOf(clock, script)) });
    check(outcome, llm?.asked ?? 0, cases[fault as keyof typeof modelFaults]);
  });
});

describe("fault matrix: the voice", () => {
  const record = ["tts_unavailable"];
  const gaveUp = ["provider/gave-up", ...record];
  const dumb = { record, hears: ["I am sorry, I have lost my voice.", "Goodbye."], isOver: true } as const;
  const cases: Readonly<Record<keyof typeof voiceFaults, Case>> = {
    // The breaker prevents the request of the second sentence.
    "refused key": { ...dumb, record: ["provider/auth", ...gaveUp], asked: 2 },
    "no money": { ...dumb, record: gaveUp, asked: 2 },
    "rate limit": { ...dumb, record: gaveUp, asked: 2 },
    "garbage, or a wrong sample rate": { ...dumb, record: gaveUp, asked: 3 },
    // Two sentences, twice each.
    "hangs before its first sound": { ...dumb, asked: 5 },
    empty: { ...dumb, asked: 5 },
    "hangs in mid-sentence": { record, asked: 3, hears: answered },
    "cut in mid-sentence": { record: gaveUp, asked: 3, hears: answered },
    "slow drip": { record: [], asked: 3, hears: answered },
    endless: { record: [], asked: 3, hears: answered.slice(0, 1) },
  };
  test.each(Object.entries(voiceFaults))("fault matrix: a voice: %s", async (fault, script) => {
    let tts: RequestCount<Tts> | undefined;
    const outcome = await outcomeOf({ tts: (clock) => (tts = voiceOf(clock, script)) });
    check(outcome, tts?.asked ?? 0, cases[fault as keyof typeof voiceFaults]);
  });
});

describe("fault matrix: the recogniser", () => {
  const record = ["provider/gave-up", "stt_unavailable"];
  const deaf = {
    record,
    hears: ["I am sorry, I cannot hear you any more.", "Goodbye."],
    isOver: true,
  } as const;
  const cases: Readonly<Record<keyof typeof earFaults, Case>> = {
    "refused key": { ...deaf, record: ["provider/auth", ...record], asked: 1 },
    "no money": { ...deaf, asked: 1 },
    "rate limit": { ...deaf, asked: 1 },
    "hangs at its opening": { ...deaf, asked: 1 },
    "cut in mid-turn": { ...deaf, record: ["provider/retried", ...record], asked: 3 },
    "garbage, or a wrong sample rate": { ...deaf, asked: 1 },
    "no money in mid-turn": { ...deaf, asked: 1 },
    "hangs before its last words": { record: ["provider/late"], asked: 1, hears: answered },
    "hangs without a word": {
      record: ["provider/late"],
      asked: 1,
      hears: ["Sorry, I did not understand that.", "Could you say it again?"],
    },
    "slow drip": { record: [], asked: 1, hears: answered },
    endless: { record: ["provider/late"], asked: 1, hears: answered },
  };
  test.each(Object.entries(earFaults))("fault matrix: a recogniser: %s", async (fault, script) => {
    let stt: RequestCount<Stt> | undefined;
    const outcome = await outcomeOf({ stt: (clock) => (stt = earsOf(clock, script)) });
    check(outcome, stt?.asked ?? 0, cases[fault as keyof typeof earFaults]);
  });
});
