// Sounded text: a spoken form in the symbols of the voice's networks, cut into utterances that are said in one breath.

import { isVowel } from "./phones.ts";
import { homographPhones } from "./homographs.ts";
import { fullWords, weakWords } from "./little-words.ts";
import { symbolIds, symbolsOf } from "./voice-symbols.ts";
import { type Token, tokensOf, writtenWords } from "./voice-tokens.ts";
import { spelled, type WordSounds } from "./word-sounds.ts";

/** The times of a word are those of its symbols. */
export interface UtteredWord {
  /** The number of the written word. */
  readonly at: number;
  /** First symbol of the word, and the one behind its last. */
  readonly from: number;
  readonly to: number;
}

export interface Utterance {
  readonly symbols: readonly number[];
  readonly words: readonly UtteredWord[];
  /** The sentence ends with a full stop, a question mark or an exclamation mark. */
  readonly isSentence: boolean;
}

/** The networks know styles for so many. */
const symbolsMax = 280;
const clauseEnd = /^[.,;:!?]$/;
/** Number of words on each side that decide a homograph. */
const wordsAround = 6;
const sentenceEnd = /^[.!?]$/;

/** Notation of phones for a voice's networks. */
export interface Alphabet {
  /** Symbols of one word. `isWeak`: a little word that nothing stresses. */
  readonly symbolsOf: (phones: readonly string[], isWeak: boolean) => string;
  readonly ids: ReadonlyMap<string, number>;
}

const ownAlphabet: Alphabet = { symbolsOf, ids: symbolIds };

interface Sound {
  readonly at: number;
  readonly word: string;
  readonly phones: readonly string[];
  readonly isWeak: boolean;
}
type Piece = Sound | { readonly mark: string };

/**
 * Utterances of a text, in order; empty when there is nothing to say. The numbers of words are those of
 * `writtenWords`.
 */
export function utterancesOf(text: string, sounds: WordSounds, alphabet = ownAlphabet): readonly Utterance[] {
  const tokens = tokensOf(writtenWords(text), (word) => sounds.knows(word));
  const pieces = tokens.flatMap((token, index): readonly Piece[] =>
    token.isMark ? [{ mark: token.text }] : soundsAt(tokens, index, sounds),
  );
  const utteranceWriter = new UtteranceWriter(alphabet);
  for (const [index, piece] of pieces.entries()) {
    if ("mark" in piece) utteranceWriter.mark(piece.mark);
    else utteranceWriter.word(beforeNext(piece, pieces[index + 1]));
  }
  return utteranceWriter.finish();
}

/** "The" and "to" sound otherwise before a vowel. */
function beforeNext(sound: Sound, next: Piece | undefined): Sound {
  if (!sound.isWeak || next === undefined || "mark" in next) return sound;
  if (sound.word === "the" && isVowel(next.phones[0])) return { ...sound, phones: ["DH", "IH0"] };
  if (sound.word === "to" && !isVowel(next.phones[0])) return { ...sound, phones: ["T", "AH0"] };
  return sound;
}

