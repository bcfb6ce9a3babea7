// Phone numbers: numbers of accounts, each registered by the one node with its lease. A node that is gone loses its
// leases within 20 seconds, and the next node to check takes them over.

import type { NumberRow } from "../../../db/port/phone-store.ts";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { PeriodicTask } from "../../base/periodic-task.ts";
import type { MovedExtension } from "../moved-calls.ts";
import type { PhoneExtension } from "../phone-extension.ts";
import type { RegistrationState } from "../registrar-link.ts";
import type { NumberCaller } from "./number-caller.ts";

export interface HeldNumber extends AsyncDisposable {
  readonly extension: Pick<PhoneExtension, "state">;
  readonly caller: Pick<NumberCaller, "look">;
  /** Leaves like an extension: running calls continue in another process. */
  leave(silently: boolean): Promise<MovedExtension>;
}

export interface PhoneNumbersOptions {
  readonly store: Pick<Store, "phone" | "nodes" | "isShared">;
  readonly clock: Clock;
  readonly log: Log;
  readonly nodeId: () => string;
  /**
   * Registers it; `changed` receives changes of its registration. `moved`: state from another process. Rejects if it
   * cannot even begin.
   */
  readonly open: (
    row: NumberRow,
    changed: (state: RegistrationState) => void,
    moved: MovedExtension | undefined,
  ) => Promise<HeldNumber>;
}

const leaseMs = 20_000;
const lookMs = 3_000;
const patienceMs = 10_000;
/** Leases per statement. */
const leasesMax = 1_000;
/** Time after which the sessions of calls handed to this node are over. */
const movedMsMax = 30_000;
const leaseName = "phone ";

interface Held {
  readonly row: NumberRow;
  readonly number: HeldNumber;
}

export class PhoneNumbers implements AsyncDisposable {
  readonly #o: PhoneNumbersOptions;
  readonly #held = new Map<string, Held>();
  /** Calls waiting until this node has their number. */
  readonly #moved = new Map<string, { readonly moved: MovedExtension; readonly until: number }>();
  readonly #task: PeriodicTask;

  constructor(options: PhoneNumbersOptions) {
    this.#o = options;
    this.#task = new PeriodicTask({
      clock: options.clock,
      everyMs: lookMs,
      patienceMs,
      work: () => this.#look(),
      failed: (error) => options.log.warn("phone.numbers-unreadable", { error }),
    });
    this.#task.soon();
  }

  /** Checks at once after a change. */
  readonly changed = (): void => this.#task.soon();

  /** Takes extensions left by other processes; a remaining one gets their numbers. */
  take(extensions: readonly MovedExtension[]): void {
    const until = this.#o.clock.now() + movedMsMax;
    for (const moved of extensions)
      if (moved.numberId !== undefined) this.#moved.set(moved.numberId, { moved, until });
    this.#task.soon();
  }

  /** Gives up its numbers: running calls continue in `heirs`. `silently`: as for an extension. */
  async leave(silently: boolean, heirs: (moved: readonly MovedExtension[]) => Promise<void>): Promise<void> {
    await this.#task[Symbol.asyncDispose]();
    const held = [...this.#held];
    this.#held.clear();
    const leaving = held.map(async ([numberId, { number }]) => ({
      ...(await number.leave(silently)),
      numberId,
    }));
    await heirs(await Promise.all(leaving));
    await this.#lead(
      held.map(([id]) => id),
      0,
    ).catch(() => undefined);
  }

  /** Numbers leased by this node, and registered ones among them. */
  get standing(): { readonly held: number; readonly registered: number } {
    const all = [...this.#held.values()];
    const registered = all.filter(({ number }) => number.extension.state?.phase === "registered").length;
    return { held: all.length, registered };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task[Symbol.asyncDispose]();
    const ids = [...this.#held.keys()];
    await Promise.all(ids.map((id) => this.#close(id)));
    // Other nodes need not wait for the leases to expire.
    await this.#lead(ids, 0).catch(() => undefined);
  }

  async #look(): Promise<void> {
    const now = this.#o.clock.now();
    for (const [id, { until }] of this.#moved) if (until < now) this.#moved.delete(id);
    const rows = await this.#o.store.phone.everyNumber();
    const numberIds = new Set(rows.map(({ id }) => id));
    const gone = [...this.#held.keys()].filter((id) => !numberIds.has(id));
    await Promise.all(gone.map((id) => this.#close(id)));
    const leads = await this.#lead(
      rows.map(({ id }) => id),
      leaseMs,
    );
    await Promise.all(rows.map((row) => this.#keep(row, leads.has(row.id))));
  }

  async #keep(row: NumberRow, isOurs: boolean): Promise<void> {
    const { id, revision } = row;
    const before = this.#held.get(id);
    if (!isOurs) return this.#close(id);
    if (before !== undefined && before.row.revision === revision) return before.number.caller.look();
    await this.#close(id);
    try {
      // Calls that another node was dialling ended with it.
      if (before === undefined) await this.#o.store.phone.endLost({ numberId: id, at: this.#o.clock.wall() });
      const moved = this.#moved.get(id)?.moved;
      this.#moved.delete(id);
      const number = await this.#o.open(row, (state) => void this.#note(id, state), moved);
      this.#held.set(id, { row, number });
    } catch (error) {
      this.#o.log.warn("phone.number-failed", { number: id, error });
      await this.#note(id, { phase: "away", problem: "This number cannot be opened here: see the log." });
    }
  }

  /** Numbers among them leased by this node. */
  async #lead(ids: readonly string[], forMs: number): Promise<ReadonlySet<string>> {
    const { store, clock, nodeId } = this.#o;
    const asked = { nodeId: nodeId(), forMs, at: clock.wall() };
    const held = new Set<string>();
    for (let at = 0; at < ids.length; at += leasesMax) {
      const names = ids.slice(at, at + leasesMax).map((id) => leaseName + id);
      for (const name of await store.nodes.leadAll({ ...asked, names }))
        held.add(name.slice(leaseName.length));
    }
    return held;
  }

  async #close(id: string): Promise<void> {
    const held = this.#held.get(id);
    this.#held.delete(id);
    await held?.number[Symbol.asyncDispose]();
  }

  async #note(id: string, { phase, problem }: RegistrationState): Promise<void> {
    const { store, clock, log } = this.#o;
    try {
      await store.phone.noteNumber({ id, phase, problem: problem ?? null, at: clock.wall() });
    } catch (error) {
      log.warn("phone.state-not-noted", { number: id, error });
    }
    if (phase === "registered")
      await this.#held
        .get(id)
        ?.number.caller.look()
        .catch(() => undefined);
  }
}
