// Routes of confirmation: mail once more the address that confirms an account's email (POST
// /v1/account/confirmation), and use it (POST /auth/confirmation).

import { Elysia } from "elysia";
import { Type } from "typebox";
import { confirmEmail } from "../../cloud/accounts.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { type AccountRouteOptions, askerOf } from "./account-routes.ts";
import { noMail } from "./forgotten-password-routes.ts";

interface ConfirmationOptions extends Pick<AccountRouteOptions, "store" | "clock" | "mail"> {
  readonly gate: Pick<Gate, "accountOf" | "addressOf" | "authorOf">;
}

const confirming = requestBody(
  { link: Type.String({ maxLength: 128, description: "The part of the mailed link after link=" }) },
  { examples: [{ link: "6hXq3dPOUJgE1rbAqmbxsl5T4CjfhTZ0pN5wCVyQk2a" }] },
);

export function confirmationRoutes({ store, clock, gate, mail }: ConfirmationOptions) {
  return new Elysia({ name: "confirmation" })
    .post(
      "/v1/account/confirmation",
      ({ request, set }) => {
        if (mail === undefined) throw noMail();
        mail.confirm(gate.accountOf(request), askerOf(gate, request));
        set.status = 202;
      },
      {
        detail: operation({
          summary: "Mail a confirmation link",
          description:
            "Sends the link again, unless the email is confirmed. At most five a day per account, three of them per hour. Valid for 24 hours.",
          tag: "accounts",
          access: "login",
          limit: "auth",
          problems: ["account/no-mail"],
          answer: { status: 202, says: "Mail sent, unless the email is already confirmed" },
        }),
      },
    )
    .post(
      "/auth/confirmation",
      async ({ request, body, set }) => {
        await confirmEmail(store, body.link, { by: gate.authorOf(request), at: clock.wall() });
        set.status = 204;
      },
      {
        body: standard(confirming),
        detail: operation({
          summary: "Confirm an email",
          description: "Uses the mailed link. The server sends other mail only to confirmed emails.",
          tag: "accounts",
          limit: "auth",
          problems: ["account/link-void", "account/closed", "storage/full"],
          answer: { status: 204, says: "Confirmed" },
        }),
      },
    );
}
