// Hook delivery: sends the outbox to its receivers in the background, at least once, in order for each session and
// receiver, with retries for three days. A caller that adds an event never waits.

import type {
  Delivery,
  DoneDelivery,
  HastenedDelivery,
  NewDelivery,
  OfSession,
  Signer,
} from "../../db/port/outbox-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type Clock, delay } from "../base/clock.ts";
import { GroupCommit } from "../base/shared-work/group-commit.ts";
import type { Log } from "../base/log.ts";
import type { Sender } from "../base/outbound/outbound-message.ts";
import { PeriodicTask } from "../base/periodic-task.ts";
import { Scope } from "../base/scope.ts";
import type { Secret } from "../base/secret.ts";
import { bodyOf, outcomeOf } from "./delivery-outcome.ts";
import { DeliveryQuota } from "./delivery-quota.ts";
import { sessionIn } from "./session-events.ts";
import type { BodyVault } from "./sealed-body.ts";
import { signatureHeaders } from "./signature.ts";

export const deliveryOutcomes = ["delivered", "retried", "given_up", "dropped"] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

export interface DeliverOptions {
  readonly store: Pick<Store, "outbox" | "disk" | "isShared">;
  readonly clock: Clock;
  readonly log: Log;
  /** False: another process sends the deliveries added here. Default true. */
  readonly sends?: boolean;
  /** Id of the sending node, read each time. */
  readonly nodeId: string;
  readonly outbound: Sender;
  /** Sender of one session's events; absent: the default one. */
  readonly outboundOf?: ((sessionId: string) => Sender) | undefined;
  /** Secret of `signer`; `undefined` if the account has it no more. */
  readonly secretOf: (accountId: string, signer: string) => Promise<Secret | undefined>;
  /** Counts the outcomes of deliveries. */
  readonly counted?: (outcome: DeliveryOutcome) => void;
  /** Opens sealed events. */
  readonly bodies: BodyVault;
  /** Random number from 0 to below 1; default: random. */
  readonly random?: () => number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delay after each failure but the last; the schedule proposed by Standard Webhooks. */
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

/** Events that a power cut may lose. */
const batchMs = 250;
/** Timeout of a receiver; Standard Webhooks proposes 15 to 30 s. */
const answerMsMax = 15 * second;
/** Longest sleep, since the wall clock may jump. */
const sleepMsMax = 10 * minute;
/** Duration of a node's claim: longer than a delivery takes, so only a dead node's claims expire. */
const claimMs = 2 * minute;
/** Delay after a failed read or write of the outbox. */
const troubleMs = 5 * second;
/** Interval of checks for other nodes' deliveries: notifications are quicker, but not certain. */
const lookMs = 5 * second;
/** Nodes that started together do not check together. */
const lookJitter = 0.2;
/** Interval of counting what all nodes have added and taken. */
const countMs = 30 * second;

export type WaitingDelivery = Omit<Delivery, "body"> & { readonly body: string | undefined };

/** State of one receiver during a delivery or a lookup. */
interface Receiver {
  /** Ids of deliveries under way. */
  readonly taken: Set<number>;
  looking: boolean;
  /** The last read of the receiver is stale. */
  again: boolean;
}

export class HookDelivery implements AsyncDisposable {
  readonly #o: DeliverOptions;
  readonly #scope: Scope;
  readonly #quota: DeliveryQuota;
  readonly #onTheWay = new Map<string, Receiver>();
  #batch: NewDelivery[] = [];
  /** One batch at a time, in the order of the events. */
  readonly #writes = new GroupCommit({
    waits: () => this.#batch.length > 0,
    write: () => this.#writeBatch(),
  });
  #flushing: Disposable | undefined;
  #waking: Disposable | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;
  #troubledUntil = 0;

  private constructor(options: DeliverOptions, quota: DeliveryQuota) {
    this.#o = options;
    this.#scope = new Scope("hooks", (error) => options.log.error("hooks.broken", { error }));
    this.#quota = quota;
  }

  /** Continues with the outbox of the last process. */
  static async open(options: DeliverOptions): Promise<HookDelivery> {
    const delivery = new HookDelivery(options, new DeliveryQuota(await options.store.outbox.loads()));
    delivery.#workLater();
    if (options.store.isShared) delivery.#followOthers();
    return delivery;
  }

  get #sends(): boolean {
    return this.#o.sends !== false;
  }

  #followOthers(): void {
    const { clock, log, store, random = Math.random } = this.#o;
    if (this.#sends) this.#scope.own(store.outbox.onAdded(() => this.#sleep(0)));
    const repeat = (everyMs: () => number, work: () => Promise<void>): void => {
      const failed = (error: unknown): void => log.warn("hooks.unreadable", { error });
      this.#scope.own(new PeriodicTask({ clock, everyMs, patienceMs: answerMsMax, work, failed }));
    };
    if (this.#sends)
      repeat(
        () => lookMs * (1 + lookJitter * (random() - 0.5)),
        () => this.#work(),
      );
    repeat(
      () => countMs,
      async () => this.#quota.renew(await store.outbox.loads(), this.#batch),
    );
  }

  /** Deliveries of one queue arrive in the order of these calls. */
  enqueue(delivery: NewDelivery): void {
    if (this.#quota.take(delivery)) {
      this.#batch.push(delivery);
      this.#flushing ??= this.#o.clock.after(batchMs, () => void this.flush());
      return;
    }
    this.#o.counted?.("dropped");
    if (this.#quota.firstRefusal(delivery.accountId)) {
      this.#o.log.warn("hook.dropped", { account: delivery.accountId, why: "the outbox is full" });
    }
  }

  /** Writes the added events. Events that cannot be written keep waiting. */
  flush(): Promise<void> {
    this.#flushing?.[Symbol.dispose]();
    this.#flushing = undefined;
    return this.#writes.flush();
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const written = await this.#tried(() => this.#o.store.outbox.add(batch).then(() => true));
    if (written === undefined) {
      this.#batch = [...batch, ...this.#batch];
      this.#flushing ??= this.#o.clock.after(troubleMs, () => void this.flush());
    }
    this.#workLater();
  }

  /** Stops deliveries of a deleted hook, except those under way. */
  async forget(signer: Signer): Promise<void> {
    await this.flush();
    const gone = await this.#tried(() => this.#o.store.outbox.removeOf(signer));
    for (const delivery of gone ?? []) this.#quota.giveBack(delivery);
  }

  /** Stops deliveries of an erased session, except those under way. Returns their number. */
  async forgetSession(sessionId: string): Promise<number> {
    await this.flush();
    const gone = await this.#o.store.outbox.removeOfSession(sessionId);
    for (const delivery of gone) this.#quota.giveBack(delivery);
    return gone.length;
  }

  /** Waiting deliveries about a session, with their events; undefined: sealed by another master key. */
  async waitingOf(of: OfSession): Promise<readonly WaitingDelivery[]> {
    await this.flush();
    const all = await this.#o.store.outbox.ofSession(of);
    return all.map((delivery) => ({ ...delivery, body: bodyOf(delivery, this.#o.bodies) }));
  }

  /** Finished deliveries about a session, in the order of creation. */
  doneOf(of: OfSession): Promise<readonly DoneDelivery[]> {
    return this.#o.store.outbox.doneOf(of);
  }

  /** Sends a delivery now if its queue has no earlier one; resends a finished one. */
  async hasten(of: OfSession & { readonly id: number }): Promise<HastenedDelivery> {
    const { store, clock } = this.#o;
    const at = clock.wall();
    let hastened = await store.outbox.hasten({ ...of, at });
    if (hastened === "missing") {
      const again = await store.outbox.again({ ...of, at });
      if (again !== undefined) {
        this.#quota.add(again);
        hastened = "due";
      }
    }
    if (hastened === "due") this.#workLater();
    return hastened;
  }

  /** Deliveries under way are repeated by the next process. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#scope.close();
    await this.flush();
    this.#flushing?.[Symbol.dispose]();
    this.#waking?.[Symbol.dispose]();
    await closed;
  }

  #workLater(): void {
    if (this.#sends && !this.#scope.signal.aborted) this.#scope.run(() => this.#work());
  }

  /** Starts all due deliveries with room, and sleeps until the next is due. */
  async #work(): Promise<void> {
    await this.#guarded(async (at) => {
      let next = Number.POSITIVE_INFINITY;
      for (const { url, firstAt, laterAt } of await this.#o.store.outbox.receivers(at)) {
        if (firstAt <= at) await this.#fill(url);
        next = Math.min(next, laterAt ?? next);
      }
      if (next < Number.POSITIVE_INFINITY) this.#sleep(next - at);
    });
  }

  /** Pauses while the outbox fails or this sender is stopping. */
  async #guarded(work: (at: number) => Promise<void>): Promise<void> {
    if (this.#scope.signal.aborted) return;
    const { clock, log, store } = this.#o;
    const trouble = this.#troubledUntil - clock.now();
    if (trouble > 0) return this.#sleep(trouble);
    try {
      await work(clock.wall());
    } catch (error) {
      if (!store.disk.failed(error)) log.error("hooks.unreadable", { error });
      this.#sleep(troubleMs);
    }
  }

  /** One read of a receiver's queues at a time, repeated if a delivery ended during it. */
  async #fill(url: string): Promise<void> {
    const receiver = this.#onTheWay.get(url) ?? {
      taken: new Set(),
      looking: false,
      again: false,
    };
    this.#onTheWay.set(url, receiver);
    receiver.again = true;
    if (receiver.looking) return;
    receiver.looking = true;
    try {
      while (receiver.again) {
        receiver.again = false;
        await this.#take(receiver, url);
      }
    } finally {
      receiver.looking = false;
      if (receiver.taken.size === 0) this.#onTheWay.delete(url);
    }
  }

  async #take(receiver: Receiver, url: string): Promise<void> {
    const { taken } = receiver;
    const free = this.#quota.slots(url);
    if (free <= 0) return;
    const { clock, store, nodeId } = this.#o;
    const [at, limit] = [clock.wall(), free + taken.size];
    const due = await store.outbox.claim({ url, at, limit, nodeId, until: at + claimMs });
    if (receiver.again || this.#scope.signal.aborted) return;
    for (const delivery of due) {
      const leave = taken.has(delivery.id) ? undefined : this.#quota.enter(delivery);
      if (leave === undefined) continue;
      taken.add(delivery.id);
      this.#scope.run(async (signal) => {
        await this.#deliver(delivery, signal);
        taken.delete(delivery.id);
        // A read that began before this may still see it, and must not resend it.
        receiver.again = true;
        // Another delivery may have waited for the slot too.
        if (leave()) await this.#work();
        else await this.#guarded(() => this.#fill(url));
      });
    }
  }

  async #deliver(delivery: Delivery, signal: AbortSignal): Promise<void> {
    const { clock, log, store } = this.#o;
    const { outbox } = store;
    const failure = await this.#attempt(delivery, signal);
    if (signal.aborted) return;
    const wall = clock.wall();
    const wait = retryAfterMs[delivery.attempts];
    const failed = wait === undefined ? "given_up" : "retried";
    this.#o.counted?.(failure === undefined ? "delivered" : failed);
    if (failure !== undefined && wait !== undefined) {
      log.debug("hook.failed", { message: delivery.messageId, attempt: delivery.attempts + 1, failure });
      await this.#written(() => outbox.postpone(delivery, wall + wait), signal);
      this.#sleep(wait);
      return;
    }
    if (failure !== undefined)
      log.warn("hook.given-up", { message: delivery.messageId, account: delivery.accountId, failure });
    const outcome = outcomeOf(delivery, failure, this.#o.bodies);
    const gone = await this.#written(() => outbox.remove(delivery, wall, outcome), signal);
    if (gone === true) this.#quota.giveBack(delivery);
  }

  /** Reason why it was not taken; undefined: it was. */
  async #attempt(delivery: Delivery, signal: AbortSignal): Promise<string | undefined> {
    const { clock, outbound, secretOf, bodies } = this.#o;
    const { accountId, signer, url, messageId: id } = delivery;
    const secret = await secretOf(accountId, signer);
    if (secret === undefined) return "The secret that signs is not there any more.";
    const body = bodyOf(delivery, bodies);
    if (body === undefined) return "It was sealed with another master key.";
    const signature = signatureHeaders(secret, { id, at: clock.wall(), body });
    const sender = this.#o.outboundOf?.(sessionIn(delivery.queue)) ?? outbound;
    const answer = await sender.send({
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
   * Retries until done or stopped: a delivery that cannot be crossed out keeps its slot, so it is not resent again
   * and again.
   */
  async #written(change: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const done = await this.#tried(change);
      if (done !== undefined) return done;
      await delay(this.#o.clock, troubleMs, signal);
    }
  }

  /** `undefined` if it failed. */
  async #tried<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const { store, log, clock } = this.#o;
      if (!store.disk.failed(error)) log.error("hooks.unwritable", { error });
      this.#troubledUntil = clock.now() + troubleMs;
      return undefined;
    }
  }

  /** Wakes after `ms` at the latest. */
  #sleep(ms: number): void {
    const wakeAt = this.#o.clock.now() + Math.min(ms, sleepMsMax);
    if (wakeAt >= this.#wakeAt) return;
    this.#waking?.[Symbol.dispose]();
    this.#wakeAt = wakeAt;
    this.#waking = this.#o.clock.after(wakeAt - this.#o.clock.now(), () => {
      this.#waking = undefined;
      this.#wakeAt = Number.POSITIVE_INFINITY;
      this.#workLater();
    });
  }
}
