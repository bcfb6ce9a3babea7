// Routes of accounts: sign up (POST /auth/signup) and log in (POST /auth/login).

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { welcomeMicros } from "../../billing/price.ts";
import { entryOf, type AuditTrail } from "../../cloud/audit-trail.ts";
import { signUp } from "../../cloud/accounts.ts";
import { refuseCommonPassword } from "../../cloud/common-passwords.ts";
import type { Passwords } from "../../cloud/passwords.ts";
import type { Tokens } from "../../cloud/access-tokens.ts";
import { access, accessBy } from "./access-answer.ts";
import type { CheckLogin, LoginHeard } from "./login-check.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";

export interface AccountRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly gate: Pick<Gate, "authorOf" | "loggedIn">;
  readonly trail: Pick<AuditTrail, "append">;
  readonly checkLogin: CheckLogin;
  /** Whether anyone may sign up. */
  readonly signupOpen: boolean;
  /** Only this machine reaches a server at a loopback address: there they do no harm. */
  readonly refusesCommonPasswords: boolean;
  /** Hears of each login that went well; absent: nobody counts. */
  readonly loggedIn?: LoginHeard;
}

const example = { email: "ada@example.com", password: "correct horse battery" };
/** No address is longer with all the white space that people paste along. */
const email = Type.String({
  maxLength: 320,
  description: "An email address; trimmed, and read in small letters",
});

export const newPassword = Type.String({ minLength: 8, maxLength: 256 });
const link = Type.Optional(
  Type.String({ maxLength: 128, description: "What follows link= in the address of a one-time link" }),
);
const newCredentials = requestBody({ email, password: newPassword, link }, { examples: [example] });
const credentials = requestBody(
  { email, password: Type.String({ maxLength: 256 }) },
  { examples: [example] },
);
export function accountRoutes(options: AccountRouteOptions) {
  const { store, clock, passwords, tokens, gate, trail, checkLogin, loggedIn } = options;
  return new Elysia({ name: "accounts" })
    .post(
      "/auth/signup",
      async ({ request, body }) => {
        if (!options.signupOpen && body.link === undefined) throw closed();
        if (options.refusesCommonPasswords) refuseCommonPassword(body.password, body.email, "/password");
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
          description:
            "Creates an account with a free credit of 200 US cents, and logs in. A one-time link lets it be made " +
            "where nobody else may sign up; the one that the server prints at its first start makes the owner's.",
          tag: "accounts",
          limit: "auth",
          problems: [
            "account/signup-closed",
            "account/link-void",
            "account/email-taken",
            "auth/busy",
            "storage/full",
          ],
        }),
      },
    )
    .post(
      "/auth/login",
      async ({ request, body }) => {
        const { id: accountId, tokenGeneration: generation } = await checkLogin(request, body);
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
    );
}

function closed(): Fault {
  return new Fault(
    "account/signup-closed",
    "This server takes no new accounts: ask whoever runs it for one, or log in at /auth/login.",
  );
}
