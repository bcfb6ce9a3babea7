// Grammar builder: turns an Expectation into a grammar for the recogniser (JSGF) and into the rule that says whether
// recognised words are all of a phrase. Next to what is expected stands garbage, which is any sequence of sounds and
// catches everything else that people say.

import type { Expectation, Sayable } from "../flow/engine/expectation.ts";
import { follow, pronounceable, treeSize, wholeOf } from "./grammar-tree.ts";

/** The sounds of American English, in the recogniser's notation. */
const phones =
  "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split(
    " ",
  );

const garbagePrefix = "zz";
const garbageWord = (phone: string): string => garbagePrefix + phone.toLowerCase();
/** Never said. It takes up the probability that the sounds must not have: weights are normalised by the recogniser. */
const deadWord = `${garbagePrefix}dead`;

/** The words of the garbage branch with their pronunciations, for the recogniser's dictionary. */
export const garbageWords: readonly (readonly [word: string, pronunciation: string])[] = [
  ...phones.map((phone) => [garbageWord(phone), phone] as const),
  [deadWord, "ZH OY ZH OY ZH OY ZH OY ZH OY ZH OY"],
];

export const isGarbage = (text: string): boolean =>
  text.split(" ").some((word) => word.startsWith(garbagePrefix));

/** Any sequence of sounds, for comparing: what was said never fits it worse than words. */
export const anySounds = [
  "#JSGF V1.0;",
  "grammar sounds;",
  "public <any> = <sound>+;",
  `<sound> = ${phones.map(garbageWord).join(" | ")};`,
].join("\n");

/** How likely garbage is at all, and what each of its sounds costs: tuned on recorded people and on our voices. */
const garbageEnter = 1e-10;
const garbageSound = 1e-5;
/** How likely something longer than a short answer is, beside short ones. */
const sentenceEnter = 1e-2;
/** How readily another digit is heard while more may come. */
export const anotherDigit = 1e-10;

export const digitWords = "zero oh one two three four five six seven eight nine".split(" ");
const isDigitWord = (word: string | undefined): boolean => word !== undefined && digitWords.includes(word);

/** The words of all phrases together: so many load in some 50 ms. What is beyond is left out and reported. */
const wordsMax = 1_000;
const wordsPerPhraseMax = 30;
const digitsMax = 20;
/** The dictionary's words that a grammar can hold; no mark of the notation is among them. */
const wordPattern = /^[a-z][a-z']*(\.[a-z']*)*$/;

export interface Grammar {
  /** All that may be said, as JSGF. Undefined when nothing can be recognised. */
  readonly whole: string | undefined;
  /** Words that no pronunciation is known for; the phrases that hold them are left out. */
  readonly unknown: readonly string[];
  /** How many phrases were left out because the expectation is too large. */
  readonly dropped: number;
  /** Whether these words are all of a phrase. */
  readonly fits: (text: string) => boolean;
  /** Whether something longer that is expected begins with these words. */
  readonly grows: (text: string) => boolean;
}

