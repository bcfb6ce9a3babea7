// Sayings: all expected texts at one question, as places between words. From each place some words lead to others; a
// place may be an end. Places are made when reached, because a question for a date has more of them than any turn
// visits.

import type { Expectation, Sayable } from "../../flow/engine/expectation.ts";
import { digitOf, wordsOf } from "./written-words.ts";

/** Digits heard beyond the longest expected string, so that an extra one is noticed. */
const extraDigits = 2;
/** Most repetitions of a part; no question asks for more. */
const repeatsMax = 40;

/** Each at most once, in any order: `left` are the places of the remaining ones. */
interface SomeOf {
  readonly parts: readonly Sayable[];
  readonly left: readonly number[];
  readonly isBegun: boolean;
}

interface Again {
  readonly again: Sayable;
  readonly min: number;
  readonly max: number;
}

type Part = Sayable | SomeOf | Again;

/** Rest of an answer: a part, and the rest after it. Undefined: nothing more. */
interface Rest {
  readonly number: number;
  readonly part: Part;
  readonly next: Rest | undefined;
}

/** `isIdle`: the word changes nothing ("please"), so it is not waited for. */
interface Continuation {
  readonly rests: Set<Rest | undefined>;
  isIdle: boolean;
}

interface Continued {
  readonly ends: boolean;
  readonly words: ReadonlyMap<string, Continuation>;
}

/** Between two words. */
export interface Place {
  readonly number: number;
  readonly ends: boolean;
  /** A continuation worth waiting for may follow. */
  readonly grows: boolean;
  readonly words: readonly string[];
  /** Undefined if the word does not fit. */
  after(word: string): Place | undefined;
}

export class Sayings {
  readonly start: Place;
  readonly #rests = new Map<Part, Map<Rest | undefined, Rest>>();
  readonly #derived = new Map<object, Map<string, Part>>();
  readonly #continued = new Map<Rest | undefined, Continued>();
  readonly #places = new Map<string, Place>();
  #count = 0;

  constructor(anyOf: Expectation["anyOf"]) {
    const all = anyOf.flatMap((one): readonly Sayable[] => {
      if (one.type === "grammar") return [one.said];
      return one.type === "phrases" ? one.phrases : digitsOf(one.lengths);
    });
    const rest = this.#restOf({ anyOf: all }, undefined);
    this.start = this.#placeOf(all.length === 0 ? new Set() : new Set([rest]));
  }

  /** Place after these words. */
  static follow(place: Place, words: readonly string[]): Place | undefined {
    return words.reduce<Place | undefined>((at, word) => at?.after(word), place);
  }

  #placeOf(rests: ReadonlySet<Rest | undefined>): Place {
    const key = Array.from(rests, (rest) => rest?.number ?? 0)
      .toSorted((a, b) => a - b)
      .join();
    const cached = this.#places.get(key);
    if (cached !== undefined) return cached;
    const continued = Array.from(rests, (rest) => this.#continue(rest));
    const words = new Map<string, Continuation>();
    for (const { words: some } of continued) mergeInto(words, some);
    const next = new Map<string, Place>();
    const place: Place = {
      number: this.#places.size,
      ends: continued.some(({ ends }) => ends),
      grows: Array.from(words.values()).some(({ isIdle }) => !isIdle),
      words: Array.from(words.keys()),
      after: (word) => {
        const continuation = words.get(word);
        if (continuation === undefined) return undefined;
        const there = next.get(word) ?? this.#placeOf(continuation.rests);
        next.set(word, there);
        return there;
      },
    };
    this.#places.set(key, place);
    return place;
  }

