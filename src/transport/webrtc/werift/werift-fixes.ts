// What werift 0.25 does wrong under Bun or on a hostile network, mended from outside. Each with its reason; each has a
// test that fails without it. Imported before werift, by peer-connection.ts only.

import dgram from "node:dgram";
import type { RTCIceTransport, RTCSctpTransport } from "werift";

type Connection = RTCIceTransport["connection"];
type Pair = NonNullable<Connection["nominated"]>;

/**
 * A peer that vanishes makes the kernel answer a sent datagram with ECONNREFUSED. Bun turns that into an `error` event,
 * and without a listener into the end of the process. Nothing is lost by not looking: ICE notices by itself.
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

/** Without a server of ours werift asks a public STUN server of somebody else's. Before candidates are gathered. */
export function removeDefaultStunServer(transports: readonly RTCIceTransport[]): void {
  for (const { connection } of transports) delete connection.stunServer;
}

/** After new credentials werift answers but never checks the new pair, because DTLS is up: audio to the peer stops. */
export function restartChecks(transports: readonly RTCIceTransport[]): void {
  for (const transport of transports) void transport.start().catch(() => undefined);
}

/** What a data channel has buffered is counted by werift until it is sent; here, until the other side has it. */
export function hasUnacknowledged(transport: RTCSctpTransport | undefined): boolean {
  if (transport === undefined) return false;
  const sent: unknown = Reflect.get(transport.sctp, "sentQueue");
  return transport.sctp.outboundQueue.length > 0 || (Array.isArray(sent) && sent.length > 0);
}

/**
 * Of a way that was left for a restart of ICE; ten seconds of audio, by when the new one is there or the call is
 * over.
 */
const packetsKeptMax = 500;

const keptPairs = new WeakMap<Connection, { readonly way: Pair; packetsLeft: number }>();

/**
 * With new credentials werift forgets the way that it has before there is another. Media goes on there meanwhile (RFC
 * 8445, 9). Before the offer is applied.
 */
export function keepNominatedPairs(transports: readonly RTCIceTransport[]): void {
  for (const { connection } of transports) {
    const { nominated } = connection;
    if (nominated !== undefined) keptPairs.set(connection, { way: nominated, packetsLeft: packetsKeptMax });
  }
}

/** werift's own way to send makes four promises a packet. Does nothing when there is no way, or no consent. */
export function sendNow({ connection }: RTCIceTransport, datagram: Buffer): void {
  const { nominated, state } = connection;
  if (state === "closed" || state === "failed") return;
  const hasConsent = Reflect.get(connection, "consentFresh") === true;
  const way = hasConsent ? nominated : pairDuringRestart(connection);
  if (way === undefined) return;
  const [host, port] = way.remoteAddr;
  const transport: unknown = Reflect.get(way.protocol, "transport");
  if (isOpenUdp(transport)) transport.socket.send(datagram, port, host);
  else void way.protocol.sendData(datagram, [host, port]).catch(() => undefined);
}

/** During a restart: the new way as soon as the peer has answered on it, until then the old one. */
function pairDuringRestart(connection: Connection): Pair | undefined {
  const old = keptPairs.get(connection);
  if (old === undefined || old.packetsLeft-- <= 0) return undefined;
  return (
    connection.nominated ?? connection.candidatePairs.find(({ state }) => state === succeeded) ?? old.way
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
