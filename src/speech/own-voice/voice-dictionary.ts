// Voice dictionary: how 126,000 words are said, with their stress. It stays the packed bytes that it is read from, 1.8 MB,
// and is searched where it lies.

import { phoneName } from "./phones.ts";

/** Bytes below it are letters, the others phones. */
const firstPhone = 128;

export class VoiceDictionary {
  readonly #bytes: Uint8Array;

  /** `bytes`: words in the order of their bytes, each followed by its phones. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The phones of a word in small letters; undefined when it is not known. */
  phonesOf(word: string): readonly string[] | undefined {
    let [low, high] = [0, this.#bytes.length];
    while (low < high) {
      const at = this.#wordAt((low + high) >> 1);
      const order = this.#compare(at, word);
      if (order === 0) return this.#phonesAt(at + word.length);
      if (order < 0) low = this.#wordAfter(at);
      else high = at;
    }
    return undefined;
  }

  /** Start of the word that contains a byte. */
  #wordAt(byte: number): number {
    let at = byte;
    while (at > 0 && (this.#isPhone(at) || !this.#isPhone(at - 1))) at -= 1;
    return at;
  }

  #wordAfter(word: number): number {
    let at = word;
    while (at < this.#bytes.length && !this.#isPhone(at)) at += 1;
    while (this.#isPhone(at)) at += 1;
    return at;
  }

  #phonesAt(from: number): string[] {
    const phones: string[] = [];
    for (let at = from; this.#isPhone(at); at++) phones.push(phoneName(this.#bytes[at] ?? 0));
    return phones;
  }

  /** Below 0: the word there comes before this one. */
  #compare(at: number, word: string): number {
    for (let i = 0; ; i++) {
      const byte = this.#bytes[at + i] ?? firstPhone;
      const [left, right] = [byte < firstPhone ? byte : 0, i < word.length ? word.charCodeAt(i) : 0];
      if (left !== right) return left - right;
      if (left === 0) return 0;
    }
  }

  #isPhone(at: number): boolean {
    return (this.#bytes[at] ?? 0) >= firstPhone;
  }
}
