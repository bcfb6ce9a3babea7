// Writings: possible next pieces that keep the text one of the expected answers in any spelling: words or figures,
// with capitals and punctuation or without. Pieces with equal beginnings are tried together.

import { type Pieces, separators } from "./pieces.ts";
import { type Place, Sayings } from "./sayings.ts";
import { cardinalsOf, readingsOf, spellingsOf } from "./written-words.ts";

/** Progress of a text in one of its readings. */
export interface Spot {
  readonly place: Place;
  /** Complete words, each followed by a blank. */
  readonly said: string;
  /** Letters of the next word written so far. */
  readonly begun: string;
}

/** Possible piece, and the new position of each reading of the text. */
export interface WrittenForm {
  readonly piece: number;
  readonly spots: readonly Spot[];
}

export class Writings {
  readonly #pieces: Pieces["plain"];
  readonly start: Spot;
  /** Written forms by place and partial word; earlier words make no difference. */
  readonly #next = new Map<string, readonly WrittenForm[]>();
  readonly #beginnings = new Map<Place, ReadonlySet<string>>();

  constructor(pieces: Pieces, sayings: Sayings) {
    this.#pieces = pieces.plain;
    this.start = { place: sayings.start, said: "", begun: "" };
  }

  /** Possible continuations of a text in one of its readings; `said` is only the addition of each piece. */
  after({ place, begun }: Spot): readonly WrittenForm[] {
    const key = `${place.number} ${begun}`;
    let writtenForms = this.#next.get(key);
    if (writtenForms === undefined) {
      const forms: WrittenForm[] = [];
      this.#walk({ from: 0, to: this.#pieces.length, depth: 0 }, [{ place, said: "", begun }], forms);
      this.#next.set(key, (writtenForms = forms));
    }
    return writtenForms;
  }

  /** Readings of a complete text: none, one, or several. */
  wholeOf(spots: readonly Spot[]): readonly string[] {
    const whole = spots
      .flatMap((spot) => this.#finish(spot))
      .filter(({ place, said }) => place.ends && said !== "");
    return [...new Set(whole.map(({ said }) => said.trimEnd()))];
  }

  /** Reading of a whole text. */
  readingsOfText(text: string): readonly string[] {
    let spots: readonly Spot[] = [this.start];
    for (const char of text.toLowerCase().replaceAll("’", "'"))
      spots = spots.flatMap((spot) => this.#write(spot, char));
    return this.wholeOf(spots);
  }

  /** Pieces `from` to `to` are equal up to `depth`. */
  #walk(
    { from, to, depth }: { from: number; to: number; depth: number },
    spots: readonly Spot[],
    writtenForms: WrittenForm[],
  ): void {
    let at = from;
    for (; at < to && this.#textAt(at).length === depth; at++)
      if (depth > 0) writtenForms.push({ piece: this.#pieces[at]?.piece ?? 0, spots });
    while (at < to) {
      const char = this.#textAt(at)[depth] ?? "";
      const end = this.#endOf(char, { from: at, to, depth });
      const next = spots.flatMap((spot) => this.#write(spot, char));
      if (next.length > 0) this.#walk({ from: at, to: end, depth: depth + 1 }, next, writtenForms);
      at = end;
    }
  }

  #textAt(at: number): string {
    return this.#pieces[at]?.text ?? "";
  }

  /** Behind the last piece with this character at `depth`. */
  #endOf(char: string, { from, to, depth }: { from: number; to: number; depth: number }): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#textAt(middle)[depth] ?? "") === char) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #write(spot: Spot, char: string): readonly Spot[] {
    if (separators.includes(char)) return this.#finish(spot);
    const begun = spot.begun + char;
    return this.#mayBegin(spot.place, begun) ? [{ ...spot, begun }] : [];
  }

  /** Ends the partial word. */
  #finish({ place, said, begun }: Spot): readonly Spot[] {
    if (begun === "") return [{ place, said, begun }];
    return readingsOf(begun).flatMap((words) => {
      const there = Sayings.follow(place, words.split(" "));
      return there === undefined ? [] : [{ place: there, said: `${said}${words} `, begun: "" }];
    });
  }

  #mayBegin(place: Place, begun: string): boolean {
    let beginnings = this.#beginnings.get(place);
    if (beginnings === undefined) {
      const written = [...place.words.flatMap(spellingsOf), ...figuresAt(place)];
      beginnings = new Set(written.flatMap((word) => Array.from(word, (_, end) => word.slice(0, end + 1))));
      this.#beginnings.set(place, beginnings);
    }
    // Strings of digits have no end in sight.
    return beginnings.has(begun) || (/^\d+$/.test(begun) && fits(place, begun));
  }
}

const fits = (place: Place, written: string): boolean =>
  readingsOf(written).some((words) => Sayings.follow(place, words.split(" ")) !== undefined);

/** Numbers up to 9,999 and ordinals up to 99th, as figures. */
function figuresAt(place: Place): readonly string[] {
  const hundred = Array.from({ length: 100 }, (_, value) => String(value));
  const short = hundred.flatMap((value) => [value, ...["st", "nd", "rd", "th"].map((end) => value + end)]);
  const long = hundred
    .slice(1)
    .filter((ahead) => cardinalsOf(ahead).some((words) => goesOn(Sayings.follow(place, words.split(" ")))))
    .flatMap((ahead) => hundred.map((last) => ahead + last.padStart(2, "0")));
  return [...short, ...long].filter((written) => fits(place, written));
}

const goesOn = (place: Place | undefined): boolean => place !== undefined && place.words.length > 0;
