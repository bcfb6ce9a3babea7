// Routes of accounts: sign up (POST /auth/signup) and log in (POST /auth/login).

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { OpenLimit } from "../../base/limits/rate-limit.ts";
import { welcomeMicros } from "../../billing/price.ts";
import { entryOf, type AuditTrail } from "../../cloud/audit-trail.ts";
import type { FailedLogin, FailedLogins } from "../../cloud/failed-logins.ts";
import { logIn, normalEmail, signUp } from "../../cloud/accounts.ts";
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
  readonly gate: Pick<Gate, "addressOf" | "authorOf" | "loggedIn">;
  readonly trail: Pick<AuditTrail, "append">;
  readonly failedLogins: Pick<FailedLogins, "failed">;
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

const newCredentials = requestBody(
  { email, password: Type.String({ minLength: 8, maxLength: 256 }) },
  { examples: [example] },
);
const credentials = requestBody(
  { email, password: Type.String({ maxLength: 256 }) },
  { examples: [example] },
);
export function accountRoutes(options: AccountRouteOptions) {
  const { store, clock, passwords, tokens, gate, trail, failedLogins, loggedIn } = options;
  const failures = options.openLimit("login-failures", options.failuresPerLogin);
  return new Elysia({ name: "accounts" })
    .post(
      "/auth/signup",
      async ({ request, body }) => {
        const at = clock.wall();
        const welcome = { micros: welcomeMicros, note: "welcome" };
        const parts = { passwords, welcome, by: gate.authorOf(request) };
        const accountId = await signUp(store.accounts, { ...body, at }, parts);
        gate.loggedIn(request, accountId);
        return accessBy(await tokens.forAccount(accountId));
      },
      {
        body: standard(newCredentials),
        response: { 200: standard(access) },
        detail: operation({
          summary: "Sign up",
          description: "Creates an account with a free credit of 200 US cents, and logs in.",
          tag: "accounts",
          limit: "auth",
          problems: ["account/email-taken", "auth/busy", "storage/full"],
        }),
      },
    )
    .post(
      "/auth/login",
      async ({ request, body }) => {
        // With the address, or anybody could keep the owner out by failing for them. Hashed, so that all are short.
        const email = normalEmail(body.email);
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
        const accountId = await logIn(store.accounts, { ...body, refused: failed }, passwords).catch(
          (error: unknown) => {
            // A server that is busy is not the caller's failure.
            if (!isWrong(error)) failures.giveBack(name);
            loggedIn?.(isWrong(error) ? "wrong" : "failed");
            throw error;
          },
        );
        failures.giveBack(name);
        loggedIn?.("ok");
        gate.loggedIn(request, accountId);
        const login = { accountId, at: clock.wall(), action: "login", target: accountId } as const;
        await trail.append(entryOf(gate.authorOf(request), login));
        return accessBy(await tokens.forAccount(accountId));
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

function isWrong(error: unknown): boolean {
  return error instanceof Fault && error.code === "auth/invalid-credentials";
}
