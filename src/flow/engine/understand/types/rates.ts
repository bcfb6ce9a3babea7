// Rates: words that say what a value is of each: "eight hours a day", "two per table". The value alone may mean less.

import { longestAt } from "../lexicon.ts";
import { numbersAt } from "../spoken-numbers.ts";
import { type Utterance, utteranceOf } from "../tokenised-utterance.ts";
import type { AskedVariable } from "../understanding.ts";

/** Words of a noun that may stand between a value and its rate: "five people a day". */
const nounWordsMax = 2;

/** Where the rate ends that begins at a token. */
function rateAt({ compiled, keys, pack }: Utterance, at: number): number | undefined {
  if (pack.numbers.per.has(keys[at] ?? "") && keys[at + 1] !== undefined) return at + 2;
  return longestAt(compiled.rates, keys, at)?.to;
}

/** "Eight hours a day" has no day, nor have "two pills a day": it stands behind a number or what is counted. */
export function isRate(utterance: Utterance, at: number): boolean {
  const isBehind = [at - 1, at - 2].some((before) => numbersAt(utterance, before).length > 0);
  return isBehind && rateAt(utterance, at) !== undefined;
}

/**
 * Whether a value that ends at `to` is one of each day, head and so on, of which the question said nothing. `explained`:
 * the words that any value takes, of which none is a rate.
 */
export function isOfEach(
  utterance: Utterance,
  to: number,
  { variable, explained }: { readonly variable: AskedVariable; readonly explained: readonly boolean[] },
): boolean {
  const { keys, pack } = utterance;
  const { question = "", name, synonyms, wanted } = variable;
  for (let at = to; at <= to + nounWordsMax; at++) {
    const end = rateAt(utterance, at);
    if (end === undefined || explained[end - 1] === true) continue;
    const unit = keys[end - 1] ?? "";
    const asking = [question, name.replaceAll("_", " "), ...synonyms].join(" ");
    // What is paid again and again is one sum: "fifty pounds a month".
    const isPaid = wanted.kind === "money" && pack.numbers.instalments.has(unit);
    return !isPaid && !utteranceOf(asking, pack).keys.includes(unit);
  }
  return false;
}
