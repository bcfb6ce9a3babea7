// Realtime items: the stretches of a caller's audio that were committed, with the vendor's names for them, which come
// late, and one answer to each turn in order.

import type { SettledMore, SttTurns } from "../stt/stt-turns.ts";

/** A commit, and its result. */
export interface Item {
  readonly number: number;
  /** The vendor's name for it, once it is known. */
  id: string | undefined;
  text: string;
  isDone: boolean;
  /** Its turn was answered, with it or without. */
  isAnswered: boolean;
  /** Its audio was dropped: it was never committed, and gets no name any more. */
  isCleared: boolean;
}

/** Names that are remembered after their items: late messages name them again. */
const goneMax = 32;

export class RealtimeItems<I extends Item> {
  readonly #make: (item: Item) => I;
  #count = 0;
  /** Committed ones, oldest first, and behind them the one that is open. */
  #items: I[];
  #gone: readonly string[] = [];

  constructor(make: (item: Item) => I) {
    this.#make = make;
    this.#items = [this.#next()];
  }

  /** Ends the open item; the next one is open from now on. */
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
   * Items get their names in their order, though what is said of them may come in any. `isCommit`: the vendor has taken
   * it in just now.
   */
  named(id: string, isCommit: boolean): I | undefined {
    const named = this.#items.find((item) => item.id === id && !item.isCleared);
    if (named !== undefined || (!isCommit && this.#isGone(id))) return named;
    const next = this.#items.find((item) => item.id === undefined && !item.isCleared);
    if (next !== undefined) next.id = id;
    return next;
  }

  /** Answers in order; an early transcript waits. */
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

  /** Also one that was cleared and is still to be answered. */
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
