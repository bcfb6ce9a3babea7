// Beat share: starts work of some milliseconds right after a beat of the media clock, a fixed amount per beat, in
// order of arrival. The work then has the time until the next frames are due, and delays none.

import type { Ticker } from "../ticker.ts";
import { EventLoopShare } from "./event-loop-share.ts";

export class BeatShare {
  readonly #perBeat: number;
  readonly #ticker: Ticker;
  readonly #idle: EventLoopShare;
  readonly #waiting: (() => void)[] = [];
  #beat: Disposable | undefined;

  /** Without beats, `perBeat` applies to a turn of the event loop. */
  constructor(ticker: Ticker, perBeat: number) {
    this.#ticker = ticker;
    this.#perBeat = perBeat;
    this.#idle = new EventLoopShare(perBeat);
  }

  /** Resolves when the work may begin. */
  async enter(): Promise<void> {
    if (this.#ticker.size === 0 && this.#waiting.length === 0) return await this.#idle.enter();
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#beat ??= this.#ticker.add(() => this.#begin());
    });
  }

  /** The work begins after all subscribers of the beat: promises are settled after its last one. */
  #begin(): void {
    for (const begin of this.#waiting.splice(0, this.#perBeat)) begin();
    if (this.#waiting.length > 0) return;
    this.#beat?.[Symbol.dispose]();
    this.#beat = undefined;
  }
}