/** The words of a phrase as the recogniser knows them: lower case, no punctuation around them. */
export function wordsOf(phrase: string): string[] {
  return phrase
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[^a-z0-9'.]+/g, " ")
    .split(" ")
    .map((word) => word.replace(/^[.']+/, "").replace(/(?<!\b[a-z])\.+$|'+$/, ""))
    .filter((word) => word !== "");
}

/** How a word is said, undefined for a word that the dictionary lacks. */
export type Pronounce = (word: string) => string | undefined;

export function grammarOf(expectation: Expectation, pronounce: Pronounce): Grammar {
  const unknown = new Set<string>();
  const phrases = new Map<string, readonly string[]>();
  /** What sounds the same ("goodbye", "good bye") is written as it was first. */
  const sounds = new Set<string>();
  let held = 0;
  let dropped = 0;
  const all = expectation.anyOf.flatMap((one) => (one.type === "phrases" ? one.phrases : []));
  for (const phrase of all) {
    const words = wordsOf(phrase);
    const strange = words.filter((word) => !wordPattern.test(word) || pronounce(word) === undefined);
    for (const word of strange) unknown.add(word);
    if (strange.length > 0 || words.length === 0) continue;
    const sound = words.map(pronounce).join(" ");
    if (sounds.has(sound)) continue;
    sounds.add(sound);
    if (held + words.length > wordsMax || words.length > wordsPerPhraseMax) {
      dropped += 1;
    } else {
      held += words.length;
      phrases.set(words.join(" "), words);
    }
  }
  const digits = expectation.anyOf.flatMap((one) => (one.type === "digits" ? one.lengths : []));
  const lengths = new Set(digits.filter(isDigitLength));
  const sorted = [...lengths].sort((a, b) => a - b);
  const longest = sorted.at(-1) ?? 0;
  const beginnings = new Set<string>();
  for (const words of phrases.values()) {
    for (let n = 1; n < words.length; n++) beginnings.add(words.slice(0, n).join(" "));
  }
  const digitsIn = (text: string): number | undefined => {
    const words = text.split(" ");
    return words.every(isDigitWord) ? words.length : undefined;
  };
  const trees = expectation.anyOf.flatMap((one): readonly Sayable[] => {
    if (one.type !== "grammar") return [];
    const said = pronounceable(one.said, voicingBy(pronounce, unknown));
    if (said === undefined) return [];
    const size = treeSize(said);
    if (held + size > wordsMax) {
      dropped += 1;
      return [];
    }
    held += size;
    return [said];
  });
  const chains = sorted.length === 0 ? [] : [digitChain(sorted)];
  const short = [...phrases.keys(), ...chains];
  return {
    whole: jsgfOf(short, trees.map(wholeOf)),
    unknown: [...unknown],
    dropped,
    fits: (text) =>
      phrases.has(text) ||
      lengths.has(digitsIn(text) ?? 0) ||
      trees.some((tree) => followed(tree, text).fits),
    grows: (text) =>
      beginnings.has(text) ||
      (digitsIn(text) ?? Infinity) < longest ||
      (text !== "" && trees.some((tree) => followed(tree, text).grows)),
  };
}

const followed = (tree: Sayable, text: string) => follow(tree, text === "" ? [] : text.split(" "));

/** What of a tree the recogniser can hear; words that it lacks are added to `unknown`. */
function voicingBy(pronounce: Pronounce, unknown: Set<string>) {
  return {
    wordsOf: (text: string): readonly string[] | undefined => {
      const words = wordsOf(text);
      const strange = words.filter((word) => !wordPattern.test(word) || pronounce(word) === undefined);
      for (const word of strange) unknown.add(word);
      return strange.length > 0 || words.length === 0 ? undefined : words;
    },
    sound: (words: readonly string[]): string => words.map((word) => pronounce(word)).join(" "),
  };
}

function isDigitLength(length: number): boolean {
  return Number.isInteger(length) && length >= 1 && length <= digitsMax;
}

/** `sentences`: what is longer than a phrase, and so fits nearly anything that is said a little. */
function jsgfOf(short: readonly string[], sentences: readonly string[]): string | undefined {
  if (short.length + sentences.length === 0) return undefined;
  const sounds = phones.map((phone) => `/${garbageSound / phones.length}/ ${garbageWord(phone)}`);
  const expected = [
    ...(short.length === 0 ? [] : ["/1/ <short>"]),
    ...(sentences.length === 0 ? [] : [`/${short.length === 0 ? 1 : sentenceEnter}/ <sentence>`]),
  ];
  return [
    "#JSGF V1.0;",
    "grammar expected;",
    `public <turn> = ${expected.join(" | ")} | /${garbageEnter}/ <sound>+;`,
    ...(short.length === 0 ? [] : [`<short> = ${short.join(" | ")};`]),
    ...(sentences.length === 0 ? [] : [`<sentence> = ${sentences.join(" | ")};`]),
    `<digit> = ${digitWords.join(" | ")};`,
    `<sound> = ${sounds.join(" | ")} | /${1 - garbageSound}/ ${deadWord};`,
  ].join("\n");
}

/** One chain with optional ends instead of a chain for each length: the recogniser's work grows with the words. */
function digitChain(lengths: readonly number[]): string {
  let chain = "";
  for (let i = lengths.length - 1; i >= 0; i--) {
    const more = (lengths[i] ?? 0) - (lengths[i - 1] ?? 0);
    const digits = Array<string>(more).fill("<digit>").join(" ");
    chain = chain === "" ? digits : `${digits} [ ${chain} ]`;
  }
  return chain;
}
