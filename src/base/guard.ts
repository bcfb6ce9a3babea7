// Guard: wraps callbacks of timers, subscribers and sockets, so that a bug in one is reported and ends nothing else:
// no other timer, no other subscriber, not the process.

import type { Clock } from "./clock.ts";
import type { Beat, Ticker } from "./ticker.ts";

export class Guard {
  readonly #report: (error: unknown) => void;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Reports all errors of the action. */
  run(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#report(error);
    }
  }

  /** Runs all actions in order, even if one throws. */
  all(actions: readonly (() => void)[]): void {
    for (const action of actions) this.run(action);
  }

  /** Function that runs guarded. */
  around<A extends readonly unknown[]>(enter: (...args: A) => void): (...args: A) => void {
    return (...args) => {
      try {
        enter(...args);
      } catch (error) {
        this.#report(error);
      }
    };
  }

  /** Clock whose timers run guarded. */
  clock(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      wall: () => clock.wall(),
      after: (ms, fire) => clock.after(ms, this.around(fire)),
    };
  }

  /** Heartbeat whose beats run guarded. */
  ticker(ticker: Ticker): Pick<Ticker, "add"> {
    return { add: (beat: Beat) => ticker.add(this.around(beat)) };
  }
}
