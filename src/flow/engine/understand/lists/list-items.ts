// List items: the marks of an utterance joined to items, each with what is done to it: added, taken out, changed.

import type { Value } from "../../../value/value.ts";
import type { FieldSaid, Mark } from "./list-words.ts";

/**
 * `correct`: it is said instead of what was said right before. `replaced`: the cola of "a tea instead of the cola".
 * `denied`: the two of "three salamis, not two".
 */
export type Mode = "add" | "remove" | "change" | "become" | "correct" | "replaced" | "denied";

export interface Item {
  mode: Mode;
  readonly values: Map<string, Value>;
  /** A place in the list, -1 for the last. */
  place?: number;
  isEverything?: true;
  hasPronoun?: true;
  isIt?: true;
  /** "Two more". */
  isMore?: true;
  /** "Coffees". */
  isSeveral?: true;
  /** It begins with what is there: "the salamis large". */
  isKnown?: true;
  /** "One of those". */
  isPart?: true;
}

export interface Said {
  readonly items: readonly Item[];
  /** "Instead", of something that was not named. */
  readonly isInstead: boolean;
  /** "That's all." */
  readonly isOver: boolean;
  /** A value of several meanings, or "two or three". */
  readonly isAmbiguous: boolean;
  /** It begins with a "no". */
  readonly isDenial: boolean;
  /** Something is taken out or changed that is not known: "without cheese". */
  readonly isLoose: boolean;
}

const isEmpty = ({ values, place, isEverything, hasPronoun, isIt, isMore }: Item): boolean =>
  values.size === 0 &&
  place === undefined &&
  isEverything === undefined &&
  hasPronoun === undefined &&
  isIt === undefined &&
  isMore === undefined;

/** After one of these the next item is added. */
const single: ReadonlySet<Mode> = new Set(["change", "become", "correct", "replaced", "denied"]);

export const itemsOf = (marks: readonly Mark[]): Said => new ItemReader(marks).read();

class ItemReader {
  readonly #marks: readonly Mark[];
  readonly #items: Item[] = [];
  #item: Item = { mode: "add", values: new Map() };
  readonly #said = { isInstead: false, isOver: false, isAmbiguous: false, isDenial: false, isLoose: false };

  constructor(marks: readonly Mark[]) {
    this.#marks = marks;
  }

  read(): Said {
    for (const [at, mark] of this.#marks.entries()) this.#take(mark, at);
    this.#close();
    return { items: this.#items.filter(({ mode }) => mode !== "denied"), ...this.#said };
  }

  get #hasBegun(): boolean {
    return this.#items.length > 0 || !isEmpty(this.#item);
  }

  #close(mode?: Mode): void {
    const item = this.#item;
    if (!isEmpty(item)) this.#items.push(item);
    else this.#said.isLoose ||= item.mode === "remove" || item.mode === "replaced";
    const next = single.has(item.mode) && !isEmpty(item) ? "add" : item.mode;
    this.#item = { mode: mode ?? next, values: new Map() };
  }