const phonesIn = (table: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

function soundsAt(tokens: readonly Token[], index: number, sounds: WordSounds): readonly Sound[] {
  const { text, at, syllables } = tokens[index] ?? { text: "", at: 0 };
  const word = text.toLowerCase();
  const of = (parts: readonly (readonly string[])[], isWeak = false): readonly Sound[] =>
    parts.filter((phones) => phones.length > 0).map((phones) => ({ at, word, phones, isWeak }));
  if (syllables !== undefined)
    return of([syllables.flatMap((part) => sounds.syllable(part.toLowerCase(), /^[A-Z]{2,}$/.test(part)))]);
  if (text === "&") return of([["AE0", "N", "D"]], true);
  const [before, after] = [tokens[index - 1]?.text ?? "", tokens[index + 1]?.text ?? ""];
  if (isSpelled(text, { before, after }, sounds)) return of(spelled(word.replaceAll(/[^a-z]/g, "")));
  const homograph = homographPhones(word, {
    before: nearWords(tokens.slice(Math.max(0, index - wordsAround), index).toReversed()),
    after: nearWords(tokens.slice(index + 1, index + 1 + wordsAround)),
  });
  if (homograph !== undefined) return of([homograph.split(" ")]);
  const isLast = after === "" || clauseEnd.test(after);
  const little = (isLast ? phonesIn(fullWords, word) : undefined) ?? phonesIn(weakWords, word);
  if (little !== undefined) return of([little.split(" ")], true);
  const respelled = text === word ? sounds.respelled(word) : undefined;
  return of(respelled === undefined ? sounds.partsOf(word) : [respelled]);
}

const nearWords = (tokens: readonly Token[]): readonly string[] =>
  tokens.map(({ text }) => text.toLowerCase());

const isLetter = (text: string): boolean => /^[A-Za-z]$/.test(text);
/** Abbreviations that are words, too. */
const spelledWords = /^(?:IT|US)$/;

/**
 * Whether letters are said by their names: where they stand alone, with dots, or in capitals that make no known word.
 */
function isSpelled(
  text: string,
  { before, after }: { readonly before: string; readonly after: string },
  sounds: WordSounds,
): boolean {
  if (/^(?:[A-Za-z]\.)+$/.test(text)) return true;
  if (isLetter(text)) {
    if (text === "I" || text === "a") return isLetter(before) && isLetter(after) && before !== "a";
    const isArticle = text === "A" && (before === "" || sentenceEnd.test(before));
    return !isArticle || after === "" || clauseEnd.test(after) || isLetter(after);
  }
  const isCapitalsAmongWords = /[a-z]/.test(before) || /[a-z]/.test(after);
  if (spelledWords.test(text)) return isCapitalsAmongWords;
  return /^[A-Z]{2,5}$/.test(text) && !sounds.knows(text.toLowerCase());
}

/** Gathers symbols until a sentence ends or the room does. */
class UtteranceWriter {
  readonly #alphabet: Alphabet;
  readonly #done: Utterance[] = [];
  #symbols: number[] = [];
  #words: UtteredWord[] = [];
  /** Length of the text at the last mark. */
  #lastMark = { symbols: 0, words: 0 };

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet;
  }

  word({ at, phones, isWeak }: Sound): void {
    const written = this.#alphabet.symbolsOf(phones, isWeak);
    const symbols = Array.from(written, (symbol) => this.#id(symbol));
    // A blank before it, a mark behind it.
    while (this.#words.length > 0 && this.#symbols.length + symbols.length + 2 > symbolsMax) this.#cut();
    if (this.#symbols.length > 0) this.#symbols.push(this.#id(" "));
    const from = this.#symbols.length;
    this.#symbols.push(...symbols);
    const last = this.#words.at(-1);
    const word = { at, from: last?.at === at ? last.from : from, to: this.#symbols.length };
    if (last?.at === at) this.#words[this.#words.length - 1] = word;
    else this.#words.push(word);
  }

  mark(mark: string): void {
    if (this.#words.length === 0) return;
    this.#symbols.push(this.#id(mark));
    this.#lastMark = { symbols: this.#symbols.length, words: this.#words.length };
    if (sentenceEnd.test(mark)) this.#end(true);
  }

  finish(): readonly Utterance[] {
    if (this.#words.length > 0) {
      this.#symbols.push(this.#id("."));
      this.#end(false);
    }
    return this.#done;
  }

  /** Cuts at the last mark, if that is not too far back; otherwise here, as if there were a comma. */
  #cut(): void {
    const { symbols, words } = this.#lastMark;
    if (symbols < symbolsMax / 4) {
      this.#symbols.push(this.#id(","));
      this.#end(false);
      return;
    }
    const [rest, restWords] = [this.#symbols.slice(symbols + 1), this.#words.slice(words)];
    this.#symbols.length = symbols;
    this.#words.length = words;
    this.#end(false);
    this.#symbols = rest;
    this.#words = restWords.map(({ at, from, to }) => ({
      at,
      from: from - symbols - 1,
      to: to - symbols - 1,
    }));
  }

  #id(symbol: string): number {
    return this.#alphabet.ids.get(symbol) ?? 0;
  }

  #end(isSentence: boolean): void {
    this.#done.push({ symbols: this.#symbols, words: this.#words, isSentence });
    this.#symbols = [];
    this.#words = [];
    this.#lastMark = { symbols: 0, words: 0 };
  }
}
