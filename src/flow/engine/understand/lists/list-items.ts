// List items: joins an utterance's marks to items, each with its action: added, removed, changed.

import type { Value } from "../../../value/value.ts";
import type { FieldSaid, Mark } from "./list-words.ts";

/** `correct`: replaces the previous words. */
export type Mode = "add" | "remove" | "change" | "correct";
/** `become`: behind "change … into". `replaced`: the cola of "a tea instead of the cola". `denied`: "not two". */
type Heading = Mode | "become" | "replaced" | "denied";

/**
 * `everything`: "all of them". `pronoun`: "the large one". `more`: "two more". `several`: "coffees". `known`: begins
 * with existing ones: "the salamis large". `part`: "one of those".
 */
export type Trait = "everything" | "pronoun" | "it" | "more" | "several" | "known" | "part";

export interface Item {
  readonly mode: Mode;
  readonly values: Map<string, Value>;
  readonly traits: ReadonlySet<Trait>;
  /** Place in the list, -1 for the last. */
  readonly place?: number;
  /** Values that the item gets. */
  readonly now?: ReadonlyMap<string, Value>;
  /** Whether the item comes after a pause, without an "and". */
  isApart?: boolean;
}

interface Draft extends Omit<Item, "mode" | "place"> {
  mode: Heading;
  readonly traits: Set<Trait>;
  place?: number;
}

export interface Said {
  readonly items: readonly Item[];
  /** "Instead", of something that the caller did not name. */
  isInstead: boolean;
  /** "That's all." */
  isOver: boolean;
  /** A value has several meanings, or the caller said "two or three". */
  isAmbiguous: boolean;
  /** The answer begins with a "no". */
  isDenial: boolean;
  /** The caller removes or changes an unknown thing: "without cheese". */
  isLoose: boolean;
}

const isEmpty = ({ values, place, traits }: Draft): boolean =>
  values.size === 0 && place === undefined && traits.size === 0;

/** After one of these actions the next item is added. */
const single: ReadonlySet<Heading> = new Set(["change", "become", "correct", "replaced", "denied"]);

export const itemsOf = (marks: readonly Mark[]): Said => new ItemReader(marks).read();

class ItemReader {
  readonly #marks: readonly Mark[];
  readonly #items: Draft[] = [];
  #item: Draft = { mode: "add", values: new Map(), traits: new Set() };
  /** "So that's two colas": the following words sum up. */
  #isSaidAgain = false;
  readonly #said = { isInstead: false, isOver: false, isAmbiguous: false, isDenial: false, isLoose: false };

  constructor(marks: readonly Mark[]) {
    this.#marks = marks;
  }

