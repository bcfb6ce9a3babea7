// Admission control of sessions: decides by the number of sessions, the server's lag, the payer, and the drain.

import type { Balance } from "../../db/port/ledger-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import type { Ticker } from "../base/ticker.ts";
import { isPaying, minuteMicros } from "../billing/price.ts";
import type { Plan } from "../calls/call-plan.ts";
import type { Calls } from "../calls/live-calls.ts";
import type { AccountLeases } from "./account-leases.ts";
import { creditsEmpty } from "./session-faults.ts";

export interface AdmissionOptions {
  readonly store: Pick<Store, "of">;
  readonly calls: Pick<Calls, "hasSpeech">;
  /** Whether the server keeps up with its calls. */
  readonly ticker: Pick<Ticker, "isBehind">;
  /** Waiting time of words and voices, in milliseconds; absent: unknown. */
  readonly speechQueueMs?: (() => number) | undefined;
  readonly perAccountMax: number;
  /** Limit of sessions with a place. */
  readonly placesMax: number;
  /** True if there may be other accounts, to which each leaves the last places; absent: false. */
  readonly sharesPlaces?: boolean | undefined;
  /** Refreshes the data for admission. Never rejects. */
  readonly look?: (() => Promise<void>) | undefined;
  /** Leases for accounts with many sessions; absent: the store belongs to this process. */
  readonly leases?: Pick<AccountLeases, "add" | "remove" | "pays"> | undefined;
  /** Called for each account session that begins, or continues, here. */
  readonly entered?: (() => void) | undefined;
}

/** Within this time a session may end or a place become free: the length of a short call. */
const retryAfterSeconds = 15;
/** Within this time a stall is over; a server that still lags refuses again. */
const lagRetrySeconds = 2;
/** Speech does not start while the process runs; the delay keeps clients from retrying at once. */
const speechOffSeconds = 300;

/**
 * A voice this late sounds like a person who has not listened, and no other voice replaces it. One call's share is
 * some hundredths of this.
 */
const speechQueueMsMax = 1_000;
/** With fewer calls, speech waits for another reason, and refusing a call would not help. */
const queuedCallsMin = 20;

/**
 * An account gets a further place while it has fewer than this many times the free ones, except the last:
 * alone it has four of five, two accounts have four of nine each, and a newcomer always finds one.
 */
const timesFree = 4;

/** `lagging`: calls wait for the event loop. `speech-queue`: they wait for words and voices. */
export type Overload = "lagging" | "speech-queue";

/** An account's share of the late sessions. */
interface LateSessions {
  readonly sessions: number;
  readonly pays: boolean;
}

/**
 * @internal True if an account gets one more session although all are late: while at least half of the running ones
 * belong to accounts of lower rank. Paying accounts rank first; among equals, one without a session ranks before one
 * with several. Half, because no session is ended for it and each further one makes all of them later.
 */
export function comesFirst(account: LateSessions, others: readonly LateSessions[]): boolean {
  const isBehind = (other: LateSessions): boolean =>
    account.pays === other.pays ? account.sessions === 0 && other.sessions > 1 : account.pays;
  const count = (of: readonly LateSessions[]): number => of.reduce((sum, { sessions }) => sum + sessions, 0);
  const after = count(others.filter(isBehind));
  return after > 0 && 2 * after >= account.sessions + count(others);
}

export class Admission<Session> {
  readonly #o: AdmissionOptions;
  readonly #accountOf: (session: Session) => string | undefined;
  /** Sessions with a place. */
  readonly places = new Set<Session>();
  /** Written sessions that are not over, by account. */
  readonly #perAccount = new Map<string, number>();
  /** Paying accounts among the connected ones. */
  readonly #paying = new Set<string>();
  /** The server is stopping: serves present and returning clients only. */
  isDraining = false;

  constructor(options: AdmissionOptions, accountOf: (session: Session) => string | undefined) {
    this.#o = options;
    this.#accountOf = accountOf;
  }

  /** `minuteMicros`: price of each held minute of the session. */
  enter(accountId: string, minuteMicros: number): void {
    this.#perAccount.set(accountId, this.#running(accountId) + 1);
    this.#o.leases?.add(accountId, minuteMicros);
    this.#o.entered?.();
  }

  leave(accountId: string, minuteMicros: number): void {
    this.#o.leases?.remove(accountId, minuteMicros);
    const left = this.#running(accountId) - 1;
    if (left > 0) this.#perAccount.set(accountId, left);
    else {
      this.#perAccount.delete(accountId);
      this.#paying.delete(accountId);
    }
  }

