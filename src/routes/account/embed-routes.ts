// Routes of embeds: where visitors may talk with a flow, under which limits, and what was refused there.

import { Elysia, t } from "elysia";
import { type Static, Type } from "typebox";
import type { EmbedRow, EmbedSettings, EmbedState } from "../../../db/port/embed-store.ts";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { startedCents } from "../../billing/price.ts";
import { changeEmbed, createEmbed, getEmbed, originsMax, revokeEmbed } from "../../cloud/account-embeds.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";

export interface EmbedRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly publicUrl: URL | undefined;
}

const microsPerCent = 1_000_000;
const centsMax = 1_000_000_000;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T, description: string) =>
  Type.Optional(Type.Union([type, Type.Null()], { description }));

const settings = {
  label: Type.Optional(Type.String({ maxLength: 128, description: "For its owner alone" })),
  origins: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
      maxItems: originsMax,
      description:
        "Origins of the pages that may use it, such as https://shop.example. The page at /talk/{token} always may",
    }),
  ),
  sessions_per_hour: orNull(
    Type.Integer({ minimum: 1, maximum: 10_000 }),
    "How many sessions may begin within an hour; null: not limited",
  ),
  minutes_per_day: orNull(
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    "How many minutes all its sessions of a day (UTC) may take together; null: not limited",
  ),
  budget_usd_cents: orNull(
    Type.Integer({ minimum: 0, maximum: centsMax }),
    "What all its sessions may ever cost together; null: what the account has",
  ),
  expires_at: orNull(
    Type.Number({ minimum: 0, maximum: 1e11, description: "Seconds since the Unix epoch" }),
    "When it ends by itself, in seconds since the Unix epoch; null: never",
  ),
};
const settingsExample = {
  label: "Shop, contact page",
  origins: ["https://shop.example"],
  sessions_per_hour: 30,
  minutes_per_day: 120,
  budget_usd_cents: 2_000,
  expires_at: 1_798_761_600,
};
const wanted = requestBody(
  { flow_id: Type.String({ minLength: 1, maxLength: 128 }), ...settings },
  { examples: [{ flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K", ...settingsExample }] },
);
const changes = requestBody(settings, { examples: [{ origins: settingsExample.origins, minutes_per_day: 60 }] });

const orNone = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);
const shownFields = {
  embed_id: Type.String(),
  token: Type.String({ description: "For pages: it begins sessions of this flow and gives no other right" }),
  flow_id: Type.String(),
  talk_url: Type.String({ description: "A page to send round" }),
  label: Type.String(),
  origins: Type.Array(Type.String()),
  sessions_per_hour: orNone(Type.Integer()),
  minutes_per_day: orNone(Type.Integer()),
  budget_usd_cents: orNone(Type.Integer()),
  used_usd_cents: Type.Integer({ description: "Spent so far, and set aside for sessions that run; rounded up" }),
  expires_at: orNone(Type.Number()),
  revoked_at: orNone(Type.Number()),
  created_at: Type.Number(),
};
const shownExample = {
  embed_id: "emb_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  token: "vfe_3nVx0Qd8RkT1yLw5ZcB7mJp9",
  flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
  talk_url: "https://voice.example/talk/vfe_3nVx0Qd8RkT1yLw5ZcB7mJp9",
  ...settingsExample,
  used_usd_cents: 36,
  revoked_at: null,
  created_at: 1_795_168_800.25,
};
const wholeFields = {
  ...shownFields,
  sessions_last_hour: Type.Integer(),
  minutes_today: Type.Number({ description: "Each session that runs counts to the end of its minute" }),
  refusals: Type.Array(
    Type.Object({
      reason: Type.String({
        description: "origin, expired, revoked, sessions, minutes, budget, credits, busy or flow",
      }),
      count: Type.Integer(),
      last_at: Type.Number(),
    }),
    { description: "Visitors who got no session, by the reason" },
  ),
};
const wholeExample = {
  ...shownExample,
  sessions_last_hour: 4,
  minutes_today: 11.5,
  refusals: [{ reason: "origin", count: 2, last_at: 1_795_170_000.5 }],
};
const whole = Type.Object(wholeFields, { examples: [wholeExample] });
const listed = Type.Object(
  { embeds: Type.Array(Type.Object(shownFields)) },
  { examples: [{ embeds: [shownExample] }] },
);
const params = t.Object({ embed: t.String({ description: "The embed_id" }) });

export function embedRoutes({ store, clock, gate, publicUrl }: EmbedRouteOptions) {
  const rowOf = (embed: EmbedRow) => shown(embed, publicUrl);
  const wholeOf = ({ embed, use, refusals }: EmbedState) => ({
    ...rowOf(embed),
    sessions_last_hour: use.sessions,
    minutes_today: use.reservedMs / 60_000,
    refusals: refusals.map(({ reason, count, lastAt }) => ({ reason, count, last_at: seconds(lastAt) })),
  });
  const doing = (request: Request) => ({ by: gate.authorOf(request), at: clock.wall() });
  const keyOf = (request: Request, id: string) => ({ accountId: gate.accountOf(request), id });
  return new Elysia({ name: "embeds" })
    .post(
      "/v1/embeds",
      async ({ request, body, set }) => {
        const { flow_id: flowId } = body;
        const given = { ...nothingSet, ...settingsOf(body), flowId };
        checkExpiry(body, clock.wall());
        const made = await createEmbed(store, { ...given, accountId: gate.accountOf(request), ...doing(request) });
        set.status = 201;
        return wholeOf(made);
      },
      {
        body: standard(wanted),
        response: { 201: standard(whole) },
        detail: operation({
          summary: "Create an embed",
          description:
            "Lets visitors of web pages talk with a flow, without a key: by `/widget.js` in the pages of `origins`, and by " +
            "the page at `talk_url`. The account pays for it, within the limits that are given here.",
          tag: "sessions",
          access: "account",
          problems: ["flow/not-found", "account/limit"],
        }),
      },
    )
    .get(
      "/v1/embeds",
      async ({ request }) => {
        const accountId = gate.accountOf(request);
        return { embeds: (await store.of(accountId).embeds.list(accountId)).map(rowOf) };
      },
      {
        response: { 200: standard(listed) },
        detail: operation({
          summary: "List embeds",
          description: "Newest first, those that were revoked among them.",
          tag: "sessions",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/embeds/:embed",
      async ({ request, params: { embed } }) =>
        wholeOf(await getEmbed(store, keyOf(request, embed), clock.wall())),
      {
        params,
        response: { 200: standard(whole) },
        detail: operation({
          summary: "Read an embed",
          description: "What it may use, what it has used, and how many visitors were refused, why, and when last.",
          tag: "sessions",
          access: "account",
          problems: ["embed/not-found"],
        }),
      },
    )
    .patch(
      "/v1/embeds/:embed",
      async ({ request, params: { embed }, body }) => {
        checkExpiry(body, clock.wall());
        const change = { set: settingsOf(body), ...doing(request) };
        return wholeOf(await changeEmbed(store, keyOf(request, embed), change));
      },
      {
        params,
        body: standard(changes),
        response: { 200: standard(whole) },
        detail: operation({
          summary: "Change an embed",
          description: "What is absent stays. Holds for the next session, and for the next minute of those that run.",
          tag: "sessions",
          access: "account",
          problems: ["embed/not-found"],
        }),
      },
    )
    .delete(
      "/v1/embeds/:embed",
      async ({ request, params: { embed }, set }) => {
        await revokeEmbed(store, keyOf(request, embed), doing(request));
        set.status = 204;
      },
      {
        params,
        detail: operation({
          summary: "Revoke an embed",
          description:
            "For good. Who is talking may finish the minute that is paid; the embed stays in the list, with what it refuses.",
          tag: "sessions",
          access: "account",
          problems: ["embed/not-found"],
          answer: { status: 204, says: "Revoked" },
        }),
      },
    );
}

const nothingSet: EmbedSettings = {
  label: "",
  origins: [],
  sessionsPerHour: null,
  minutesPerDay: null,
  budgetMicros: null,
  expiresAt: null,
};

/** What the body names. */
function settingsOf(body: Static<typeof changes>): Partial<EmbedSettings> {
  const { label, origins, budget_usd_cents: cents, expires_at: expires } = body;
  const { sessions_per_hour: sessionsPerHour, minutes_per_day: minutesPerDay } = body;
  return {
    ...(label !== undefined && { label }),
    ...(origins !== undefined && { origins }),
    ...(sessionsPerHour !== undefined && { sessionsPerHour }),
    ...(minutesPerDay !== undefined && { minutesPerDay }),
    ...(cents !== undefined && { budgetMicros: cents === null ? null : cents * microsPerCent }),
    ...(expires !== undefined && { expiresAt: expires === null ? null : Math.round(expires * 1_000) }),
  };
}

function checkExpiry({ expires_at: expires }: Static<typeof changes>, at: number): void {
  if (typeof expires !== "number" || expires * 1_000 > at) return;
  const [pointer, detail] = ["/expires_at", "Must be in the future, in seconds since the Unix epoch."];
  const message = `The body does not fit its schema at "${pointer}": ${detail}`;
  throw new Fault("request/invalid", message, { errors: [{ pointer, detail }] });
}

function shown(embed: EmbedRow, publicUrl: URL | undefined) {
  const { id, token, flowId, label, origins, sessionsPerHour, minutesPerDay, budgetMicros } = embed;
  const secondsOf = (at: number | null) => (at === null ? null : seconds(at));
  return {
    embed_id: id,
    token,
    flow_id: flowId,
    talk_url: `${publicUrl?.origin ?? ""}/talk/${token}`,
    label,
    origins: [...origins],
    sessions_per_hour: sessionsPerHour,
    minutes_per_day: minutesPerDay,
    budget_usd_cents: budgetMicros === null ? null : budgetMicros / microsPerCent,
    used_usd_cents: startedCents(embed.usedMicros),
    expires_at: secondsOf(embed.expiresAt),
    revoked_at: secondsOf(embed.revokedAt),
    created_at: seconds(embed.createdAt),
  };
}
