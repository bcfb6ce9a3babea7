// Routes of people: accounts on this server, for the owner, who closes one or resets a password (/v1/people).

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { AccountEntry } from "../../../../db/port/account-store.ts";
import { accountNotFound, closeAccount } from "../../../cloud/accounts.ts";
import { linkAddress, makeLink, passwordLinkMinutes } from "../../../cloud/one-time-links.ts";
import type { Sessions } from "../../../session/session-registry.ts";
import { baseOf } from "../../http/allowed-origin.ts";
import { peerOf } from "../../http/forwarded-request.ts";
import { operation } from "../../http/route-operation.ts";
import { requestBody, standard } from "../../http/route-schema.ts";
import { seconds } from "../../http/seconds.ts";
import { role } from "../own-account-routes.ts";
import type { PeopleRouteOptions } from "./invitation-routes.ts";

const limitUsual = 50;
const orNull = Type.Union([Type.Number(), Type.Null()]);
const person = Type.Object({
  account_id: Type.String(),
  email: Type.String(),
  role,
  created_at: Type.Number({ description: "Seconds since the Unix epoch" }),
  last_login_at: orNull,
  closed_at: orNull,
});
const page = Type.Object(
  {
    people: Type.Array(person),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Cursor of the next page; null on the last page",
    }),
  },
  {
    examples: [
      {
        people: [
          {
            account_id: "acc_01JDZ0M4V7Q3X9K2T5B8N6R1CA",
            email: "ada@example.com",
            role: "member",
            created_at: 1_795_168_800.25,
            last_login_at: 1_795_846_500,
            closed_at: null,
          },
        ],
        next_cursor: null,
      },
    ],
  },
);
const change = requestBody(
  {
    closed: Type.Boolean({ description: "true: the account cannot log in or start sessions" }),
    calls: Type.Optional(
      Type.Enum(["end", "finish"], {
        description: "Running calls when the account is closed: end them at once, or let them finish",
        default: "end",
      }),
    ),
  },
  { examples: [{ closed: true, calls: "end" }] },
);
const link = Type.Object(
  {
    url: Type.String({ description: "Link that sets a new password. It is returned only here" }),
    expires_at: Type.Number({ description: "Seconds since the Unix epoch" }),
  },
  {
    examples: [
      {
        url: "https://voice.example/console#/reset?link=6hXq3dPOUJgE1rbAqmbxsl5T4CjfhTZ0pN5wCVyQk2a",
        expires_at: 1_795_850_100,
      },
    ],
  },
);
const params = t.Object({ account_id: t.String() });

interface PeopleOptions extends PeopleRouteOptions {
  /** Sessions of this node: others learn of it from the store. */
  readonly sessions: Pick<Sessions, "endStartedBy">;
}

export function peopleRoutes(options: PeopleOptions) {
  const { store } = options;
  return new Elysia({ name: "people" })
    .get(
      "/v1/people",
      async ({ query }) => {
        const limit = Number(query.limit ?? limitUsual);
        const accountEntries = await store.accounts.page({ before: query.cursor, limit });
        return {
          people: accountEntries.map(shown),
          next_cursor: accountEntries.length < limit ? null : (accountEntries.at(-1)?.id ?? null),
        };
      },
      {
        query: t.Object({
          limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: limitUsual })),
          cursor: t.Optional(t.String({ description: "The next_cursor of the previous page" })),
        }),
        response: { 200: standard(page) },
        detail: operation({
          summary: "List accounts",
          description: "All accounts of this server, newest first, without their data.",
          tag: "accounts",
          access: "owner",
        }),
      },
    )
    .use(onePersonRoutes(options));
}

function onePersonRoutes({ store, clock, gate, origins, sessions }: PeopleOptions) {
  return new Elysia({ name: "one person" })
    .patch(
      "/v1/people/:account_id",
      async ({ request, params: { account_id: id }, body, set }) => {
        const doing = { by: gate.authorOf(request), at: clock.wall() };
        const callsGoOn = body.closed && body.calls === "finish";
        const of = { id, isClosed: body.closed, callsGoOn, owner: gate.accountOf(request) };
        await closeAccount(store.accounts, of, doing);
        if (body.closed) sessions.endStartedBy(id, callsGoOn);
        set.status = 204;
      },
      {
        params,
        body: standard(change),
        detail: operation({
          summary: "Close or reopen an account",
          description:
            "A closed account cannot log in, and its API keys and embeds are rejected. Its logins end. Sessions " +
            "that wait for their client end at once, on all nodes, and running sessions within 2 seconds, unless `calls` lets them finish. Its data stays.",
          tag: "accounts",
          access: "owner",
          problems: ["account/not-found", "account/not-of-owner"],
          answer: { status: 204, says: "Done" },
        }),
      },
    )
    .post(
      "/v1/people/:account_id/password-link",
      async ({ request, params: { account_id: accountId }, set }) => {
        if ((await store.accounts.byId(accountId)) === undefined) throw accountNotFound();
        const at = clock.wall();
        const wanted = {
          purpose: "password",
          label: "",
          at,
          minutes: passwordLinkMinutes,
          accountId,
        } as const;
        const doing = { by: gate.authorOf(request), at };
        const made = await makeLink(store, wanted, { doing, owner: gate.accountOf(request) });
        set.status = 201;
        const origin = baseOf(request, peerOf(request), origins);
        return { url: linkAddress(origin, made.token, "reset"), expires_at: seconds(made.expiresAt) };
      },
      {
        params,
        response: { 201: standard(link) },
        detail: operation({
          summary: "Create a link for a new password",
          description:
            "The link sets the account's password, once and within an hour, and ends all logins. Send " +
            "it in a way that only the account's holder can read.",
          tag: "accounts",
          access: "owner",
          problems: ["account/not-found"],
        }),
      },
    );
}

function shown({ id, email, role: accountRole, createdAt, lastLoginAt, closedAt }: AccountEntry) {
  const orNone = (at: number | null): number | null => (at === null ? null : seconds(at));
  return {
    account_id: id,
    email,
    role: accountRole,
    created_at: seconds(createdAt),
    last_login_at: orNone(lastLoginAt),
    closed_at: orNone(closedAt),
  };
}
