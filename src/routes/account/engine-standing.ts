// Engine standing: tells a client whether the engine takes calls with the client's credentials, and how to get an
// account here (GET /auth/standing), so that a page can ask for a sign-in without a failing request.

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { SignupPolicy } from "../../cloud/accounts.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";

const standing = Type.Object(
  {
    engine: Type.Union(
      [Type.Literal("admitted"), Type.Literal("credentials-required"), Type.Literal("credentials-invalid")],
      { description: "Whether calls are accepted with these credentials" },
    ),
    signup: Type.Union([Type.Literal("open"), Type.Literal("invite"), Type.Literal("closed")], {
      description: "Sign-up: open, by invitation, or closed",
    }),
    password_mail: Type.Boolean({ description: "Whether the server mails links for forgotten passwords" }),
  },
  { examples: [{ engine: "admitted", signup: "open", password_mail: false }] },
);

export interface StandingRouteOptions {
  readonly gate: Pick<Gate, "engineStanding">;
  readonly signup: SignupPolicy;
  readonly sendsMail: boolean;
}

export function standingRoutes({ gate, signup, sendsMail }: StandingRouteOptions) {
  return new Elysia({ name: "standing" }).get(
    "/auth/standing",
    async ({ request }) => {
      const engine = await gate.engineStanding(request);
      return { engine, signup, password_mail: sendsMail };
    },
    {
      response: { 200: standard(standing) },
      detail: operation({
        summary: "Check the access to calls",
        description:
          "Always returns 200. `admitted`: calls are accepted with the sent credentials, if any. " +
          "`credentials-required`: calls need credentials and none were sent. `credentials-invalid`: the sent credentials are " +
          "unknown, expired or revoked. Credentials are optional.",
        tag: "accounts",
        limit: "auth",
      }),
    },
  );
}
