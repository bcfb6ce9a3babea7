// Worker pool: threads of one kind, and their clients. A client gets the thread with the fewest clients; a dead
// thread is replaced, and its clients move to another.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { PoolClient, SlotAssigner } from "./pool-client.ts";
import type { WorkerAnswer } from "./speech-message.ts";
import { WorkerSlot, type WorkerSlotOptions } from "./worker-slot.ts";

export interface WorkerPoolOptions extends Pick<WorkerSlotOptions, "role" | "begins"> {
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a Worker was lost and is replaced. */
  readonly restarted?: (() => void) | undefined;
}

export class WorkerPool implements SlotAssigner {
  /** Resolves when every Worker is warm; rejects if one does not start. */
  readonly ready: Promise<unknown>;
  readonly #slots: readonly WorkerSlot[];
  readonly #clients = new Map<number, { readonly client: PoolClient; slot: WorkerSlot }>();
  #nextId = 1;
  #closing: Promise<void> | undefined;

  constructor({ role, begins, clock, log, restarted }: WorkerPoolOptions, count: number) {
    const answered = (answer: WorkerAnswer): void => {
      if ("id" in answer) this.#clients.get(answer.id)?.client.answer(answer);
    };
    const lost = (slot: WorkerSlot): void => this.#moveFrom(slot);
    this.#slots = Array.from(
      { length: count },
      () => new WorkerSlot({ role, begins, clock, log, answered, lost, restarted }),
    );
    this.ready = Promise.all(this.#slots.map((slot) => slot.firstReady));
    this.ready.catch(() => {});
  }

  get workers(): readonly Worker[] {
    return this.#slots.flatMap((slot) => slot.worker ?? []);
  }

  /** Waiting work of the busiest thread, in milliseconds. */
  get queuedMs(): number {
    return Math.max(...this.#slots.map((slot) => slot.queuedMs));
  }

  join(client: PoolClient): { id: number; slot: WorkerSlot } {
    const id = this.#nextId++;
    const slot = this.#leastLoaded();
    slot.load += 1;
    this.#clients.set(id, { client, slot });
    // A closing pool gives no more answers; the client is notified after its constructor.
    if (this.#closing !== undefined) queueMicrotask(() => client.end());
    return { id, slot };
  }

  leave(id: number): void {
    const place = this.#clients.get(id);
    if (place === undefined) return;
    place.slot.load -= 1;
    this.#clients.delete(id);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closing = this.#slots.map((slot) => slot.close());
    for (const { client } of this.#clients.values()) client.end();
    this.#clients.clear();
    await Promise.all(closing);
  }

  #moveFrom(dead: WorkerSlot): void {
    for (const place of this.#clients.values()) {
      if (place.slot !== dead) continue;
      dead.load -= 1;
      place.slot = this.#leastLoaded();
      place.slot.load += 1;
      place.client.moveTo(place.slot);
    }
  }

  /** Slot with the fewest clients; one that is not ready only if none is. */
  #leastLoaded(): WorkerSlot {
    const ready = this.#slots.filter((slot) => slot.ready);
    const candidates = ready.length > 0 ? ready : this.#slots;
    return candidates.reduce((best, slot) => (slot.load < best.load ? slot : best));
  }
}
