// Doctor check of WebRTC: the ways by which callers can come, UDP, TCP and the relay, each tried as in a call.

import { networkInterfaces } from "node:os";
import { wallClock } from "../../base/clock.ts";
import { parseAddress, whyNotPublic } from "../../base/ip-address.ts";
import type { Config } from "../../config.ts";
import { openRelay } from "../../providers/relay/open-relay.ts";
import type { IceServer } from "../../providers/relay/relay.ts";
import { Peer } from "../../transport/webrtc/peer-connection.ts";
import type { Result } from "./doctor-check.ts";

/** The longest wait for a vendor's credentials. */
const relayMsMax = 8_000;
/** For one try. */
const ttlSeconds = 600;

export async function checkWebRtc({ ice, host }: Config): Promise<Result> {
  if (!hasNetwork()) {
    return { state: "skipped", says: "This machine has no network. Only programs on this machine can call." };
  }
  const relay = await relayServers(ice.relay);
  if (typeof relay === "string") return { state: "problem", says: relay };
  const portRange = ice.ports === undefined ? {} : { portRange: ice.ports };
  const candidates = await Peer.candidates({ iceServers: relay, tcp: ice.tcp, host, ...portRange }).catch(
    () => [],
  );
  const ways = candidates.map(wayOf);
  const udp = ways.filter(({ kind, protocol }) => kind === "host" && protocol === "udp");
  const ports = ice.ports === undefined ? "any port" : `ports ${ice.ports.join("-")}`;
  if (udp.length === 0) {
    const wanted =
      ice.ports === undefined
        ? "check the limits of open files and sockets"
        : "choose a larger or another range with ICE_PORTS";
    return { state: "problem", says: `No UDP port is available for WebRTC calls (${ports}): ${wanted}.` };
  }
  const relayed = ways.find(({ kind }) => kind === "relay");
  if (relay.length > 0 && relayed === undefined) {
    const says =
      `The relay (${ice.relay.provider}) gives no address to this machine. Check TURN_URLS, TURN_ID, ` +
      "TURN_SECRET, and that no firewall blocks UDP to the relay. Callers who need the relay cannot connect.";
    return { state: "problem", says };
  }
  const tcp = ways.some(({ protocol }) => protocol === "tcp");
  const addresses = [...new Set(udp.map(({ address }) => address))];
  const says = [
    `UDP at ${addresses.join(", ")} (${ports}).`,
    familiesOf(addresses, host),
    tcp ? "Also TCP." : "No TCP (ICE_TCP=off).",
    relayed === undefined ? "No relay (TURN_PROVIDER=none)." : `Relay at ${relayed.address}.`,
  ];
  if (ice.advertisedIp !== undefined)
    says.push(`Callers connect to ${ice.advertisedIp} (ICE_ADVERTISED_IP).`);
  else if (relayed === undefined && addresses.every(isPrivate)) {
    says.push(
      "For callers from other networks, set ICE_ADVERTISED_IP to a public address, or set up a relay.",
    );
  }
  return { state: "ok", says: says.join(" ") };
}

function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}

/** Words when there are none. */
async function relayServers(settings: Config["ice"]["relay"]): Promise<readonly IceServer[] | string> {
  const relay = openRelay(settings, wallClock);
  if (relay === undefined) return [];
  const deadline = new AbortController();
  using _timer = wallClock.after(relayMsMax, () => deadline.abort());
  try {
    return await relay.servers({ user: "doctor", ttlSeconds, signal: deadline.signal });
  } catch (error) {
    const why = error instanceof Error ? error.message : "it does not answer";
    return `The relay's provider (${relay.provider}) gives no credentials: ${why.replace(/\.$/, "")}.`;
  }
}

/** RFC 8839, 5.1. */
function wayOf(line: string) {
  const [, , protocol = "", , address = "", , , kind = ""] = line.split(" ");
  return { protocol: protocol.toLowerCase(), address, kind };
}

/** @internal Address families of calls; `host`: the server's listening address. */
export function familiesOf(addresses: readonly string[], host: string): string {
  const is6 = (address: string): boolean => address.includes(":");
  if (addresses.every(is6)) return "IPv6 only: callers without IPv6 cannot connect.";
  if (!addresses.some(is6)) return "IPv4 only: this machine has no IPv6 address.";
  return host === "0.0.0.0"
    ? "IPv4 and IPv6, but HTTP requests over IPv4 only. To accept both, set HOST=::."
    : "IPv4 and IPv6.";
}

function isPrivate(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && whyNotPublic(address) !== undefined;
}
