// RTP packet: reads and writes the header of a datagram (RFC 3550, 5.1), encrypted or not.

import type { RtpPacket } from "./jitter-buffer.ts";
import type { RtpOut } from "./rtp-sender.ts";

export interface HeardRtp extends RtpPacket {
  readonly ssrc: number;
}

const headerBytes = 12;
const version = 0x80;
const paddingFlag = 0x20;
const extensionFlag = 0x10;
const markerFlag = 0x80;

/** Offset of the payload; undefined if this is no RTP (RFC 3550, 5.1 and 5.3.1). */
export function payloadStart(datagram: Buffer): number | undefined {
  if (datagram.length < headerBytes) return undefined;
  const flags = datagram.readUInt8(0);
  if (flags >> 6 !== 2) return undefined;
  const end = headerBytes + (flags & 0x0f) * 4;
  if ((flags & extensionFlag) === 0) return end;
  return end + 4 > datagram.length ? undefined : end + 4 + datagram.readUInt16BE(end + 2) * 4;
}

/** Packet from its header and decrypted payload; undefined: its padding is longer than itself. */
export function heardPacket(datagram: Buffer, padded: Buffer): HeardRtp | undefined {
  const payload = unpadded(datagram, padded);
  if (payload === undefined) return undefined;
  return {
    sequence: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    payloadType: datagram.readUInt8(1) & 0x7f,
    payload,
    ssrc: datagram.readUInt32BE(8),
  };
}

/** Unencrypted packet; undefined for other bytes. */
export function readRtp(datagram: Buffer): HeardRtp | undefined {
  const payloadAt = payloadStart(datagram);
  if (payloadAt === undefined || payloadAt > datagram.length) return undefined;
  return heardPacket(datagram, datagram.subarray(payloadAt));
}

/** Its first bytes. `packet`: target buffer. */
export function writeHeader(
  { sequence, timestamp, marker }: RtpOut,
  payloadType: number,
  { ssrc, packet = Buffer.allocUnsafe(headerBytes) }: { readonly ssrc: number; readonly packet?: Buffer },
): Buffer {
  packet.writeUInt8(version, 0);
  packet.writeUInt8(marker ? markerFlag | payloadType : payloadType, 1);
  packet.writeUInt16BE(sequence, 2);
  packet.writeUInt32BE(timestamp, 4);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

/** Buffers by length: packets leave one after the other and share them. */
const rooms: Buffer[] = [];

/** Whole unencrypted packet. Send it before the next write: both use the same buffer. */
export function writeRtp(packet: RtpOut, payloadType: number, ssrc: number): Buffer {
  const { payload } = packet;
  const length = headerBytes + payload.length;
  const room = (rooms[length] ??= Buffer.alloc(length));
  const bytes = writeHeader(packet, payloadType, { ssrc, packet: room });
  bytes.set(payload, headerBytes);
  return bytes;
}

function unpadded(datagram: Buffer, payload: Buffer): Buffer | undefined {
  if ((datagram.readUInt8(0) & paddingFlag) === 0) return payload;
  const padding = payload.at(-1) ?? 0;
  return padding === 0 || padding > payload.length
    ? undefined
    : payload.subarray(0, payload.length - padding);
}