  read(): Said {
    for (const [at, mark] of this.#marks.entries()) this.#take(mark, at);
    this.#close();
    return { items: saidOnce(joined(this.#items.filter(({ mode }) => mode !== "denied"))), ...this.#said };
  }

  get #hasBegun(): boolean {
    return this.#items.length > 0 || !isEmpty(this.#item);
  }

  #close(mode?: Heading): void {
    const item = this.#item;
    if (!isEmpty(item)) this.#items.push(item);
    else this.#said.isLoose ||= item.mode === "remove" || item.mode === "replaced";
    const next = single.has(item.mode) && !isEmpty(item) ? "add" : item.mode;
    this.#item = { mode: mode ?? next, values: new Map(), traits: new Set() };
  }

  #take(mark: Mark, at: number): void {
    const { mode, values, traits } = this.#item;
    if (mark.said !== undefined) return this.#value(mark.said, at);
    switch (mark.word) {
      case "place":
        if (mark.place !== undefined) this.#item.place = mark.place;
        return;
      case "everything":
        // "Two margheritas, both large": a count behind a named item begins no new one.
        if (values.size > 1 && mode === "add") this.#close();
        this.#item.traits.add("everything");
        return;
      case "it":
        if (mode === "change" || mode === "remove") traits.add("it");
        return;
      case "of":
        if (values.size > 0) traits.add("part");
        return;
      case "more":
        // "Extra anchovies" have no meaning here.
        if (isBeside(mark, this.#marks[at + 1]) || isBeside(this.#marks[at - 1], mark)) traits.add("more");
        return;
      case "rather":
        this.#said.isInstead = true;
        return;
      case "again":
        this.#isSaidAgain ||= !this.#hasBegun;
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

  #value({ field, values, isSeveral, isCount }: FieldSaid, at: number): void {
    const { name } = field;
    const [value = null] = values;
    this.#said.isAmbiguous ||= values.length !== 1;
    const { mode, values: itemValues, traits } = this.#item;
    // "A large margherita, a salami and a mushroom, both small": the value goes to those that lack it.
    const lacking = this.#items.filter((each) => each.mode === "add" && !each.values.has(name));
    if (traits.has("everything") && itemValues.size === 0 && this.#items.length > 1 && lacking.length > 0) {
      for (const each of lacking) each.values.set(name, value);
      traits.clear();
      return;
    }
    // "One of the two salami".
    if (isCount === true && itemValues.has(name) && traits.has("part") && itemValues.size === 1) return;
    // "Make the small one large"; everywhere else a count precedes its noun.
    if (itemValues.has(name) && mode === "change") this.#close("become");
    else if (itemValues.has(name) || (isCount === true && itemValues.size > 0 && mode !== "change"))
      this.#close();
    const item = this.#item;
    const isKnown = this.#isSaidAgain || this.#marks[at - 1]?.word === "the";
    if (item.values.size === 0 && isKnown) item.traits.add("known");
    if (item.values.size === 0) item.isApart = this.#marks[at]?.isAfterBreak === true;
    item.values.set(name, value);
    if (isSeveral === true) item.traits.add("several");
  }

  /** Applies words that name the action on the next item, or on the last one. */
  #turn(mark: Mark, at: number): void {
    const { mode } = this.#item;
    switch (mark.word) {
      case "no":
        return this.#deny(mark, at);
      case "drop":
        // The verb comes last, and no name follows: "die zweite streichen".
        return this.#marks.slice(at + 1).some(({ word }) => named.has(word)) || !this.#hasBegun
          ? this.#close("remove")
          : this.#takeOutLast();
      case "away":
        return this.#takeOutLast();
      case "mend":
        this.#said.isDenial ||= mark.start === 0;
        // "Two colas, actually".
        this.#said.isInstead ||= this.#hasBegun && at === this.#marks.length - 1;
        if (mode !== "remove" && mode !== "change") this.#close(this.#hasBegun ? "correct" : "add");
        return;
      // The word joins the removed items as well: "without the cola and the salami".
      case "and":
        return this.#close(mode === "remove" ? undefined : "add");
      case "into":
        // "One of the two salami should be a mushroom".
        if (isEmpty(this.#item) || (mode !== "change" && !this.#item.traits.has("part"))) return;
        this.#item.mode = "change";
        return this.#close("become");
      case "add":
        // "Actually, could I add a cola" denies nothing.
        this.#said.isDenial = false;
        return this.#close("add");
      default:
        if (Object.hasOwn(headings, mark.word)) this.#close(headings[mark.word]);
    }
  }

  /** "No cola" removes the cola; "no, a cola" and "three salamis, not two" state the replacement. */
  #deny(mark: Mark, at: number): void {
    const next = this.#marks[at + 1];
    const isBefore = next?.said !== undefined && next.start - mark.end <= 1 && !next.isAfterBreak;
    if (isBefore && next.said?.isCount !== true) return this.#close("remove");
    this.#said.isDenial ||= mark.start === 0;
    this.#said.isInstead ||= isBefore && this.#hasBegun;
    this.#close(isBefore ? "denied" : this.#hasBegun ? "correct" : this.#item.mode);
  }

  #takeOutLast(): void {
    const last = isEmpty(this.#item) ? this.#items.at(-1) : this.#item;
    if (last !== undefined) last.mode = "remove";
  }
}

const headings: Readonly<Record<string, Heading>> = {
  remove: "remove",
  insteadOf: "replaced",
  change: "change",
};

const named: ReadonlySet<string> = new Set(["field", "place", "it", "everything"]);

const isBeside = (one: Mark | undefined, next: Mark | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  next.start - one.end <= 1 &&
  (one.said !== undefined || next.said !== undefined);

const holds = (one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): boolean =>
  [...other].every(([name, value]) => one.get(name) === value);

/**
 * "Three waters. Three.", "should be a mushroom. A small mushroom.": joins a repetition, or a more exact one, with its
 * item.
 */
function saidOnce(items: readonly Item[]): readonly Item[] {
  const once: Item[] = [];
  for (const item of items) {
    const before = once.at(-1);
    const values = before?.now ?? before?.values ?? new Map<string, Value>();
    const isPlain = item.mode === "add" && item.isApart === true && item.traits.size === 0;
    if (before === undefined || !isPlain || values.size === 0) once.push(item);
    else if (holds(item.values, values))
      once.splice(-1, 1, { ...before, ...(before.now ? { now: item.values } : { values: item.values }) });
    else if (!holds(values, item.values)) once.push(item);
  }
  return once;
}

/**
 * "Change the cola into a tea", "a tea instead of the cola" and "instead of the cola a tea": one becomes the other.
 */
function joined(drafts: readonly Draft[]): readonly Item[] {
  const items: Item[] = [];
  for (let at = 0; at < drafts.length; at++) {
    const draft = drafts[at] as Draft;
    const next = drafts[at + 1];
    if (draft.mode === "change" && next?.mode === "become") {
      items.push({ ...draft, mode: "change", now: next.values });
      at++;
    } else if (draft.mode === "add" && next?.mode === "replaced") {
      items.push({ ...next, mode: "change", now: draft.values });
      at++;
    } else if (draft.mode === "replaced" && items.length === 0) {
      items.push({ ...draft, mode: "change", now: next?.values ?? new Map() });
      at++;
    } else if (draft.mode === "add" || draft.mode === "remove" || draft.mode === "correct")
      items.push({ ...draft, mode: draft.mode });
    else if (draft.mode === "change") items.push({ ...draft, mode: "change" });
  }
  return items;
}
