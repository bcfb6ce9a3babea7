// Server address: where below its base URL a server has something, and the header that shows it a key.

import type { Secret } from "../../base/secret.ts";

/** The header that shows a key, if there is one. */
export function authorization(key: Secret | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { Authorization: `Bearer ${key.reveal()}` };
}

/** The address of something below a server's own, with the server's query. */
export function below(baseUrl: string, path: string, without = ""): URL {
  const url = new URL(baseUrl);
  const base = url.pathname.replace(/\/+$/, "");
  url.pathname = `${without !== "" && base.endsWith(without) ? base.slice(0, -without.length) : base}${path}`;
  return url;
}
