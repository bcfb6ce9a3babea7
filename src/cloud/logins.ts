// Logins: each is a row that its access token names, so that one can be seen, and ended, without the others.

import type { LoginEntry } from "../../db/port/access-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { tokenSeconds, type Tokens } from "./access-tokens.ts";
import { type AuditedAct, type AuditTrail, type Doing, entriesOf, entryOf } from "./audit-trail.ts";

/** Programs that log in for each request would fill the list; the oldest ones end then. */
const loginsMax = 200;
const agentCharsMax = 200;

export interface LoginsOptions {
  readonly store: Pick<Store, "access" | "disk">;
  readonly clock: Pick<Clock, "wall">;
  readonly tokens: Pick<Tokens, "forAccount">;
  readonly trail: Pick<AuditTrail, "append">;
}

export interface Entering {
  readonly accountId: string;
  readonly generation: number;
  readonly by: NonNullable<Doing["by"]>;
  /** What the program calls itself; null: it does not say. */
  readonly agent: string | null;
  /** What is written down of it besides; absent: that was done already. */
  readonly act?: Pick<AuditedAct, "action">;
}

export class Logins {
  readonly #o: LoginsOptions;

  constructor(options: LoginsOptions) {
    this.#o = options;
  }

  /** Answers with its access token. */
  async open({ accountId, generation, by, agent, act }: Entering): Promise<string> {
    const { store, clock, tokens, trail } = this.#o;
    const at = clock.wall();
    const acts = act === undefined ? [] : [{ ...act, accountId, target: accountId }];
    const id = newId("log", at);
    const { address } = by.actor;
    const login = { id, accountId, createdAt: at, address, agent: agent?.slice(0, agentCharsMax) ?? null };
    try {
      const kept = { since: at - tokenSeconds * 1_000, max: loginsMax };
      await store.access.addLogin(login, kept, entriesOf({ by, at }, ...acts));
    } catch (error) {
      if (!store.disk.failed(error)) throw error;
      // Whoever makes room has to log in first: this one ends only with all others.
      for (const each of acts) await trail.append(entryOf(by, { ...each, at }));
      return await tokens.forAccount({ accountId, generation });
    }
    return await tokens.forAccount({ accountId, generation, loginId: id });
  }

  /** Newest first. */
  list(accountId: string): Promise<readonly LoginEntry[]> {
    const { store, clock } = this.#o;
    return store.access.logins(accountId, clock.wall() - tokenSeconds * 1_000);
  }

  /** Its access token is worth nothing from now on, on every node. Throws `account/login-not-found`. */
  async end(key: { readonly id: string; readonly accountId: string }, doing: Doing): Promise<void> {
    const { id: target, accountId } = key;
    const entries = entriesOf(doing, { accountId, action: "login.ended", target });
    if (await this.#o.store.access.endLogin(key, entries)) return;
    throw new Fault("account/login-not-found", "There is no such login, or it has ended already.");
  }
}
