// Gate: identifies the caller, checks the access, and limits the rate. The edge asks it before a body is read;
// handlers ask it afterwards for the request's author.

import type { StoredAccount } from "../../../db/port/account-store.ts";
import type { AuditAuthor } from "../../../db/port/audit-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault, type FaultCode } from "../../base/fault.ts";
import type { Limiter, OpenLimit } from "../../base/limits/rate-limit.ts";
import { networkOf } from "../../base/shown-address.ts";
import { keyPrefix, ownerOfKey } from "../../cloud/api-keys.ts";
import type { KeyUse } from "../../cloud/key-use.ts";
import type { Login, Tokens } from "../../cloud/access-tokens.ts";
import { adviceFor, challenges, credentialSlip, type GuardedRule } from "./credential-advice.ts";
import { isForwarded, originOf } from "./forwarded-request.ts";
import type { Reach } from "./reach.ts";
import type { Access, Limit, Rule } from "./route-operation.ts";

/** Result of the engine's check of a request's credentials, or of their absence. */
export type EngineAccess = "admitted" | "credentials-required" | "credentials-invalid";

/** Origin of a request. A visitor may use the engine and belongs to no account. */
export type Caller =
  | { readonly kind: "session"; readonly accountId: string }
  | {
      readonly kind: "login";
      readonly accountId: string;
      readonly isOwner: boolean;
      readonly loginId?: string | undefined;
    }
  | { readonly kind: "key"; readonly accountId: string; readonly keyId: string }
  | { readonly kind: "visitor"; readonly accountId?: undefined };

export interface GateOptions {
  readonly store: Pick<Store, "of" | "accounts" | "access" | "keys">;
  readonly clock: Clock;
  readonly tokens: Tokens;
  /** Requests that the engine takes without an account. */
  readonly reach: Pick<Reach, "opensTo">;
  readonly limits: RequestLimits;
  /** Counter of open requests. */
  readonly openLimit: OpenLimit;
  /** Account of a session's token, for `?token=`. Throws the Fault that refuses a token whose session has ended. */
  readonly accountOfSession?: (token: string) => Promise<string | undefined>;
  /**
   * Called with unknown credentials, and with unchecked ones of an address that has shown too many; absent: no
   * counting.
   */
  readonly refused?: (kind: CredentialKind) => void;
  /** Called with each request with a known API key. */
  readonly keyUsed?: (use: KeyUse) => void;
}

export const credentialKinds = ["key", "token", "session", "unread"] as const;
type CredentialKind = (typeof credentialKinds)[number];

/** Limits of requests, each per minute. */
export interface RequestLimits {
  readonly authPerAddress: number;
  readonly failuresPerLogin: number;
  readonly requestsPerAccount: number;
  readonly checksPerAddress: number;
}

interface GivenCredentials {
  readonly key: string | undefined;
  readonly bearer: string | undefined;
  readonly session: string | undefined;
}

/** Precision of "last used" of a login: writing it at each use would cost more than the use. */
const notedEveryMs = 60_000;

const bearerProtocol = "bearer.";
const revoked = "The API key is unknown or revoked.";

export class Gate {
  readonly #o: GateOptions;
  readonly #byAddress: Readonly<Record<Limit, Limiter>>;
  readonly #byAccount: Limiter;
  readonly #callers = new WeakMap<Request, Caller>();
  readonly #rules = new WeakMap<Request, Rule>();
  readonly #addresses = new WeakMap<Request, string>();