  #continue(rest: Rest | undefined): Continued {
    const continued = this.#continued.get(rest);
    if (continued !== undefined) return continued;
    const fresh = rest === undefined ? { ends: true, words: new Map() } : this.#continueWith(rest);
    this.#continued.set(rest, fresh);
    return fresh;
  }

  #continueWith({ part, next }: Rest): Continued {
    const either = (...rests: readonly (Rest | undefined)[]): Continued =>
      union(rests.map((rest) => this.#continue(rest)));
    if (typeof part === "string") return this.#spoken(part, next);
    if ("anyOf" in part) return either(...part.anyOf.map((one) => this.#restOf(one, next)));
    if ("sequence" in part)
      return either(
        part.sequence.reduceRight<Rest | undefined>((rest, one) => this.#restOf(one, rest), next),
      );
    if ("optional" in part) {
      const continued = either(this.#restOf(part.optional, next));
      return union([part.idle === true ? idle(continued) : continued, either(next)]);
    }
    if ("anyOrder" in part) {
      const { anyOrder: parts } = part;
      return either(this.#someOf({ parts, left: Array.from(parts.keys()), isBegun: false }, next));
    }
    if ("repeat" in part) return either(this.#againOf({ ...part, again: part.repeat }, next));
    if ("again" in part) {
      const { again, min, max } = part;
      if (max <= 0) return either(next);
      const once = this.#restOf(
        again,
        this.#againOf({ again, min: Math.max(0, min - 1), max: max - 1 }, next),
      );
      return min > 0 ? either(once) : either(once, next);
    }
    const { parts, left, isBegun } = part;
    const more = left.map((at) => {
      const others = left.filter((other) => other !== at);
      return this.#restOf(parts[at] ?? "", this.#someOf({ parts, left: others, isBegun: true }, next));
    });
    return either(...more, ...(isBegun ? [next] : []));
  }

  #spoken(text: string, next: Rest | undefined): Continued {
    const [word, ...more] = wordsOf(text);
    if (word === undefined) return this.#continue(next);
    const after = more.length === 0 ? next : this.#restOf(more.join(" "), next);
    return { ends: false, words: new Map([[word, { rests: new Set([after]), isIdle: false }]]) };
  }

  #someOf({ parts, left, isBegun }: SomeOf, next: Rest | undefined): Rest | undefined {
    if (left.length === 0) return next;
    return this.#restOf(this.#derive(parts, `${left.join()} ${isBegun}`, { parts, left, isBegun }), next);
  }

  #againOf({ again, min, max }: Again, next: Rest | undefined): Rest | undefined {
    const part: Again = { again, min, max: Math.min(max, repeatsMax) };
    const [owner, word] = typeof again === "string" ? [this, again] : [again, ""];
    return this.#restOf(this.#derive(owner, `${word} ${min} ${part.max}`, part), next);
  }

  /** The same object for the same part, so that equal rests are recognised. */
  #derive(owner: object, key: string, part: Part): Part {
    const parts = this.#derived.get(owner) ?? new Map<string, Part>();
    this.#derived.set(owner, parts);
    const derived = parts.get(key) ?? part;
    parts.set(key, derived);
    return derived;
  }

  #restOf(part: Part, next: Rest | undefined): Rest {
    const rests = this.#rests.get(part) ?? new Map<Rest | undefined, Rest>();
    this.#rests.set(part, rests);
    const rest = rests.get(next) ?? { number: ++this.#count, part, next };
    rests.set(next, rest);
    return rest;
  }
}

/** Strings of any length up to a little more than the longest, so that a wrong length is noticed. */
function digitsOf(lengths: readonly number[]): readonly Sayable[] {
  const longest = Math.max(0, ...lengths);
  if (longest === 0) return [];
  const digit: Sayable = { anyOf: Array.from(digitOf.keys()) };
  const exactly = (digits: number): Sayable => ({ repeat: digit, min: digits, max: digits });
  const extra = Array.from({ length: extraDigits }).reduce<Sayable | undefined>(
    (more) => ({ optional: more === undefined ? digit : { sequence: [digit, more] }, idle: true }),
    undefined,
  );
  const tooLong: Sayable = { sequence: [exactly(longest), ...(extra === undefined ? [] : [extra])] };
  return [{ repeat: digit, min: 1, max: longest }, tooLong];
}

function union(all: readonly Continued[]): Continued {
  const words = new Map<string, Continuation>();
  for (const one of all) mergeInto(words, one.words);
  return { ends: all.some(({ ends }) => ends), words };
}

const idle = ({ ends, words }: Continued): Continued => ({
  ends,
  words: new Map(Array.from(words, ([word, { rests }]) => [word, { rests, isIdle: true }])),
});

function mergeInto(words: Map<string, Continuation>, more: Continued["words"]): void {
  for (const [word, { rests, isIdle }] of more) {
    const continuation = words.get(word);
    if (continuation === undefined) words.set(word, { rests: new Set(rests), isIdle });
    else {
      for (const rest of rests) continuation.rests.add(rest);
      continuation.isIdle &&= isIdle;
    }
  }
}
