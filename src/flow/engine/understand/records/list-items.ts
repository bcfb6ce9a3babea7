// List items: the marks of an utterance joined to items, each with what is done to it: added, taken out, changed.

import type { Value } from "../../../value/value.ts";
import { longestAt } from "../lexicon.ts";
import type { Utterance } from "../tokenised-utterance.ts";
import type { Mark } from "./list-marks.ts";

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

export const itemsOf = (utterance: Utterance, marks: readonly Mark[]): Said =>
  new ItemReader(utterance, marks).read();

class ItemReader {
  readonly #utterance: Utterance;
  readonly #marks: readonly Mark[];
  readonly #items: Item[] = [];
  #item: Item = { mode: "add", values: new Map() };
  readonly #said = { isInstead: false, isOver: false, isAmbiguous: false, isDenial: false, isLoose: false };

  constructor(utterance: Utterance, marks: readonly Mark[]) {
    this.#utterance = utterance;
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
    switch (mark.type) {
      case "field":
        return this.#value(mark);
      case "place":
        if (this.#item.place !== undefined) this.#close();
        this.#item.place = mark.place;
        return;
      case "everything":
        this.#item.isEverything = true;
        return;
      case "it":
        if (this.#item.mode === "change" || this.#item.mode === "remove") this.#item.isIt = true;
        return;
      case "pronoun":
        this.#item.hasPronoun = true;
        return;
      case "more":
        return this.#more(mark, at);
      case "instead":
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

  #value({ field: { name, wanted }, values, isSeveral, from }: Mark & { readonly type: "field" }): void {
    const [value = null] = values;
    this.#said.isAmbiguous ||= values.length !== 1;
    const { values: known } = this.#item;
    if (known.has(name) || (wanted.kind === "number" && startsItem(this.#item))) this.#close();
    if (this.#item.values.size === 0 && wanted.kind !== "number" && this.#isKnown(from))
      this.#item.isKnown = true;
    this.#item.values.set(name, value);
    if (isSeveral === true) this.#item.isSeveral = true;
  }

  /** "The", but not "a". */
  #isKnown(from: number): boolean {
    const { keys, pack } = this.#utterance;
    const before = keys[from - 1] ?? "";
    return pack.company.determiners.has(before) && !pack.numbers.articles.has(before);
  }

  #more(mark: Mark, at: number): void {
    // "Extra anchovies" are nothing that is known here.
    if (!isNext(mark, this.#marks[at + 1]) && !isNext(this.#marks[at - 1], mark)) return;
    // "A water more" is one item.
    if (this.#item.values.size > 1 && isNext(mark, this.#marks[at + 1])) this.#close();
    this.#item.isMore = true;
  }

  /** Words that say what is done with the next item, or with the last one. */
  #turn(mark: Mark, at: number): void {
    switch (mark.type) {
      case "remove":
        return this.#remove(mark, at);
      case "removeBehind":
        return this.#takeOutLast();
      case "marker":
        this.#said.isDenial ||= mark.from === 0;
        // "Two colas, actually".
        this.#said.isInstead ||= this.#hasBegun && at === this.#marks.length - 1;
        if (this.#item.mode !== "remove" && this.#item.mode !== "change")
          this.#close(this.#hasBegun ? "correct" : "add");
        return;
      case "insteadOf":
        return this.#close("replaced");
      case "change":
      case "add":
        return this.#close(mark.type);
      case "into":
        if (this.#item.mode === "change" && !isEmpty(this.#item)) this.#close("become");
        return;
      default:
    }
  }

  #remove(mark: Mark & { readonly isIsolated: boolean; readonly isBehind: boolean }, at: number): void {
    const isLast = !this.#marks.slice(at + 1).some(({ type }) => named.has(type));
    if (mark.isBehind && isLast) return this.#takeOutLast();
    if (!mark.isIsolated || deniesNext(this.#utterance, mark, this.#marks[at + 1]))
      return this.#close("remove");
    this.#said.isDenial ||= mark.from === 0;
    const { compiled, keys } = this.#utterance;
    const next = this.#marks[at + 1];
    const isCount = next?.type === "field" && next.field.wanted.kind === "number" && next.from === mark.to;
    if (isCount && longestAt(compiled.negations, keys, mark.from) !== undefined) {
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

const named: ReadonlySet<Mark["type"]> = new Set(["field", "place", "it", "everything", "pronoun"]);

const isNext = (one: Mark | undefined, next: Mark | undefined): boolean =>
  one !== undefined &&
  next?.type !== "marker" &&
  next !== undefined &&
  next.from - one.to <= 1 &&
  (one.type === "field" || next.type === "field");

/** A count comes before what it counts. */
const startsItem = (item: Item): boolean => item.values.size > 0 && item.mode !== "change";

/** "No cola", but not "no, a cola". */
function deniesNext({ text, tokens }: Utterance, { to }: Mark, next: Mark | undefined): boolean {
  if (next === undefined || next.type !== "field" || next.field.wanted.kind === "number") return false;
  return next.from - to <= 1 && !/[,.;!]/.test(text.slice(tokens[to - 1]?.to, tokens[to]?.from));
}
