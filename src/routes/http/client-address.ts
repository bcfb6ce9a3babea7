// Client address: the address of a request's sender, through trusted proxies only.

import { proxyHeaderOf } from "./proxy-headers.ts";

/** Key for counting. `peer` is the other end of the connection; without one there is no network. */
export function callerOf(
  request: Request,
  peer: string | undefined,
  trustedProxies: readonly string[],
): string {
  return networkOf(walkBack(request, peer, trustedProxies).address);
}

/** Address of the client, as precisely as it is known. */
export function addressOf(
  request: Request,
  peer: string | undefined,
  trustedProxies: readonly string[],
): string {
  return walkBack(request, peer, trustedProxies).address;
}

const clients = new WeakMap<Request, string>();

/** The edge notes the sender of a request, for handlers. */
export function noteClient(
  request: Request,
  peer: string | undefined,
  trustedProxies: readonly string[],
): void {
  if (peer === undefined) return;
  const { address, isForwarded } = walkBack(request, peer, trustedProxies);
  clients.set(request, isForwarded ? elsewhere : address);
}

/** Address of a request's sender; "elsewhere" if an untrusted proxy passed the request on. */
export function clientOf(request: Request): string | undefined {
  return clients.get(request);
}

const elsewhere = "elsewhere";

function walkBack(request: Request, peer: string | undefined, trustedProxies: readonly string[]) {
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  let address = plain(peer ?? "local");
  // From the right: each proxy adds its peer, and only additions of trusted proxies count.
  while (trustedProxies.includes(address)) {
    const before = plain(hops.pop() ?? "");
    if (!isAddress(before)) break;
    address = before;
  }
  const isForwarded = proxyHeaderOf(request.headers) !== undefined;
  return { address, isForwarded: isForwarded && address === plain(peer ?? "local") };
}

/** An IPv4 address inside IPv6 is treated as IPv4. */
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
