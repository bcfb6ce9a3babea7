// Turn watch: the length of the event loop's turns, in processor time, which a busy machine does not lengthen.

import { readFileSync } from "node:fs";

const lookEachMs = 1;

export interface WatchedTurns {
  readonly longestTurnMs: number;
  /** At 99 % of all moments the running turn takes no longer. */
  readonly turnMsP99: number;
}

/** `turns` in milliseconds, of a time of so many. */
export function turnsIn(turns: readonly number[], passedMs: number): WatchedTurns {
  const longest = turns.toSorted((a, b) => b - a);
  let left = passedMs / 100;
  const at = longest.find((turn) => (left -= turn) <= 0);
  return { longestTurnMs: longest[0] ?? 0, turnMsP99: at ?? longest.at(-1) ?? 0 };
}

/** Time that this thread has waited for a core so far, in milliseconds; from proc_pid_schedstat. */
export function waitedMs(): number {
  const [, waitedNs = "0"] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
  return Number(waitedNs) / 1e6;
}

export class TurnWatch {
  #turns: number[] = [];
  #last = process.threadCpuUsage();
  #since = performance.now();
  #waitedMs = waitedMs();

  constructor() {
    setInterval(() => this.#look(), lookEachMs).unref();
  }

  /** Figures since the last call. `waited`: the share of that time in which it waited for a core. */
  take(): WatchedTurns & { readonly waited: number } {
    const [now, before] = [performance.now(), this.#waitedMs];
    this.#waitedMs = waitedMs();
    const taken = turnsIn(this.#turns, now - this.#since);
    const waited = (this.#waitedMs - before) / (now - this.#since);
    [this.#turns, this.#since] = [[], now];
    return { ...taken, waited };
  }

  #look(): void {
    const now = process.threadCpuUsage();
    this.#turns.push((now.user - this.#last.user + now.system - this.#last.system) / 1_000);
    this.#last = now;
  }
}
