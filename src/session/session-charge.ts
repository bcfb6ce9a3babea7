// Charge of a session: its row and its ledger, always written in one transaction and from the same whole number of
// milliseconds, so the row shows what was paid even after a crash.

import type { JsonObject } from "../../db/port/stored-rows.ts";
import type { SessionPatch, SessionRow, SettlingSession } from "../../db/port/session-store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { type MeteredProvider, minuteMicros } from "../billing/price.ts";
import type { UsageAccount, UsageItem } from "../billing/usage-account.ts";
import { Meter } from "./session-meter.ts";
import type { ClosingEvents, SessionRecord } from "./session-record.ts";

export interface ChargeOptions {
  readonly sessionId: string;
  /** For the hold of each minute. */
  readonly providers: readonly MeteredProvider[];
  /** Use of its providers. */
  readonly usage: Pick<UsageAccount, "micros" | "items" | "owed" | "goOn">;
  /** Payer; undefined: none. */
  readonly accountId: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly record: SessionRecord;
  /** Another minute must be paid: `renew()` follows. */
  readonly due: () => void;
}

/** Longest wait at a session's end for its providers' last use. */
const lastUseMsMax = 1_500;

export class Charge {
  readonly #o: ChargeOptions;
  readonly meter: Meter;
  /** The minute being settled: the end is written after it. */
  #renewing: Promise<boolean> | undefined;
  /** Items of use in the row, except those of providers. */
  #usage: JsonObject = {};

  constructor(options: ChargeOptions) {
    this.#o = options;
    const pays = options.accountId !== undefined;
    this.meter = new Meter({ ...options, pays, usedMicros: () => options.usage.micros });
  }

  /** Continues the charge of another process, from the row. */
  goOn({ connectedMs, usage }: Pick<SessionRow, "connectedMs" | "usage">, paidMs?: number): void {
    this.meter.goOn(connectedMs, paidMs);
    this.#o.usage.goOn(readItems(usage));
  }

  /** Changes for a heartbeat. */
  pulse(): SessionPatch {
    const { connectedMs, costMicros } = this.meter.read();
    const { items } = this.#o.usage;
    const usage = items.length === 0 ? {} : { usage: { items: items.map(storedItem) } };
    return { heartbeatAt: this.#o.clock.wall(), connectedMs, costMicros, ...usage };
  }

  /** Settles the use and holds another minute; false: the account cannot pay. Never rejects. */
  renew(): Promise<boolean> {
    this.#renewing = this.#renew();
    return this.#renewing;
  }

  async #renew(): Promise<boolean> {
    const { sessionId: id, accountId, providers, clock, record, log } = this.#o;
    // Without a payer no minute is due.
    if (accountId === undefined) return true;
    try {
      const patch = this.pulse();
      const money = { totalMicros: patch.costMicros ?? 0, extendMicros: minuteMicros(providers) };
      const settled = await record.settle({ id, accountId, patch, ...money, at: clock.wall(), close: false });
      return settled.extended;
    } catch (error) {
      // A fault of ours ends no call; the use is settled at the end.
      log.error("session.not-renewed", { error });
      return true;
    }
  }

  /**
   * `counted`: at once if no report is outstanding, else after the report or `lastUseMsMax`; then our count holds.
   */
  whenCounted(counted: () => void): void {
    const { usage, clock } = this.#o;
    const { owed } = usage;
    if (owed === undefined) return counted();
    const late = Promise.withResolvers<void>();
    const timer = clock.after(lastUseMsMax, late.resolve);
    void Promise.race([owed, late.promise]).then(() => {
      timer[Symbol.dispose]();
      counted();
    });
  }

  /**
   * Writes the end at once, or as soon as possible. `ended`: the other columns of its row. `later`: work follows
   * until `finish`, and the hold stays; if the work costs money, `later` also holds a minute of its providers, and
   * `done` receives whether that was possible.
   */
  async close(
    ended: SessionPatch,
    { done, late }: ClosingEvents,
    later?: { readonly costs: boolean },
  ): Promise<void> {
    const used = this.pulse();
    this.#usage = ended.usage ?? {};
    const usage = { ...used.usage, ...ended.usage };
    const patch: SessionPatch = {
      ...used,
      status: "ended",
      endedAt: this.#o.clock.wall(),
      ...ended,
      usage,
    };
    const more = later?.costs === true ? minuteMicros(this.#o.providers) - minuteMicros([]) : 0;
    const money = { close: later === undefined, ...(more > 0 && { extendMicros: more }) };
    await this.#write(patch, money, {
      done: ({ moved, extended }) => done({ moved, extended: extended || more === 0 }),
      late,
    });
  }

  /** Work after the end is paid, and the rest of the hold is released. */
  async finish(last: SessionPatch, events: ClosingEvents): Promise<void> {
    const used = this.pulse();
    const patch = { ...used, ...last, usage: { ...used.usage, ...this.#usage } };
    await this.#write(patch, { close: true }, events);
  }

  async #write(
    patch: SessionPatch,
    money: Pick<SettlingSession, "close" | "extendMicros">,
    events: ClosingEvents,
  ): Promise<void> {
    const { sessionId: id, accountId, clock, record } = this.#o;
    if (accountId === undefined) {
      record.patch(id, patch);
      events.done({ extended: true, moved: false });
      return;
    }
    await this.#renewing;
    const at = clock.wall();
    await record.close({ id, accountId, patch, totalMicros: patch.costMicros ?? 0, at, ...money }, events);
  }
}

/** Items in the row, without their sources; equal ones are added together. */
function readItems(usage: JsonObject | null): readonly UsageItem[] {
  const items = new Map<string, UsageItem>();
  for (const item of (usage?.["items"] ?? []) as readonly StoredItem[]) {
    const { own_key: ownKey, cost_micros: micros, amount, ...what } = item;
    const key = JSON.stringify([what.kind, what.provider, what.model, what.unit, ownKey]);
    const same = items.get(key) ?? { ...what, ownKey, amount: 0, micros: 0 };
    items.set(key, { ...same, amount: same.amount + amount, micros: same.micros + micros });
  }
  return [...items.values()];
}

type StoredItem = Omit<UsageItem, "ownKey" | "micros"> & {
  readonly own_key: boolean;
  readonly cost_micros: number;
};

/** Form of an item in the row. */
function storedItem({ ownKey, micros, ...what }: UsageItem): JsonObject {
  return { ...what, own_key: ownKey, cost_micros: micros } satisfies StoredItem;
}
