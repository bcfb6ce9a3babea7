// Utterances as tokens, and which of them a lexicon explains. What matchers share; no type's own knowledge.

/** Words that carry no answer: they neither help nor harm. */
const fillers = new Set(
  (
    "um uh er erm hmm hm well so please thanks thank you okay ok i i'd i'll i'm would like want need to the a an " +
    "it's is it let's me my can could will give tell about for on at of with just maybe some say do have am be"
  ).split(" "),
);

/** Words that may precede an answer of any type but yes or no: "no, Saturday". */
const markers = new Set(["no", "yes", "yeah", "actually", "sorry", "rather"]);

/** Spellings of typists without an apostrophe key, and of recognisers with a mind of their own. */
const respelt = new Map([
  ["dont", "don't"],
  ["thats", "that's"],
  ["isnt", "isn't"],
  ["cant", "can't"],
  ["goodby", "goodbye"],
  ["alright", "all right"],
]);

/** Lower-case words and numerals, without punctuation. */
export function tokenise(text: string): readonly string[] {
  const plain = text.normalize("NFKC").toLowerCase().replaceAll("’", "'");
  const found = plain.match(/[\p{L}\p{N}']+/gu) ?? [];
  return found
    .map((word) => word.replaceAll(/^'+|'+$/g, ""))
    .filter((word) => word !== "")
    .flatMap((word) => (respelt.get(word) ?? word).split(" "));
}

export const isMarker = (token: string): boolean => markers.has(token);

/** Whether a token may stand beside an answer without being explained by it. */
export const isIdle = (token: string): boolean => fillers.has(token) || markers.has(token);

export interface Entry<T> {
  readonly words: readonly string[];
  readonly value: T;
}

export interface Span<T> {
  readonly start: number;
  readonly end: number;
  readonly value: T;
}

/** Where phrases of the lexicon occur, from left to right, the longest first. */
export function findSpans<T>(tokens: readonly string[], lexicon: readonly Entry<T>[]): readonly Span<T>[] {
  const spans: Span<T>[] = [];
  for (let start = 0; start < tokens.length;) {
    const here = longestAt(tokens, start, lexicon);
    if (here === undefined) {
      start++;
      continue;
    }
    const end = start + here.words.length;
    spans.push({ start, end, value: here.value });
    start = end;
  }
  return spans;
}

function longestAt<T>(tokens: readonly string[], start: number, lexicon: readonly Entry<T>[]) {
  let longest: Entry<T> | undefined;
  for (const entry of lexicon) {
    if (entry.words.length <= (longest?.words.length ?? 0)) continue;
    if (entry.words.every((word, index) => tokens[start + index] === word)) longest = entry;
  }
  return longest;
}

/** The share of the words that matter which the spans explain; 0 when they explain nothing. */
export function coverage(
  tokens: readonly string[],
  spans: readonly { readonly start: number; readonly end: number }[],
  idle: (token: string) => boolean = isIdle,
): number {
  const explained = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const open = tokens.filter(
    (token, index) => !idle(token) && !spans.some(({ start, end }) => index >= start && index < end),
  );
  return explained === 0 ? 0 : explained / (explained + open.length);
}

/** What a matcher makes of an utterance. */
export interface Understood<T> {
  readonly value: T;
  /** 1: every word that matters was explained. */
  readonly coverage: number;
}
