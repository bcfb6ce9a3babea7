// Word alignment: a voice's progress in a written sentence, from its progress in the words of the spoken form.

/** Words between blanks. */
export const wordsOf = (text: string): readonly RegExpExecArray[] => [...text.matchAll(/\S+/g)];

/**
 * The written sentence up to its last completely spoken word, after `count` words of its spoken form. Words
 * that are equal in both forms align them; characters between two of them ("$5.50") count as spoken in
 * proportion to their spoken form.
 */
export function writtenUntil(written: string, spokenForm: string, count: number): string {
  const [ours, theirs] = [wordsOf(written), wordsOf(spokenForm)];
  const pairs = samePairs(ours.map(plain), theirs.map(plain));
  let [done, from] = [0, { our: 0, their: 0 }];
  for (const pair of [...pairs, { our: ours.length, their: theirs.length }]) {
    const [mine, spoken] = [pair.our - from.our, pair.their - from.their];
    const heard = Math.min(spoken, count - from.their);
    done = from.our + (spoken === 0 ? mine : Math.floor((mine * heard) / spoken));
    if (count <= pair.their) break;
    from = { our: pair.our + 1, their: pair.their + 1 };
    done = from.our;
  }
  const last = ours[Math.min(done, ours.length) - 1];
  return last === undefined ? "" : written.slice(0, last.index + last[0].length);
}

const plain = ([word]: RegExpExecArray): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

interface Pair {
  readonly our: number;
  readonly their: number;
}

/** The longest common sequence of words. Sentences are short, so a table of all pairs is fast enough. */
function samePairs(ours: readonly string[], theirs: readonly string[]): readonly Pair[] {
  const width = theirs.length + 1;
  const lengths = new Uint16Array((ours.length + 1) * width);
  const at = (our: number, their: number): number => lengths[our * width + their] ?? 0;
  for (let our = ours.length - 1; our >= 0; our--) {
    for (let their = theirs.length - 1; their >= 0; their--) {
      const isSame = ours[our] === theirs[their];
      lengths[our * width + their] = isSame
        ? at(our + 1, their + 1) + 1
        : Math.max(at(our + 1, their), at(our, their + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let [our, their] = [0, 0]; our < ours.length && their < theirs.length;) {
    if (ours[our] === theirs[their]) pairs.push({ our: our++, their: their++ });
    else if (at(our + 1, their) >= at(our, their + 1)) our += 1;
    else their += 1;
  }
  return pairs;
}
