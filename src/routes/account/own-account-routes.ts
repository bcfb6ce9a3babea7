// Routes of an account's owner: the owner of the credentials, a new password, and the end of all logins (/v1/account).

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { StoredAccount } from "../../../db/port/account-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import { changePassword, endLogins } from "../../cloud/accounts.ts";
import { refuseCommonPassword } from "../../cloud/common-passwords.ts";
import type { Passwords } from "../../cloud/passwords.ts";
import { access } from "./access-answer.ts";
import { newPassword } from "./account-routes.ts";
import type { CheckLogin } from "./login-check.ts";
import { cookieWanted, enter, type EnteringParts } from "./page-cookie.ts";
import type { Gate } from "../http/auth.ts";
import type { Reach } from "../http/reach.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";

export interface OwnAccountOptions extends EnteringParts {
  readonly store: Pick<Store, "accounts">;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly gate: Pick<Gate, "accountOf" | "authorOf">;
  readonly checkLogin: CheckLogin;
  readonly reach: Pick<Reach, "byOthers">;
  readonly sendsMail: boolean;
}

const passwordChange = requestBody(
  {
    password: Type.String({ maxLength: 256, description: "The current password" }),
    new_password: newPassword,
    cookie: cookieWanted,
  },
  { examples: [{ password: "correct horse battery", new_password: "staple tomorrow orbit" }] },
);
export const role = Type.Union([Type.Literal("owner"), Type.Literal("member")], {
  description: "The owner can also read and change the server's settings",
});
const ownAccount = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    email_confirmed: Type.Boolean({
      description:
        "Whether the email is confirmed, so that other mail can be sent to it; always true if the server sends no mail",
    }),
    role,
  },
  {
    examples: [
      {
        id: "acc_01JDZ0M4V7Q3X9K2T5B8N6R1CA",
        email: "ada@example.com",
        email_confirmed: true,
        role: "member",
      },
    ],
  },
);

const changingPassword = operation({
  summary: "Change the password",
  cookie: true,
  description: "Ends all logins. The answer has a new access token. " + "API keys stay valid.",
  tag: "accounts",
  access: "login",
  limit: "auth",
  problems: ["auth/invalid-credentials", "auth/too-many-failures", "auth/busy", "storage/full"],
});

const loggingOut = operation({
  summary: "Log out everywhere",
  description:
    "Revokes all access tokens of the account, including the token of this " +
    "request. API keys stay valid.",
  tag: "accounts",
  access: "login",
  answer: { status: 204, says: "Logged out" },
});

export function ownAccountRoutes(options: OwnAccountOptions) {
  const { store, clock, passwords, gate, checkLogin } = options;
  const ownOf = async (request: Request): Promise<StoredAccount> => {
    const account = await store.accounts.byId(gate.accountOf(request));
    assert(account !== undefined, "the gate has found it");
    return account;
  };

  return new Elysia({ name: "own account" })
    .get(
      "/v1/account",
      async ({ request }) => {
        const { id, email, confirmedAt, role: accountRole } = await ownOf(request);
        return { id, email, email_confirmed: !options.sendsMail || confirmedAt !== null, role: accountRole };
      },
      {
        response: { 200: standard(ownAccount) },
        detail: operation({
          summary: "Read the account",
          description: "The account that the credentials belong to.",
          tag: "accounts",
          access: "account",
        }),
      },
    )
    .post(
      "/v1/account/password",
      async ({ request, body, set }) => {
        const { email } = await ownOf(request);
        if (options.reach.byOthers) refuseCommonPassword(body.new_password, email, "/new_password");
        const account = await checkLogin(request, { email, password: body.password });
        const doing = { by: gate.authorOf(request), at: clock.wall() };
        const change = { account, password: body.new_password };
        const generation = await changePassword(store.accounts, change, { passwords, doing });
        const entering = { accountId: account.id, generation, by: doing.by };
        return await enter(entering, options, { request, set, cookie: body.cookie });
      },
      {
        body: standard(passwordChange),
        response: { 200: standard(access) },
        detail: changingPassword,
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
        detail: loggingOut,
      },
    );
}
