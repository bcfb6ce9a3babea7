// Hook delivery: sends what waits in the outbox to its receivers, in the background, at least once, in order for each
// session and receiver, with retries for three days. A caller that hands an event in never waits.

import type { Db, Store } from "../../db/open-database.ts";
import { type Clock, delay } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Outbound } from "../base/outbound-request.ts";
import { Scope } from "../base/scope.ts";
import type { Secret } from "../base/secret.ts";
import { DeliveryQuota } from "./delivery-quota.ts";
import {
  addDeliveries,
  type Delivery,
  dueDeliveries,
  loads,
  type NewDelivery,
  postponeDelivery,
  receivers,
  removeDeliveriesOf,
  removeDelivery,
  type Signer,
} from "./hook-outbox.ts";
import { signatureHeaders } from "./signature.ts";

export interface DeliverOptions {
  readonly store: Pick<Store, "live" | "disk" | "erase">;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbound: Pick<Outbound, "send">;
  /** What signs for `signer`; `undefined` when the account has it no more. */
  readonly secretOf: (accountId: string, signer: string) => Secret | undefined;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** After each failure but the last; the schedule that Standard Webhooks proposes. */
const retryAfterMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** What a power cut may cost of the events. */
const batchMs = 250;
/** How long a receiver may take; Standard Webhooks proposes 15 to 30 s. */
const answerMsMax = 15 * second;
/** The wall clock may jump, so nothing sleeps longer. */
const sleepMsMax = 10 * minute;
/** When the outbox cannot be written or read. */
const troubleMs = 5 * second;

export class HookDelivery implements AsyncDisposable {
  readonly #o: DeliverOptions;
  readonly #scope: Scope;
  readonly #quota: DeliveryQuota;
  /** Receiver → ids of deliveries. */
  readonly #onTheWay = new Map<string, Set<number>>();
  #batch: NewDelivery[] = [];
  #flushing: Disposable | undefined;
  #waking: Disposable | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;
  #troubledUntil = 0;

  /** Goes on with what the last process left. */
  constructor(options: DeliverOptions) {
    this.#o = options;
    this.#scope = new Scope("hooks", (error) => options.log.error("hooks.broken", { error }));
    this.#quota = new DeliveryQuota(loads(options.store.live));
    this.#work();
  }

  /** Deliveries of one queue arrive in the order in which they come in here. */
  enqueue(delivery: NewDelivery): void {
    if (this.#quota.take(delivery)) {
      this.#batch.push(delivery);
      this.#flushing ??= this.#o.clock.after(batchMs, () => this.flush());
    } else if (this.#quota.firstRefusal(delivery.accountId)) {
      this.#o.log.warn("hook.dropped", { account: delivery.accountId, why: "the outbox is full" });
    }
  }

  /** Writes what was handed in. What cannot be written waits on. */
  flush(): void {
    this.#flushing?.[Symbol.dispose]();
    this.#flushing = undefined;
    if (this.#batch.length === 0) return;
    const written = this.#write((tx) => addDeliveries(tx, this.#batch));
    if (written !== undefined) this.#batch = [];
    else this.#flushing = this.#o.clock.after(troubleMs, () => this.flush());
    this.#work();
  }

  /** A hook that is deleted: nothing of it is sent any more, but for what is on its way. */
  forget(signer: Signer): void {
    this.flush();
    const gone = this.#tried(() => this.#o.store.erase((db) => removeDeliveriesOf(db, signer)));
    for (const delivery of gone ?? []) this.#quota.giveBack(delivery);
  }

  /** What is on its way when this is called is sent again by the next process. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#scope.close();
    this.flush();
    this.#flushing?.[Symbol.dispose]();
    this.#waking?.[Symbol.dispose]();
    await closed;
  }

  /** Starts all that is due and has room, and sleeps until the next is due. */
  #work(): void {
    this.#guarded((at) => {
      let next = Number.POSITIVE_INFINITY;
      for (const { url, firstAt, laterAt } of receivers(this.#o.store.live, at)) {
        if (firstAt <= at) this.#fill(url, at);
        next = Math.min(next, laterAt ?? next);
      }
      if (next < Number.POSITIVE_INFINITY) this.#sleep(next - at);
    });
  }

