// Routes of accounts: sign up and log in (/auth), and what is one's own: who one is, the password, all logins (/v1/account).

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { StoredAccount } from "../../../db/port/account-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { OpenLimit } from "../../base/limits/rate-limit.ts";
import { welcomeMicros } from "../../billing/price.ts";
import { entryOf, type AuditTrail } from "../../cloud/audit-trail.ts";
import type { FailedLogin, FailedLogins } from "../../cloud/failed-logins.ts";
import {
  changePassword,
  type Credentials,
  endLogins,
  logIn,
  normalEmail,
  signUp,
} from "../../cloud/accounts.ts";
import { refuseCommonPassword } from "../../cloud/common-passwords.ts";
import type { Passwords } from "../../cloud/passwords.ts";
import { hashOf } from "../../cloud/random-secret.ts";
import type { Tokens } from "../../cloud/access-tokens.ts";
import { access, accessBy } from "./access-answer.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";

export interface AccountRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly gate: Pick<Gate, "accountOf" | "addressOf" | "authorOf" | "loggedIn">;
  readonly trail: Pick<AuditTrail, "append">;
  readonly failedLogins: Pick<FailedLogins, "failed">;
  /** Whether anyone may sign up. */
  readonly signupOpen: boolean;
  /** Only this machine reaches a server at a loopback address: there they do no harm. */
  readonly refusesCommonPasswords: boolean;
  /** Failed logins in a minute with one email from one address. */
  readonly failuresPerLogin: number;
  /** What counts them. */
  readonly openLimit: OpenLimit;
  /** Hears how each login went; absent: nobody counts. */
  readonly loggedIn?: (outcome: LoginOutcome) => void;
}

export const loginOutcomes = ["ok", "wrong", "limited", "failed"] as const;
type LoginOutcome = (typeof loginOutcomes)[number];

const example = { email: "ada@example.com", password: "correct horse battery" };
/** No address is longer with all the white space that people paste along. */
const email = Type.String({
  maxLength: 320,
  description: "An email address; trimmed, and read in small letters",
});

const newPassword = Type.String({ minLength: 8, maxLength: 256 });
const newCredentials = requestBody({ email, password: newPassword }, { examples: [example] });
const credentials = requestBody(
  { email, password: Type.String({ maxLength: 256 }) },
  { examples: [example] },
);
const passwordChange = requestBody(
  { password: Type.String({ maxLength: 256, description: "The one until now" }), new_password: newPassword },
  { examples: [{ password: example.password, new_password: "staple tomorrow orbit" }] },
);
const ownAccount = Type.Object(
  { id: Type.String(), email: Type.String() },
  { examples: [{ id: "acc_01JDZ0M4V7Q3X9K2T5B8N6R1CA", email: example.email }] },
);

