// Session tokens: finds the session of a token, on this node or on another one, from which it is taken over once.

import type { AccountStore } from "../../db/port/account-store.ts";
import type { SessionPlace } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import {
  newSessionToken,
  type SessionToken,
  sessionTokenHash,
  sessionTokenPrefix,
} from "../cloud/stored-sessions.ts";
import { SingleFlight } from "../base/shared-work/single-flight.ts";
import type { Session } from "./session.ts";
import { sessionOver } from "./session-faults.ts";

export interface TokensOptions<S> {
  /** Writes pending data of the sessions that were here. Never rejects. */
  readonly flush: () => Promise<void>;
  readonly store: Pick<Store, "sessions" | "isShared">;
  /** Id of this node, read each time. */
  readonly home: string;
  /** Takes the session over; absent: sessions of other nodes are over here. */
  readonly adopt: ((place: SessionPlace, token: SessionToken) => Promise<S>) | undefined;
}

/** Result of looking up a token. */
export type TokenLookup<S> = { readonly session: S } | { readonly place: SessionPlace };

/** `S`: a session. */
export class SessionTokens<S> {
  readonly #o: TokensOptions<S>;
  /** Sessions of this node, by token hash. */
  readonly #own = new Map<string, S>();
  readonly #adopting = new SingleFlight<S>();

  constructor(options: TokensOptions<S>) {
    this.#o = options;
  }

  /** New token without a session. `secret`: also opens the session. */
  make(secret?: string): SessionToken {
    const { store, home } = this.#o;
    return newSessionToken(store.isShared ? home : undefined, secret);
  }

  set({ hash }: SessionToken, session: S): void {
    this.#own.set(hash, session);
  }

  delete({ hash }: SessionToken): void {
    this.#own.delete(hash);
  }

  /** Undefined for a text that is no token. Rejects with `session/over`. */
  async look(token: string): Promise<TokenLookup<S> | undefined> {
    const hash = sessionTokenHash(token);
    return hash === undefined ? undefined : this.#look(hash);
  }

  /** The session, which this node owns from now on. Rejects with `session/over`, and like `adopt`. */
  async find(token: string): Promise<S | undefined> {
    const hash = sessionTokenHash(token);
    if (hash === undefined) return undefined;
    const tokenLookup = await this.#look(hash);
    if (tokenLookup === undefined || "session" in tokenLookup) return tokenLookup?.session;
    // Another connection may have brought the session here meanwhile.
    return this.#own.get(hash) ?? (await this.#adopt(tokenLookup.place, { token, hash }));
  }

  async #look(hash: string): Promise<TokenLookup<S> | undefined> {
    const session = this.#own.get(hash);
    if (session !== undefined) return { session };
    const { store, home, adopt } = this.#o;
    const place = (await store.sessions.byToken(hash)) ?? (await this.#justWritten(hash));
    // Another connection may have brought the session here meanwhile.
    const here = this.#own.get(hash);
    if (here !== undefined) return { session: here };
    if (place === undefined) return undefined;
    const isOpen = place.status !== "ended" && adopt !== undefined;
    if (isOpen && (place.home !== home || this.#adopting.has(hash))) return { place };
    throw sessionOver();
  }

  /** A session that just ended may have been too short for a row. */
  async #justWritten(hash: string): Promise<SessionPlace | undefined> {
    const { store, flush } = this.#o;
    await flush();
    return store.sessions.byToken(hash);
  }

  #adopt(place: SessionPlace, { token, hash }: Omit<SessionToken, "prefix">): Promise<S> {
    const { adopt = () => Promise.reject(sessionOver()) } = this.#o;
    return this.#adopting.do(hash, () =>
      adopt(place, { token, hash, prefix: sessionTokenPrefix(token, true) }),
    );
  }
}

/** Sessions of a closed account do not open, on any node: rejects with `session/over`. */
export async function checkAccountOpen(
  tokenLookup: TokenLookup<Pick<Session, "hasBegun" | "plan">> | undefined,
  accounts: Pick<AccountStore, "shutAmong">,
): Promise<void> {
  if (tokenLookup === undefined) return;
  const here = "session" in tokenLookup;
  const hasBegun = here ? tokenLookup.session.hasBegun : tokenLookup.place.status === "running";
  const accountId = here ? tokenLookup.session.plan.accountId : tokenLookup.place.accountId;
  // A call that runs here also ends here: its client can return to it even while the store is unavailable.
  if ((here && hasBegun) || accountId === undefined || accountId === null) return;
  const [shut] = await accounts.shutAmong([accountId]);
  if (shut !== undefined && !(hasBegun && shut.callsGoOn)) throw sessionOver();
}
