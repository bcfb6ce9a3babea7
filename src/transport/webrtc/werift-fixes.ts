// What werift 0.25 does wrong under Bun or on a hostile network, mended from outside. Each with its reason; each has a
// test that fails without it. Imported before werift, by peer.ts only.

import dgram from "node:dgram";
import type { RTCDtlsTransport, RTCIceTransport } from "werift";

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
export function askNobody(transports: readonly RTCIceTransport[]): void {
  for (const { connection } of transports) delete connection.stunServer;
}

/** RFC 7983: what the first byte of a datagram says it is. */
const stunByteMax = 3;
const dtlsByteMin = 20;
const dtlsByteMax = 63;
const dtlsHeaderBytes = 13;

interface IngressOptions {
  readonly dtls: RTCDtlsTransport;
  /** Called for each datagram that the peer may have sent. */
  readonly heard: () => void;
}

interface DatagramTransport {
  onData: (data: Buffer, address: readonly [string, number]) => void;
}

/**
 * Anybody could end a call with one datagram: werift looks neither at where media and DTLS come from, nor at whether an
 * alert is encrypted. Only the chosen pair's address may speak, and after the handshake only in an encrypted epoch.
 */
export function guardIngress(transport: RTCIceTransport, { dtls, heard }: IngressOptions): void {
  const { connection } = transport;
  for (const protocol of protocolsOf(connection)) {
    const inner = protocol.transport;
    if (guarded.has(inner)) continue;
    guarded.add(inner);
    const pass = inner.onData.bind(inner);
    inner.onData = (data, address) => {
      const first = data[0];
      if (first === undefined) return;
      const chosen = connection.nominated;
      const isPeer =
        chosen === undefined ||
        chosen.protocol !== protocol.itself ||
        (chosen.remoteAddr[0] === address[0] && chosen.remoteAddr[1] === address[1]);
      if (first > stunByteMax) {
        if (!isPeer) return;
        if (first >= dtlsByteMin && first <= dtlsByteMax && isPlain(data, dtls)) return;
      }
      if (isPeer) heard();
      pass(data, address);
    };
  }
}

const guarded = new WeakSet<object>();

function isPlain(data: Buffer, dtls: RTCDtlsTransport): boolean {
  if (data.length < dtlsHeaderBytes) return true;
  return dtls.state === "connected" && data.readUInt16BE(3) === 0;
}

/** The sockets of a connection; a private field of werift's. */
function protocolsOf(connection: object): readonly { itself: unknown; transport: DatagramTransport }[] {
  const list: unknown = Reflect.get(connection, "protocols");
  if (!Array.isArray(list)) throw new Error("werift keeps its sockets elsewhere in this version");
  return list.flatMap((itself: unknown) => {
    const transport: unknown =
      typeof itself === "object" && itself !== null ? Reflect.get(itself, "transport") : 0;
    return isDatagramTransport(transport) ? [{ itself, transport }] : [];
  });
}

function isDatagramTransport(value: unknown): value is DatagramTransport {
  return (
    typeof value === "object" && value !== null && "onData" in value && typeof value.onData === "function"
  );
}

/** After new credentials werift answers but never checks the new pair, because DTLS is up: audio to the peer stops. */
export function checkAgain(transports: readonly RTCIceTransport[]): void {
  for (const transport of transports) void transport.start().catch(() => undefined);
}
