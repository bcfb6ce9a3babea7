// Logins: each is a row named by its access token, so that one can be seen and ended without the others.

import type { LoginEntry } from "../../db/port/access-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { type Login, tokenSeconds, type Tokens } from "./access-tokens.ts";
import { type AuditedAct, type AuditTrail, type ChangeAuthor, entriesOf, entryOf } from "./audit-trail.ts";

/** Programs that log in for each request would fill the list; the oldest ones then end. */
const loginsMax = 200;
const agentCharsMax = 200;

/** Duration of a login, by its id prefix: that of its access token, or a month in a browser that stays signed in. */
const sorts = { log: tokenSeconds, stay: 30 * 24 * 60 * 60 } as const;
const longestMs = sorts.stay * 1_000;

export interface LoginsOptions {
  readonly store: Pick<Store, "access" | "disk">;
  readonly clock: Pick<Clock, "wall">;
  readonly tokens: Pick<Tokens, "forAccount">;
  readonly trail: Pick<AuditTrail, "append">;
}

export interface LoginRequest {
  readonly accountId: string;
  readonly generation: number;
  readonly by: NonNullable<ChangeAuthor["by"]>;
  /** Name given by the program; null: none. */
  readonly agent: string | null;
  /** Browser that gets further access tokens for a month. */
  readonly stays?: boolean;
  /** Further audit fields; absent: already written. */
  readonly act?: Pick<AuditedAct, "action">;
}

export interface OpenedLogin {
  /** Access token of the login. */
  readonly token: string;
  readonly login: Login;
  /** Duration of the login, from now. */
  readonly lastsSeconds: number;
}

export class Logins {
  readonly #o: LoginsOptions;

  constructor(options: LoginsOptions) {
    this.#o = options;
  }

  async open({ accountId, generation, by, agent, stays = false, act }: LoginRequest): Promise<OpenedLogin> {
    const { store, clock, tokens, trail } = this.#o;
    const at = clock.wall();
    const acts = act === undefined ? [] : [{ ...act, accountId, target: accountId }];
    const sort = stays ? "stay" : "log";
    const lastsSeconds = sorts[sort];
    const id = newId(sort, at);
    const opened = async (tokenLogin: Login): Promise<OpenedLogin> => ({
      token: await tokens.forAccount(tokenLogin),
      login: tokenLogin,
      lastsSeconds,
    });
    const { address } = by.actor;
    const login = { id, accountId, createdAt: at, address, agent: agent?.slice(0, agentCharsMax) ?? null };
    try {
      const kept = { prefix: sort, since: at - lastsSeconds * 1_000, max: loginsMax };
      await store.access.addLogin(login, kept, entriesOf({ by, at }, ...acts));
    } catch (error) {
      if (!store.disk.failed(error)) throw error;
      // A login must work on a full disk, since it makes space: this one ends only with all others.
      for (const each of acts) await trail.append(entryOf(by, { ...each, at }));
      return await opened({ accountId, generation });
    }
    return await opened({ accountId, generation, loginId: id });
  }

  /** Newest first. */
  async list(accountId: string): Promise<readonly LoginEntry[]> {
    const { store, clock } = this.#o;
    const at = clock.wall();
    const rows = await store.access.logins(accountId, at - longestMs);
    return rows.filter(({ id, createdAt }) => at - createdAt <= lastsMsOf(id));
  }

  /** Revokes its access token on every node. Throws `account/login-not-found`. */
  async end(key: { readonly id: string; readonly accountId: string }, doing: ChangeAuthor): Promise<void> {
    const { id: target, accountId } = key;
    const entries = entriesOf(doing, { accountId, action: "login.ended", target });
    if (await this.#o.store.access.endLogin(key, entries)) return;
    throw new Fault("account/login-not-found", "There is no such login, or it has ended.");
  }
}

function lastsMsOf(id: string): number {
  return (id.startsWith("stay") ? sorts.stay : sorts.log) * 1_000;
}
