// Failed logins: logs an attack within seconds, with a few entries in an account's audit log rather than one per try,
// so that no attack fills the disk. Memory is limited: clients choose the counted keys.

import type { AuditDraft } from "../../db/port/audit-store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { entryOf } from "./audit-trail.ts";

export interface FailedLogin {
  /** Counted source of the try, and its loggable form. */
  readonly from: string;
  readonly address: string | undefined;
  /** A hash of the email. */
  readonly name: string;
  /** The account with that email. */
  readonly accountId: string | undefined;
  readonly requestId: string | null;
}

/** Scope of too many tries: an address, an account, or all. */
export const loginAttacks = ["address", "account", "all"] as const;
export type LoginAttack = (typeof loginAttacks)[number];

export interface FailedLoginsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Called once a minute for each kind of lasting attack. */
  readonly attacked?: (by: LoginAttack) => void;
  /** Writes down; never waited for. */
  readonly append: (draft: AuditDraft) => Promise<void>;
}

/** An owner who forgot the password stops earlier. */
const attackTries = 10;
/** Failed logins at one account, from addresses that each stay below their own limit. */
const attackTriesOfAccount = 20;
/** Failed logins at many accounts from many addresses. */
const attackTriesOfAll = 50;
const attackMs = 60_000;
/** Addresses and accounts reported singly in a window; the sum includes all. */
const toldMax = 10;
const sourcesMax = 1_000;
const namesMax = 100;

/** An account's first failure is an entry at once; later ones within this time are only counted. */
const entryMs = 10 * 60_000;
const accountsMax = 250;

interface Source {
  readonly address: string | undefined;
  readonly names: Set<string>;
  tries: number;
  isReported: boolean;
}

interface Tries {
  tries: number;
  isReported: boolean;
}

interface OfAccount {
  readonly accountId: string | undefined;
  readonly addresses: Set<string>;
  readonly names: Set<string>;
  count: number;
}

export class FailedLogins implements AsyncDisposable {
  readonly #o: FailedLoginsOptions;
  readonly #sources = new Map<string, Source>();
  /** Tries by the hash of the email. */
  readonly #names = new Map<string, Tries>();
  readonly #attacks = new Set<LoginAttack>();
  readonly #accounts = new Map<string, OfAccount>();
  readonly #writing = new Set<Promise<void>>();
  #tries = 0;
  #since = 0;
  #told = 0;
  #attackTimer: Disposable | undefined;
  #entryTimer: Disposable | undefined;

  constructor(options: FailedLoginsOptions) {
    this.#o = options;
  }

  failed(login: FailedLogin): void {
    this.#watch(login);
    this.#write(login);
  }

