// Suggestions: picks the phrases worth showing from what the agent expects, and folds the rest away.

import type { Expectations } from "./call-state.ts";

export interface Suggestions {
  /** What the agent has just offered, or else what it listens for first. */
  readonly main: readonly string[];
  /** What helps at any question. */
  readonly always: readonly string[];
  /** The other phrases, without variants of one that is shown. */
  readonly more: readonly string[];
  /** A sentence about digits. */
  readonly digits: string | undefined;
}

const mainMax = 8;
/** What a person would want to find first among the rest. */
const alwaysOffered = ["repeat", "help", "goodbye"];

/** Undefined: anything can be said. `agentSaid` is the question that is open. */
export function suggestionsOf(expected: Expectations, agentSaid: string): Suggestions | undefined {
  if (expected === null) return undefined;
  const phrases = expected.flatMap((one) => (one.type === "phrases" ? one.phrases : []));
  const lengths = expected.flatMap((one) => (one.type === "digits" ? one.lengths : []));
  // Answers to the question come first, then what helps at any question, and what can be asked besides.
  const helpAt = phrases.findIndex((phrase) => alwaysOffered.includes(phrase));
  const answers = helpAt < 0 ? phrases : phrases.slice(0, helpAt);
  const yesOrNo = answers.includes("yes") && answers.includes("no") ? ["yes", "no"] : [];
  const offered = [...new Set([...withoutCounting(outermost(mentioned(answers, agentSaid))), ...yesOrNo])];
  const short = shortest(phrases).filter((phrase) => !alwaysOffered.includes(phrase));
  const others = short.filter((phrase) => !offered.some((one) => contains(one, phrase)));
  // With an offer or two on the table a person still needs to know what else is an answer.
  const room = offered.length >= 3 || yesOrNo.length > 0 ? 0 : mainMax - offered.length;
  const main = [...offered, ...others.filter((phrase) => answers.includes(phrase)).slice(0, room)].slice(
    0,
    mainMax,
  );
  const always = alwaysOffered.filter((one) => phrases.includes(one) && !main.includes(one));
  const more = others.filter((phrase) => !main.includes(phrase));
  return { main, always, more, digits: digitsInWords(lengths) };
}

/** In the order in which they were said. */
function mentioned(phrases: readonly string[], text: string): readonly string[] {
  const said = words(text);
  return phrases
    .map((phrase) => ({ phrase, at: said.indexOf(words(phrase)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ phrase }) => phrase);
}

const counting = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Without bare numbers beside other offers: "twenty one" is what the clock says, and no way to answer. */
function withoutCounting(phrases: readonly string[]): readonly string[] {
  const named = phrases.filter((phrase) => !counting.includes(phrase));
  return named.length > 0 ? named : phrases;
}

/** Without those that are part of another one: "book a table", not "table". */
function outermost(phrases: readonly string[]): readonly string[] {
  return phrases.filter((phrase) => !phrases.some((other) => other !== phrase && contains(other, phrase)));
}

/** Without those that contain another one: "time", not "what time is it". */
function shortest(phrases: readonly string[]): readonly string[] {
  return phrases.filter((phrase) => !phrases.some((other) => other !== phrase && contains(phrase, other)));
}

function contains(phrase: string, part: string): boolean {
  return words(phrase).includes(words(part));
}

/** With a space around each word, so that "art" is not found in "start". */
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

/** As it stands on a button. */
export function capitalised(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}