  constructor(options: GateOptions) {
    const { openLimit, limits } = options;
    this.#o = options;
    this.#byAddress = {
      auth: openLimit("auth-by-address", limits.authPerAddress),
      check: openLimit("check-by-address", limits.checksPerAddress),
    };
    this.#byAccount = openLimit("requests-by-account", limits.requestsPerAccount);
  }

  /** Throws the Fault that refuses the request. `address` is the one it counts for. */
  async pass(request: Request, rule: Rule, address: string): Promise<void> {
    const { access, limit, keyAsBearer } = rule;
    this.#addresses.set(request, address);
    // The node that received it has counted it.
    const counts = !isForwarded(request);
    if (limit !== undefined && counts) this.#takeOf(limit, address);
    if (access === undefined) return;
    const given = givenBy(request, keyAsBearer);
    const caller = await this.#identify(request, given, { access, keyAsBearer });
    if (caller instanceof Fault) {
      if (caller.code === "auth/invalid") this.#o.refused?.(kindOf(given));
      throw caller;
    }
    if (caller === undefined) return;
    if (caller.kind === "key" && counts) {
      const shown = originOf(request).address ?? undefined;
      this.#o.keyUsed?.({ ...caller, from: address, network: networkOf(address), address: shown });
    }
    if (caller.accountId !== undefined && counts) refuseOften(this.#byAccount.take(caller.accountId));
    this.#callers.set(request, caller);
    this.#rules.set(request, rule);
  }

  /** True if a request's credentials would still admit it: its work may continue for long. */
  async isStillIn(request: Request): Promise<boolean> {
    const { access, keyAsBearer } = this.#rules.get(request) ?? {};
    assert(access !== undefined, "the route's operation() says who may call it");
    const given = givenBy(request, keyAsBearer);
    return !((await this.#identify(request, given, { access, keyAsBearer })) instanceof Fault);
  }

  #takeOf(limit: Limit, address: string): void {
    const retryAfterSeconds = this.#byAddress[limit].take(address);
    if (retryAfterSeconds !== undefined && limit === "auth") this.#o.refused?.("unread");
    refuseOften(retryAfterSeconds);
  }

  /** Account of a request to a route for accounts. */
  accountOf(request: Request): string {
    const accountId = this.#callers.get(request)?.accountId;
    assert(accountId !== undefined, "the route's operation() says who may call it");
    return accountId;
  }

  /** A request has logged its sender in: from now on it belongs to the account. */
  loggedIn(request: Request, accountId: string): void {
    this.#callers.set(request, { kind: "login", accountId, isOwner: false });
  }

  /** Login of a request, if it has a row. */
  loginOf(request: Request): string | undefined {
    const caller = this.#callers.get(request);
    return caller?.kind === "login" ? caller.loginId : undefined;
  }

  /** True if the request is the owner's, with an access token: an API key is never the owner's. */
  isOwner(request: Request): boolean {
    const caller = this.#callers.get(request);
    return caller?.kind === "login" && caller.isOwner;
  }

  /** Author of a request's changes, for the audit log. */
  authorOf(request: Request): AuditAuthor {
    const { requestId, address } = originOf(request);
    const caller = this.#callers.get(request);
    const actor =
      caller?.kind === "key"
        ? ({ kind: "key", id: caller.keyId, address } as const)
        : ({ kind: "user", id: caller?.accountId ?? null, address } as const);
    return { actor, requestId };
  }

  /** While the engine is open, a request without credentials is a visitor's. */
  callerOf(request: Request): Caller | undefined {
    return this.#callers.get(request);
  }

  /**
   * Id of a request's API key, if any. Rejects with `auth/invalid` if it was revoked while the request waited: the
   * new work would outlive its key.
   */
  async keyOf(request: Request): Promise<string | undefined> {
    const caller = this.#callers.get(request);
    if (caller?.kind !== "key") return undefined;
    const { keys } = this.#o.store.of(caller.accountId);
    if (await keys.isLive(caller.keyId)) return caller.keyId;
    throw refusal("auth/invalid", { request, rule: { access: "key" } }, revoked);
  }

  /**
   * Access to the engine with the API key or access token of this request. A session's token is not considered: it
   * admits only to its own session.
   */
  async engineStanding(request: Request): Promise<EngineAccess> {
    const given = { ...givenBy(request), session: undefined };
    const identity = await this.#identify(request, given, { access: "engine" });
    if (!(identity instanceof Fault)) return "admitted";
    return identity.code === "auth/required" ? "credentials-required" : "credentials-invalid";
  }

  /** Key of the request's counts. */
  addressOf(request: Request): string {
    return this.#addresses.get(request) ?? "";
  }

  /** No caller for a stranger in an open engine; the Fault gives the reason why the credentials are not accepted. */
  async #identify(
    request: Request,
    given: GivenCredentials,
    rule: GuardedRule,
  ): Promise<Caller | Fault | undefined> {
    const { key, bearer, session } = given;
    const { access } = rule;
    if (key !== undefined && !loginOnly.has(access)) return await this.#byKey(request, key, rule);
    if (bearer !== undefined && access !== "key") return await this.#byBearer(request, bearer, rule);
    if (session !== undefined && access === "engine") return await this.#bySession(request, session);
    if (key !== undefined || bearer !== undefined) return refusal("auth/wrong-kind", { request, rule });
    const opens = access === "engine" ? this.#o.reach.opensTo(request) : undefined;
    return opens === true ? undefined : refusal("auth/required", { request, rule }, opens);
  }

  async #byKey(request: Request, key: string, rule: GuardedRule): Promise<Caller | Fault> {
    const at = this.#o.clock.wall();
    const owner = await ownerOfKey(this.#o.store.keys, key, { at, from: originOf(request) });
    if (owner !== undefined) return { kind: "key", ...owner };
    return refusal("auth/invalid", { request, rule }, revoked);
  }

  async #byBearer(request: Request, token: string, rule: GuardedRule): Promise<Caller | Fault> {
    const { access } = rule;
    if (token.startsWith(keyPrefix)) return refusal("auth/wrong-kind", { request, rule });
    const read = await this.#o.tokens.read(token);
    if (read?.kind === "visitor") {
      if (access === "engine") return read;
      return refusal("auth/wrong-kind", { request, rule });
    }
    const account = read && (await this.accountOfLogin(read));
    if (account !== undefined) {
      const isOwner = account.role === "owner";
      if (!isOwner && access === "owner") return ownerOnly();
      return { kind: "login", accountId: account.id, isOwner, loginId: read?.loginId };
    }
    const slip = credentialSlip(request, rule);
    if (slip !== undefined) return refusal("auth/invalid", { request, rule });
    const detail =
      "The access token has expired, was revoked, or is from another server. Log in again at /auth/login.";
    return new Fault("auth/invalid", detail, { challenge: challenges[access] });
  }

  /** Undefined: the login has ended, or the account no longer exists. */
  async accountOfLogin({ accountId, generation, loginId }: Login): Promise<StoredAccount | undefined> {
    const { store, clock } = this.#o;
    const noting = { at: clock.wall(), notedEveryMs };
    const [account, isThere] = await Promise.all([
      store.accounts.byId(accountId),
      loginId === undefined || store.access.useLogin({ id: loginId, accountId }, noting),
    ]);
    return isThere && account?.tokenGeneration === generation ? account : undefined;
  }

  async #bySession(request: Request, token: string): Promise<Caller | Fault> {
    const accountId = await this.#o.accountOfSession?.(token);
    if (accountId !== undefined) return { kind: "session", accountId };
    const why = "The session token is unknown.";
    return refusal("auth/invalid", { request, rule: { access: "engine" } }, why);
  }
}

