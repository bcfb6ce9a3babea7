// Guided recognition: every sentence of a grammar is understood at the listening point that the grammar was made for.

import { describe, expect, test } from "bun:test";
import type { Expectation, Sayable } from "../../../../src/flow/engine/expectation.ts";
import { expectationOf } from "../../../../src/flow/engine/guide/expectation-of.ts";
import { german } from "../../../../src/flow/locale/de/pack.ts";
import { english } from "../../../../src/flow/locale/en/pack.ts";
import type { HeardList, ListeningPoint } from "../../../../src/flow/engine/understand/understanding.ts";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import { follow } from "../../../support/follow-sayable.ts";
import { random, seedOf } from "../../../support/random.ts";
import { sentenceByChance } from "../../../../src/sim/sentence-by-chance.ts";
import { asked, guests, places, point } from "./places.ts";

const seed = seedOf(20_261_121);
const sentences = process.env.LONG === "1" ? 600 : 150;

const listening = { endSilenceMs: 700, accepts: "both", hints: [] } as const;

/** Sentences of an expectation, if it has any. */
function saidIn({ anyOf }: Expectation): Sayable | undefined {
  const [only, ...others] = anyOf.filter((each) => each.type === "grammar");
  if (others.length > 0) throw new Error("one grammar is expected");
  return only?.said;
}

const phrasesIn = ({ anyOf }: Expectation): readonly string[] =>
  anyOf.flatMap((each) => (each.type === "phrases" ? each.phrases : []));

const number = "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const higher = "(?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty)";
const month = "(?:january|february|march|april|may|june|july|august|september|october|november|december)";

/**
 * Phrases without a single meaning, however they are heard: "a couple" (two, or a few), "the fifth one", "Monday nine
 * people" (Monday the ninth), "four half past", "one quarter to eight", "eight eighteen o'clock", "seven before
 * sixteen", "next Sunday" and "the first Sunday" as a correction (which of the two?); and days that no month has, that
 * are over or that have another weekday, and hours beyond a day.
 */
const ambiguous = [
  /\bcouple\b/,
  /(?:st|nd|rd|th|no|that) one\b/,
  new RegExp(`day (?:the )?${number}\\b`),
  /next \w+day\b/,
  /(?:february|april|june|september|november) (?:the )?(?:thirty first|thirtieth)/,
  /(?:thirty first|thirtieth) (?:of )?(?:february|april|june|september|november)/,
  new RegExp(`day (?:the )?\\w+ (?:\\w+ )?(?:of )?${month}`),
  new RegExp(`in ${higher}(?: ${number})? hours?`),
  /day (?:the )?(?:\w+ )?\w+(?:st|nd|rd|th)\b/,
  /(?:first|second|third|fourth|fifth) \w+day\b(?! (?:of|in) )/,
  /fifth \w+day\b/,
  /\bone quarter\b/,
  /(?:of|in)? ?(?:this|the) month/,
  /(?:thirtieth|thirty first) (?:of )?next month/,
  // A smaller number is possible, so the agent reads the value back.
  /\bup to\b/,
  // The list already has this entry, so the agent reads the larger number back.
  /\bteas?\b/,
  /\b(cola|water)s?\b.* \1s?\b/,
  /\bone (?:people|guests)\b/,
  /\bthe thirty first (?:and|to|until) (?:the )?\w*(?: of)? ?november/,
  new RegExp(`make it ${number}\\b`),
];
const ambiguousTogether = new RegExp(
  `\\b(?:${number}|${higher}) (?:oh |minutes? |o'clock |before |after |half |to )?(?:${number}|${higher}|past|noon|midnight|this|tonight)\\b`,
);

const ambiguousMonth = new RegExp(`\\b(?:${number}|${higher}) ${month}`);

/** Correcting an answer to its own value changes nothing. */
const repeated = /\b(?:four|fourth|saturday|twenty first|tomorrow)\b/;

const isAmbiguous = (sentence: string, { open, correctable }: ListeningPoint): boolean =>
  (correctable.length > 0 && repeated.test(sentence)) ||
  ambiguous.some((each) => each.test(sentence)) ||
  (open.length > 0 && (ambiguousTogether.test(sentence) || ambiguousMonth.test(sentence)));

