// Route of the system: facts for the owner of a deployment: its version, data, settings and nodes.

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { NodeRow } from "../../db/port/node-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import { diskRoom } from "../base/limits/disk-space.ts";
import { version } from "../base/version.ts";
import { operation } from "./http/route-operation.ts";
import { orNull, standard } from "./http/route-schema.ts";
import { seconds } from "./http/seconds.ts";

/** Facts as the configuration has them. */
interface SystemFacts {
  readonly settings: readonly {
    readonly name: string;
    readonly about: string;
    readonly isGiven: boolean;
    readonly isSecret: boolean;
    readonly value: string | null;
  }[];
  readonly signup: string;
  readonly dataDir: string;
  /** Undefined: everything lies in `dataDir`. */
  readonly database: object | undefined;
}

interface BackupState {
  readonly runningSince: number | null;
  readonly failure: { readonly at: number; readonly says: string } | null;
}

export interface SystemRouteOptions {
  readonly config: SystemFacts;
  /** Warnings about the settings, and about their fit to received requests. */
  readonly warnings: () => readonly string[];
  readonly store: Pick<Store, "nodes" | "disk">;
  readonly clock: Pick<Clock, "wall">;
  /** Last backup, as far as its maker left a note. */
  readonly lastBackup: () => Promise<
    { readonly at: number; readonly bytes: number; readonly place: string } | undefined
  >;
  /** State of backups made here; undefined: none are. */
  readonly backupState: (() => Promise<BackupState>) | undefined;
  /** Which node this is. */
  readonly nodeId: () => string;
}

const mib = 1_024 ** 2;
const answer = Type.Object(
  {
    version: Type.String(),
    runtime: Type.String({ description: "Runtime" }),
    started_at: Type.Number({ description: "Start of this node, in seconds since the Unix epoch" }),
    store: Type.Enum(["file", "postgres"], { description: "Store of accounts, flows and calls" }),
    data_folder: Type.String({ description: "DATA_DIR of this node" }),
    disk_free_mib: orNull(Type.Integer()),
    disk_total_mib: orNull(Type.Integer()),
    is_full: Type.Boolean({ description: "true: no data can be stored" }),
    backup_command: Type.String({ description: "Command that makes a backup while the server runs" }),
    last_backup: Type.Union(
      [
        Type.Object({
          made_at: Type.Number({ description: "Seconds since the Unix epoch" }),
          bytes: Type.Integer(),
          place: Type.String({ description: "Path on the server, or files:NAME at FILES_URL" }),
        }),
        Type.Null(),
      ],
      {
        description:
          "Last backup, as recorded in the data folder. The file itself is not checked. null: no backup " +
          "is known, or the data is in Postgres",
      },
    ),
    backup: Type.Object(
      {
        can_start: Type.Boolean({ description: "true: POST /v1/system/backup can start a backup" }),
        running_since: orNull(Type.Number({ description: "Seconds since the Unix epoch" })),
        failed_at: orNull(Type.Number({ description: "Time of the last failure" })),
        failure: orNull(Type.String({ description: "Reason of the last failure" })),
      },
      { description: "Backups by POST /v1/system/backup" },
    ),
    signup: Type.String({ description: "Sign-up policy, by SIGNUP" }),
    warnings: Type.Array(Type.String(), {
      description: "Warnings about settings, such as open access",
    }),
    settings: Type.Array(
      Type.Object({
        name: Type.String(),
        value: Type.Union([Type.String(), Type.Null()], { description: "Secrets are masked" }),
        source: Type.Enum(["environment", "default"]),
        secret: Type.Boolean(),
        about: Type.String(),
      }),
    ),
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        is_this: Type.Boolean(),
        state: Type.Enum(["starting", "up", "draining", "gone"]),
        version: Type.String(),
        region: Type.String(),
        address: Type.String(),
        public_url: Type.Union([Type.String(), Type.Null()]),
        calls: Type.Integer(),
        calls_max: Type.Integer(),
        lag_ms: Type.Number({ description: "Delay of its media clock" }),
        up_secs: Type.Number(),
        silent_secs: Type.Number({ description: "Time since its last heartbeat" }),
      }),
      { description: "Nodes that share the database; empty without a cluster" },
    ),
  },
  {
    examples: [
      {
        version: "0.1.0",
        runtime: "Bun 1.4.5",
        started_at: 1_795_168_800.25,
        store: "file" as const,
        data_folder: "/var/lib/voice-flow",
        disk_free_mib: 18_432,
        disk_total_mib: 40_960,
        is_full: false,
        backup_command: "voice-flow backup FILE",
        last_backup: { made_at: 1_795_132_800, bytes: 48_234_496, place: "files:monday" },
        backup: { can_start: true, running_since: null, failed_at: null, failure: null },
        signup: "closed",
        warnings: [],
        settings: [
          {
            name: "PORT",
            value: "3000",
            source: "default" as const,
            secret: false,
            about: "Port to listen at; 0 picks a free one",
          },
        ],
        nodes: [],
      },
    ],
  },
);

export function systemRoutes(options: SystemRouteOptions) {
  const { config, store, clock, lastBackup, backupState, nodeId } = options;
  const startedAt = clock.wall();
  return new Elysia({ name: "system" }).get(
    "/v1/system",
    async () => {
      const { settings, signup, dataDir, database } = config;
      const room = diskRoom(dataDir);
      const [nodes, backup, making] = await Promise.all([
        store.nodes.list(clock.wall()),
        lastBackup(),
        backupState?.(),
      ]);
      return {
        version,
        runtime: `Bun ${Bun.version}`,
        started_at: seconds(startedAt),
        store: database === undefined ? ("file" as const) : ("postgres" as const),
        data_folder: dataDir,
        disk_free_mib: room === undefined ? null : Math.floor(room.freeBytes / mib),
        disk_total_mib: room === undefined ? null : Math.floor(room.totalBytes / mib),
        is_full: store.disk.full,
        backup_command: database === undefined ? "voice-flow backup FILE" : "pg_dump",
        last_backup:
          backup === undefined
            ? null
            : { made_at: seconds(backup.at), bytes: backup.bytes, place: backup.place },
        backup: {
          can_start: making !== undefined,
          running_since: secondsOrNull(making?.runningSince),
          failed_at: secondsOrNull(making?.failure?.at),
          failure: making?.failure?.says ?? null,
        },
        signup,
        warnings: [...options.warnings()],
        settings: settings.map(({ name, value, isGiven, isSecret: secret, about }) => {
          const source = isGiven ? ("environment" as const) : ("default" as const);
          return { name, value, source, secret, about };
        }),
        nodes: nodes.map((node) => nodeOf(node, nodeId())),
      };
    },
    {
      response: { 200: standard(answer) },
      detail: operation({
        summary: "Read the state of the server",
        description: "Only for the owner. Secrets are masked.",
        tag: "engine",
        access: "owner",
      }),
    },
  );
}

function secondsOrNull(at: number | null | undefined): number | null {
  return at === undefined || at === null ? null : seconds(at);
}

function nodeOf({ publicUrl, callsMax, lagMs, ageMs, silentMs, ...node }: NodeRow, here: string) {
  const { id, state, version: runs, region, address, calls } = node;
  return {
    id,
    is_this: id === here,
    state,
    version: runs,
    region,
    address,
    public_url: publicUrl,
    calls,
    calls_max: callsMax,
    lag_ms: lagMs,
    up_secs: seconds(ageMs),
    silent_secs: seconds(silentMs),
  };
}
