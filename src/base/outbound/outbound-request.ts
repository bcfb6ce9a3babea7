// Outbound request: the only path to addresses chosen by an account. The name is resolved once, every address is
// checked, the connection goes to a checked address, redirects are not followed, and size and time are limited.
// Failures are answers, never throws.

import { lookup } from "node:dns/promises";
import { type Address, parseAddress, whyNotPublic } from "../ip-address.ts";
import type { Clock } from "../clock.ts";
import type { OutboundAnswer, OutboundFailure, OutboundRequest } from "./outbound-message.ts";
import { type AllowRule, allowsAddress, allowsHost, hostName } from "./outbound-allow.ts";
import { OwnerSemaphore } from "../limits/owner-semaphore.ts";
import { version } from "../version.ts";

export interface OutboundOptions {
  readonly clock: Clock;
  readonly allow: readonly AllowRule[];
  /** All addresses of a host name; throws if there is none. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Connects to the address in its URL. */
  readonly fetch?: (url: string, init: BunFetchRequestInit) => Promise<Response>;
}

const bytesMaxDefault = 256 * 1024;
/** Bun makes 256 requests at once in all, shared with language models. */
const requestsMax = 96;
const requestsPerOwnerMax = 32;
/** Addresses of one host that are tried when the first does not accept connections. */
const addressesTried = 3;
/** Set only by the HTTP client; a flow could use them to smuggle a second request. */
const refusedHeaders = new Set(["host", "content-length", "transfer-encoding", "connection"]);
/** No data was sent yet, so the next address may be tried even for a write. */
const notConnected = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

/** Target of a request. */
interface RequestTarget {
  readonly url: URL;
  readonly host: string;
  readonly addresses: readonly Address[];
}

export class Outbound {
  readonly #o: Required<OutboundOptions>;
  readonly #semaphore = new OwnerSemaphore({ max: requestsMax, perOwnerMax: requestsPerOwnerMax });

  constructor(options: OutboundOptions) {
    this.#o = { resolve: resolveAll, fetch: (url, init) => fetch(url, init), ...options };
  }

  /** Reason to refuse an address without a lookup. */
  refusal(url: string): string | undefined {
    const parsed = this.#parse(url);
    return parsed instanceof URL ? undefined : parsed.detail;
  }

  async send(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure> {
    const { signal, timeoutMs } = request;
    const patience = new AbortController();
    using _timer = this.#o.clock.after(timeoutMs, () => patience.abort());
    const stop = AbortSignal.any([signal, patience.signal]);
    const host = hostIn(request.url);
    try {
      // Work that ignores the signal is abandoned when it aborts.
      return await Promise.race([this.#exchange(request, stop), aborted(stop)]);
    } catch (error) {
      if (signal.aborted) return { kind: "aborted", detail: `The request to ${host} was given up.` };
      if (patience.signal.aborted)
        return { kind: "timeout", detail: `${host} did not answer within ${timeoutMs} ms.` };
      return { kind: "network", detail: `${host} could not be reached${codeIn(error)}.` };
    }
  }

  async #exchange(request: OutboundRequest, stop: AbortSignal): Promise<OutboundAnswer | OutboundFailure> {
    const refused = headerRefusal(request.headers);
    if (refused !== undefined) return refused;
    const url = this.#parse(request.url);
    if (!(url instanceof URL)) return url;
    using _place = await this.#semaphore.acquire(request.owner, stop);
    const way = await this.#wayTo(url);
    if ("kind" in way) return way;
    stop.throwIfAborted();
    return await read(await this.#connect(way, request, stop), { host: way.host, ...request });
  }

  #parse(text: string): URL | OutboundFailure {
    const { allow } = this.#o;
    const url = URL.parse(text);
    if (url === null) return blocked("The address is not a URL.");
    const host = hostName(url.hostname);
    if (url.protocol !== "https:" && url.protocol !== "http:")
      return blocked(`The address begins with "${url.protocol}": only https: goes out.`);
    if (url.username !== "" || url.password !== "")
      return blocked(`The address of ${host} holds a user name or a password: send them in a header.`);
    const port = portOf(url);
    const byName = allowsHost(allow, host, port);
    const literal = parseAddress(unbracketed(host));
    const byAddress = literal !== undefined && allowsAddress(allow, literal, port);
    if (literal !== undefined && !byName && !byAddress) {
      const why = whyNotPublic(literal);
      if (why !== undefined) return notPublic(host, why);
    }
    // A name's network is known and checked after resolving.
    const isKnown =
      literal !== undefined ||
      allow.every((rule) => typeof rule.host === "string" || (rule.port ?? port) !== port);
    return url.protocol === "https:" || byName || byAddress || !isKnown ? url : notSecure(host);
  }

  /** Resolves once; one non-public address refuses all of them. */
  async #wayTo(url: URL): Promise<RequestTarget | OutboundFailure> {
    const { allow, resolve } = this.#o;
    const [host, port] = [hostName(url.hostname), portOf(url)];
    const byName = allowsHost(allow, host, port);
    const literal = unbracketed(host);
    let texts: readonly string[];
    try {
      texts = parseAddress(literal) === undefined ? await resolve(host) : [literal];
    } catch {
      return { kind: "network", detail: `The name ${host} could not be resolved.` };
    }
    const addresses: Address[] = [];
    for (const text of texts) {
      const address = parseAddress(text);
      if (address === undefined) return notPublic(host, "written in a way that is not known");
      const given = byName || allowsAddress(allow, address, port);
      const why = given ? undefined : whyNotPublic(address);
      if (why !== undefined) return notPublic(host, why);
      if (!given && url.protocol !== "https:") return notSecure(host);
      addresses.push(address);
    }
    if (addresses.length === 0) return { kind: "network", detail: `The name ${host} has no address.` };
    // IPv4 first: a machine without IPv6 notices only by trying.
    return { url, host, addresses: addresses.sort((a, b) => a.bits - b.bits) };
  }

  async #connect(
    { url, host, addresses }: RequestTarget,
    request: OutboundRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    const named = parseAddress(unbracketed(host)) === undefined;
    const init: BunFetchRequestInit = {
      method: request.method,
      headers: headersOf(request, url.host),
      body: request.body ?? null,
      redirect: "manual",
      signal,
      // A kept connection was checked against another host's name.
      keepalive: false,
      decompress: false,
      ...(url.protocol === "https:"
        ? { tls: { rejectUnauthorized: true, ...(named ? { serverName: host } : {}) } }
        : {}),
    };
    const tried = addresses.slice(0, addressesTried);
    for (const address of tried) {
      const target = new URL(url);
      target.hostname = addressText(address);
      try {
        return await this.#o.fetch(target.href, init);
      } catch (error) {
        if (address === tried.at(-1) || signal.aborted || !notConnected.has(codeOf(error))) throw error;
      }
    }
    throw new Error("There is at least one address");
  }
}