describe("every expected sentence is understood", () => {
  for (const [name, part] of Object.entries(places)) {
    test(name, () => {
      const here = point(part);
      const expectation = expectationOf(here, listening);
      const lost: string[] = [];
      const tryOut = (sentence: string): void => {
        const understood = understand(sentence, here);
        // Several readings and values out of range are understood too; other outcomes state how many of the words they
        // explain.
        const isWhole =
          "confidence" in understood ? understood.confidence === 1 : understood.type !== "unclear";
        // "Nine to eleven" may mean the night, so the agent reads it back. An end before its beginning is no range.
        const isRange =
          (here.asked?.wanted.kind === "time_range" || here.asked?.wanted.kind === "date_range") &&
          ("isDoubtful" in understood || understood.type === "unclear");
        if (!isWhole && !isRange && !isAmbiguous(sentence, here))
          lost.push(`${sentence} → ${JSON.stringify(understood)}`);
      };
      for (const phrase of phrasesIn(expectation)) tryOut(phrase);
      const said = saidIn(expectation);
      const from = random(seed);
      for (let n = 0; said !== undefined && n < sentences; n++) {
        const sentence = sentenceByChance(said, from);
        tryOut(sentence);
        const words = sentence.split(" ");
        if (!follow(said, words).fits) lost.push(`${sentence} does not fit its own grammar`);
        if (words.length > 1 && !follow(said, words.slice(0, -1)).grows && !isEnd(said, words.slice(0, -1))) {
          lost.push(`${sentence} is not waited for to its end`);
        }
      }
      expect(lost, `SEED=${seed}`).toEqual([]);
    });
  }
});

/** Whether the sentence may end here: the possible rest changes nothing. */
const isEnd = (said: Sayable, words: readonly string[]): boolean => follow(said, words).fits;

function fits(part: Partial<ListeningPoint>, sentence: string): boolean {
  const expectation = expectationOf(point(part), listening);
  const said = saidIn(expectation);
  return (
    phrasesIn(expectation).includes(sentence) ||
    (said !== undefined && follow(said, sentence.split(" ")).fits)
  );
}

describe("common phrases are expected", () => {
  test.each([
    ["yes or no", ["yes", "no", "yes please", "no thanks", "that's right", "of course"]],
    [
      "a small number",
      ["four", "four people", "a party of six", "we are five", "just me", "two please", "twelve guests"],
    ],
    ["a count by its question", ["four people", "for six people please", "we are five people", "six"]],
    [
      "a large number",
      ["zero", "forty two", "two hundred and five", "nine thousand nine hundred ninety nine"],
    ],
    ["a decimal", ["minus three", "two point five"]],
    ["an amount", ["fifty euros", "twelve euros and fifty cents", "twelve euros fifty", "ninety nine cents"]],
    [
      "a day",
      [
        "tomorrow",
        "on friday",
        "next monday",
        "november twenty first",
        "the third of december",
        "in two weeks",
      ],
    ],
    ["a birthday", ["march the fifth nineteen eighty four", "the tenth of june two thousand and one"]],
    [
      "a time",
      [
        "half past seven",
        "at eight",
        "seven oh five",
        "seven thirty p.m.",
        "a quarter to nine",
        "nine o'clock",
        "noon",
      ],
    ],
    ["four digits", ["one two three four", "oh seven zero nine", "my code is one two three four"]],
    ["a code", ["alpha bravo one two three four", "b c nine nine x nine"]],
    ["a phone in America", ["two one two five five five zero one three four"]],
    [
      "a phone in France",
      [
        "zero one four zero one two three four five six",
        "plus three three one four zero one two three four five six",
      ],
    ],
    [
      "a menu",
      ["sales", "billing please", "i would like support", "opening hours", "the second one", "number three"],
    ],
    [
      "a list that grows",
      ["and a cola", "one water and two cola", "two waters and three colas", "that's all", "nothing else"],
    ],
    ["what data offers", ["tuesday at nine thirty a.m.", "doctor smith", "the last one"]],
    ["a booking", ["four people tomorrow at half past seven", "tomorrow at eight for six people", "six"]],
    ["a confirmation", ["yes", "no six", "no tomorrow", "yes at eight"]],
    ["corrections", ["no make it five people", "sorry the day is wrong", "actually tomorrow"]],
    ["commands only", ["help", "operator", "goodbye", "say that again", "hold on"]],
  ] satisfies readonly (readonly [string, readonly string[]])[])("%s", (name, said) => {
    expect(said.filter((sentence) => !fits(places[name] ?? {}, sentence))).toEqual([]);
  });

  test("numbers beyond the range are not expected", () => {
    for (const [name, said] of [
      ["a small number", ["thirteen", "twenty", "zero", "thirteen people"]],
      ["an odd range", ["sixteen", "three hundred forty three", "four hundred"]],
      ["a large number", ["ten thousand"]],
    ] as const) {
      expect(said.filter((sentence) => fits(places[name] ?? {}, sentence))).toEqual([]);
    }
  });
});