  /** Nothing is done while the outbox is out of order or we are about to stop. */
  #guarded(work: (at: number) => void): void {
    if (this.#scope.signal.aborted) return;
    const { clock, log, store } = this.#o;
    const trouble = this.#troubledUntil - clock.now();
    if (trouble > 0) return this.#sleep(trouble);
    try {
      work(clock.wall());
    } catch (error) {
      if (!store.disk.failed(error)) log.error("hooks.unreadable", { error });
      this.#sleep(troubleMs);
    }
  }

  #fill(url: string, at: number): void {
    const free = this.#quota.slots(url);
    if (free <= 0) return;
    const taken = this.#onTheWay.get(url) ?? new Set();
    this.#onTheWay.set(url, taken);
    for (const delivery of dueDeliveries(this.#o.store.live, { url, at, limit: free + taken.size })) {
      const leave = taken.has(delivery.id) ? undefined : this.#quota.enter(delivery);
      if (leave === undefined) continue;
      taken.add(delivery.id);
      this.#scope.run(async (signal) => {
        await this.#deliver(delivery, signal);
        taken.delete(delivery.id);
        // Another delivery may have waited for the place as well.
        if (leave()) this.#work();
        else this.#guarded((now) => this.#fill(url, now));
      });
    }
    if (taken.size === 0) this.#onTheWay.delete(url);
  }

  async #deliver(delivery: Delivery, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#o;
    const failure = await this.#attempt(delivery, signal);
    if (signal.aborted) return;
    const wall = clock.wall();
    const wait = retryAfterMs[delivery.attempts];
    if (failure !== undefined && wait !== undefined) {
      log.debug("hook.failed", { message: delivery.messageId, attempt: delivery.attempts + 1, failure });
      await this.#written((tx) => postponeDelivery(tx, delivery, wall + wait), signal);
      this.#sleep(wait);
      return;
    }
    if (failure !== undefined)
      log.warn("hook.given-up", { message: delivery.messageId, account: delivery.accountId, failure });
    const gone = await this.#written((tx) => removeDelivery(tx, delivery, wall), signal);
    if (gone === true) this.#quota.giveBack(delivery);
  }

  /** Why it was not taken; nothing when it was. */
  async #attempt(delivery: Delivery, signal: AbortSignal): Promise<string | undefined> {
    const { clock, outbound, secretOf } = this.#o;
    const { accountId, signer, url, body, messageId: id } = delivery;
    const secret = secretOf(accountId, signer);
    if (secret === undefined) return "The secret that signs is not there any more.";
    const signature = signatureHeaders(secret, { id, at: clock.wall(), body });
    const answer = await outbound.send({
      owner: accountId,
      url,
      method: "POST",
      headers: [["content-type", "application/json"], ...signature],
      body,
      timeoutMs: answerMsMax,
      signal,
      statusOnly: true,
    });
    if (answer.kind !== "ok") return answer.detail;
    return answer.status < 300 ? undefined : `The receiver answered ${answer.status}.`;
  }

  /**
   * Tries until it is done, or we stop: what cannot be crossed out keeps its place, so that it is not sent again and
   * again.
   */
  async #written(change: (tx: Db) => boolean, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const done = this.#write(change);
      if (done !== undefined) return done;
      await delay(this.#o.clock, troubleMs, signal);
    }
  }

  /** `undefined` when it could not be done. */
  #write<T>(change: (tx: Db) => T): T | undefined {
    return this.#tried(() => this.#o.store.live.transaction(change, { behavior: "immediate" }));
  }

  #tried<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      const { store, log, clock } = this.#o;
      if (!store.disk.failed(error)) log.error("hooks.unwritable", { error });
      this.#troubledUntil = clock.now() + troubleMs;
      return undefined;
    }
  }

  /** Looks again in so long, if not sooner. */
  #sleep(ms: number): void {
    const wakeAt = this.#o.clock.now() + Math.min(ms, sleepMsMax);
    if (wakeAt >= this.#wakeAt) return;
    this.#waking?.[Symbol.dispose]();
    this.#wakeAt = wakeAt;
    this.#waking = this.#o.clock.after(wakeAt - this.#o.clock.now(), () => {
      this.#waking = undefined;
      this.#wakeAt = Number.POSITIVE_INFINITY;
      this.#work();
    });
  }
}