async function resolveAll(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true, order: "ipv4first" })).map(({ address }) => address);
}

async function read(
  response: Response,
  {
    host,
    statusOnly = false,
    bytesMax = bytesMaxDefault,
  }: { readonly host: string } & Pick<OutboundRequest, "statusOnly" | "bytesMax">,
): Promise<OutboundAnswer | OutboundFailure> {
  const { status, headers } = response;
  const drop = (): void => void response.body?.cancel().catch(() => undefined);
  if (status < 200 || (status >= 300 && status < 400)) {
    drop();
    return blocked(`${host} answered with a redirect (${status}), and redirects are not followed.`);
  }
  if (statusOnly) {
    drop();
    return { kind: "ok", status, headers, body: new Uint8Array() };
  }
  if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity") {
    drop();
    return { kind: "encoded", detail: `${host} sent a compressed body without being asked.` };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > bytesMax)
      return { kind: "too-large", detail: `${host} sent more than ${bytesMax / 1024} KiB.` };
    chunks.push(chunk);
  }
  return { kind: "ok", status, headers, body: Buffer.concat(chunks, size) };
}

function headersOf({ headers }: OutboundRequest, host: string): Headers {
  const all = new Headers({ "user-agent": `voice-flow/${version}` });
  for (const [name, value] of headers) all.set(name, value);
  all.set("accept-encoding", "identity");
  all.set("host", host);
  return all;
}

/** RFC 9110, 5.1 and 5.5: valid characters of a name and a value. */
function headerRefusal(headers: OutboundRequest["headers"]): OutboundFailure | undefined {
  for (const [name, value] of headers) {
    if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name))
      return blocked("A header's name holds characters that it may not.");
    if (refusedHeaders.has(name.toLowerCase()))
      return blocked(`The header ${name} is ours to set: leave it out.`);
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return blocked(`The header ${name} holds a line break or a character that headers cannot carry.`);
  }
  return undefined;
}

function blocked(detail: string): OutboundFailure {
  return { kind: "blocked", detail };
}

function notPublic(host: string, why: string): OutboundFailure {
  return blocked(
    `${host} is refused because its address is ${why}: only public addresses are reached, and what the operator lists in OUTBOUND_ALLOW.`,
  );
}

function notSecure(host: string): OutboundFailure {
  return blocked(
    `${host} is asked for without https: use https, or have the operator list it in OUTBOUND_ALLOW.`,
  );
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

function hostIn(url: string): string {
  return URL.parse(url)?.hostname || "The address";
}

function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

function addressText({ bits, value }: Address): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
  const groups = Array.from({ length: 8 }, (_, at) => (value >> BigInt(112 - 16 * at)) & 65_535n);
  return `[${groups.map((group) => group.toString(16)).join(":")}]`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Codes are from a list; messages repeat the URL. */
function codeIn(error: unknown): string {
  const code = codeOf(error);
  return /^\w{3,60}$/.test(code) ? ` (${code})` : "";
}