  /** Balance of an account; remembers whether it pays. */
  async balance(accountId: string): Promise<Balance> {
    const balance = await this.#o.store.of(accountId).ledger.balance(accountId);
    if (isPaying(balance.grantedMicros)) this.#paying.add(accountId);
    else this.#paying.delete(accountId);
    return balance;
  }

  /** Refuses before the connection is upgraded; the hold itself decides. Rejects with `credits/empty`. */
  async checkCredits({ accountId, providers }: Plan): Promise<void> {
    if (accountId === undefined) return;
    const { availableMicros } = await this.balance(accountId);
    if (availableMicros < minuteMicros(providers.metered)) throw creditsEmpty();
  }

  /** For a session of this account. Throws `speech/unavailable`, `calls/draining`, `calls/limit`, `session/limit`. */
  checkPlace(accountId?: string): void {
    if (!this.#o.calls.hasSpeech) {
      throw new Fault(
        "speech/unavailable",
        "Speech is switched off on this server: start it with SPEECH=on.",
        { retryAfterSeconds: speechOffSeconds },
      );
    }
    this.checkDraining();
    const { placesMax } = this.#o;
    if (this.places.size >= placesMax) {
      const message = `All ${placesMax} places are taken: try again later, or raise ENGINE_OPEN_SESSIONS_MAX`;
      throw new Fault("calls/limit", message, { retryAfterSeconds });
    }
    if (accountId !== undefined && this.#o.sharesPlaces === true) this.#checkOthers(accountId);
  }

  #checkOthers(accountId: string): void {
    const placesHeld = this.#placesOf().get(accountId) ?? 0;
    if (placesHeld === 0 || placesHeld < timesFree * (this.#o.placesMax - this.places.size - 1)) return;
    const message = "The last places are for accounts that have none: end a session, or wait.";
    throw new Fault("session/limit", message, { retryAfterSeconds });
  }

  /** Undefined: the server keeps up with its calls. */
  get overload(): Overload | undefined {
    const { ticker, speechQueueMs } = this.#o;
    if (ticker.isBehind) return "lagging";
    if (this.places.size < queuedCallsMin || speechQueueMs === undefined) return undefined;
    return speechQueueMs() > speechQueueMsMax ? "speech-queue" : undefined;
  }

  /**
   * New sessions only: the holder of a token was promised one. Its account's balance was read before. Throws
   * `calls/limit`.
   */
  checkLag(accountId: string | undefined): void {
    if (this.overload === undefined || (accountId !== undefined && this.#comesFirst(accountId))) return;
    const message = "This server is behind with the calls it has: try again in a moment";
    throw new Fault("calls/limit", message, { retryAfterSeconds: lagRetrySeconds });
  }

  #comesFirst(accountId: string): boolean {
    const places = this.#placesOf();
    // Waiting sessions have no place yet, but a promise of one.
    const sessions = Math.max(this.#running(accountId), places.get(accountId) ?? 0);
    places.delete(accountId);
    const pays = (id: string | undefined): boolean => id !== undefined && this.#paying.has(id);
    const others = Array.from(places, ([id, of]) => ({ sessions: of, pays: pays(id) }));
    return comesFirst({ sessions, pays: pays(accountId) }, others);
  }

  /** Number of places taken, by account; `undefined`: without an account. */
  #placesOf(): Map<string | undefined, number> {
    const taken = new Map<string | undefined, number>();
    for (const session of this.places) {
      const id = this.#accountOf(session);
      taken.set(id, (taken.get(id) ?? 0) + 1);
    }
    return taken;
  }

  /** Throws `calls/draining`. */
  checkDraining(): void {
    if (!this.isDraining) return;
    const message = "This server is stopping and takes no new calls: try another, or again in a moment";
    throw new Fault("calls/draining", message, { retryAfterSeconds });
  }

  /** Throws `session/limit`. */
  checkAccount(accountId: string): void {
    const { perAccountMax } = this.#o;
    if (this.#running(accountId) >= perAccountMax) throw this.accountFull();
  }

  accountFull(): Fault {
    const { perAccountMax } = this.#o;
    const message = `An account has at most ${perAccountMax} sessions at the same time: end one, or wait.`;
    return new Fault("session/limit", message, { retryAfterSeconds });
  }

  #running(accountId: string): number {
    return this.#perAccount.get(accountId) ?? 0;
  }
}
