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
 * Anybody could end a call with one datagram: werift looks neither at where media and DTLS come from, nor at whether a
 * check is signed or an alert encrypted. Only addresses that have sent a check signed with this call's password may
 * speak, and after the handshake only with the session's keys.
 */
export function guardIngress(transport: RTCIceTransport, { dtls, heard }: IngressOptions): void {
  const { connection } = transport;
  const known = knownOf(transport);
  for (const inner of transportsOf(connection)) {
    if (guarded.has(inner)) continue;
    guarded.add(inner);
    const pass = inner.onData.bind(inner);
    inner.onData = (data, address) => {
      const first = data[0];
      if (first === undefined) return;
      const from = `${address[0]} ${address[1]}`;
      if (first <= stunByteMax) {
        const isCheck = data.length >= stunHeaderBytes && data.readUInt16BE(0) === bindingRequest;
        if (isCheck && !isSigned(data, connection.localPassword)) return;
        if (isCheck && known.size < addressesMax) known.add(from);
      } else if (!known.has(from)) return;
      if (first >= dtlsByteMin && first <= dtlsByteMax && !areRecords(data, dtls)) return;
      if (known.has(from)) heard();
      pass(data, address);
    };
  }
}

/** RFC 8489, 5 and 14.5. */
const stunHeaderBytes = 20;
const bindingRequest = 1;
const messageIntegrity = 0x0008;
const signatureBytes = 20;
/** A peer has some addresses; each that moves gets another port. */
const addressesMax = 256;

/** Whether a STUN message bears a signature made with this password (RFC 8489, 14.5). */
function isSigned(message: Buffer, password: string): boolean {
  for (let at = stunHeaderBytes; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2);
    if (message.readUInt16BE(at) === messageIntegrity) {
      if (length !== signatureBytes || at + 4 + length > message.length) return false;
      // What is signed says that it ends with the signature.
      const signed = Buffer.from(message.subarray(0, at));
      signed.writeUInt16BE(at + 4 + signatureBytes - stunHeaderBytes, 2);
      const wanted = new Bun.CryptoHasher("sha1", password).update(signed).digest();
      return wanted.equals(message.subarray(at + 4, at + 4 + signatureBytes));
    }
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return false;
}

const addresses = new WeakMap<RTCIceTransport, Set<string>>();

function knownOf(transport: RTCIceTransport): Set<string> {
  const known = addresses.get(transport) ?? new Set();
  addresses.set(transport, known);
  return known;
}

const guarded = new WeakSet<object>();

/** RFC 6347, 4.1: the types of records that still mean something after the handshake. */
const [alert, handshake, applicationData] = [21, 22, 23];

/**
 * Whole records and nothing else. After the handshake they are encrypted; what is in them is checked by whoever
 * decrypts it, but werift takes an alert for true before that, and an unknown type for an alert.
 */
function areRecords(data: Buffer, dtls: RTCDtlsTransport): boolean {
  for (let at = 0; at < data.length;) {
    if (data.length - at < dtlsHeaderBytes) return false;
    const end = at + dtlsHeaderBytes + data.readUInt16BE(at + 11);
    if (end > data.length) return false;
    if (dtls.state === "connected" && !isOfPeer(data.subarray(at, end), dtls)) return false;
    at = end;
  }
  return true;
}

function isOfPeer(record: Buffer, { dtls }: RTCDtlsTransport): boolean {
  const contentType = record.readUInt8(0);
  const epoch = record.readUInt16BE(3);
  if (epoch === 0) return false;
  if (contentType !== alert) return contentType === handshake || contentType === applicationData;
  try {
    const recordLayerHeader = {
      contentType,
      protocolVersion: { major: record.readUInt8(1), minor: record.readUInt8(2) },
      epoch,
      sequenceNumber: record.readUIntBE(5, 6),
      contentLen: record.length - dtlsHeaderBytes,
    };
    const plain = { recordLayerHeader, fragment: record.subarray(dtlsHeaderBytes) };
    // The class has more to it, of which decrypting reads nothing.
    dtls?.cipher.decryptPacket(plain as unknown as Parameters<typeof dtls.cipher.decryptPacket>[0]);
    return dtls !== undefined;
  } catch {
    return false;
  }
}

/** The sockets of a connection; a private field of werift's. */
function transportsOf(connection: object): readonly DatagramTransport[] {
  const list: unknown = Reflect.get(connection, "protocols");
  if (!Array.isArray(list)) throw new Error("werift keeps its sockets elsewhere in this version");
  return list.flatMap((protocol: unknown) => {
    const transport: unknown =
      typeof protocol === "object" && protocol !== null ? Reflect.get(protocol, "transport") : undefined;
    return isDatagramTransport(transport) ? [transport] : [];
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
