// Gate of rates: people's words are understood at least as well as recorded. `bun run bench phrases` lists the changed
// phrases, and records better rates.

import { expect, test } from "bun:test";
import { readPhrases } from "./corpus.ts";
import { effectOf, heardAs, type Outcome, outcomeOf } from "./judge.ts";
import { isSampled, ratesOf, recordedRates, sampled, sizeOf, worseThan } from "./rates.ts";

const phrases = await readPhrases();
const kept = await recordedRates();
const isLong = process.env["LONG"] !== undefined;

test("rates: no language is understood worse than recorded", () => {
  const tried = isLong ? phrases : phrases.filter(isSampled);
  const judged = tried.map((phrase) => {
    const outcome = outcomeOf(effectOf(heardAs(phrase)), phrase);
    return { phrase, outcome };
  });
  const rates = ratesOf(judged);
  expect(worseThan(isLong ? rates : sampled(rates), kept, isLong)).toEqual([]);
}, 240_000);

test("rates: a phrase that is stored wrongly lowers them, and so does one that is read back instead of taken", () => {
  const rates = (outcome: Outcome) =>
    ratesOf(phrases.map((phrase, at) => ({ phrase, outcome: at % 100 === 0 ? outcome : "right" })));
  const all = rates("right");
  expect(worseThan(rates("wrong"), all).join("; ")).toContain("silently wrong");
  expect(worseThan(rates("readBack"), all).join("; ")).toContain("right at once");
  expect(worseThan(all, rates("wrong"))).toEqual([]);
});

test("rates: the corpus keeps its size", () => {
  const sizes = Object.values(kept).map(({ answers, others }) => sizeOf(answers) + sizeOf(others));
  const languages = Object.keys(kept).filter((name) => !name.includes(" ")).length;
  const all = sizes.slice(0, languages).reduce((sum, size) => sum + size, 0);
  expect(phrases.length).toBeGreaterThanOrEqual(all);
});