test("free speech has no grammar, and no phrases but the commands", () => {
  for (const kind of ["name", "email", "text"] as const) {
    const part = { asked: asked({ kind }) };
    expect(saidIn(expectationOf(point(part), listening))).toBeUndefined();
    expect([fits(part, "help"), fits(part, "ada")]).toEqual([true, false]);
    expect(expectationOf(point(part), listening).free).toBe(true);
  }
  expect(expectationOf(point({ asked: asked({ kind: "date" }) }), listening).free).toBeUndefined();
  const hinted = expectationOf(point({ asked: asked({ kind: "name" }) }), { ...listening, hints: ["Ada"] });
  expect(phrasesIn(hinted)).toContain("ada");
  expect(hinted.free).toBeUndefined();
});

test("nothing is expected where the flow does not listen", () => {
  expect(expectationOf(undefined, listening).anyOf).toEqual([]);
  expect(expectationOf(point({}), { ...listening, accepts: "dtmf" }).anyOf).toEqual([]);
});

test("a language without grammar still brings its words as hints", () => {
  const choice = asked({
    kind: "choice",
    fromData: false,
    options: [{ id: "a", label: "Verkauf", synonyms: ["kaufen"] }],
  });
  const { anyOf } = expectationOf(point({ pack: german, asked: choice, handlers: [] }), {
    ...listening,
    hints: ["Preis"],
  });
  expect(anyOf).toEqual([{ type: "phrases", phrases: ["Verkauf", "kaufen", "Preis"] }]);
});

test("examples are few and sayable", () => {
  for (const part of Object.values(places)) {
    const { examples = [] } = expectationOf(point(part), listening);
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.length).toBeLessThanOrEqual(12);
    for (const example of examples) {
      expect(understand(example, point(part)).type, example).not.toBe("unclear");
    }
  }
});

describe("guide: an expectation is made once for a question", () => {
  const point = (change: Partial<ListeningPoint> = {}): ListeningPoint => ({
    pack: english,
    moment: { date: "2026-11-20", time: "12:00" },
    open: [],
    correctable: [],
    handlers: [],
    confidence: 1,
    asked: asked({ kind: "date" }),
    ...change,
  });
  const listening = { endSilenceMs: 700, accepts: "both", hints: [] } as const;

  test("guide: it serves every caller at any time of the day, after any answers", () => {
    const first = expectationOf(point({ correctable: [{ ...guests, value: 4, echoed: true }] }), listening);
    const later = point({
      moment: { date: "2026-11-20", time: "18:30" },
      confidence: 0.5,
      correctable: [{ ...guests, value: 6, echoed: true }],
    });
    expect(expectationOf(later, listening)).toBe(first);
  });

  test.each([
    ["another day", point({ moment: { date: "2026-11-21", time: "12:00" } }), listening],
    ["another language", point({ pack: german }), listening],
    ["another question", point({ asked: asked({ kind: "time" }) }), listening],
    [
      "another handler",
      point({ handlers: [{ name: "x", phrases: ["stop it"], proposable: false }] }),
      listening,
    ],
    ["more patience", point(), { ...listening, endSilenceMs: 900 }],
    ["other hints", point(), { ...listening, hints: ["soon"] }],
  ])("guide: %s has an expectation of its own", (_, other, how) => {
    const known = expectationOf(point(), listening);
    expect(expectationOf(other, how)).not.toBe(known);
    expect(expectationOf(point(), listening)).toBe(known);
  });

  test("guide: a list that has begun is heard together with its end", () => {
    const list = { ...places["a list that grows"]?.lists?.[0], entries: [] } as HeardList;
    const empty = expectationOf({ ...point(), lists: [list] }, listening);
    const begun = expectationOf({ ...point(), lists: [{ ...list, entries: [{ kind: "tea" }] }] }, listening);
    const isEnd = (each: Expectation): boolean => phrasesIn(each).includes("that's all");
    expect([empty, begun].map(isEnd)).toEqual([false, true]);
  });

  test("guide: the least recently used expectation is dropped", () => {
    const known = expectationOf(point(), listening);
    const lasting = expectationOf(point(), { ...listening, endSilenceMs: 1 });
    for (let ms = 2; ms <= 64; ms++) {
      expectationOf(point(), { ...listening, endSilenceMs: ms });
      expectationOf(point(), { ...listening, endSilenceMs: 1 });
    }
    expect(expectationOf(point(), { ...listening, endSilenceMs: 1 })).toBe(lasting);
    expect(expectationOf(point(), listening)).not.toBe(known);
  });
});
