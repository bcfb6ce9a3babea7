// Origin guard: admits web pages of our own origin and of the operator's list, under host names that are ours.
// Programs send no Origin and pass. It also makes the CORS headers.

import { Fault } from "../../base/fault.ts";

export interface OriginRules {
  /** Listening address. */
  readonly host: string;
  readonly publicUrl: URL | undefined;
  /** Address of only this node. */
  readonly node: { readonly publicUrl: string | undefined };
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
}

const allowedHeaders = "Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id, X-Service-Key";
const exposedHeaders = "Location, ETag, Link, Retry-After, X-Request-Id";
/** Longest time that Chromium caches; a preflight costs a round trip. */
const preflightSeconds = 7_200;

/**
 * Refuses a page of a foreign origin and, against DNS rebinding, a host name that is not ours: a page that made
 * its own name point here is same-origin to its browser, and only the Host header shows it.
 * `peer` is the address the connection came from.
 */
export function checkOrigin(request: Request, peer: string | undefined, rules: OriginRules): void {
  const host = hostOf(request, peer, rules);
  if (!isOurHost(host, rules))
    throw new Fault(
      "origin/refused",
      "This server does not accept that host name. Use its address, or ask the operator to set PUBLIC_URL.",
    );
  const origin = request.headers.get("origin");
  if (origin === null || isOurOrigin(origin, host, rules) || rules.corsOrigins.includes(origin)) return;
  throw new Fault(
    "origin/refused",
    "Pages of this origin may not call. Ask the operator to add it to CORS_ORIGINS.",
  );
}

/** Lets the page of a named origin read the response. */
export function addCors(headers: Headers, request: Request, rules: OriginRules): void {
  if (rules.corsOrigins.length === 0) return;
  headers.append("vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !rules.corsOrigins.includes(origin)) return;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", exposedHeaders);
}

/** Answers OPTIONS on a known path: a preflight if it is one, the methods otherwise. */
export function optionsResponse(request: Request, methods: readonly string[], rules: OriginRules): Response {
  const headers = new Headers({ allow: methods.join(", ") });
  const origin = request.headers.get("origin");
  if (origin === null || !request.headers.has("access-control-request-method"))
    return new Response(null, { status: 204, headers });
  if (!rules.corsOrigins.includes(origin))
    throw new Fault(
      "origin/refused",
      "Pages of this origin may not call. Ask the operator to add it to CORS_ORIGINS.",
    );
  headers.set("access-control-allow-methods", methods.join(", "));
  headers.set("access-control-allow-headers", allowedHeaders);
  headers.set("access-control-max-age", String(preflightSeconds));
  return new Response(null, { status: 204, headers });
}

/** Clients' address of this server: set by the operator, else used by this client. */
export function baseOf(request: Request, peer: string | undefined, rules: OriginRules): string {
  if (rules.publicUrl !== undefined) return rules.publicUrl.origin;
  const forwarded = isBelieved(peer, rules) ? request.headers.get("x-forwarded-proto") : null;
  const scheme = forwarded?.split(",")[0]?.trim() ?? URL.parse(request.url)?.protocol.replace(":", "");
  return `${scheme === "https" ? "https" : "http"}://${hostOf(request, peer, rules)}`;
}

function isBelieved(peer: string | undefined, { trustedProxies }: OriginRules): boolean {
  return peer !== undefined && trustedProxies.includes(peer.replace(/^::ffff:/, ""));
}

/** Host and port in the client's spelling; a trusted proxy's header has priority. */
function hostOf(request: Request, peer: string | undefined, rules: OriginRules): string {
  const forwarded = isBelieved(peer, rules) ? request.headers.get("x-forwarded-host") : null;
  const host = forwarded?.split(",")[0]?.trim() ?? request.headers.get("host");
  return (host ?? URL.parse(request.url)?.host ?? "").toLowerCase();
}

/** True if a request comes from one of our own pages. */
export function isOwnPage(request: Request, peer: string | undefined, rules: OriginRules): boolean {
  const origin = request.headers.get("origin");
  return origin !== null && isOurOrigin(origin, hostOf(request, peer, rules), rules);
}

/** The same, but pages of the request's own origin are admitted, too. */
export function admitting(request: Request, rules: OriginRules): OriginRules {
  const origin = request.headers.get("origin");
  return origin === null ? rules : { ...rules, corsOrigins: [...rules.corsOrigins, origin] };
}

function isOurOrigin(origin: string, host: string, rules: OriginRules): boolean {
  if (origin === rules.publicUrl?.origin) return true;
  const page = URL.parse(origin);
  // The scheme is not compared: behind a proxy that ends TLS, ours differs from the browser's.
  return page !== null && /^https?:$/.test(page.protocol) && page.host === withoutDefaultPort(page, host);
}

/** A page at https://a has host "a", also when the request named "a:443". */
function withoutDefaultPort(page: URL, host: string): string {
  return URL.parse(`${page.protocol}//${host}`)?.host ?? host;
}

function isOurHost(host: string, rules: OriginRules): boolean {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d+){3}$/.test(name))
    return true;
  if (name === rules.host.toLowerCase() || name === rules.publicUrl?.hostname) return true;
  if (rules.node.publicUrl !== undefined && name === URL.parse(rules.node.publicUrl)?.hostname) return true;
  // If it listens everywhere, the machine may have any address; rebinding needs a name, so a literal is safe.
  const everywhere = rules.host === "0.0.0.0" || rules.host === "::";
  return everywhere && (/^\d+(\.\d+){3}$/.test(name) || name.includes(":"));
}
