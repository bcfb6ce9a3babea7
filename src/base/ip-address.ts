// IP addresses: parses them to numbers, and classes them as public or not. Spellings that only some programs accept
// (octal, one number, zones) are refused.

export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** All addresses that begin with the same `prefix` bits as `address`. */
export interface Network {
  readonly address: Address;
  readonly prefix: number;
}

/** Dotted IPv4 or any RFC 4291 spelling of IPv6; otherwise `undefined`. */
export function parseAddress(text: string): Address | undefined {
  const value = text.includes(":") ? parseV6(text) : parseV4(text);
  return value === undefined ? undefined : { bits: text.includes(":") ? 128 : 32, value };
}

/** `10.0.0.0/8`, `fd00::/8`, or one address. */
export function parseNetwork(text: string): Network | undefined {
  const [base = "", length, ...rest] = text.split("/");
  const address = parseAddress(base);
  if (address === undefined || rest.length > 0) return undefined;
  if (length === undefined) return { address, prefix: address.bits };
  if (!/^\d{1,3}$/.test(length) || Number(length) > address.bits) return undefined;
  return { address, prefix: Number(length) };
}

export function isWithin(address: Address, network: Network): boolean {
  if (address.bits !== network.address.bits) return false;
  const shift = BigInt(address.bits - network.prefix);
  return address.value >> shift === network.address.value >> shift;
}

/** Kind of a non-public address: completes "it is ...". */
export function whyNotPublic(address: Address): string | undefined {
  for (const [network, kind] of special) if (isWithin(address, network)) return kind;
  return address.bits === 32 || isWithin(address, globalV6) ? undefined : "outside the public internet";
}

/** Distance of an address: this machine, its link, a private network, the internet; or it never belongs to a host. */
export type Reach = "here" | "link" | "near" | "far" | "nowhere";

export function reachOf(address: Address): Reach {
  const kind = whyNotPublic(address);
  return kind === undefined ? "far" : (reaches.get(kind) ?? "nowhere");
}

const reaches: ReadonlyMap<string, Reach> = new Map([
  ["this machine itself", "here"],
  ["link-local", "link"],
  ["link-local, where clouds keep their metadata", "link"],
  ["private", "near"],
  ["of a carrier's inner network", "near"],
]);

/**
 * Registries of special-purpose addresses (RFC 6890 and its successors,
 * https://www.iana.org/assignments/iana-ipv4-special-registry and .../iana-ipv6-special-registry), multicast, and
 * addresses that clouds reserve outside of it. An IPv6 address that holds an IPv4 address is always refused: a
 * translator on the way could open it.
 */
const special = [
  ["0.0.0.0/8", "of this network"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "of a carrier's inner network"],
  ["127.0.0.0/8", "this machine itself"],
  ["168.63.129.16", "a cloud's own service"],
  ["169.254.0.0/16", "link-local, where clouds keep their metadata"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "kept for protocols"],
  ["192.0.2.0/24", "for documentation"],
  ["192.88.99.0/24", "a relay of IPv6"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "for benchmarks"],
  ["198.51.100.0/24", "for documentation"],
  ["203.0.113.0/24", "for documentation"],
  ["224.0.0.0/4", "multicast"],
  ["255.255.255.255", "broadcast"],
  ["240.0.0.0/4", "reserved"],
  ["::", "unspecified"],
  ["::1", "this machine itself"],
  ["::ffff:0:0/96", "IPv4 within IPv6"],
  ["::/96", "IPv4 within IPv6"],
  ["64:ff9b::/96", "IPv4 within IPv6"],
  ["64:ff9b:1::/48", "IPv4 within IPv6"],
  ["100::/64", "for discarding"],
  ["2001::/32", "IPv4 within IPv6"],
  ["2001:2::/48", "for benchmarks"],
  ["2001:db8::/32", "for documentation"],
  ["2001::/23", "kept for protocols"],
  ["2002::/16", "IPv4 within IPv6"],
  ["3fff::/20", "for documentation"],
  ["fc00::/7", "private"],
  ["fe80::/10", "link-local"],
  ["fec0::/10", "private"],
  ["ff00::/8", "multicast"],
].map(([text = "", kind = ""]): readonly [Network, string] => [networkOf(text), kind]);

/** Range of all public IPv6 (RFC 4291, 2.4). */
const globalV6 = networkOf("2000::/3");

function networkOf(text: string): Network {
  const network = parseNetwork(text);
  if (network === undefined) throw new Error(`${text} is no network`);
  return network;
}

function parseV4(text: string): bigint | undefined {
  if (!/^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(text)) return undefined;
  const bytes = text.split(".").map(Number);
  if (bytes.some((byte) => byte > 255)) return undefined;
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

function parseV6(text: string): bigint | undefined {
  const [head = "", tail, ...rest] = text.split("::");
  if (rest.length > 0) return undefined;
  const before = groupsOf(head, tail === undefined);
  const after = tail === undefined ? [] : groupsOf(tail, true);
  if (before === undefined || after === undefined) return undefined;
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...Array.from({ length: missing }, () => 0n), ...after];
  return groups.reduce((value, group) => value * 65_536n + group, 0n);
}

/** Groups of 16 bits; the last two may be written as IPv4 at the end of the address. */
function groupsOf(text: string, ends: boolean): bigint[] | undefined {
  if (text === "") return [];
  const parts = text.split(":");
  const mixed = ends && parts.at(-1)?.includes(".") === true;
  const dotted = mixed ? parseV4(parts.pop() ?? "") : undefined;
  if (mixed && dotted === undefined) return undefined;
  if (!parts.every((part) => /^[\da-f]{1,4}$/i.test(part))) return undefined;
  const groups = parts.map((part) => BigInt(`0x${part}`));
  return dotted === undefined ? groups : [...groups, dotted / 65_536n, dotted % 65_536n];
}
