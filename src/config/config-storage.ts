// Configuration of storage: the data folder, or the database that several servers share, and the key that protects
// it.

import { Secret } from "../base/secret.ts";
import { folder, hexKey, optional, row, whole, type ValuesOf } from "../base/setting-reader.ts";

export interface DatabaseConfig {
  readonly url: Secret;
  /** Address that bypasses a pooler; undefined: no pooler. */
  readonly directUrl: Secret | undefined;
  readonly connectionsMax: number;
}

export const storageVariables = {
  DATA_DIR: row("./data", {
    unit: "folder",
    about: "Folder for all data; :memory: keeps data only until the server stops",
    parse: folder,
  }),
  DATABASE_URL: row("", {
    unit: "URL",
    about:
      "Postgres database of a cluster, such as postgres://user:password@host:5432/name; unset: data is in DATA_DIR",
    parse: optional(postgresUrl),
  }),
  DATABASE_DIRECT_URL: row("", {
    unit: "URL",
    about:
      "Direct URL of the same database, without a pooler such as PgBouncer, for migrations and notifications",
    parse: optional(postgresUrl),
  }),
  DATABASE_CONNECTIONS_MAX: row("10", {
    unit: "connections",
    about: "Number of database connections, in addition to one for notifications",
    parse: whole(1, 1_000),
  }),
  DISK_FREE_MIB_MIN: row("64", {
    unit: "MiB",
    about: "Minimum free disk space for DATA_DIR; below it, GET /ready refuses new calls",
    parse: whole(0, 1_000_000),
  }),
  PROMPTS_MIB: row("256", {
    unit: "MiB",
    about: "Storage in DATA_DIR/prompts for fixed texts of flows, synthesised in advance; 0: memory only",
    parse: whole(0, 1_000_000),
  }),
  MASTER_KEY: row("", {
    unit: "64 hexadecimal digits",
    about: "Key that encrypts secrets and signs tokens; unset: a key created in DATA_DIR",
    parse: optional(hexKey),
  }),
  NEW_MASTER_KEY: row("", {
    unit: "64 hexadecimal digits",
    about: "New MASTER_KEY for the command rotate-key",
    parse: optional(hexKey),
  }),
};

type Values = ValuesOf<typeof storageVariables>;

/** Undefined: all data is in DATA_DIR. */
export function databaseConfig(values: Values): DatabaseConfig | undefined {
  const {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_CONNECTIONS_MAX: connectionsMax,
  } = values;
  return url === undefined ? undefined : { url, directUrl, connectionsMax };
}

/** Sentences about settings that lack another setting. */
export function databaseContradictions(
  given: (name: keyof typeof storageVariables) => boolean,
  unseals: boolean,
): string[] {
  if (given("DATABASE_URL"))
    return given("MASTER_KEY") || !unseals
      ? []
      : [
          "With DATABASE_URL, all servers need the same MASTER_KEY. Set it to 64 hexadecimal digits, for example from openssl rand -hex 32.",
        ];
  return given("DATABASE_DIRECT_URL")
    ? ["DATABASE_DIRECT_URL is set without DATABASE_URL. Set both or neither."]
    : [];
}

/** Errors are reported without the text, which may hold a password. */
function postgresUrl(text: string): Secret {
  const url = URL.parse(text);
  if (url === null || !["postgres:", "postgresql:"].includes(url.protocol))
    throw new Error("is not a Postgres URL. Write postgres://user:password@host:5432/name");
  return new Secret(text);
}
