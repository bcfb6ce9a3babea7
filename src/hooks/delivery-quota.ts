// Delivery quota: the share of the outbox and of the sending slots for one account and one receiver, so a receiver
// that hangs or is gone costs no other account anything.

import type { OutboxLoad, NewDelivery } from "../../db/port/outbox-store.ts";

/** Backlog of a receiver that is gone for three days; later deliveries are dropped. */
const rowsPerAccountMax = 20_000;
const charsPerAccountMax = 32 * 1024 * 1024;
const charsMax = 512 * 1024 * 1024;
/** Concurrent deliveries. A receiver that hangs holds each slot for 15 s. */
const slotsPerReceiver = 4;
const slotsPerAccount = 8;
const slotsMax = 32;

export class DeliveryQuota {
  readonly #loads = new Map<string, { rows: number; chars: number }>();
  readonly #refused = new Set<string>();
  readonly #taken = new Map<string, number>();
  #chars = 0;

  constructor(loads: readonly OutboxLoad[]) {
    this.renew(loads, []);
  }

  /** Replaces the counts by the outbox's loads and the deliveries about to be written. */
  renew(loads: readonly OutboxLoad[], besides: readonly Pick<NewDelivery, "accountId" | "body">[]): void {
    this.#loads.clear();
    this.#chars = 0;
    for (const { accountId, rows, chars } of loads) this.#add(accountId, rows, chars);
    for (const { accountId, body } of besides) this.#add(accountId, 1, body.length);
  }

  /** Takes room in the outbox; false if there is none. */
  take({ accountId, body }: Pick<NewDelivery, "accountId" | "body">): boolean {
    const load = this.#loads.get(accountId) ?? { rows: 0, chars: 0 };
    const fits =
      load.rows < rowsPerAccountMax &&
      load.chars + body.length <= charsPerAccountMax &&
      this.#chars + body.length <= charsMax;
    if (!fits) return false;
    this.#refused.delete(accountId);
    this.#add(accountId, 1, body.length);
    return true;
  }

  /** Counts a manual delivery, which is never refused. */
  add({ accountId, body }: Pick<NewDelivery, "accountId" | "body">): void {
    this.#add(accountId, 1, body.length);
  }

  giveBack({ accountId, body }: Pick<NewDelivery, "accountId" | "body">): void {
    this.#add(accountId, -1, -body.length);
  }

  /** True once until there is room again: one log line is enough. */
  firstRefusal(accountId: string): boolean {
    if (this.#refused.has(accountId)) return false;
    this.#refused.add(accountId);
    return true;
  }

  /** Free slots for this receiver, by its own limit alone. */
  slots(url: string): number {
    return slotsPerReceiver - (this.#taken.get(url) ?? 0);
  }

  /**
   * Holds a slot until the returned function is called, which returns whether others waited for it; `undefined`: no
   * free slot.
   */
  enter({ url, accountId }: Pick<NewDelivery, "url" | "accountId">): (() => boolean) | undefined {
    const limits = [
      [everybody, slotsMax],
      [accountId, slotsPerAccount],
      [url, slotsPerReceiver],
    ] as const;
    const isFull = ([key, most]: readonly [string, number]): boolean => (this.#taken.get(key) ?? 0) >= most;
    if (limits.some(isFull)) return undefined;
    for (const [key] of limits) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    return () => {
      const wasFull = limits.slice(0, 2).some(isFull);
      for (const [key] of limits) {
        const left = (this.#taken.get(key) ?? 0) - 1;
        if (left > 0) this.#taken.set(key, left);
        else this.#taken.delete(key);
      }
      return wasFull;
    };
  }

  #add(accountId: string, rows: number, chars: number): void {
    const load = this.#loads.get(accountId) ?? { rows: 0, chars: 0 };
    this.#chars += chars;
    const next = { rows: load.rows + rows, chars: load.chars + chars };
    if (next.rows > 0) this.#loads.set(accountId, next);
    else this.#loads.delete(accountId);
  }
}

/** Name for all: no account or URL has it. */
const everybody = "";
