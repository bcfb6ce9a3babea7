// Routes of logins: list an account's logins, and end one (/v1/account/logins).

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { Clock } from "../../base/clock.ts";
import type { Logins } from "../../cloud/logins.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";

export interface LoginRouteOptions {
  readonly clock: Clock;
  readonly logins: Pick<Logins, "list" | "end">;
  readonly gate: Pick<Gate, "accountOf" | "authorOf" | "loginOf">;
}

const entry = Type.Object({
  login_id: Type.String(),
  created_at: Type.Number({ description: "Seconds since the Unix epoch" }),
  last_used_at: Type.Number({ description: "Last use, to the minute" }),
  address: Type.Union([Type.String(), Type.Null()], {
    description: "IP address, as far as LOG_ADDRESSES allows",
  }),
  agent: Type.Union([Type.String(), Type.Null()], { description: "User agent of the program" }),
  current: Type.Boolean({ description: "Whether this is the login of the request" }),
});
const listed = Type.Array(entry, {
  examples: [
    [
      {
        login_id: "log_01KB3W2Q6M8X4Z9T1C5V7N0R2A",
        created_at: 1_795_846_500.5,
        last_used_at: 1_795_846_920,
        address: "203.0.113.0/24",
        agent: "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0",
        current: true,
      },
    ],
  ],
});

export function loginRoutes({ clock, logins, gate }: LoginRouteOptions) {
  return new Elysia({ name: "logins" })
    .get(
      "/v1/account/logins",
      async ({ request }) => {
        const loginId = gate.loginOf(request);
        return (await logins.list(gate.accountOf(request))).map(
          ({ id, createdAt, lastUsedAt, address, agent }) => ({
            login_id: id,
            created_at: seconds(createdAt),
            last_used_at: seconds(lastUsedAt),
            address,
            agent,
            current: id === loginId,
          }),
        );
      },
      {
        response: { 200: standard(listed) },
        detail: operation({
          summary: "List logins",
          description: "Logins with valid access tokens, newest first.",
          tag: "accounts",
          access: "login",
        }),
      },
    )
    .delete(
      "/v1/account/logins/:login_id",
      async ({ request, params, set }) => {
        const key = { id: params.login_id, accountId: gate.accountOf(request) };
        await logins.end(key, { by: gate.authorOf(request), at: clock.wall() });
        set.status = 204;
      },
      {
        params: t.Object({ login_id: t.String() }),
        detail: operation({
          summary: "End a login",
          description: "Revokes the login's access tokens. Other logins stay valid.",
          tag: "accounts",
          access: "login",
          problems: ["account/login-not-found"],
          answer: { status: 204, says: "Ended" },
        }),
      },
    );
}
