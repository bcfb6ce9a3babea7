// Postgres refusals: turn what keeps a database from opening into one sentence with the remedy, without the password
// in its URL.

import { StoreError } from "../open-refusal.ts";
import { codeOf } from "./postgres-errors.ts";

/** Oldest version with all needed features. */
export const versionMin = 13;

/** Refusal for an error thrown on opening; a refusal stays unchanged. */
export function postgresRefusal(error: unknown, url: URL): StoreError {
  if (error instanceof StoreError) return error;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return new StoreError(sentenceFor(codeOf(cause), error, url), { cause: error });
}

function sentenceFor(code: string | undefined, error: unknown, url: URL): string {
  const place = placeOf(url);
  const name = databaseOf(url);
  const user = decodeURIComponent(url.username);
  switch (code) {
    case "28P01":
    case "28000":
      return `Postgres at ${place} does not let "${user}" in: set the right user and password in DATABASE_URL.`;
    case "3D000":
      return `There is no database "${name}" at ${place}: make it with CREATE DATABASE, or name another one in DATABASE_URL.`;
    case "42501":
      return `"${user}" may not do that in the database "${name}" at ${place}: let a user who may change its tables start this version once, or grant it the right to.`;
    case "53300":
      return `Postgres at ${place} takes no more connections: raise its max_connections, or lower DATABASE_CONNECTIONS_MAX.`;
    case "57P03":
      return `Postgres at ${place} is still starting: try again in a moment.`;
    case undefined:
      return `The database "${name}" at ${place} cannot be opened (${(error as Error).message}): look after it, or change DATABASE_URL.`;
    default:
      return code.startsWith("ERR_POSTGRES")
        ? `No Postgres answers at ${place} (${code}): start it, or change DATABASE_URL.`
        : `The database "${name}" at ${place} cannot be opened (${code}): look after it, or change DATABASE_URL.`;
  }
}

/** Address without user, password and parameters. */
export function placeOf(url: URL): string {
  return `${url.hostname || "localhost"}:${url.port || "5432"}`;
}

/** Name of the database by Postgres' rule: without a name, the user's. */
function databaseOf(url: URL): string {
  return decodeURIComponent(url.pathname.slice(1) || url.username);
}

export function tooOld(version: string, url: URL): StoreError {
  return new StoreError(
    `Postgres at ${placeOf(url)} is version ${version}: use version ${versionMin} or a later one.`,
  );
}
