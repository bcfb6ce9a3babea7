// Routes of a forgotten password: mail an address that sets a new one (POST /auth/password/mail), and use it (POST
// /auth/password).

import { Elysia } from "elysia";
import { Type } from "typebox";
import { resetPassword } from "../../cloud/accounts.ts";
import { Fault } from "../../base/fault.ts";
import { refuseCommonPassword } from "../../cloud/common-passwords.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { access } from "./access-answer.ts";
import { type AccountRouteOptions, askerOf, email, newPassword } from "./account-routes.ts";
import { cookieWanted, enter } from "./page-cookie.ts";

type ForgottenPasswordOptions = Pick<
  AccountRouteOptions,
  "store" | "clock" | "passwords" | "logins" | "tokens" | "gate" | "reach" | "mail"
>;

const forgotten = requestBody(
  {
    link: Type.String({
      maxLength: 128,
      description: "The part after link= in the link, mailed or from the owner",
    }),
    new_password: newPassword,
    cookie: cookieWanted,
  },
  {
    examples: [
      { link: "6hXq3dPOUJgE1rbAqmbxsl5T4CjfhTZ0pN5wCVyQk2a", new_password: "staple tomorrow orbit" },
    ],
  },
);

const wanted = requestBody({ email }, { examples: [{ email: "ada@example.com" }] });

const mailing = operation({
  summary: "Mail a link for a new password",
  description:
    "Returns the same answer whether or not an account has this email. An account gets a " +
    "mail with a link that sets a new password once, within 60 minutes. An unconfirmed email gets a link " +
    "to confirm it. At most three mails per hour and account, and ten per network.",
  tag: "accounts",
  limit: "auth",
  problems: ["account/no-mail"],
  answer: { status: 202, says: "Mail sent, if the account exists" },
});

export function forgottenPasswordRoutes(options: ForgottenPasswordOptions) {
  const { gate, mail } = options;
  return new Elysia({ name: "forgotten password" }).use(resetRoute(options)).post(
    "/auth/password/mail",
    ({ request, body, set }) => {
      if (mail === undefined) throw noMail();
      mail.forgotten(body.email, askerOf(gate, request));
      set.status = 202;
    },
    { body: standard(wanted), detail: mailing },
  );
}

export function noMail(): Fault {
  const detail = "This server sends no mail. Ask its owner for a link that sets a new password.";
  return new Fault("account/no-mail", detail);
}

function resetRoute(options: ForgottenPasswordOptions) {
  const { store, clock, passwords, gate } = options;
  return new Elysia({ name: "new password" }).post(
    "/auth/password",
    async ({ request, body, set }) => {
      const check = (email: string): void => {
        if (options.reach.byOthers) refuseCommonPassword(body.new_password, email, "/new_password");
      };
      const doing = { by: gate.authorOf(request), at: clock.wall() };
      const reset = { link: body.link, password: body.new_password };
      const { accountId, generation } = await resetPassword(store, reset, { passwords, doing, check });
      gate.loggedIn(request, accountId);
      const by = gate.authorOf(request);
      return await enter({ accountId, generation, by }, options, { request, set, cookie: body.cookie });
    },
    {
      body: standard(forgotten),
      response: { 200: standard(access) },
      detail: operation({
        summary: "Set a forgotten password",
        cookie: true,
        description:
          "Uses the link that was mailed or created by the owner. Ends all logins, revokes the " +
          "API keys, hooks and embeds that were created before the email was confirmed, invalidates all other links " +
          "of the account, and logs in. Other API keys stay valid.",
        tag: "accounts",
        limit: "auth",
        problems: ["account/link-void", "account/closed", "auth/busy", "storage/full"],
      }),
    },
  );
}
