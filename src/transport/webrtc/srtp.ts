// SRTP: RFC 3711 for audio packets, counter mode with SHA-1, which every peer must support (RFC 8827, 6.5). It
// bypasses the library's own, which makes dozens of objects per packet and takes a repeated packet for a new one.

import { type Cipheriv, createCipheriv } from "node:crypto";
import { type HeardRtp, heardPacket, payloadStart, writeHeader } from "../rtp/rtp-packet.ts";
import type { RtpOut } from "../rtp/rtp-sender.ts";

/** Keys of one direction of a session. */
export interface SrtpKeys {
  /** 16 bytes. */
  readonly key: Uint8Array;
  /** 14 bytes. */
  readonly salt: Uint8Array;
  /** 20 bytes. */
  readonly authentication: Uint8Array;
}

const sequences = 0x1_0000;

/** A packet may come this many after newer ones; older ones and duplicates are dropped (RFC 3711, 3.3.2). */
const replayWindow = 128;
/** Streams tracked per peer; more are ignored. */
const streamsMax = 16;
/** A longer packet is no audio: 120 ms of Opus at its best are 7,650 bytes. */
const packetBytesMax = 8_192;

const headerBytes = 12;
const tagBytes = 10;
const rolloverBytes = 4;
const blockBytes = 16;
/** SHA-1 takes blocks of 64 bytes and gives 20. */
const hashed = { blockBytes: 64, bytes: 20 } as const;
/** RFC 2104, 2. */
const paddings = { inner: 0x36, outer: 0x5c } as const;

// Buffers shared by all calls, because a packet leaves them before the next one comes. Views are kept by length: only
// the keystream is made per packet.

/** Inner key, packet and rollover counter, which is signed and not sent: the signature replaces it. */
const room = Buffer.alloc(hashed.blockBytes + packetBytesMax + tagBytes);
const signedViews: Buffer[] = [];
const packetViews: Buffer[] = [];
/** Outer key, and the digest of the inner one. */
const outer = Buffer.alloc(hashed.blockBytes + hashed.bytes);
const innerDigest = outer.subarray(hashed.blockBytes);
const tag = Buffer.alloc(hashed.bytes);
/** Each block ends with its number. */
const counters = Buffer.alloc(packetBytesMax);
for (let at = 0; at < packetBytesMax; at += blockBytes) counters.writeUInt16BE(at / blockBytes, at + 14);
const counterViews: Buffer[] = [];

class PacketCipher {
  /** Encrypts counters; lives as long as its key. */
  readonly #blocks: Cipheriv;
  readonly #salt: Buffer;
  readonly #innerKey: Uint8Array;
  readonly #outerKey: Uint8Array;

  constructor({ key, salt, authentication }: SrtpKeys) {
    this.#blocks = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
    this.#salt = Buffer.from(salt);
    this.#innerKey = paddedKey(authentication, paddings.inner);
    this.#outerKey = paddedKey(authentication, paddings.outer);
  }

  /** Send it before the next one is made: both use the same buffer. */
  seal(packet: RtpOut, payloadType: number, at: Position): Buffer {
    const { payload } = packet;
    const length = headerBytes + payload.length;
    const datagram = (packetViews[length] ??= room.subarray(
      hashed.blockBytes,
      hashed.blockBytes + length + tagBytes,
    ));
    writeHeader(packet, payloadType, { ssrc: at.ssrc, packet: datagram });
    const keystream = this.#keystream(payload.length, at);
    for (let i = 0; i < payload.length; i++)
      datagram[headerBytes + i] = (payload[i] ?? 0) ^ (keystream[i] ?? 0);
    this.#sign(length, at.rollover);
    for (let i = 0; i < tagBytes; i++) datagram[length + i] = tag[i] ?? 0;
    return datagram;
  }

  /** Payload, decrypted in place; undefined: the packet is not the peer's. */
  open(datagram: Buffer, payloadAt: number, at: Position): Buffer | undefined {
    const end = datagram.length - tagBytes;
    room.set(datagram, hashed.blockBytes);
    this.#sign(end, at.rollover);
    let difference = 0;
    for (let i = 0; i < tagBytes; i++) difference |= (tag[i] ?? 0) ^ (datagram[end + i] ?? 0);
    if (difference !== 0) return undefined;
    const keystream = this.#keystream(end - payloadAt, at);
    for (let i = payloadAt; i < end; i++) datagram[i] = (datagram[i] ?? 0) ^ (keystream[i - payloadAt] ?? 0);
    return datagram.subarray(payloadAt, end);
  }