export function accountRoutes(options: AccountRouteOptions) {
  const { store, clock, passwords, tokens, gate, trail, failedLogins, loggedIn } = options;
  const failures = options.openLimit("login-failures", options.failuresPerLogin);

  /** The account that these credentials open, with what fails counted against whoever sent them. */
  const checked = async (request: Request, credentials: Credentials): Promise<StoredAccount> => {
    // With the address, or anybody could keep the owner out by failing for them. Hashed, so that all are short.
    const email = normalEmail(credentials.email);
    const name = hashOf(`${gate.addressOf(request)} ${email}`);
    // Counted before the outcome is known: a hundred at once are a hundred.
    const failed = (accountId?: string): void =>
      failedLogins.failed(failedLogin(gate, request, { email, accountId }));
    const retryAfterSeconds = failures.take(name);
    if (retryAfterSeconds !== undefined) {
      failed();
      loggedIn?.("limited");
      const message = "Too many failed logins with this email from your address: wait a moment.";
      throw new Fault("auth/too-many-failures", message, { retryAfterSeconds });
    }
    const account = await logIn(store.accounts, { ...credentials, refused: failed }, passwords).catch(
      (error: unknown) => {
        // A server that is busy is not the caller's failure.
        if (!isWrong(error)) failures.giveBack(name);
        loggedIn?.(isWrong(error) ? "wrong" : "failed");
        throw error;
      },
    );
    failures.giveBack(name);
    return account;
  };

  const checkNew = (password: string, email: string, pointer: string): void => {
    if (options.refusesCommonPasswords) refuseCommonPassword(password, email, pointer);
  };

  const ownOf = async (request: Request): Promise<StoredAccount> => {
    const account = await store.accounts.byId(gate.accountOf(request));
    assert(account !== undefined, "the gate has found it");
    return account;
  };

  return new Elysia({ name: "accounts" })
    .post(
      "/auth/signup",
      async ({ request, body }) => {
        if (!options.signupOpen) throw closed();
        checkNew(body.password, body.email, "/password");
        const at = clock.wall();
        const welcome = { micros: welcomeMicros, note: "welcome" };
        const parts = { passwords, welcome, by: gate.authorOf(request) };
        const accountId = await signUp(store.accounts, { ...body, at }, parts);
        gate.loggedIn(request, accountId);
        return accessBy(await tokens.forAccount({ accountId, generation: 0 }));
      },
      {
        body: standard(newCredentials),
        response: { 200: standard(access) },
        detail: operation({
          summary: "Sign up",
          description: "Creates an account with a free credit of 200 US cents, and logs in.",
          tag: "accounts",
          limit: "auth",
          problems: ["account/signup-closed", "account/email-taken", "auth/busy", "storage/full"],
        }),
      },
    )
    .post(
      "/auth/login",
      async ({ request, body }) => {
        const { id: accountId, tokenGeneration: generation } = await checked(request, body);
        loggedIn?.("ok");
        gate.loggedIn(request, accountId);
        const login = { accountId, at: clock.wall(), action: "login", target: accountId } as const;
        await trail.append(entryOf(gate.authorOf(request), login));
        return accessBy(await tokens.forAccount({ accountId, generation }));
      },
      {
        body: standard(credentials),
        response: { 200: standard(access) },
        detail: operation({
          summary: "Log in",
          description: "Answers with an access token for 12 hours.",
          tag: "accounts",
          limit: "auth",
          problems: ["auth/invalid-credentials", "auth/too-many-failures", "auth/busy"],
        }),
      },
    )
    .get(
      "/v1/account",
      async ({ request }) => {
        const { id, email } = await ownOf(request);
        return { id, email };
      },
      {
        response: { 200: standard(ownAccount) },
        detail: operation({
          summary: "Read the account",
          description: "Whose the credentials are.",
          tag: "accounts",
          access: "account",
        }),
      },
    )
    .post(
      "/v1/account/password",
      async ({ request, body }) => {
        const { email } = await ownOf(request);
        checkNew(body.new_password, email, "/new_password");
        const account = await checked(request, { email, password: body.password });
        const doing = { by: gate.authorOf(request), at: clock.wall() };
        const change = { account, password: body.new_password };
        const generation = await changePassword(store.accounts, change, { passwords, doing });
        return accessBy(await tokens.forAccount({ accountId: account.id, generation }));
      },
      {
        body: standard(passwordChange),
        response: { 200: standard(access) },
        detail: operation({
          summary: "Change the password",
          description:
            "Ends all logins: every access token until now is worth nothing, and the answer has a new one. " +
            "API keys stay as they are.",
          tag: "accounts",
          access: "login",
          limit: "auth",
          problems: ["auth/invalid-credentials", "auth/too-many-failures", "auth/busy", "storage/full"],
        }),
      },
    )
    .delete(
      "/v1/account/logins",
      async ({ request, set }) => {
        const doing = { by: gate.authorOf(request), at: clock.wall() };
        await endLogins(store.accounts, gate.accountOf(request), doing);
        set.status = 204;
      },
      {
        detail: operation({
          summary: "Log out everywhere",
          description:
            "Every access token of the account is worth nothing from now on, also the one that came with this " +
            "request. API keys stay as they are.",
          tag: "accounts",
          access: "login",
          answer: { status: 204, says: "Logged out" },
        }),
      },
    );
}

function failedLogin(
  gate: AccountRouteOptions["gate"],
  request: Request,
  { email, accountId }: { readonly email: string; readonly accountId: string | undefined },
): FailedLogin {
  const { requestId, actor } = gate.authorOf(request);
  const address = actor.address ?? undefined;
  return { from: gate.addressOf(request), address, name: hashOf(email), accountId, requestId };
}

function closed(): Fault {
  return new Fault(
    "account/signup-closed",
    "This server takes no new accounts: ask whoever runs it for one, or log in at /auth/login.",
  );
}

function isWrong(error: unknown): boolean {
  return error instanceof Fault && error.code === "auth/invalid-credentials";
}
