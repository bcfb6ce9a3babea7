// Route of a forgotten password: sets another one, with the address that the owner made (POST /auth/password).

import { Elysia } from "elysia";
import { Type } from "typebox";
import { resetPassword } from "../../cloud/accounts.ts";
import { refuseCommonPassword } from "../../cloud/common-passwords.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { access, accessBy, agentOf } from "./access-answer.ts";
import { type AccountRouteOptions, newPassword } from "./account-routes.ts";

type ForgottenPasswordOptions = Pick<
  AccountRouteOptions,
  "store" | "clock" | "passwords" | "logins" | "gate" | "refusesCommonPasswords"
>;

const forgotten = requestBody(
  {
    link: Type.String({
      maxLength: 128,
      description: "What follows link= in the address that the owner made",
    }),
    new_password: newPassword,
  },
  {
    examples: [
      { link: "6hXq3dPOUJgE1rbAqmbxsl5T4CjfhTZ0pN5wCVyQk2a", new_password: "staple tomorrow orbit" },
    ],
  },
);

export function forgottenPasswordRoutes(options: ForgottenPasswordOptions) {
  const { store, clock, passwords, logins, gate } = options;
  return new Elysia({ name: "forgotten password" }).post(
    "/auth/password",
    async ({ request, body }) => {
      const check = (email: string): void => {
        if (options.refusesCommonPasswords) refuseCommonPassword(body.new_password, email, "/new_password");
      };
      const doing = { by: gate.authorOf(request), at: clock.wall() };
      const reset = { link: body.link, password: body.new_password };
      const { accountId, generation } = await resetPassword(store, reset, { passwords, doing, check });
      gate.loggedIn(request, accountId);
      const by = gate.authorOf(request);
      return accessBy(await logins.open({ accountId, generation, by, agent: agentOf(request) }));
    },
    {
      body: standard(forgotten),
      response: { 200: standard(access) },
      detail: operation({
        summary: "Set a forgotten password",
        description:
          "With the address that the owner made for the account. Ends all logins, and logs in. " +
          "API keys stay as they are.",
        tag: "accounts",
        limit: "auth",
        problems: ["account/link-void", "account/closed", "auth/busy", "storage/full"],
      }),
    },
  );
}
