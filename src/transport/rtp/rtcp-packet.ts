// RTCP packet: unencrypted reports as bytes and back (RFC 3550, 6.4 and 6.5).

import type { HeardReport, SentReport } from "./rtcp-reports.ts";

/** Report of the other side about one sender's packets. */
interface PeerReport {
  readonly ssrc: number;
  /** Since its last report. */
  readonly lostPercent: number;
  /** Since the beginning; duplicate packets count against it. */
  readonly lost: number;
  /** In units of the codec's clock. */
  readonly jitter: number;
}

export interface HeardReports {
  /** Middle 32 bits of its NTP send time; undefined: it sends no audio. */
  readonly ntpMiddle: number | undefined;
  readonly reports: readonly PeerReport[];
}

const kinds = { sender: 200, receiver: 201, description: 202 } as const;
const version = 0x80;
const headBytes = 8;
const senderBytes = 20;
const blockBytes = 24;

/** True for a report, false for audio, on a common port (RFC 5761, 4). */
export function isReport(datagram: Uint8Array): boolean {
  const type = (datagram[1] ?? 0) & 0x7f;
  return type >= 64 && type < 96;
}

/** Sender report, or receiver report if nothing was `sent`, followed by the sender's name. */
export function writeReports(
  ssrc: number,
  { sent, heard }: { readonly sent: SentReport | undefined; readonly heard: HeardReport | undefined },
): Buffer {
  const senderEnd = headBytes + (sent === undefined ? 0 : senderBytes);
  const bytes = Buffer.alloc(senderEnd + (heard === undefined ? 0 : blockBytes));
  bytes.writeUInt8(version | (heard === undefined ? 0 : 1), 0);
  bytes.writeUInt8(sent === undefined ? kinds.receiver : kinds.sender, 1);
  bytes.writeUInt16BE(bytes.length / 4 - 1, 2);
  bytes.writeUInt32BE(ssrc, 4);
  if (sent !== undefined) {
    bytes.writeBigUInt64BE(sent.ntpTimestamp, 8);
    bytes.writeUInt32BE(sent.rtpTimestamp, 16);
    bytes.writeUInt32BE(sent.packetCount, 20);
    bytes.writeUInt32BE(sent.octetCount, 24);
  }
  if (heard !== undefined) writeBlock(bytes.subarray(senderEnd), heard);
  return Buffer.concat([bytes, nameOf(ssrc)]);
}

function writeBlock(block: Buffer, heard: HeardReport): void {
  block.writeUInt32BE(heard.ssrc, 0);
  block.writeUInt8(heard.fractionLost, 4);
  block.writeIntBE(heard.packetsLost, 5, 3);
  block.writeUInt32BE(heard.highestSequence, 8);
  block.writeUInt32BE(heard.jitter, 12);
  block.writeUInt32BE(heard.lsr, 16);
  block.writeUInt32BE(heard.dlsr, 20);
}

/** Each packet of reports has one (RFC 3550, 6.1). It reveals nothing of the machine: RFC 7022, 4.2. */
function nameOf(ssrc: number): Buffer {
  const name = ssrc.toString(16).padStart(8, "0");
  // Item of eight letters, its two header bytes, and zeros up to the next word.
  const bytes = Buffer.alloc(headBytes + 12);
  bytes.writeUInt8(version | 1, 0);
  bytes.writeUInt8(kinds.description, 1);
  bytes.writeUInt16BE(bytes.length / 4 - 1, 2);
  bytes.writeUInt32BE(ssrc, 4);
  bytes.writeUInt8(1, 8);
  bytes.writeUInt8(name.length, 9);
  bytes.write(name, 10, "latin1");
  return bytes;
}

/** Undefined for bytes that are no report, or cut off. */
export function readReports(datagram: Buffer): HeardReports | undefined {
  const reports: PeerReport[] = [];
  let ntpMiddle: number | undefined;
  let at = 0;
  while (at + 4 <= datagram.length) {
    const flags = datagram.readUInt8(at);
    const end = at + 4 * (datagram.readUInt16BE(at + 2) + 1);
    if (flags >> 6 !== 2 || end > datagram.length) return undefined;
    const type = datagram.readUInt8(at + 1);
    const blocksAt = at + headBytes + (type === kinds.sender ? senderBytes : 0);
    const isRead = (type === kinds.sender || type === kinds.receiver) && blocksAt <= end;
    if (isRead && type === kinds.sender) ntpMiddle = datagram.readUInt32BE(at + 10);
    if (isRead) reports.push(...readBlocks(datagram.subarray(blocksAt, end), flags & 31));
    at = end;
  }
  return at === 0 ? undefined : { ntpMiddle, reports };
}

function readBlocks(bytes: Buffer, count: number): PeerReport[] {
  const whole = Math.min(count, Math.floor(bytes.length / blockBytes));
  return Array.from({ length: whole }, (_, index) => {
    const block = bytes.subarray(index * blockBytes);
    return {
      ssrc: block.readUInt32BE(0),
      lostPercent: (block.readUInt8(4) / 256) * 100,
      lost: block.readIntBE(5, 3),
      jitter: block.readUInt32BE(12),
    };
  });
}