const loginOnly: ReadonlySet<Access> = new Set(["login", "owner"]);

function ownerOnly(): Fault {
  return new Fault("account/owner-only", "Only the owner of this server may do this.");
}

/** Kind of the first credential. */
function kindOf({ key, bearer }: GivenCredentials): CredentialKind {
  if (key !== undefined) return "key";
  return bearer === undefined ? "session" : "token";
}

/**
 * Headers with which another route of this server accepts the credentials of a request that may have a key as bearer.
 */
export function credentialsOf(request: Request): Readonly<Record<string, string>> {
  const { key, bearer } = givenBy(request, true);
  if (key !== undefined) return { "x-service-key": key };
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
}

function givenBy(request: Request, keyAsBearer = false): GivenCredentials {
  const { headers, url } = request;
  // All text behind the scheme: a token has one spelling.
  const [, scheme = "", credentials = ""] =
    /^(\S+)\s*(.*)$/.exec((headers.get("authorization") ?? "").trim()) ?? [];
  // A browser can send no headers with a socket, only names of protocols.
  const offered = (headers.get("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim());
  const inProtocol = offered.find((name) => name.startsWith(bearerProtocol))?.slice(bearerProtocol.length);
  const bearer = /^bearer$/i.test(scheme) ? credentials : inProtocol;
  return {
    key:
      headers.get("x-service-key")?.trim() ??
      (keyAsBearer && bearer?.startsWith(keyPrefix) === true ? bearer : undefined),
    bearer,
    session: url.includes("token=") ? (URL.parse(url)?.searchParams.get("token") ?? undefined) : undefined,
  };
}

interface Refused {
  readonly request: Request;
  readonly rule: GuardedRule;
}

/** `why` is for credentials that are what they should be. */
function refusal(code: FaultCode, { request, rule }: Refused, why?: string): Fault {
  const parts = [credentialSlip(request, rule) ?? why, adviceFor(rule)];
  const detail = parts.filter((part) => part !== undefined).join(" ");
  return new Fault(code, detail, { challenge: challenges[rule.access] });
}

function refuseOften(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds === undefined) return;
  throw new Fault("request/limit", "Too many requests in one minute. Slow down.", { retryAfterSeconds });
}
