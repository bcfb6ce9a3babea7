// Fixes of werift: what werift 0.25.2 does wrong under Bun or on a hostile network, corrected from outside.
//
// Imported before werift, by peer-connection.ts only. Each fix says what is wrong upstream and how to reproduce it. The
// tests are in werift-fixes.test.ts and, for the restart of ICE, in negotiation.test.ts; each fails without its fix.

import dgram from "node:dgram";
import type { RTCIceTransport, RTCSctpTransport } from "werift";
import { property } from "./private-parts.ts";

type Connection = RTCIceTransport["connection"];
type Pair = NonNullable<Connection["nominated"]>;

/**
 * Wrong: werift's UDP sockets have no `error` listener. A peer that vanishes makes the kernel answer a datagram with
 * ECONNREFUSED, which Bun emits as `error`, and an `error` without a listener ends the process. Ignoring it loses
 * nothing, because ICE notices by itself. Reproduce: send to a closed port on loopback, twice. Test: "a peer that is
 * gone does not end the process".
 */
export function surviveUnreachablePeers(): void {
  // The method is called below with the socket that it was looked up for.
  // oxlint-disable-next-line typescript/unbound-method
  const bind = dgram.Socket.prototype.bind;
  if ("voiceFlow" in bind) return;
  function bound(this: dgram.Socket, ...args: unknown[]): dgram.Socket {
    if (this.listenerCount("error") === 0) this.on("error", () => undefined);
    return Reflect.apply(bind, this, args);
  }
  dgram.Socket.prototype.bind = Object.assign(bound, { voiceFlow: true });
}

/**
 * Wrong: without a STUN server in its configuration werift asks stun.l.google.com (ice/src/ice.ts,
 * DEFAULT_STUN_SERVER). To be called before candidates are gathered. Reproduce: `new RTCPeerConnection({ iceServers:
 * [] })`, answer an offer, watch DNS. Test: "only the peer is asked while an offer is answered".
 */
export function removeDefaultStunServer(transports: readonly RTCIceTransport[]): void {
  for (const { connection } of transports) delete connection.stunServer;
}

/**
 * Wrong: after an ICE restart werift answers checks but never sends its own, because DTLS is already connected, so no
 * pair is nominated and audio to the peer stops. Reproduce: an offer with `iceRestart: true` on a connected peer.
 * Test: "after an ICE restart audio flows both ways, twice".
 */
export function restartChecks(transports: readonly RTCIceTransport[]): void {
  for (const transport of transports) void transport.start().catch(() => undefined);
}

/**
 * True if the peer has not acknowledged everything yet. Wrong: `bufferedAmount` of a data channel counts bytes only
 * until they are first sent, so a lost last message is not sent again if the connection is closed at 0. Reproduce:
 * drop the last encrypted datagrams, close at `bufferedAmount === 0`. Test: "last words that are lost on the way are
 * said again before the connection closes".
 */
export function hasUnacknowledged(transport: RTCSctpTransport | undefined): boolean {
  if (transport === undefined) return false;
  const sent: unknown = Reflect.get(transport.sctp, "sentQueue");
  return transport.sctp.outboundQueue.length > 0 || (Array.isArray(sent) && sent.length > 0);
}

/**
 * Packets on the old pair during an ICE restart: ten seconds of audio, by when there is a new pair or the call is
 * over.
 */
const packetsKeptMax = 500;

const keptPairs = new WeakMap<Connection, { readonly pair: Pair; packetsLeft: number }>();

/**
 * Remembers the pairs in use; call it before an offer is applied. Wrong: with new credentials werift drops its
 * nominated pair at once, although media must continue there until a new one is nominated (RFC 8445, 9). Reproduce:
 * count lost packets over an ICE restart. Test: "an ICE restart while the agent speaks loses no more than 40 ms".
 */
export function keepNominatedPairs(transports: readonly RTCIceTransport[]): void {
  for (const { connection } of transports) {
    const { nominated } = connection;
    if (nominated !== undefined) keptPairs.set(connection, { pair: nominated, packetsLeft: packetsKeptMax });
  }
}

/**
 * Sends a datagram on the nominated pair, or during a restart on the previous pair. Does nothing without a pair or
 * without consent (RFC 7675). Its buffer may be reused at once. Slow upstream: `Connection.send` makes four promises
 * per packet, and the socket below it resolves each address.
 */
export function sendNow({ connection }: RTCIceTransport, datagram: Buffer): void {
  const { nominated, state } = connection;
  if (state === "closed" || state === "failed") return;
  const hasConsent = Reflect.get(connection, "consentFresh") === true;
  const pair = hasConsent ? nominated : pairDuringRestart(connection);
  if (pair === undefined) return;
  const [host, port] = pair.remoteAddr;
  const transport: unknown = Reflect.get(pair.protocol, "transport");
  if (isOpenUdp(transport)) return sendAtOnce(transport.socket, datagram, { host, port });
  void pair.protocol.sendData(Buffer.from(datagram), [host, port]).catch(() => undefined);
}

/** Bun's own socket below the Node one. */
interface PlainSocket {
  send(bytes: Buffer, port: number, host: string): boolean;
}

const plainSockets = new WeakMap<dgram.Socket, PlainSocket>();

/** Bypasses address resolution, which makes 18 objects per packet; uses it if the socket takes no more for now. */
function sendAtOnce(socket: dgram.Socket, datagram: Buffer, { host, port }: RemotePlace): void {
  const plain = plainSockets.get(socket) ?? plainSocketOf(socket);
  try {
    if (plain.send(datagram, port, host)) return;
  } catch {
    // The address is not reachable: the packet is lost.
    return;
  }
  socket.send(Buffer.from(datagram), port, host);
}

/** In a version that keeps it elsewhere, packets use the resolution. */
function plainSocketOf(socket: dgram.Socket): PlainSocket {
  const below = Object.getOwnPropertySymbols(socket)
    .map((symbol) => property(property(Reflect.get(socket, symbol), "handle"), "socket"))
    .find(isPlainSocket);
  const plain = below ?? { send: () => false };
  plainSockets.set(socket, plain);
  return plain;
}

const isPlainSocket = (value: unknown): value is PlainSocket => typeof property(value, "send") === "function";

interface RemotePlace {
  readonly host: string;
  readonly port: number;
}

/** During a restart: the new pair once the peer has answered on it, until then the old one. */
function pairDuringRestart(connection: Connection): Pair | undefined {
  const old = keptPairs.get(connection);
  if (old === undefined || old.packetsLeft-- <= 0) return undefined;
  return (
    connection.nominated ?? connection.candidatePairs.find(({ state }) => state === succeeded) ?? old.pair
  );
}

/** werift's number for a pair whose check was answered. */
const succeeded = 3;

function isOpenUdp(transport: unknown): transport is { readonly socket: dgram.Socket } {
  return (
    typeof transport === "object" &&
    transport !== null &&
    "socket" in transport &&
    transport.socket instanceof dgram.Socket &&
    "closed" in transport &&
    transport.closed === false
  );
}
