// Shared texts: a text that several calls request at the same time is made once, for all of them.

import type { TtsEvent, TtsStream } from "../../providers/provider-contract.ts";

type Sink = (event: TtsEvent) => void;
type Outcome = Awaited<TtsStream["done"]>;

/** Equal keys always mean equal sound. */
export class SharedTexts {
  readonly #making = new Map<string, SharedText>();

  /**
   * Makes a text, unless it is being made. Every listener gets all of it, from its beginning; it is cancelled with
   * the last of them. `start` must return before the first event.
   */
  join(key: string, start: (sink: Sink) => TtsStream, sink: Sink): TtsStream {
    const text = this.#making.get(key) ?? this.#begin(key, start);
    return text.join(sink);
  }

  #begin(key: string, start: (sink: Sink) => TtsStream): SharedText {
    const text: SharedText = new SharedText(start, () => {
      if (this.#making.get(key) === text) this.#making.delete(key);
    });
    this.#making.set(key, text);
    return text;
  }
}

class SharedText {
  readonly #stream: TtsStream;
  readonly #over: () => void;
  readonly #events: TtsEvent[] = [];
  readonly #listeners = new Set<Listener>();

  /** `over` is called when nothing more can be joined. */
  constructor(start: (sink: Sink) => TtsStream, over: () => void) {
    this.#over = over;
    this.#stream = start((event) => {
      this.#events.push(event);
      for (const listener of this.#listeners) listener.catchUp(this.#events);
    });
    this.#stream.done.then(over, over);
  }

  join(sink: Sink): TtsStream {
    const listener: Listener = new Listener(sink, this.#stream.done, () => this.#leave(listener));
    this.#listeners.add(listener);
    // As with any text, nothing is heard before the caller has the stream.
    queueMicrotask(() => listener.catchUp(this.#events));
    return listener;
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    this.#over();
    this.#stream.cancel();
  }
}

class Listener implements TtsStream {
  readonly #sink: Sink;
  readonly #leave: () => void;
  readonly #done = Promise.withResolvers<Outcome>();
  #heard = 0;
  #isOver = false;

  constructor(sink: Sink, made: Promise<Outcome>, leave: () => void) {
    this.#sink = sink;
    this.#leave = leave;
    // A caller that cancels may ignore the end.
    this.#done.promise.catch(() => {});
    made.then(this.#done.resolve, this.#done.reject);
  }

  get done(): Promise<Outcome> {
    return this.#done.promise;
  }

  cancel(): void {
    this.#isOver = true;
    this.#done.resolve("cancelled");
    this.#leave();
  }

  /** Its sink may cancel it in the middle. */
  catchUp(events: readonly TtsEvent[]): void {
    while (!this.#isOver && this.#heard < events.length) {
      const event = events[this.#heard];
      this.#heard += 1;
      if (event !== undefined) this.#sink(event);
    }
  }
}
