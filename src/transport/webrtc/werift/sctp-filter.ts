// SCTP packet filter: lets only sound packets of data channels (RFC 9260) through to werift. A caller is not trusted,
// also behind the encryption.
//
// Faults of werift 0.25.2, with the tests of it in fuzz-sealed.test.ts:
// 1. `parsePacket` and `decodeParams` (sctp/src/chunk.ts) do not check lengths: a chunk or a parameter of length 0 makes
//    them loop without end, and the process with them. Reproduce: parsePacket of a header and the chunk `04 00 00 00`.
// 2. Numbers, streams and gap blocks are taken at any size: data far ahead is kept until the hole is filled, which is
//    never, and each block of a SACK is counted number by number. Reproduce: DATA with a number 100,000 ahead, again and
//    again; watch the memory. Tests of 1 and 2: "what the guard lets through", and in it "only sound packets reach
//    werift's association".
// 3. A message that makes `datachannelReceive` throw rejects a promise that is not awaited, which ends a process by
//    default. Reproduce: a message of the byte 2 (DATA_CHANNEL_ACK) with the identifier 50 (DCEP) on a stream that has no
//    channel. Test: "fuzz: … wrong packets of data channels in the encryption end no other call".

import type { RTCDtlsTransport, RTCSctpTransport } from "werift";
import { method } from "./private-parts.ts";

/** RFC 9260, 3.1 to 3.3. */
const commonHeaderBytes = 12;
const chunkHeaderBytes = 4;
const chunks = {
  data: 0,
  init: 1,
  initAck: 2,
  sack: 3,
  heartbeat: 4,
  heartbeatAck: 5,
  abort: 6,
  error: 9,
} as const;
const reconfig = 130;
const forwardTsn = 192;
/** Bytes before the parameters of a chunk with some, or before the words of one without. */
const fixedBytes = new Map<number, number>([
  [chunks.data, 12],
  [chunks.init, 16],
  [chunks.initAck, 16],
  [chunks.sack, 12],
  [chunks.heartbeat, 0],
  [chunks.heartbeatAck, 0],
  [chunks.abort, 0],
  [7, 4],
  [8, 0],
  [chunks.error, 0],
  [10, 0],
  [11, 0],
  [14, 0],
  [reconfig, 0],
  [forwardTsn, 4],
]);
const withParameters: ReadonlySet<number> = new Set([
  chunks.init,
  chunks.initAck,
  chunks.heartbeat,
  chunks.heartbeatAck,
  chunks.abort,
  chunks.error,
  reconfig,
]);

/** Chunks that may come before missing ones; callers send little. */
const aheadMax = 2_048;
/** Browsers use no more. */
const streamsMax = 1_024;
/** Longest sum of gaps that a peer may report. */
const gapsLengthMax = 4_096;

/** Position of the library's reading. */
export interface Progress {
  /** Number of the last data chunk without a missing one before it; undefined before the first. */
  readonly lastTsn: number | undefined;
  /** Bytes that may still wait for missing chunks. */
  readonly roomBytes: number;
}

/** @internal True if a packet is whole, and asks for no more than a caller needs. */
export function isSound(packet: Buffer, progress: Progress): boolean {
  if (packet.length < commonHeaderBytes + chunkHeaderBytes) return false;
  for (let at = commonHeaderBytes; at < packet.length;) {
    if (packet.length - at < chunkHeaderBytes) return false;
    const length = packet.readUInt16BE(at + 2);
    const fixed = fixedBytes.get(packet.readUInt8(at));
    if (fixed === undefined || length < chunkHeaderBytes + fixed || at + length > packet.length) return false;
    const body = packet.subarray(at + chunkHeaderBytes, at + length);
    if (!isSoundChunk(packet.readUInt8(at), { body, fixed, progress })) return false;
    at += Math.ceil(length / 4) * 4;
  }
  return true;
}

interface ChunkParts {
  readonly body: Buffer;
  readonly fixed: number;
  readonly progress: Progress;
}

function isSoundChunk(type: number, { body, fixed, progress }: ChunkParts): boolean {
  if (withParameters.has(type)) return areParameters(body.subarray(fixed));
  if (type === chunks.sack) return areGaps(body);
  if (type === forwardTsn) return areStreams(body.subarray(fixed));
  if (type !== chunks.data) return true;
  const { lastTsn, roomBytes } = progress;
  if (lastTsn === undefined || roomBytes <= 0 || body.readUInt16BE(4) >= streamsMax) return false;
  return ((body.readUInt32BE(0) - lastTsn) | 0) <= aheadMax;
}

function areParameters(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < chunkHeaderBytes) return false;
    const length = bytes.readUInt16BE(at + 2);
    if (length < chunkHeaderBytes || at + length > bytes.length) return false;
    at += Math.ceil(length / 4) * 4;
  }
  return true;
}

function areGaps(body: Buffer): boolean {
  const [gaps, duplicates] = [body.readUInt16BE(8), body.readUInt16BE(10)];
  if (body.length < 12 + (gaps + duplicates) * 4) return false;
  let length = 0;
  for (let at = 12; at < 12 + gaps * 4; at += 4) {
    const [from, to] = [body.readUInt16BE(at), body.readUInt16BE(at + 2)];
    length += to - from + 1;
    if (from < 1 || to < from || length > gapsLengthMax) return false;
  }
  return true;
}

function areStreams(bytes: Buffer): boolean {
  if (bytes.length % 4 !== 0) return false;
  for (let at = 0; at < bytes.length; at += 4) if (bytes.readUInt16BE(at) >= streamsMax) return false;
  return true;
}

const guarded = new WeakSet<object>();

/**
 * Puts the filter between DTLS and werift's association. May be called again, such as after each offer. Throws if
 * this version of werift has other private methods.
 */
export function filterAssociation(transport: RTCSctpTransport | undefined, dtls: RTCDtlsTransport): void {
  if (transport === undefined || guarded.has(transport.sctp)) return;
  const { sctp } = transport;
  guarded.add(sctp);
  const take = rejecting(method(sctp, "handleData"));
  dtls.dataReceiver = (packet) => {
    const [lastTsn, roomBytes] = [Reflect.get(sctp, "lastReceivedTsn"), Reflect.get(sctp, "advertisedRwnd")];
    const progress = { lastTsn: lastTsn as number | undefined, roomBytes: Number(roomBytes) };
    if (isSound(packet, progress)) void take(packet).catch(() => undefined);
  };
  // Point 3 of the head: its rejections are caught here.
  const receive = rejecting(method(transport, "datachannelReceive"));
  sctp.onReceive.allUnsubscribe();
  sctp.onReceive.subscribe((...message) => void receive(...message).catch(() => undefined));
}

/** The same method; its errors become rejections. */
function rejecting(call: (...given: unknown[]) => unknown): (...given: unknown[]) => Promise<unknown> {
  return async (...given) => await call(...given);
}