  /** Signs the packet in the room (RFC 3711, 4.2). */
  #sign(length: number, rollover: number): void {
    const end = hashed.blockBytes + length;
    room.set(this.#innerKey);
    room.writeUInt32BE(rollover, end);
    const signed = (signedViews[length] ??= room.subarray(0, end + rolloverBytes));
    Bun.SHA1.hash(signed, innerDigest);
    outer.set(this.#outerKey);
    Bun.SHA1.hash(outer, tag);
  }

  /** RFC 3711, 4.1.1. */
  #keystream(bytes: number, { ssrc, rollover, sequence }: Position): Buffer {
    const salt = this.#salt;
    const end = Math.ceil(bytes / blockBytes) * blockBytes;
    const first = salt.readUInt32BE(0);
    const second = (salt.readUInt32BE(4) ^ ssrc) >>> 0;
    const third = (salt.readUInt32BE(8) ^ rollover) >>> 0;
    const fourth = salt.readUInt16BE(12) ^ sequence;
    for (let at = 0; at < end; at += blockBytes) {
      counters.writeUInt32BE(first, at);
      counters.writeUInt32BE(second, at + 4);
      counters.writeUInt32BE(third, at + 8);
      counters.writeUInt16BE(fourth, at + 12);
    }
    return this.#blocks.update((counterViews[end] ??= counters.subarray(0, end)));
  }
}

function paddedKey(key: Uint8Array, padding: number): Uint8Array {
  return Uint8Array.from({ length: hashed.blockBytes }, (_, i) => (key[i] ?? 0) ^ padding);
}

/** Position of a packet in its stream, on which its keystream depends. One object for all packets. */
interface Position {
  ssrc: number;
  rollover: number;
  sequence: number;
}

/** One outgoing stream. Sequence numbers must come in order, each once. */
export class SrtpSender {
  readonly #cipher: PacketCipher;
  readonly #at: Position;
  #last: number | undefined;

  constructor(keys: SrtpKeys, ssrc: number) {
    this.#cipher = new PacketCipher(keys);
    this.#at = { ssrc, rollover: 0, sequence: 0 };
  }

  /** Datagram; send it before the next one is made: both use the same buffer. */
  seal(packet: RtpOut, payloadType: number): Buffer {
    const { sequence } = packet;
    const at = this.#at;
    if (this.#last !== undefined && sequence < this.#last) at.rollover++;
    this.#last = at.sequence = sequence;
    return this.#cipher.seal(packet, payloadType, at);
  }
}

/** Newest number of a stream, rollovers included, and the received ones before it. */
interface Stream {
  newest: number;
  readonly seen: Float64Array;
}

/** All incoming streams of a peer. */
export class SrtpReceiver {
  readonly #cipher: PacketCipher;
  readonly #at: Position = { ssrc: 0, rollover: 0, sequence: 0 };
  readonly #streams = new Map<number, Stream>();

  constructor(keys: SrtpKeys) {
    this.#cipher = new PacketCipher(keys);
  }

  /** Undefined for a datagram that is no packet, not the peer's, or a duplicate. Others are decrypted in place. */
  open(datagram: Buffer): HeardRtp | undefined {
    const payloadAt = payloadStart(datagram);
    if (payloadAt === undefined || payloadAt + tagBytes > datagram.length) return undefined;
    if (datagram.length > packetBytesMax) return undefined;
    const sequence = datagram.readUInt16BE(2);
    const ssrc = datagram.readUInt32BE(8);
    const stream = this.#streams.get(ssrc);
    const index = stream === undefined ? sequence : indexOf(sequence, stream.newest);
    if (index < 0 || (stream !== undefined && wasThere(stream, index))) return undefined;
    const at = this.#at;
    at.ssrc = ssrc;
    at.rollover = Math.floor(index / sequences);
    at.sequence = sequence;
    const padded = this.#cipher.open(datagram, payloadAt, at);
    if (padded === undefined || !this.#note(ssrc, stream, index)) return undefined;
    return heardPacket(datagram, padded);
  }

  #note(ssrc: number, existing: Stream | undefined, index: number): boolean {
    if (existing === undefined && this.#streams.size >= streamsMax) return false;
    const stream = existing ?? { newest: index, seen: new Float64Array(replayWindow).fill(-1) };
    if (existing === undefined) this.#streams.set(ssrc, stream);
    stream.newest = Math.max(stream.newest, index);
    stream.seen[index % replayWindow] = index;
    return true;
  }
}

/** Number nearest to the newest with these 16 bits (RFC 3711, 3.3.1); below zero there was none. */
function indexOf(sequence: number, newest: number): number {
  return newest + (((sequence - newest) << 16) >> 16);
}

function wasThere({ newest, seen }: Stream, index: number): boolean {
  return index <= newest - replayWindow || seen[index % replayWindow] === index;
}