  /** Counts survive an orderly stop. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#attackTimer?.[Symbol.dispose]();
    this.#entryTimer?.[Symbol.dispose]();
    this.#writeSums();
    await Promise.all(this.#writing);
  }

  #watch({ from, address, name, accountId }: FailedLogin): void {
    const { clock } = this.#o;
    if (this.#attackTimer === undefined) {
      this.#since = clock.now();
      this.#attackTimer = clock.after(attackMs, () => this.#endWindow());
    }
    this.#tries += 1;
    const source = this.#sourceOf(from, address);
    if (source !== undefined) {
      source.tries += 1;
      addUpTo(source.names, name, namesMax);
      if (source.tries >= attackTries && !source.isReported) this.#tell(source);
    }
    this.#watchName(name, { accountId, ofSource: source?.tries ?? 0 });
    if (this.#tries === attackTriesOfAll && this.#told === 0) this.#tellAll();
  }

  #watchName(name: string, by: { readonly accountId: string | undefined; readonly ofSource: number }): void {
    const { accountId, ofSource } = by;
    const counted = this.#names.get(name);
    if (counted === undefined && this.#names.size >= sourcesMax) return;
    const of = counted ?? { tries: 0, isReported: false };
    of.tries += 1;
    this.#names.set(name, of);
    // An address with this many tries is reported anyway, and an email without an account has no owner to protect.
    if (of.isReported || of.tries < attackTriesOfAccount || of.tries <= ofSource || accountId === undefined)
      return;
    of.isReported = true;
    this.#tellAccount(accountId, of.tries);
  }

  #sourceOf(from: string, address: string | undefined): Source | undefined {
    const earlier = this.#sources.get(from);
    if (earlier !== undefined || this.#sources.size >= sourcesMax) return earlier;
    const source = { address, names: new Set<string>(), tries: 0, isReported: false };
    this.#sources.set(from, source);
    return source;
  }

  #tell(source: Source): void {
    source.isReported = true;
    this.#hear("address");
    if (this.#told++ >= toldMax) return;
    const { address, tries, names } = source;
    this.#o.log.warn("login.attack", { address, tries, accounts: names.size, seconds: this.#seconds() });
  }

  #tellAccount(account: string, tries: number): void {
    this.#hear("account");
    if (this.#told++ >= toldMax) return;
    this.#o.log.warn("login.attack", { account, tries, seconds: this.#seconds() });
  }

  #tellAll(): void {
    this.#told += 1;
    this.#hear("all");
    const addresses = this.#sources.size;
    const sum = { addresses, tries: this.#tries, accounts: this.#names.size };
    this.#o.log.warn("login.attack", { ...sum, seconds: this.#seconds() });
  }

  #hear(by: LoginAttack): void {
    if (this.#attacks.has(by)) return;
    this.#attacks.add(by);
    this.#o.attacked?.(by);
  }

  #endWindow(): void {
    if (this.#told > 0) this.#tellAll();
    this.#attacks.clear();
    this.#attackTimer = undefined;
    this.#sources.clear();
    this.#names.clear();
    this.#tries = 0;
    this.#told = 0;
  }

  #seconds(): number {
    return Math.round((this.#o.clock.now() - this.#since) / 100) / 10;
  }

  #write(login: FailedLogin): void {
    const { from, address, name, accountId, requestId } = login;
    this.#entryTimer ??= this.#o.clock.after(entryMs, () => this.#endEntries());
    // Emails without an account are counted together, and so are accounts above the limit of single counts.
    const isCounted = this.#accounts.size < accountsMax || this.#accounts.has(accountId ?? "");
    const key = isCounted ? (accountId ?? "") : "";
    const ofAccount = this.#accounts.get(key);
    if (ofAccount !== undefined) {
      ofAccount.count += 1;
      addUpTo(ofAccount.addresses, from, namesMax);
      addUpTo(ofAccount.names, name, namesMax);
      return;
    }
    const isOwn = key !== "";
    this.#accounts.set(key, {
      accountId: isOwn ? accountId : undefined,
      addresses: new Set(),
      names: new Set(),
      count: 0,
    });
    this.#append({
      ...(isOwn ? { accountId } : {}),
      address: address ?? null,
      requestId,
      details: { count: 1 },
    });
  }

  #endEntries(): void {
    this.#entryTimer = undefined;
    this.#writeSums();
  }

  #writeSums(): void {
    const counted = [...this.#accounts.values()].filter(({ count }) => count > 0);
    this.#accounts.clear();
    for (const { accountId, count, addresses, names } of counted) {
      const accounts = accountId === undefined ? { accounts: names.size } : {};
      const details = { count, addresses: addresses.size, ...accounts, seconds: entryMs / 1_000 };
      this.#append({ accountId, address: null, requestId: null, details });
    }
  }

  #append(told: {
    readonly accountId?: string | undefined;
    readonly address: string | null;
    readonly requestId: string | null;
    readonly details: AuditDraft["details"];
  }): void {
    const { clock, log, append } = this.#o;
    const { accountId, address, requestId, details } = told;
    const author = { actor: { kind: "user", id: null, address }, requestId } as const;
    const draft = entryOf(author, {
      accountId,
      at: clock.wall(),
      action: "login.failed",
      target: accountId,
      details,
    });
    const failed = (error: unknown): void =>
      log.error("audit.lost", { account: accountId, action: draft.action, error });
    const writing = append(draft)
      .catch(failed)
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}

function addUpTo(set: Set<string>, one: string, max: number): void {
  if (set.size < max) set.add(one);
}
