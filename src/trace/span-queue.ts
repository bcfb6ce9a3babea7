// Span queue: spans that wait to be sent, up to a limit; when it is full, a new span replaces the oldest.

import type { Span } from "./span.ts";

export class SpanQueue {
  readonly #places: (Span | undefined)[];
  #first = 0;
  #size = 0;

  constructor(spansMax: number) {
    this.#places = Array.from({ length: spansMax });
  }

  get size(): number {
    return this.#size;
  }

  /** False: the oldest span was dropped. */
  add(span: Span): boolean {
    const spansMax = this.#places.length;
    this.#places[(this.#first + this.#size) % spansMax] = span;
    if (this.#size < spansMax) {
      this.#size += 1;
      return true;
    }
    this.#first = (this.#first + 1) % spansMax;
    return false;
  }

  /** Takes up to this many spans, the oldest first. */
  take(count: number): readonly Span[] {
    const taken: Span[] = [];
    while (taken.length < count && this.#size > 0) {
      const span = this.#places[this.#first];
      this.#places[this.#first] = undefined;
      this.#first = (this.#first + 1) % this.#places.length;
      this.#size -= 1;
      if (span !== undefined) taken.push(span);
    }
    return taken;
  }
}
