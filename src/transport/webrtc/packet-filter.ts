// Packet filter: every datagram of a peer connection passes here before the library sees it, over UDP and TCP alike.
// Audio is handled here; the rest passes on to the library.

import type { RTCDtlsTransport, RTCIceTransport } from "werift";
import { mayLearn } from "./ice-checks.ts";
import type { HandshakeFixes } from "./werift/dtls-handshake.ts";
import { property } from "./werift/private-parts.ts";

/** RFC 7983: kind of a datagram by its first byte. */
const stunByteMax = 3;
const [dtlsByteMin, dtlsByteMax] = [20, 63] as const;
const [mediaByteMin, mediaByteMax] = [128, 191] as const;
/** RFC 5761, 4: packet types of reports. */
const [reportMin, reportMax] = [192, 223] as const;
const dtlsHeaderBytes = 13;
/** Connections waiting at one TCP port; a peer opens one per address. */
const tcpConnectionsMax = 16;

export interface PacketFilterOptions {
  readonly dtls: RTCDtlsTransport;
  readonly handshake: HandshakeFixes;
  /** Called for each datagram that may be the peer's. */
  readonly heard: () => void;
  /** Takes an encrypted audio packet; false while there are no keys. */
  readonly takeAudio: (datagram: Buffer) => boolean;
}

type Receive = (data: Buffer, address: readonly [string, number]) => void;

/** Method that gets all data of one transport. */
interface Entrance {
  readonly owner: object;
  readonly name: string;
}

/**
 * One datagram of a stranger could end a call: werift checks neither the source of media and DTLS, nor the signature
 * of a check or the encryption of an alert. Only addresses that have sent a check signed with this call's password
 * may send, and after the handshake only with the session's keys. May be called again when there may be more
 * transports.
 */
export function filterPackets(transport: RTCIceTransport, options: PacketFilterOptions): void {
  const { connection } = transport;
  const remoteAddresses = knownOf(transport);
  for (const { owner, name } of entrancesOf(connection)) {
    if (guarded.has(owner)) continue;
    guarded.add(owner);
    const receive = Reflect.get(owner, name) as Receive;
    const pass: Receive = (data, address) => Reflect.apply(receive, owner, [data, address]);
    const judge = judgeOf({
      ...options,
      known: remoteAddresses,
      password: () => connection.localPassword,
      mayLearn: (address) => mayLearn(connection, address),
    });
    Reflect.set(owner, name, ((data, address) => {
      const rest = judge(data, address);
      if (rest !== undefined) pass(rest, address);
    }) satisfies Receive);
  }
}

interface JudgeOptions extends PacketFilterOptions {
  readonly known: Set<string>;
  /** Password of this side; an ICE restart changes it. */
  readonly password: () => string;
  readonly mayLearn: (address: readonly [string, number]) => boolean;
}

/** Decides which part of a datagram the library gets. */
function judgeOf(options: JudgeOptions) {
  const { heard, takeAudio, known, password, mayLearn: hasPlace } = options;
  /** Address of the last datagram, since it is nearly always the same. */
  let [lastHost, lastPort] = ["", 0];
  return (data: Buffer, [host, port]: readonly [string, number]): Buffer | undefined => {
    const first = data[0];
    if (first === undefined) return undefined;
    if (first <= stunByteMax) {
      const from = `${host} ${port}`;
      const isCheck = data.length >= stunHeaderBytes && data.readUInt16BE(0) === bindingRequest;
      if (isCheck && !(isSigned(data, password()) && hasPlace([host, port]))) return undefined;
      if (isCheck && known.size < addressesMax) known.add(from);
      if (known.has(from)) heard();
      return data;
    }
    if (host !== lastHost || port !== lastPort) {
      if (!known.has(`${host} ${port}`)) return undefined;
      [lastHost, lastPort] = [host, port];
    }
    if (first >= dtlsByteMin && first <= dtlsByteMax) {
      const records = recordsOf(data, options);
      if (records.length === 0) return undefined;
      heard();
      return Buffer.concat(records);
    }
    heard();
    return isAudio(data, first) && takeAudio(data) ? undefined : data;
  };
}

function isAudio(data: Buffer, first: number): boolean {
  if (first < mediaByteMin || first > mediaByteMax) return false;
  const type = data[1] ?? 0;
  return type < reportMin || type > reportMax;
}

/** RFC 8489, 5 and 14.5. */
const stunHeaderBytes = 20;
const bindingRequest = 1;
const messageIntegrity = 0x0008;
const signatureBytes = 20;
/** A peer has some addresses, and others after each ICE restart. */
const addressesMax = 256;

/** True if a STUN message is signed with this password (RFC 8489, 14.5). */
function isSigned(message: Buffer, password: string): boolean {
  for (let at = stunHeaderBytes; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2);
    if (message.readUInt16BE(at) === messageIntegrity) {
      if (length !== signatureBytes || at + 4 + length > message.length) return false;
      // A signed message declares that it ends with the signature.
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
  const ofTransport = addresses.get(transport) ?? new Set();
  addresses.set(transport, ofTransport);
  return ofTransport;
}

/** True if a signed check came from there. */
export function isKnown(transport: RTCIceTransport, host: string, port: number): boolean {
  return addresses.get(transport)?.has(`${host} ${port}`) === true;
}

const guarded = new WeakSet<object>();

/** RFC 6347, 4.1: record types that are valid after the handshake. */
const [alert, handshake, applicationData] = [21, 22, 23];

/**
 * Records for the library: whole ones. After the handshake they are encrypted; their content is checked on
 * decryption, but werift believes an alert before that, and takes an unknown type for an alert.
 */
function recordsOf(data: Buffer, { dtls, handshake: begun }: PacketFilterOptions): readonly Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at < data.length;) {
    if (data.length - at < dtlsHeaderBytes) return [];
    const end = at + dtlsHeaderBytes + data.readUInt16BE(at + 11);
    if (end > data.length) return [];
    const record = data.subarray(at, end);
    if (dtls.state === "connected" && !isOfPeer(record, dtls)) return [];
    if (dtls.state === "connected" || !begun.isRepeated(record)) records.push(record);
    at = end;
  }
  return records;
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
    // Decrypting reads no other part of the class.
    dtls?.cipher.decryptPacket(plain as unknown as Parameters<typeof dtls.cipher.decryptPacket>[0]);
    return dtls !== undefined;
  } catch {
    return false;
  }
}

/** Private to werift: its UDP sockets, TCP connections and relays. */
function entrancesOf(connection: object): readonly Entrance[] {
  const list: unknown = Reflect.get(connection, "protocols");
  if (!Array.isArray(list)) throw new Error("werift keeps its sockets elsewhere in this version");
  return list.map((protocol: unknown): Entrance => {
    const udp = entrance(property(protocol, "transport"), "onData");
    const tcp = entrance(protocol, "handleFrame");
    const way = udp ?? tcp ?? entrance(protocol, "handleStunMessage");
    if (way === undefined) throw new Error("werift has another kind of socket in this version");
    if (way === tcp) limitConnections(property(protocol, "server"));
    return way;
  });
}

function limitConnections(server: unknown): void {
  if (typeof server === "object" && server !== null) Reflect.set(server, "maxConnections", tcpConnectionsMax);
}

function entrance(owner: unknown, name: string): Entrance | undefined {
  return typeof owner === "object" && owner !== null && typeof property(owner, name) === "function"
    ? { owner, name }
    : undefined;
}
