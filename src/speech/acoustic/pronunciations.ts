// Pronouncing dictionary: how words sound, in phones of the acoustic model. It is kept as the file's bytes, because as
// strings its 130,000 words take ten times as much memory.

const newline = 10;

export interface Pronunciation {
  /** The word; from the second pronunciation on with its number: "zero(2)". */
  readonly name: string;
  readonly phones: readonly string[];
}

export class PronouncingDictionary {
  readonly #bytes: Uint8Array;
  /** Where each line begins, sorted by its bytes. */
  readonly #lines: Uint32Array;
  readonly #added = new Map<string, Pronunciation>();

  /** `text`: lines of a word, a space and its sounds; comments begin with ";;". `more`: words that it lacks. */
  constructor(text: Uint8Array, more: readonly (readonly [word: string, sounds: string])[] = []) {
    this.#bytes = text;
    for (const [name, sounds] of more) this.#added.set(name, { name, phones: sounds.split(" ") });
    const lines: number[] = [];
    for (let at = 0; at < text.length; at = after(text, at)) {
      if (text[at] !== newline && text[at] !== ";".charCodeAt(0)) lines.push(at);
    }
    this.#lines = Uint32Array.from(lines).sort((a, b) => this.#compareLines(a, b));
  }

  /** All ways to say a word (lower case), the usual one first; empty when it is not known. */
  pronunciationsOf(word: string): readonly Pronunciation[] {
    const added = this.#added.get(word);
    if (added !== undefined) return [added];
    const all: Pronunciation[] = [];
    for (let name = word; ; name = `${word}(${all.length + 1})`) {
      const phones = this.#soundsOf(name);
      if (phones === undefined) return all;
      all.push({ name, phones });
    }
  }

  #soundsOf(name: string): readonly string[] | undefined {
    const wanted = new TextEncoder().encode(`${name} `);
    let [low, high] = [0, this.#lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#lines[middle] ?? 0, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    const line = this.#lines[low];
    if (line === undefined || this.#compare(line, wanted) !== 0) return undefined;
    const end = after(this.#bytes, line);
    const sounds = new TextDecoder().decode(this.#bytes.subarray(line + wanted.length, end));
    return sounds.trim().split(/\s+/);
  }

  /** Below 0: the line comes before what is wanted; 0: it begins with it. */
  #compare(line: number, wanted: Uint8Array): number {
    for (const [at, byte] of wanted.entries()) {
      const difference = (this.#bytes[line + at] ?? 0) - byte;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #compareLines(a: number, b: number): number {
    const bytes = this.#bytes;
    for (let at = 0; ; at++) {
      const [left, right] = [bytes[a + at] ?? newline, bytes[b + at] ?? newline];
      if (left !== right) return left - right;
      if (left === newline) return 0;
    }
  }
}

/** Where the next line begins. */
function after(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(newline, at);
  return end < 0 ? bytes.length : end + 1;
}
