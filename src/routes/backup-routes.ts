// Route of backups: starts one of the whole deployment, for its owner (POST /v1/system/backup).

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { type AuditTrail, entryOf } from "../cloud/audit-trail.ts";
import type { Gate } from "./http/auth.ts";
import { operation } from "./http/route-operation.ts";
import { standard } from "./http/route-schema.ts";
import { seconds } from "./http/seconds.ts";

export interface BackupRouteOptions {
  readonly clock: Pick<Clock, "wall">;
  readonly gate: Pick<Gate, "accountOf" | "authorOf">;
  readonly trail: Pick<AuditTrail, "append">;
  /** Undefined: there is no file to copy. */
  readonly backups:
    { readonly begin: (made: (bytes: number | undefined) => Promise<void>) => Promise<number> } | undefined;
  /** True if the data is in a database. */
  readonly inDatabase: boolean;
}

const begun = Type.Object(
  { started_at: Type.Number({ description: "Seconds since the Unix epoch" }) },
  { examples: [{ started_at: 1_795_846_500.25 }] },
);

export function backupRoutes({ clock, gate, trail, backups, inDatabase }: BackupRouteOptions) {
  return new Elysia({ name: "backups" }).post(
    "/v1/system/backup",
    async ({ request, set }) => {
      if (backups === undefined) throw elsewhere(inDatabase);
      const by = gate.authorOf(request);
      const ownerId = gate.accountOf(request);
      const startedAt = await backups.begin(async (bytes) => {
        const details = bytes === undefined ? {} : { bytes };
        for (const accountId of [ownerId, undefined])
          await trail.append(entryOf(by, { accountId, at: clock.wall(), action: "backup.made", details }));
      });
      set.status = 202;
      return { started_at: seconds(startedAt) };
    },
    {
      response: { 202: standard(begun) },
      detail: operation({
        summary: "Back up now",
        description:
          "Starts a backup of all data to the folder backups in DATA_DIR or, if FILES_URL is set, encrypted " +
          "to FILES_URL. GET /v1/system shows its state. Backups run one at a time, in a separate process. Back up Postgres with its own tools.",
        tag: "engine",
        access: "owner",
        problems: ["backup/running", "backup/elsewhere", "storage/full"],
      }),
    },
  );
}

function elsewhere(inDatabase: boolean): Fault {
  const detail = inDatabase
    ? "The data is in Postgres. Back it up with its own tools, such as pg_dump."
    : "This server keeps its data in memory only (DATA_DIR=:memory:). There is nothing to back up.";
  return new Fault("backup/elsewhere", detail);
}
