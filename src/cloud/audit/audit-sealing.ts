// Audit sealing: seals the new part of the audit log each second, so that no request waits for it.

import type { AuditStore } from "../../../db/port/audit-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { type Clock, within } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { PeriodicTask } from "../../base/periodic-task.ts";

const everyMs = 1_000;
const patienceMs = 30_000;
/** Wait of a stopping server for it. */
const lastMs = 2_000;
/** About 2 ms of a file. */
const chainsAtOnce = 50;

export interface SealedLog {
  readonly chains: number;
  /** Whether nothing was sealed before. */
  readonly isFirst: boolean;
  /** Chains that differ from their seal. */
  readonly broken: readonly string[];
}

/** Seals all unsealed entries, in slices between which others work. */
export async function sealAudit(
  audit: Pick<AuditStore, "seal">,
  { key, at }: { readonly key: Uint8Array; readonly at: number },
): Promise<SealedLog> {
  let [chains, isFirst] = [0, false];
  const broken: string[] = [];
  for (let after: string | undefined = ""; after !== undefined;) {
    const made = await audit.seal({ key, after, limit: chainsAtOnce, at });
    chains += made.chains;
    isFirst ||= made.isFirst;
    broken.push(...made.broken);
    after = made.last;
  }
  return { chains, isFirst, broken };
}

export interface AuditSealingOptions {
  readonly store: Pick<Store, "audit">;
  readonly clock: Clock;
  readonly log: Log;
  /** Derived from the master key. */
  readonly key: Uint8Array;
}

export class AuditSealing implements AsyncDisposable {
  readonly #o: AuditSealingOptions;
  readonly #task: PeriodicTask;
  readonly #told = new Set<string>();

  constructor(options: AuditSealingOptions) {
    const { clock, log } = options;
    this.#o = options;
    const failed = (error: unknown): void => log.warn("audit.unsealed", { error });
    this.#task = new PeriodicTask({ clock, everyMs, patienceMs, work: () => this.#round(), failed });
    this.#task.soon();
  }

  /** Seals the last entries. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task[Symbol.asyncDispose]();
    const { clock, log } = this.#o;
    await within(clock, lastMs, this.#round()).catch((error: unknown) =>
      log.warn("audit.unsealed", { error }),
    );
  }

  async #round(): Promise<void> {
    const { store, clock, log, key } = this.#o;
    const { chains, isFirst, broken } = await sealAudit(store.audit, { key, at: clock.wall() });
    // Chains of an earlier version, which sealed nothing.
    if (isFirst && chains > 0) log.info("audit.sealed", { chains });
    for (const chain of broken) {
      if (this.#told.has(chain)) continue;
      this.#told.add(chain);
      log.error("audit.broken", { chain });
    }
  }
}
