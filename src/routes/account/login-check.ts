// Login check: finds the account of an email and a password, and counts failures against their sender.

import type { AccountStore, StoredAccount } from "../../../db/port/account-store.ts";
import { Fault } from "../../base/fault.ts";
import type { OpenLimit } from "../../base/limits/rate-limit.ts";
import { type Credentials, logIn, normalEmail } from "../../cloud/accounts.ts";
import type { FailedLogin, FailedLogins } from "../../cloud/failed-logins.ts";
import type { Passwords } from "../../cloud/passwords.ts";
import { hashOf } from "../../cloud/random-secret.ts";
import type { Gate } from "../http/auth.ts";

export const loginOutcomes = ["ok", "wrong", "limited", "failed"] as const;
export type LoginHeard = (outcome: (typeof loginOutcomes)[number]) => void;

export interface LoginCheckOptions {
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly gate: Pick<Gate, "addressOf" | "authorOf">;
  readonly failedLogins: Pick<FailedLogins, "failed">;
  /** Failed logins in a minute with one email from one address. */
  readonly failuresPerLogin: number;
  /** Counter of open requests. */
  readonly openLimit: OpenLimit;
  /** Hears how each check failed; absent: no counting. */
  readonly loggedIn?: LoginHeard;
}

/** Throws `auth/invalid-credentials`, `auth/too-many-failures` and `auth/busy`. */
export type CheckLogin = (request: Request, credentials: Credentials) => Promise<StoredAccount>;

export function openLoginCheck(options: LoginCheckOptions): CheckLogin {
  const { accounts, passwords, gate, failedLogins, loggedIn } = options;
  const failures = options.openLimit("login-failures", options.failuresPerLogin);
  return async (request, credentials) => {
    // The key includes the address, or a stranger could lock the owner out by failing on purpose. It is hashed, so that
    // all keys are short.
    const email = normalEmail(credentials.email);
    const name = hashOf(`${gate.addressOf(request)} ${email}`);
    // Counted before the result is known: a hundred simultaneous attempts count as a hundred.
    const failed = (accountId?: string): void =>
      failedLogins.failed(failedLogin(gate, request, { email, accountId }));
    const retryAfterSeconds = failures.take(name);
    if (retryAfterSeconds !== undefined) {
      failed();
      loggedIn?.("limited");
      const message = "Too many failed logins with this email from your IP address. Wait a moment.";
      throw new Fault("auth/too-many-failures", message, { retryAfterSeconds });
    }
    const account = await logIn(accounts, { ...credentials, refused: failed }, passwords).catch(
      (error: unknown) => {
        // A busy server is not the caller's failure.
        if (!isWrong(error)) failures.giveBack(name);
        loggedIn?.(isWrong(error) ? "wrong" : "failed");
        throw error;
      },
    );
    failures.giveBack(name);
    return account;
  };
}

function failedLogin(
  gate: LoginCheckOptions["gate"],
  request: Request,
  { email, accountId }: { readonly email: string; readonly accountId: string | undefined },
): FailedLogin {
  const { requestId, actor } = gate.authorOf(request);
  const address = actor.address ?? undefined;
  return { from: gate.addressOf(request), address, name: hashOf(email), accountId, requestId };
}

function isWrong(error: unknown): boolean {
  return error instanceof Fault && error.code === "auth/invalid-credentials";
}