  #take(mark: Mark, at: number): void {
    if (mark.said !== undefined) return this.#value(mark.said, at);
    switch (mark.word) {
      case "place":
        if (this.#item.place !== undefined) this.#close();
        if (mark.place !== undefined) this.#item.place = mark.place;
        return;
      case "everything":
        return this.#all();
      case "it":
        if (this.#item.mode === "change" || this.#item.mode === "remove") this.#item.isIt = true;
        return;
      case "of":
        if (this.#item.values.size > 0) this.#item.isPart = true;
        return;
      case "more":
        return this.#more(mark, at);
      case "rather":
        this.#said.isInstead = true;
        return;
      case "over":
        this.#said.isOver = true;
        return;
      case "or":
        this.#said.isAmbiguous = true;
        return;
      default:
        return this.#turn(mark, at);
    }
  }

  #value({ field, values, isSeveral, hasPronoun, isCount }: FieldSaid, at: number): void {
    const { name, wanted } = field;
    const [value = null] = values;
    this.#said.isAmbiguous ||= values.length !== 1;
    const { values: known } = this.#item;
    if (known.has(name) || (isCount === true && startsItem(this.#item))) this.#close();
    if (known.size === 0 && wanted.kind !== "number" && this.#marks[at - 1]?.word === "the")
      this.#item.isKnown = true;
    this.#item.values.set(name, value);
    if (isSeveral === true) this.#item.isSeveral = true;
    if (hasPronoun === true) this.#item.hasPronoun = true;
  }

  /** "All large", "two margheritas, both large": of an item that says what it is by itself. */
  #all(): void {
    const isWhole = this.#item.values.size > 1 && this.#item.mode === "add";
    if (this.#item.place !== undefined || isWhole) this.#close();
    this.#item.isEverything = true;
  }

  #more(mark: Mark, at: number): void {
    const before = this.#marks[at - 1];
    const next = this.#marks[at + 1];
    // "Extra anchovies" are nothing that is known here.
    if (!isBeside(mark, next) && !isBeside(before, mark)) return;
    // "A water more" is one item.
    if (this.#item.values.size > 1 && isBeside(mark, next)) this.#close();
    this.#item.isMore = true;
  }

  /** Words that say what is done with the next item, or with the last one. */
  #turn(mark: Mark, at: number): void {
    const { mode } = this.#item;
    switch (mark.word) {
      case "no":
        return this.#deny(mark, at);
      case "remove":
        return this.#close("remove");
      case "drop":
        return this.#isLast(at) && this.#hasBegun ? this.#takeOutLast() : this.#close("remove");
      case "away":
        return this.#takeOutLast();
      case "mend":
        this.#said.isDenial ||= mark.start === 0;
        // "Two colas, actually".
        this.#said.isInstead ||= this.#hasBegun && at === this.#marks.length - 1;
        if (mode !== "remove" && mode !== "change") this.#close(this.#hasBegun ? "correct" : "add");
        return;
      case "insteadOf":
        return this.#close("replaced");
      case "change":
        return this.#close("change");
      case "add":
        return this.#close("add");
      // It joins what is taken out as well: "without the cola and the salami".
      case "and":
        return this.#close(mode === "remove" ? undefined : "add");
      case "into":
        if (mode === "change" && !isEmpty(this.#item)) this.#close("become");
        return;
      default:
    }
  }

  /** Nothing is named behind it: "die zweite streichen". */
  #isLast(at: number): boolean {
    return !this.#marks.slice(at + 1).some(({ word }) => named.has(word));
  }

  /** "No cola" takes it out; "no, a cola" and "three salamis, not two" say what is meant instead. */
  #deny(mark: Mark, at: number): void {
    const next = this.#marks[at + 1];
    const isBefore = next !== undefined && next.start - mark.end <= 1 && !next.isAfterBreak;
    if (isBefore && next.said?.isCount !== true && next.said !== undefined) return this.#close("remove");
    this.#said.isDenial ||= mark.start === 0;
    if (isBefore && next.said !== undefined) {
      this.#said.isInstead ||= this.#hasBegun;
      return this.#close("denied");
    }
    this.#close(this.#hasBegun ? "correct" : this.#item.mode);
  }

  #takeOutLast(): void {
    const last = isEmpty(this.#item) ? this.#items.at(-1) : this.#item;
    if (last !== undefined) last.mode = "remove";
  }
}

const named: ReadonlySet<string> = new Set(["field", "place", "it", "everything"]);

const isBeside = (one: Mark | undefined, next: Mark | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  next.start - one.end <= 1 &&
  (one.said !== undefined || next.said !== undefined);

/** A count comes before what it counts. */
const startsItem = (item: Item): boolean => item.values.size > 0 && item.mode !== "change";
