// Routes of embeds: places where visitors may talk with a flow, their limits, and their refusals.

import { Elysia, t } from "elysia";
import type { Static } from "typebox";
import type { EmbedRow, EmbedSettings, EmbedState } from "../../../db/port/embed-store.ts";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { microsPerCent, startedCents } from "../../billing/price.ts";
import { changeEmbed, createEmbed, getEmbed, revokeEmbed } from "../../cloud/account-embeds.ts";
import type { Gate } from "../http/auth.ts";
import { baseOf, type OriginRules } from "../http/allowed-origin.ts";
import { peerOf } from "../http/forwarded-request.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { changes, listed, wanted, whole } from "./embed-schemas.ts";
import { seconds } from "../http/seconds.ts";

export interface EmbedRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly origins: OriginRules;
}

const params = t.Object({ embed: t.String({ description: "The embed_id" }) });

export function embedRoutes(options: EmbedRouteOptions) {
  return new Elysia({ name: "embeds" }).use(readingRoutes(options)).use(changingRoutes(options));
}

function readingRoutes({ store, clock, gate, origins }: EmbedRouteOptions) {
  return new Elysia({ name: "embeds-read" })
    .get(
      "/v1/embeds",
      async ({ request }) => {
        const accountId = gate.accountOf(request);
        const base = baseOf(request, peerOf(request), origins);
        return {
          embeds: (await store.of(accountId).embeds.list(accountId)).map((row) => shown(row, base)),
        };
      },
      {
        response: { 200: standard(listed) },
        detail: operation({
          summary: "List embeds",
          description: "Newest first, including revoked embeds.",
          tag: "sessions",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/embeds/:embed",
      async ({ request, params: { embed } }) =>
        wholeOf(
          await getEmbed(store, { accountId: gate.accountOf(request), id: embed }, clock.wall()),
          baseOf(request, peerOf(request), origins),
        ),
      {
        params,
        response: { 200: standard(whole) },
        detail: operation({
          summary: "Read an embed",
          description: "Limits, usage, and refused visitors by reason with count and last time.",
          tag: "sessions",
          access: "account",
          problems: ["embed/not-found"],
        }),
      },
    );
}

function changingRoutes({ store, clock, gate, origins }: EmbedRouteOptions) {
  const doing = (request: Request) => ({ by: gate.authorOf(request), at: clock.wall() });
  const keyOf = (request: Request, id: string) => ({ accountId: gate.accountOf(request), id });
  return new Elysia({ name: "embeds-change" })
    .post(
      "/v1/embeds",
      async ({ request, body, set }) => {
        const whose = { accountId: gate.accountOf(request), flowId: body.flow_id };
        const given = { ...nothingSet, ...settingsOf(body), ...whose, ...doing(request) };
        if (given.expiresAt !== null && given.expiresAt <= given.at) throw expired(given.expiresAt);
        const made = await createEmbed(store, given);
        set.status = 201;
        return wholeOf(made, baseOf(request, peerOf(request), origins));
      },
      {
        body: standard(wanted),
        response: { 201: standard(whole) },
        detail: operation({
          summary: "Create an embed",
          description:
            "Lets website visitors talk to a flow or an assistant without a key: with `/widget.js` on pages of `origins`, and on " +
            "the page at `talk_url`. The account pays for the calls, within the given limits.",
          tag: "sessions",
          access: "account",
          problems: ["flow/not-found", "assistant/not-found", "account/limit"],
        }),
      },
    )
    .patch(
      "/v1/embeds/:embed",
      async ({ request, params: { embed }, body }) => {
        const change = { set: settingsOf(body), ...doing(request) };
        const changed = await changeEmbed(store, keyOf(request, embed), change);
        return wholeOf(changed, baseOf(request, peerOf(request), origins));
      },
      {
        params,
        body: standard(changes),
        response: { 200: standard(whole) },
        detail: operation({
          summary: "Change an embed",
          description:
            "Absent fields keep their values. Applies to new sessions and to the next minute of running sessions.",
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
            "This cannot be undone. Running calls may finish their paid minute. The embed stays in the list, with its refusals.",
          tag: "sessions",
          access: "account",
          problems: ["embed/not-found"],
          answer: { status: 204, says: "Revoked" },
        }),
      },
    );
}

/** `base`: the owner's address of this server. */
function wholeOf({ embed, use, refusals }: EmbedState, base: string) {
  return {
    ...shown(embed, base),
    sessions_last_hour: use.sessions,
    minutes_today: use.reservedMs / 60_000,
    refusals: refusals.map(({ reason, count, lastAt }) => ({ reason, count, last_at: seconds(lastAt) })),
  };
}

const nothingSet: EmbedSettings = {
  label: "",
  origins: [],
  agentName: null,
  picture: null,
  colour: null,
  greeting: null,
  sessionsPerHour: null,
  minutesPerDay: null,
  budgetMicros: null,
  expiresAt: null,
};

/** An embed that has expired at its creation is a mistake in the year, or in the unit. */
function expired(at: number): Fault {
  const detail = `Is in the past (${new Date(at).toISOString()}). Give a future time, or null.`;
  const errors = [{ pointer: "/expires_at", detail }];
  return new Fault("request/invalid", `The body does not fit its schema at "/expires_at": ${detail}`, {
    errors,
  });
}

/** Settings in the body. */
function settingsOf(body: Static<typeof changes>): Partial<EmbedSettings> {
  const { label, origins, budget_usd_cents: cents, expires_at: expires } = body;
  const { agent_name: agentName, picture, colour, greeting } = body;
  const { sessions_per_hour: sessionsPerHour, minutes_per_day: minutesPerDay } = body;
  return {
    ...(label !== undefined && { label }),
    ...(origins !== undefined && { origins }),
    ...(agentName !== undefined && { agentName }),
    ...(picture !== undefined && { picture }),
    ...(colour !== undefined && { colour }),
    ...(greeting !== undefined && { greeting }),
    ...(sessionsPerHour !== undefined && { sessionsPerHour }),
    ...(minutesPerDay !== undefined && { minutesPerDay }),
    ...(cents !== undefined && { budgetMicros: cents === null ? null : cents * microsPerCent }),
    ...(expires !== undefined && { expiresAt: expires === null ? null : Math.round(expires * 1_000) }),
  };
}

function shown(embed: EmbedRow, base: string) {
  const { id, token, flowId, label, origins, sessionsPerHour, minutesPerDay, budgetMicros } = embed;
  const secondsOf = (at: number | null) => (at === null ? null : seconds(at));
  return {
    embed_id: id,
    token,
    flow_id: flowId,
    talk_url: `${base}/talk/${token}`,
    content_security_policy: `script-src ${base}; connect-src ${base} ${base.replace(/^http/, "ws")}`,
    label,
    origins: [...origins],
    agent_name: embed.agentName,
    picture: embed.picture,
    colour: embed.colour,
    greeting: embed.greeting,
    sessions_per_hour: sessionsPerHour,
    minutes_per_day: minutesPerDay,
    budget_usd_cents: budgetMicros === null ? null : budgetMicros / microsPerCent,
    used_usd_cents: startedCents(embed.usedMicros),
    expires_at: secondsOf(embed.expiresAt),
    revoked_at: secondsOf(embed.revokedAt),
    created_at: seconds(embed.createdAt),
  };
}
