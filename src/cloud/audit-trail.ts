// Audit trail: makes audit entries, and stores those that belong to no other write. A change gives its entries to the
// store, which writes both or neither; a mere event, such as a login, is written here before its answer.

import type { AuditAuthor, AuditDetails, AuditDraft, AuditAction } from "../../db/port/audit-store.ts";
import { deploymentChain } from "../../db/port/audit-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Log } from "../base/log.ts";

export interface AuditedAct {
  /** Owner of the chain; absent: the deployment's. */
  readonly accountId?: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly action: AuditAction;
  readonly target?: string | undefined;
  readonly details?: AuditDetails | undefined;
}

export function entryOf(
  { actor, requestId }: AuditAuthor,
  { accountId = deploymentChain, at, action, target, details = {} }: AuditedAct,
): AuditDraft {
  return { chain: accountId, at, actor, action, target: target ?? null, requestId, details };
}

/** Author and time of a change. Without an author, no audit entry is written. */
export interface ChangeAuthor {
  readonly by?: AuditAuthor | undefined;
  readonly at: number;
}

export function entriesOf(
  doing: ChangeAuthor | undefined,
  ...acts: readonly Omit<AuditedAct, "at">[]
): readonly AuditDraft[] {
  if (doing?.by === undefined) return [];
  const { by, at } = doing;
  return acts.map((act) => entryOf(by, { ...act, at }));
}

/** Limit for a disk that stays full for a day; later entries are lost, which is logged. */
const lateMax = 10_000;

export interface AuditTrailOptions {
  readonly store: Pick<Store, "of" | "audit" | "disk">;
  readonly log: Log;
}

export class AuditTrail implements Disposable {
  readonly #o: AuditTrailOptions;
  readonly #room: Disposable;
  #late: AuditDraft[] = [];

  constructor(options: AuditTrailOptions) {
    this.#o = options;
    this.#room = options.store.disk.onRoom(() => void this.#catchUp());
  }

  /**
   * Stores an entry. On a full disk it is logged at once and stored when there is space again, because the login that
   * makes space comes first.
   */
  async append(draft: AuditDraft): Promise<void> {
    const { store, log } = this.#o;
    try {
      await store.of(draft.chain).audit.append([draft]);
    } catch (error) {
      if (!store.disk.failed(error)) throw error;
      const { chain, actor, action, target } = draft;
      log.warn("audit.late", { account: chain, actor: actor.id, address: actor.address, action, target });
      if (this.#late.length < lateMax) this.#late.push(draft);
      else log.error("audit.lost", { account: chain, action });
    }
  }

  [Symbol.dispose](): void {
    this.#room[Symbol.dispose]();
  }

  async #catchUp(): Promise<void> {
    const late = this.#late;
    this.#late = [];
    for (const draft of late) await this.append(draft).catch((error: unknown) => this.#failed(draft, error));
  }

  #failed({ chain, action }: AuditDraft, error: unknown): void {
    this.#o.log.error("audit.lost", { account: chain, action, error });
  }
}
