// Routes of invitations: links that create an account, for the owner (/v1/invitations).

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { LinkEntry } from "../../../../db/port/access-store.ts";
import type { Store } from "../../../../db/port/store.ts";
import type { Clock } from "../../../base/clock.ts";
import type { SignupPolicy } from "../../../cloud/accounts.ts";
import {
  invitationDays,
  invitationDaysMax,
  linkAddress,
  listInvitations,
  revokeInvitation,
} from "../../../cloud/one-time-links.ts";
import { makeInvitation } from "../../../cloud/made-invitation.ts";
import { baseOf, type OriginRules } from "../../http/allowed-origin.ts";
import type { Gate } from "../../http/auth.ts";
import { peerOf } from "../../http/forwarded-request.ts";
import { operation } from "../../http/route-operation.ts";
import { requestBody, standard } from "../../http/route-schema.ts";
import { seconds } from "../../http/seconds.ts";

export interface PeopleRouteOptions {
  readonly store: Pick<Store, "accounts" | "access">;
  readonly clock: Clock;
  readonly gate: Pick<Gate, "accountOf" | "authorOf">;
  readonly origins: OriginRules;
}

const wanted = requestBody(
  {
    label: Type.Optional(
      Type.String({ maxLength: 100, description: "Name of the invited person, for your list" }),
    ),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: invitationDaysMax, default: invitationDays })),
  },
  { examples: [{ label: "Bob from support", days: 7 }] },
);
const fields = {
  invitation_id: Type.String(),
  label: Type.String(),
  created_at: Type.Number({ description: "Seconds since the Unix epoch" }),
  expires_at: Type.Number(),
};
const example = {
  invitation_id: "link_01KB3W2Q6M8X4Z9T1C5V7N0R2A",
  label: "Bob from support",
  created_at: 1_795_846_500,
  expires_at: 1_796_451_300,
};
const made = Type.Object(
  {
    ...fields,
    url: Type.String({ description: "Link that creates one account. It is returned only here" }),
  },
  {
    examples: [
      {
        ...example,
        url: "https://voice.example/console#/join?link=6hXq3dPOUJgE1rbAqmbxsl5T4CjfhTZ0pN5wCVyQk2a",
      },
    ],
  },
);
const listed = Type.Array(
  Type.Object({
    ...fields,
    state: Type.Union([
      Type.Literal("open"),
      Type.Literal("used"),
      Type.Literal("revoked"),
      Type.Literal("expired"),
    ]),
    account_id: Type.Union([Type.String(), Type.Null()], {
      description: "Account created with the invitation",
    }),
  }),
  { examples: [[{ ...example, state: "used", account_id: "acc_01JDZ0M4V7Q3X9K2T5B8N6R1CA" }]] },
);

interface InvitationRouteOptions extends PeopleRouteOptions {
  readonly signup: SignupPolicy;
}

export function invitationRoutes({ store, clock, gate, origins, signup }: InvitationRouteOptions) {
  return new Elysia({ name: "invitations" })
    .post(
      "/v1/invitations",
      async ({ request, body: { label = "", days = invitationDays }, set }) => {
        const at = clock.wall();
        const author = { doing: { by: gate.authorOf(request), at }, owner: gate.accountOf(request) };
        const { token, ...stored } = await makeInvitation(store, { label, days, at, signup }, author);
        set.status = 201;
        return { ...shown(stored), url: linkAddress(baseOf(request, peerOf(request), origins), token) };
      },
      {
        body: standard(wanted),
        response: { 201: standard(made) },
        detail: operation({
          summary: "Create an invitation",
          description:
            "Creates a link that creates one account, even with SIGNUP=invite. It is valid for seven days " +
            "unless `days` says otherwise. With SIGNUP=closed there are no invitations.",
          tag: "accounts",
          access: "owner",
          problems: ["account/signup-closed"],
        }),
      },
    )
    .get(
      "/v1/invitations",
      async () => {
        const at = clock.wall();
        return (await listInvitations(store)).map((link) => ({
          ...shown(link),
          state: stateOf(link, at),
          account_id: link.usedBy,
        }));
      },
      {
        response: { 200: standard(listed) },
        detail: operation({
          summary: "List invitations",
          description: "The last 100, newest first, without their links.",
          tag: "accounts",
          access: "owner",
        }),
      },
    )
    .delete(
      "/v1/invitations/:invitation_id",
      async ({ request, params, set }) => {
        const doing = { by: gate.authorOf(request), at: clock.wall(), owner: gate.accountOf(request) };
        await revokeInvitation(store, params.invitation_id, doing);
        set.status = 204;
      },
      {
        params: t.Object({ invitation_id: t.String() }),
        detail: operation({
          summary: "Revoke an invitation",
          description: "Revokes the invitation link.",
          tag: "accounts",
          access: "owner",
          problems: ["invitation/not-found"],
          answer: { status: 204, says: "Revoked" },
        }),
      },
    );
}

function shown({
  id,
  label,
  createdAt,
  expiresAt,
}: Pick<LinkEntry, "id" | "label" | "createdAt" | "expiresAt">) {
  return { invitation_id: id, label, created_at: seconds(createdAt), expires_at: seconds(expiresAt) };
}

function stateOf(
  { usedAt, revokedAt, expiresAt }: LinkEntry,
  at: number,
): "open" | "used" | "revoked" | "expired" {
  if (usedAt !== null) return "used";
  if (revokedAt !== null) return "revoked";
  return expiresAt > at ? "open" : "expired";
}
