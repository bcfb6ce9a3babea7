// Request log: one line for each answered request. Each address without valid credentials has a few lines, and its
// further requests are counted and reported in one line: a flood costs no disk, and is named all the same.

import type { Clock } from "../../base/clock.ts";
import type { Fields, Log } from "../../base/log.ts";

export interface RequestLogOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Strangers' lines too, for an investigation. */
  readonly writesAll?: boolean;
}

export interface AnsweredRequest {
  readonly level: "debug" | "info";
  /** Counting key of a stranger; undefined: its account is known, and each of its lines is written. */
  readonly stranger: string | undefined;
  readonly status: number;
  /** Loggable form of its address. */
  readonly address: string | undefined;
  /** The other fields of its line. */
  readonly fields: Fields;
}

/** Time from the first request of a stranger to the sums. */
const windowMs = 10_000;
/** A page with all its files, and a few mistakes. */
const linesOfAddress = 20;
const linesOfAll = 400;
/** Number of strangers that are counted singly; the others share the rest of the lines. */
const addressesMax = 1_000;

interface Sum {
  count: number;
  readonly byAddress: Map<string, { readonly address: string | undefined; count: number }>;
}

export class RequestLog implements Disposable {
  readonly #o: RequestLogOptions;
  readonly #lines = new Map<string, number>();
  /** Left-out requests, by status. */
  readonly #left = new Map<number, Sum>();
  #written = 0;
  #timer: Disposable | undefined;

  constructor(options: RequestLogOptions) {
    this.#o = options;
  }

  answered(request: AnsweredRequest): void {
    const { level, stranger, address, fields } = request;
    if (this.#o.writesAll === true || stranger === undefined || this.#mayWrite(stranger))
      this.#o.log[level]("request", { ...fields, address });
    else this.#leaveOut(stranger, request);
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#tellSums();
  }

  #mayWrite(stranger: string): boolean {
    this.#timer ??= this.#o.clock.after(windowMs, () => this.#endWindow());
    const lines = this.#lines.get(stranger);
    if (this.#written >= linesOfAll || (lines ?? 0) >= linesOfAddress) return false;
    this.#lines.set(stranger, (lines ?? 0) + 1);
    this.#written += 1;
    return true;
  }

  #leaveOut(stranger: string, { status, address }: AnsweredRequest): void {
    const sum: Sum = this.#left.get(status) ?? { count: 0, byAddress: new Map() };
    this.#left.set(status, sum);
    sum.count += 1;
    const entry = sum.byAddress.get(stranger);
    if (entry !== undefined) entry.count += 1;
    else if (sum.byAddress.size < addressesMax) sum.byAddress.set(stranger, { address, count: 1 });
  }

  #endWindow(): void {
    this.#timer = undefined;
    this.#tellSums();
    this.#lines.clear();
    this.#written = 0;
  }

  #tellSums(): void {
    for (const [status, { count, byAddress }] of this.#left) {
      const [busiest] = [...byAddress.values()].toSorted((a, b) => b.count - a.count);
      this.#o.log[status >= 400 ? "warn" : "info"]("requests.not-logged", {
        status,
        requests: count,
        addresses: byAddress.size,
        busiest: busiest?.address,
        of_it: busiest?.count,
        seconds: windowMs / 1_000,
      });
    }
    this.#left.clear();
  }
}
