// Lexicon: phrases with their meanings, and where they occur in a row of words. The longest phrase wins.

export interface LexiconEntry<T> {
  readonly words: readonly string[];
  readonly value: T;
}

/** Entries by their first word, the longest first. */
export type Lexicon<T> = ReadonlyMap<string, readonly LexiconEntry<T>[]>;

export interface PhraseMatch<T> {
  readonly from: number;
  readonly to: number;
  readonly value: T;
}

export function lexiconOf<T>(entries: Iterable<LexiconEntry<T>>): Lexicon<T> {
  const lexicon = new Map<string, LexiconEntry<T>[]>();
  for (const entry of entries) {
    const [first] = entry.words;
    if (first === undefined) continue;
    const known = lexicon.get(first);
    if (known === undefined) lexicon.set(first, [entry]);
    else known.push(entry);
  }
  for (const known of lexicon.values()) known.sort((a, b) => b.words.length - a.words.length);
  return lexicon;
}

const standsAt = <T>({ words }: LexiconEntry<T>, keys: readonly string[], at: number): boolean =>
  words.every((word, index) => keys[at + index] === word);

/** The longest entry that begins at a word. */
export function longestAt<T>(
  lexicon: Lexicon<T>,
  keys: readonly string[],
  at: number,
): PhraseMatch<T> | undefined {
  const entry = lexicon.get(keys[at] ?? "")?.find((each) => standsAt(each, keys, at));
  return entry === undefined ? undefined : { from: at, to: at + entry.words.length, value: entry.value };
}

/** All matches from left to right, without overlaps. `from` and `to` are token indexes, `to` exclusive. */
export function findAll<T>(lexicon: Lexicon<T>, keys: readonly string[]): readonly PhraseMatch<T>[] {
  const found: PhraseMatch<T>[] = [];
  for (let at = 0; at < keys.length;) {
    const here = longestAt(lexicon, keys, at);
    if (here !== undefined) found.push(here);
    at = here?.to ?? at + 1;
  }
  return found;
}

/** The longest entry that ends right before a word. */
export function longestBefore<T>(
  lexicon: Lexicon<T>,
  keys: readonly string[],
  end: number,
): PhraseMatch<T> | undefined {
  for (let from = Math.max(0, end - phraseWordsMax); from < end; from++) {
    const entry = lexicon
      .get(keys[from] ?? "")
      ?.find((each) => from + each.words.length === end && standsAt(each, keys, from));
    if (entry !== undefined) return { from, to: end, value: entry.value };
  }
  return undefined;
}

const phraseWordsMax = 8;
