// Command `invite`: creates an invitation link, lists the existing ones, or revokes one.

import { wallClock } from "../../base/clock.ts";
import type { Store } from "../../../db/port/store.ts";
import {
  invitationDays,
  linkAddress,
  listInvitations,
  revokeInvitation,
} from "../../cloud/one-time-links.ts";
import { makeInvitation } from "../../cloud/made-invitation.ts";
import type { Config } from "../../config.ts";
import { operator } from "../audit/operator.ts";
import { configOrSay } from "../command-config.ts";
import { orSay, changing } from "../stored-data.ts";
import { misuse } from "../mistakes/misuse.ts";

export async function invite(args: readonly string[]): Promise<number> {
  const [first = "", id] = args;
  const [isList, isRevoke] = [first === "--list", first === "--revoke"];
  if (
    args.length > (isRevoke ? 2 : 1) ||
    (isRevoke && id === undefined) ||
    (first.startsWith("-") && !isList && !isRevoke)
  ) {
    console.error(misuse("invite [NAME] | --list | --revoke ID", args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return orSay(config, () =>
    changing(config, async (store) => {
      const doing = { by: operator(), at: wallClock.wall() };
      if (isList) await list(store, doing.at);
      else if (id !== undefined) await revokeInvitation(store, id, doing);
      else await make(store, config, { label: first, doing });
      return 0;
    }),
  );
}

async function make(
  store: Store,
  { publicUrl, host, port, signup }: Config,
  {
    label,
    doing,
  }: {
    readonly label: string;
    readonly doing: { readonly by: ReturnType<typeof operator>; readonly at: number };
  },
): Promise<void> {
  const wanted = { label, days: invitationDays, at: doing.at, signup };
  const { id, token } = await makeInvitation(store, wanted, { doing });
  const reachable = host.replace(/^(0\.0\.0\.0|::)$/, "127.0.0.1");
  const origin =
    publicUrl?.origin ?? `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
  console.log(
    `${linkAddress(origin, token)}\ncreates one account and expires after ${invitationDays} days. To revoke it: invite --revoke ${id}`,
  );
}

async function list(store: Store, at: number): Promise<void> {
  for (const { id, label, expiresAt, usedAt, usedBy, revokedAt } of await listInvitations(store)) {
    const open = expiresAt > at ? `until ${new Date(expiresAt).toISOString()}` : "expired";
    const state = usedAt !== null ? `used by ${usedBy}` : revokedAt !== null ? "revoked" : open;
    console.log(`${id}  ${state}  ${label}`.trimEnd());
  }
}
