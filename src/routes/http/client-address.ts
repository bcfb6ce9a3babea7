// Client address: which address a request comes from, through the proxies that are trusted and no others.

import { proxyHeaderOf } from "./proxy-headers.ts";

/** As a key to count by. `peer` is the other end of the connection; without one there is no network. */
export function callerOf(
  request: Request,
  peer: string | undefined,
  trustedProxies: readonly string[],
): string {
  return networkOf(walkBack(request, peer, trustedProxies).address);
}

/** The address itself, as well as it is known. */
export function addressOf(
  request: Request,
  peer: string | undefined,
  trustedProxies: readonly string[],
): string {
  return walkBack(request, peer, trustedProxies).address;
}

const clients = new WeakMap<Request, string>();

/** The edge notes where a request came from, for handlers that ask. */
export function noteClient(
  request: Request,
  peer: string | undefined,
  trustedProxies: readonly string[],
): void {
  if (peer === undefined) return;
  const { address, isForwarded } = walkBack(request, peer, trustedProxies);
  clients.set(request, isForwarded ? elsewhere : address);
}

/** The address that a request came from; "elsewhere" when a proxy passed it on that is not trusted to say from whom. */
export function clientOf(request: Request): string | undefined {
  return clients.get(request);
}

const elsewhere = "elsewhere";

function walkBack(request: Request, peer: string | undefined, trustedProxies: readonly string[]) {
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  let address = plain(peer ?? "local");
  // From the right: each proxy adds whom it saw, and only what a trusted one added counts.
  while (trustedProxies.includes(address)) {
    const before = plain(hops.pop() ?? "");
    if (!isAddress(before)) break;
    address = before;
  }
  const isForwarded = proxyHeaderOf(request.headers) !== undefined;
  return { address, isForwarded: isForwarded && address === plain(peer ?? "local") };
}

/** An IPv4 address that came over IPv6 is one. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
}

function isAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) || (/^[0-9a-f:.]+$/.test(text) && text.includes(":"));
}

/** One household has 2^64 IPv6 addresses: they count as one. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter((part) => part !== "");
  const right = (tail ?? "").split(":").filter((part) => part !== "");
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}
