// Postgres errors: meanings of errors of Postgres and of its connection. drizzle puts a query and its values into the
// message; they belong in no log.

import { DrizzleQueryError } from "drizzle-orm/errors";
import { StoreAway } from "../port/store-away.ts";

/**
 * By SQLSTATE: connection exceptions (08), no resources (53: disk full, out of memory, too many connections), shut
 * down or starting (57P), cancelled for taking too long, and a standby that takes no writes.
 */
const awayStates = /^(08|53|57P|57014$|25006$)/;
/** Codes of Bun's own names. */
const awayCodes = /^ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME|TLS|EXPECTED_REQUEST)/;

/** Error for the store's callers: `StoreAway`, or the cause of drizzle's wrapper. */
export function plain(error: unknown): unknown {
  const it = bare(error);
  const code = codeOf(it);
  if (code === undefined || !(awayStates.test(code) || awayCodes.test(code))) return it;
  return new StoreAway(`The database does not do its work (${code}).`, { cause: it });
}

/** Postgres' five characters, or Bun's name of a connection error; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Bun.SQL.PostgresError ? (error.errno ?? error.code) : undefined;
}

/** True if a row with that key exists, by the name of the constraint or index. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  const it = bare(error);
  return it instanceof Bun.SQL.PostgresError && it.errno === "23505" && it.constraint === constraint;
}

/**
 * Whether two transactions waited for each other and this one had to give way, or its next statement came so late, on a
 * busy machine, that it lost its locks: it was not done and may be retried.
 */
export function gaveWay(error: unknown): boolean {
  return ["40P01", "40001", "25P03"].includes(codeOf(bare(error)) ?? "");
}

function bare(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}
