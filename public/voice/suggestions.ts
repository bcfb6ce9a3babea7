// Suggestions: picks the phrases worth showing from what the agent expects, and folds the rest away.

import type { Expectations } from "./call-state.ts";

export interface Suggestions {
  /** The agent's latest offers, else the first expected answers. */
  readonly main: readonly string[];
  /** Phrases that are useful at any question. */
  readonly always: readonly string[];
  /** The other phrases, without variants of one that is shown. */
  readonly more: readonly string[];
  /** Number of expected digits, such as "4 to 6 digits". */
  readonly digits: string | undefined;
}

const mainMax = 8;
/** Phrases that are useful at any question, always offered. */
const alwaysOffered = ["repeat", "help", "goodbye"];

/** Undefined if the caller can say anything. `agentSaid` is the agent's last text, which contains the open question. */
export function suggestionsOf(expected: Expectations, agentSaid: string): Suggestions | undefined {
  if (expected === null) return undefined;
  const phrases = expected.flatMap((one) => (one.type === "phrases" ? one.phrases : []));
  const lengths = expected.flatMap((one) => (one.type === "digits" ? one.lengths : []));
  // Answers to the question come first, then phrases for any question, then other requests.
  const helpAt = phrases.findIndex((phrase) => alwaysOffered.includes(phrase));
  const answers = helpAt < 0 ? phrases : phrases.slice(0, helpAt);
  const yesOrNo = answers.includes("yes") && answers.includes("no") ? ["yes", "no"] : [];
  const offered = [...new Set([...withoutCounting(outermost(mentioned(answers, agentSaid))), ...yesOrNo])];
  const short = shortest(phrases).filter((phrase) => !alwaysOffered.includes(phrase));
  const others = short.filter((phrase) => !offered.some((one) => contains(one, phrase)));
  // Next to only one or two offers, other possible answers are shown too.
  const room = offered.length >= 3 || yesOrNo.length > 0 ? 0 : mainMax - offered.length;
  const main = [...offered, ...others.filter((phrase) => answers.includes(phrase)).slice(0, room)].slice(
    0,
    mainMax,
  );
  const always = alwaysOffered.filter((one) => phrases.includes(one) && !main.includes(one));
  const more = others.filter((phrase) => !main.includes(phrase));
  return { main, always, more, digits: digitsInWords(lengths) };
}

/** The phrases that occur in a text, in the order of the text. */
function mentioned(phrases: readonly string[], text: string): readonly string[] {
  const textWords = words(text);
  return phrases
    .map((phrase) => ({ phrase, at: textWords.indexOf(words(phrase)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ phrase }) => phrase);
}

const counting = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Drops bare numbers beside other offers: "twenty one" is a part of a time, and hardly an answer. */
function withoutCounting(phrases: readonly string[]): readonly string[] {
  const named = phrases.filter((phrase) => !counting.includes(phrase));
  return named.length > 0 ? named : phrases;
}

/** Drops phrases that are part of another one: "table" beside "book a table". */
function outermost(phrases: readonly string[]): readonly string[] {
  return phrases.filter((phrase) => !phrases.some((other) => other !== phrase && contains(other, phrase)));
}

/** Drops phrases that contain another one: "what time is it" beside "time". */
function shortest(phrases: readonly string[]): readonly string[] {
  return phrases.filter((phrase) => !phrases.some((other) => other !== phrase && contains(phrase, other)));
}

function contains(phrase: string, part: string): boolean {
  return words(phrase).includes(words(part));
}

/** Text with a space around each word, so that "art" is not found in "start". */
function words(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, " ")
    .trim()} `;
}

function digitsInWords(lengths: readonly number[]): string | undefined {
  const [first] = lengths;
  if (first === undefined) return undefined;
  const last = Math.max(...lengths);
  const least = Math.min(...lengths);
  const count = least === last ? `${last}` : `${least} to ${last}`;
  return `${count} ${last === 1 ? "digit" : "digits"}`;
}

/** Phrase with a capital, as the text of a button. */
export function capitalised(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}
