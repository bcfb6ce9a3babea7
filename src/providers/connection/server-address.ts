// Server address: paths below a server's base URL, and the header for its key.

import type { Secret } from "../../base/secret.ts";

/** Header with a key, if any. */
export function authorization(key: Secret | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { Authorization: `Bearer ${key.reveal()}` };
}

/** Address below a server's own, with the server's query. */
export function below(baseUrl: string, path: string, without = ""): URL {
  const url = new URL(baseUrl);
  const base = url.pathname.replace(/\/+$/, "");
  url.pathname = `${without !== "" && base.endsWith(without) ? base.slice(0, -without.length) : base}${path}`;
  return url;
}
