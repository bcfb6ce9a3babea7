// Configuration of storage: the folder where everything is kept, or the database that several servers share, and the
// key that protects it.

import { Secret } from "../base/secret.ts";
import { folder, hexKey, optional, row, whole, type ValuesOf } from "../base/setting-reader.ts";

export interface DatabaseConfig {
  readonly url: Secret;
  /** Past a pooler; undefined: there is none. */
  readonly directUrl: Secret | undefined;
  readonly connectionsMax: number;
}

export const storageVariables = {
  DATA_DIR: row("./data", {
    unit: "folder",
    about: "Where everything is kept; :memory: keeps nothing",
    parse: folder,
  }),
  DATABASE_URL: row("", {
    unit: "URL",
    about:
      "Postgres that several servers share, such as postgres://user:password@host:5432/name; unset keeps everything in DATA_DIR",
    parse: optional(postgresUrl),
  }),
  DATABASE_DIRECT_URL: row("", {
    unit: "URL",
    about: "The same database past a pooler such as PgBouncer, for migrations and notifications",
    parse: optional(postgresUrl),
  }),
  DATABASE_CONNECTIONS_MAX: row("10", {
    unit: "connections",
    about: "Connections of this server to the database, besides one for notifications",
    parse: whole(1, 1_000),
  }),
  DISK_FREE_MIB_MIN: row("64", {
    unit: "MiB",
    about: "Free space to keep on the disk of DATA_DIR: below it, GET /ready refuses new calls",
    parse: whole(0, 1_000_000),
  }),
  PROMPTS_MIB: row("256", {
    unit: "MiB",
    about:
      "Storage in DATA_DIR/prompts for constant lines of flows, synthesised ahead; 0 keeps them in memory only",
    parse: whole(0, 1_000_000),
  }),
  MASTER_KEY: row("", {
    unit: "64 hexadecimal digits",
    about: "Key that protects tokens and provider keys; unset is one made once in DATA_DIR",
    parse: optional(hexKey),
  }),
  NEW_MASTER_KEY: row("", {
    unit: "64 hexadecimal digits",
    about: "Key with which rotate-key replaces MASTER_KEY",
    parse: optional(hexKey),
  }),
};

type Values = ValuesOf<typeof storageVariables>;

/** Undefined: everything lies in DATA_DIR. */
export function databaseConfig(values: Values): DatabaseConfig | undefined {
  const {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_CONNECTIONS_MAX: connectionsMax,
  } = values;
  return url === undefined ? undefined : { url, directUrl, connectionsMax };
}

/** Sentences about what was given without what it needs. */
export function databaseContradictions(
  given: (name: keyof typeof storageVariables) => boolean,
  unseals: boolean,
): string[] {
  if (given("DATABASE_URL"))
    return given("MASTER_KEY") || !unseals
      ? []
      : [
          "DATABASE_URL is set, so all servers need the same MASTER_KEY: set it to 64 hexadecimal digits, such as openssl rand -hex 32 prints.",
        ];
  return given("DATABASE_DIRECT_URL")
    ? ["DATABASE_DIRECT_URL is set but DATABASE_URL is not: set both, or neither."]
    : [];
}

/** Errors are reported without the text, which may hold a password. */
function postgresUrl(text: string): Secret {
  const url = URL.parse(text);
  if (url === null || !["postgres:", "postgresql:"].includes(url.protocol))
    throw new Error("is no URL of Postgres: write postgres://user:password@host:5432/name");
  return new Secret(text);
}
