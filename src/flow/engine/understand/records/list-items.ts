// List items: the marks of an utterance joined to items, each with what is done to it: added, taken out, changed.

import type { Value } from "../../../value/value.ts";
import type { Utterance } from "../tokenised-utterance.ts";
import type { Mark } from "./list-marks.ts";

/** `correct`: it is said instead of what was said right before. `replaced`: the cola of "a tea instead of the cola". */
export type Mode = "add" | "remove" | "change" | "become" | "correct" | "replaced";

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
const single: ReadonlySet<Mode> = new Set(["change", "become", "correct", "replaced"]);

export function itemsOf(utterance: Utterance, marks: readonly Mark[]): Said {
  const items: Item[] = [];
  let item: Item = { mode: "add", values: new Map() };
  let [isInstead, isOver, isAmbiguous, isDenial, isLoose] = [false, false, false, false, false];
  const close = (mode?: Mode): void => {
    if (!isEmpty(item)) items.push(item);
    else isLoose ||= item.mode === "remove" || item.mode === "replaced";
    const next = single.has(item.mode) && !isEmpty(item) ? "add" : item.mode;
    item = { mode: mode ?? next, values: new Map() };
  };
  const takeOutLast = (): void => {
    const last = isEmpty(item) ? items.at(-1) : item;
    if (last !== undefined) last.mode = "remove";
  };
  const mark = (one: Mark, at: number): void => {
    switch (one.type) {
      case "field": {
        const { name, wanted } = one.field;
        const [value = null] = one.values;
        isAmbiguous ||= one.values.length !== 1;
        const isNew = item.values.has(name) || (wanted.kind === "number" && startsItem(item));
        if (isNew) close();
        item.values.set(name, value);
        return;
      }
      case "remove":
        if (one.isBehind && !marks.slice(at + 1).some(({ type }) => named.has(type))) return takeOutLast();
        if (!one.isIsolated || deniesNext(utterance, one, marks[at + 1])) return close("remove");
        isDenial ||= one.from === 0;
        return close(items.length > 0 || !isEmpty(item) ? "correct" : item.mode);
      case "marker":
        isDenial ||= one.from === 0;
        if (item.mode !== "remove" && item.mode !== "change")
          close(items.length > 0 || !isEmpty(item) ? "correct" : "add");
        return;
      case "removeBehind":
        return takeOutLast();
      case "insteadOf":
        return close("replaced");
      case "change":
        return close("change");
      case "into":
        if (item.mode === "change" && !isEmpty(item)) close("become");
        return;
      case "instead":
        isInstead = true;
        return;
      case "add":
        return close("add");
      case "more":
        // "Extra anchovies" are nothing that is known here.
        if (!isNext(one, marks[at + 1]) && !isNext(marks[at - 1], one)) return;
        if (item.values.size > 1) close();
        item.isMore = true;
        return;
      case "everything":
        item.isEverything = true;
        return;
      case "it":
        if (item.mode === "change" || item.mode === "remove") item.isIt = true;
        return;
      case "pronoun":
        item.hasPronoun = true;
        return;
      case "place":
        if (item.place !== undefined) close();
        item.place = one.place;
        return;
      case "over":
        isOver = true;
        return;
      case "or":
        isAmbiguous = true;
    }
  };
  marks.forEach(mark);
  close();
  return { items, isInstead, isOver, isAmbiguous, isDenial, isLoose };
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
