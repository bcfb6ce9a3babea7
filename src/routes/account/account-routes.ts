// Routes of accounts: sign up (POST /auth/signup) and log in (POST /auth/login).

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { welcomeMicros } from "../../billing/price.ts";
import { signUp, type SignupPolicy } from "../../cloud/accounts.ts";
import type { AccountMail, LetterAsker } from "../../cloud/letters/account-mail.ts";
import { refuseCommonPassword } from "../../cloud/common-passwords.ts";
import type { Passwords } from "../../cloud/passwords.ts";
import { hashOf } from "../../cloud/random-secret.ts";
import { access } from "./access-answer.ts";
import type { CheckLogin, LoginHeard } from "./login-check.ts";
import { cookieWanted, enter, type EnteringParts } from "./page-cookie.ts";
import type { Gate } from "../http/auth.ts";
import type { Reach } from "../http/reach.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";

export interface AccountRouteOptions extends EnteringParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly gate: Pick<Gate, "addressOf" | "authorOf" | "loggedIn">;
  /** Undefined: this server sends no mail. */
  readonly mail: Pick<AccountMail, "forgotten" | "confirm"> | undefined;
  readonly checkLogin: CheckLogin;
  readonly signup: SignupPolicy;
  /** Common passwords do no harm if no other machine reaches the server. */
  readonly reach: Pick<Reach, "byOthers">;
  /** Called with each successful login; absent: no counting. */
  readonly loggedIn?: LoginHeard;
}

const example = { email: "ada@example.com", password: "correct horse battery" };
/** No address is longer, even with pasted white space. */
export const email = Type.String({
  maxLength: 320,
  description: "Email address. It is trimmed and converted to lower case and normal width",
});

export const newPassword = Type.String({ minLength: 8, maxLength: 256 });
const link = Type.Optional(
  Type.String({ maxLength: 128, description: "The part of a one-time link after link=" }),
);
const newCredentials = requestBody(
  { email, password: newPassword, link, cookie: cookieWanted },
  { examples: [example] },
);
const credentials = requestBody(
  { email, password: Type.String({ maxLength: 256 }), cookie: cookieWanted },
  { examples: [example] },
);
export function accountRoutes(options: AccountRouteOptions) {
  const { store, clock, passwords, gate, mail, checkLogin, loggedIn } = options;
  return new Elysia({ name: "accounts" })
    .post(
      "/auth/signup",
      async ({ request, body, set }) => {
        await checkMayJoin(options, body.link);
        if (options.reach.byOthers) refuseCommonPassword(body.password, body.email, "/password");
        const at = clock.wall();
        const welcome = { micros: welcomeMicros, note: "welcome" };
        const isConfirmed = mail === undefined;
        const parts = { passwords, welcome, by: gate.authorOf(request), isConfirmed };
        const accountId = await signUp(store.accounts, { ...body, at }, parts);
        gate.loggedIn(request, accountId);
        mail?.confirm(accountId, askerOf(gate, request));
        const entering = { accountId, generation: 0, by: gate.authorOf(request) };
        return await enter(entering, options, { request, set, cookie: body.cookie });
      },
      {
        body: standard(newCredentials),
        response: { 200: standard(access) },
        detail: operation({
          summary: "Sign up",
          cookie: true,
          description:
            "Creates an account with a free credit of 200 US cents, and logs in. Where sign-up is closed or by invitation, a one-time " +
            "link is required. The link that the server prints at its first start creates the owner's account. If the server " +
            "sends mail, the new account gets a link to confirm its email.",
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
      async ({ request, body, set }) => {
        const { id: accountId, tokenGeneration: generation } = await checkLogin(request, body);
        loggedIn?.("ok");
        gate.loggedIn(request, accountId);
        const entering = {
          accountId,
          generation,
          by: gate.authorOf(request),
          act: { action: "login" },
        } as const;
        return await enter(entering, options, { request, set, cookie: body.cookie });
      },
      {
        body: standard(credentials),
        response: { 200: standard(access) },
        detail: operation({
          summary: "Log in",
          cookie: true,
          description: "Returns an access token that is valid for 12 hours.",
          tag: "accounts",
          limit: "auth",
          problems: ["auth/invalid-credentials", "auth/too-many-failures", "auth/busy", "account/closed"],
        }),
      },
    );
}

/** Requester of a letter, and the key of its counts. */
export function askerOf(gate: Pick<Gate, "addressOf" | "authorOf">, request: Request): LetterAsker {
  return { by: gate.authorOf(request), network: gate.addressOf(request) };
}

/** Without open signup a one-time link is required; a closed server takes the one that makes its owner. */
async function checkMayJoin(
  { signup, store, clock }: AccountRouteOptions,
  token: string | undefined,
): Promise<void> {
  if (signup === "open") return;
  if (token === undefined) throw signup === "invite" ? invitedOnly() : closed();
  if (signup === "invite") return;
  const linkEntry = await store.access.usableLink(hashOf(token), clock.wall());
  if (linkEntry !== undefined && linkEntry.purpose !== "owner") throw closed();
}

function closed(): Fault {
  return new Fault(
    "account/signup-closed",
    "Sign-up is closed on this server. Ask its owner for an account, or log in at /auth/login.",
  );
}

function invitedOnly(): Fault {
  return new Fault(
    "account/signup-closed",
    "Sign-up needs an invitation. Ask the owner of this server for one, or log in at /auth/login.",
  );
}
