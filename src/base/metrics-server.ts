// Metrics server: answers `GET /metrics` at its own address, so that callers do not see how busy the server is.
// Outside loopback it requires a token (RFC 6750).

import { createHash, timingSafeEqual } from "node:crypto";
import { metricsContentType } from "./metrics.ts";
import type { MetricsSnapshot } from "./metrics-snapshot.ts";
import type { Secret } from "./secret.ts";
import { isLoopback } from "./setting-reader.ts";

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
  /** Expected token of `Authorization: Bearer …`; undefined: every client of the address may read. */
  readonly token: Secret | undefined;
}

export interface MetricsServer extends AsyncDisposable {
  readonly port: number;
}

/** Listens until disposed. Throws the system's error if it cannot listen there. */
export function serveMetrics(
  snapshot: Pick<MetricsSnapshot, "read">,
  { host, port, token }: MetricsAddress,
): MetricsServer {
  /** Requests during a reading share it. */
  let reading: Promise<string> | undefined;
  const read = (): Promise<string> => (reading ??= snapshot.read().finally(() => (reading = undefined)));
  const server = Bun.serve({
    hostname: host,
    port,
    async fetch(request): Promise<Response> {
      if (new URL(request.url).pathname !== "/metrics") return says(404, "There is only /metrics here");
      if (!isAllowed(request, token))
        return says(401, "A bearer token is needed", { "www-authenticate": "Bearer" });
      if (token === undefined && !isForHere(request))
        return says(403, "Ask by the address itself, such as 127.0.0.1, or set METRICS_TOKEN");
      if (request.method !== "GET") return says(405, "Only GET", { allow: "GET" });
      return new Response(await read(), { headers: { "content-type": metricsContentType } });
    },
    error: () => says(500, "Internal server error"),
  });
  return { port: server.port ?? port, [Symbol.asyncDispose]: () => server.stop(true) };
}

const says = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(`${text}\n`, { status, headers });

function isAllowed({ headers }: Request, token: Secret | undefined): boolean {
  if (token === undefined) return true;
  const [, given = ""] = /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return timingSafeEqual(hashOf(given), hashOf(token.reveal()));
}

/**
 * Against DNS rebinding: a page whose own name points here could read everything that needs no token, and only `Host`
 * shows it. Clients without one are no browsers.
 */
function isForHere({ headers }: Request): boolean {
  const host = headers.get("host");
  return host === null || isLoopback(URL.parse(`http://${host}`)?.hostname ?? "");
}

/** Hash of one length for any text. */
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
