// Token exchange: trades the token in the printed address for an access token, for the operator's own browser.

import { Elysia } from "elysia";
import { Type } from "typebox";
import { Fault } from "../../base/fault.ts";
import { type Invitation, invitationMinutes } from "../../cloud/invitation.ts";
import type { Tokens } from "../../cloud/access-tokens.ts";
import type { Forwarding } from "../cluster/forwarding.ts";
import { access, accessBy } from "./access-answer.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";

export interface ExchangeRouteOptions {
  readonly invitation: Invitation;
  readonly tokens: Tokens;
  /** Absent if there are no other nodes. */
  readonly forwarding?: Pick<Forwarding, "search"> | undefined;
}

const printed = requestBody(
  { token: Type.String({ maxLength: 128, description: "The part of the printed link after #token=" }) },
  { examples: [{ token: "6hXq3dPOUJgE1rbAqmbxsl5T4CjfhTZ0pN5wCVyQk2a" }] },
);

export function exchangeRoutes({ invitation, tokens, forwarding }: ExchangeRouteOptions) {
  return new Elysia({ name: "exchange" }).post(
    "/auth/exchange",
    async ({ request, body }) => {
      if (invitation.accept(body.token)) return accessBy(await tokens.forVisitor());
      // Another node may have printed it.
      await forwarding?.search(request, { body, missed: 401 });
      throw new Fault(
        "auth/invalid-credentials",
        `The link was used, is older than ${invitationMinutes} minutes, or is from an earlier start of the server. Log in, or ` +
          "restart the server for a new link.",
        { challenge: 'Bearer realm="voice-flow"' },
      );
    },
    {
      body: standard(printed),
      response: { 200: standard(access) },
      detail: operation({
        summary: "Exchange the token of the printed link",
        description:
          "The link that the server prints at its start contains a token. It can be exchanged once, within " +
          `${invitationMinutes} minutes, for an access token for /ws, /offer and /ice-servers, without an account.`,
        tag: "accounts",
        limit: "auth",
        problems: ["auth/invalid-credentials"],
      }),
    },
  );
}
