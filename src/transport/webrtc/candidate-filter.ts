// ICE candidate filter: selects the candidate addresses of a caller that are tried. An offer is read before anything is
// known of its sender, and each address in it gets packets from here, so a sender may not choose their receiver.

import { networkInterfaces } from "node:os";
import { type Address, parseAddress, type Reach, reachOf } from "../../base/ip-address.ts";

export interface CandidateContext {
  /** Source address of the request with the candidates; undefined: from within this process. */
  readonly from: string | undefined;
  /** Addresses of this machine's network. */
  readonly own: readonly Address[];
  /** True if TCP is supported here. */
  readonly tcp: boolean;
}

export interface RemoteAddress {
  readonly host: string;
  readonly port: number;
  readonly transport: "udp" | "tcp";
}

/**
 * Kinds of addresses that a caller at one place may name: a caller on the internet does not reach into a private
 * network through this server.
 */
const mayName: Readonly<Record<Reach, readonly Reach[]>> = {
  here: ["here", "near", "far"],
  link: ["near", "far"],
  near: ["near", "far"],
  far: ["far"],
  nowhere: ["far"],
};
/** Lower ports belong to system services, which answer TCP and are no peers. */
const tcpPortMin = 1_024;

/**
 * Address in a line `candidate:… COMPONENT TRANSPORT PRIORITY ADDRESS PORT typ …` (RFC 8839, 5.1; RFC 6544, 4.5);
 * undefined: not to be tried. Names, mostly of mDNS, are not resolved: the peer's own checks soon show its address.
 */
export function worthTrying(line: string, { from, own, tcp }: CandidateContext): RemoteAddress | undefined {
  const [, component, protocol = "", , host = "", portText = "", , , ...extensions] = line
    .trim()
    .split(/\s+/);
  const transport = protocol.toLowerCase();
  const port = Number(portText);
  const address = parseAddress(host);
  if (address === undefined || component !== "1" || !Number.isInteger(port)) return undefined;
  if (port < 1 || port > 65_535 || (transport !== "udp" && transport !== "tcp")) return undefined;
  // The peer connects from an active TCP candidate, so we do not.
  const isPassive = extensions.includes("passive");
  if (transport === "tcp" && (!tcp || !isPassive || port < tcpPortMin)) return undefined;
  const reach = (it: Address): Reach => (isOwn(it, own) ? "here" : reachOf(it));
  const source = from === undefined ? undefined : parseAddress(from);
  const stands = from === undefined ? "here" : source === undefined ? "far" : reach(source);
  return mayName[stands].includes(reach(address)) ? { host, port, transport } : undefined;
}

/** True if this machine has the address. */
export function isOwn(address: Address, localAddresses: readonly Address[]): boolean {
  return (
    reachOf(address) === "here" ||
    localAddresses.some(({ bits, value }) => bits === address.bits && value === address.value)
  );
}

export function ownAddresses(): Address[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .flatMap(({ address }) => parseAddress(address) ?? []);
}

/**
 * Loopback address that a server listening at `host` offers besides the machine's others: callers at ::1 alone get no
 * answer from another address, and without a network there is no other.
 */
export function loopbackOffered(
  host: string | undefined,
  interfaces = networkInterfaces(),
): readonly string[] {
  const address = host === undefined ? undefined : parseAddress(host);
  if (host === undefined || address === undefined || reachOf(address) !== "here") return [];
  const isAlone = Object.values(interfaces).every((list) => list?.every(({ internal }) => internal));
  return address.bits === 128 || isAlone ? [host] : [];
}

/** True if a line has the form of a candidate (RFC 8839, 5.1), or of the end of candidates. */
export function isCandidate(line: string): boolean {
  const text = line.trim();
  return text === "" || /^(a=)?candidate:\S+ \d+ \w+ \d+ \S+ \d{1,5} typ \w+/i.test(text);
}
