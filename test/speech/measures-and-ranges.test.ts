// Durations, amounts, stays and hours of a day as people say them, heard from the built-in voices: most are understood, and
// hardly one is taken for another.

import { expect, test } from "bun:test";
import { expectationOf } from "../../src/flow/engine/guide/expectation-of.ts";
import { understand } from "../../src/flow/engine/understand/understand.ts";
import type {
  AskedVariable,
  ListeningPoint,
  Understood,
} from "../../src/flow/engine/understand/understanding.ts";
import { english } from "../../src/flow/locale/en/pack.ts";
import { grammarOf } from "../../src/speech/grammar.ts";
import { Recogniser } from "../../src/speech/recogniser.ts";
import { joined, synthetic } from "../support/callers/callers.ts";
import { listened } from "../support/callers/listened.ts";

const timeoutMs = 60_000;
const voices = process.env.LONG === "1" ? (["rms", "slt"] as const) : (["rms"] as const);
const recogniser = await Recogniser.open();

const hearing = (asked: Omit<AskedVariable, "name" | "synonyms">): ListeningPoint => ({
  pack: english,
  moment: { date: "2026-11-20", time: "12:00" },
  asked: { ...asked, name: "v", synonyms: [] },
  open: [],
  correctable: [],
  handlers: [...english.handlers].map(([name, phrases]) => ({ name, phrases, proposable: false })),
  confidence: 1,
});

const valueOf = (understood: Understood): unknown =>
  understood.type === "answer" ? understood.values[0]?.value : undefined;

/** Of ten each; what may be missed is what two voices mumble: "just one night", "a fortnight". */
test.each([
  [
    "a duration",
    hearing({
      wanted: { kind: "duration", unit: "minutes", integer: true, min: 5, max: 480 },
      question: "How long will it take?",
    }),
    "two hours, half an hour, forty five minutes, an hour and a half, ten minutes, a quarter of an hour, ninety minutes, one hour and fifteen minutes, three hours please, about twenty minutes",
    8,
  ],
  [
    "nights",
    hearing({
      wanted: { kind: "duration", unit: "nights", integer: true, min: 1, max: 30 },
      question: "For how many nights?",
    }),
    "two nights, three, a week, for five nights, two weeks, one night please, a fortnight, ten nights, just one night, four nights",
    7,
  ],
  [
    "an amount",
    hearing({
      wanted: { kind: "amount", unit: "kg", integer: false, min: 0, max: 50 },
      question: "How heavy is it?",
    }),
    "two kilos, half a kilo, ten kilos, five point five kilos, one and a half kilos, twelve kilograms, a kilo, seven hundred grams, about three kilos, eleven kilos",
    9,
  ],
  [
    "a stay",
    hearing({
      wanted: { kind: "date_range", min: "2026-11-20", max: "2027-09-16", unit: "nights" },
      question: "When would you like to stay?",
    }),
    "from monday to thursday, tomorrow for two nights, from friday until sunday, from the third of december to the fifth, between monday and friday, friday to monday, from monday for three nights, from the tenth to the twelfth of december, monday until wednesday please, from tomorrow until sunday",
    9,
  ],
  [
    "hours of a day",
    hearing({
      wanted: { kind: "time_range", min: "07:00", max: "20:00" },
      question: "From when until when?",
    }),
    "from nine to eleven, between two and four, from ten until noon, nine to five, from half past nine to eleven, two p.m. to four p.m., from three for two hours, between eight and ten in the morning, from nine o'clock until twelve o'clock, from eight thirty to nine thirty",
    9,
  ],
] as const)(
  "measures and ranges: %s is understood",
  async (_what, here, sentences, rightMin) => {
    const expectation = expectationOf(here, { endSilenceMs: 700, accepts: "both", hints: [] });
    const grammar = grammarOf(expectation, recogniser.pronounce);
    expect(grammar.dropped).toBe(0);
    for (const voice of voices) {
      const missed: string[] = [];
      for (const sentence of sentences.split(", ")) {
        const typed = valueOf(understand(sentence, here));
        expect(typed, sentence).toBeDefined();
        const text = listened(recogniser, joined(300, await synthetic(voice, sentence), 600), grammar);
        if (valueOf(understand(text, here)) !== typed) missed.push(`${sentence} → ${text}`);
      }
      expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(10 - rightMin);
    }
  },
  timeoutMs,
);
