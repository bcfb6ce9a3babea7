// Realtime items: committed stretches of a caller's audio, with the vendor's names for them, which come late,
// and one answer per turn, in order.

import type { SettledMore, SttTurns } from "../stt/stt-turns.ts";

/** A commit, and its result. */
export interface Item {
  readonly number: number;
  /** The vendor's name for the item; undefined: not received yet. */
  id: string | undefined;
  text: string;
  isDone: boolean;
  /** True if the turn was answered, with or without the item's words. */
  isAnswered: boolean;
  /** True if the audio was dropped: it was never committed, and gets no name. */
  isCleared: boolean;
}

/** Names remembered after their items are gone: late messages still mention them. */
const goneMax = 32;

export class RealtimeItems<I extends Item> {
  readonly #make: (item: Item) => I;
  #count = 0;
  /** Committed items, oldest first, and the open one at the end. */
  #items: I[];
  #gone: readonly string[] = [];

  constructor(make: (item: Item) => I) {
    this.#make = make;
    this.#items = [this.#next()];
  }

  /** Ends the open item, and opens the next one. */
  commit(): I {
    const item = this.#open;
    this.#items.push(this.#next());
    return item;
  }

  /** The item whose words are awaited, or the open one. */
  get oldest(): I | undefined {
    return this.#items.find((item) => !item.isAnswered);
  }

  find(is: (item: I) => boolean): I | undefined {
    return this.#items.find(is);
  }

  /**
   * Items get their names in order, though messages about them may come in any order. `isCommit`: the vendor
   * has just accepted the item.
   */
  named(id: string, isCommit: boolean): I | undefined {
    const named = this.#items.find((item) => item.id === id && !item.isCleared);
    if (named !== undefined || (!isCommit && this.#isGone(id))) return named;
    const next = this.#items.find((item) => item.id === undefined && !item.isCleared);
    if (next !== undefined) next.id = id;
    return next;
  }

  /** Answers turns in order; an early transcript waits. */
  answer(turns: SttTurns, more: (item: I) => Pick<SettledMore, "reading"> = () => ({})): void {
    for (let item = this.oldest; item?.isDone === true && item !== this.#open; item = this.oldest) {
      item.isAnswered = true;
      turns.whole(item.text, more(item));
      turns.answered();
    }
    const gone = this.#items.filter(
      (item) => item.isDone && item.isAnswered && (item.id !== undefined || item.isCleared),
    );
    this.#gone = [...this.#gone, ...gone.flatMap(({ id }) => id ?? [])].slice(-goneMax);
    this.#items = this.#items.filter((item) => !gone.includes(item));
    const next = this.oldest;
    if (next !== undefined && next.text !== "") turns.whole(next.text);
  }

  /** Also true for a cleared item that still awaits its answer. */
  #isGone(id: string): boolean {
    return this.#gone.includes(id) || this.#items.some((item) => item.id === id);
  }

  get #open(): I {
    return this.#items.at(-1) ?? this.#next();
  }

  #next(): I {
    this.#count += 1;
    const nothing = { id: undefined, text: "", isDone: false, isAnswered: false, isCleared: false };
    return this.#make({ number: this.#count, ...nothing });
  }
}
