// SRTP: RFC 3711, with AES-GCM by RFC 7714, for packets of audio, with the session's keys. It is a short way past the
// library's own, which makes a dozen objects a packet and takes a packet that is sent again for a new one.

import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";
import { type HeardRtp, heardPacket, payloadStart, writeHeader } from "../rtp/rtp-packet.ts";
import type { RtpOut } from "../rtp/rtp-sender.ts";

/** Keys of one direction of a session. */
export interface SrtpKeys {
  readonly profile: "aes-128-gcm" | "aes-128-cm-sha1-80";
  /** 16 bytes. */
  readonly key: Uint8Array;
  /** 14 bytes, of which GCM uses 12. */
  readonly salt: Uint8Array;
  /** 20 bytes, for SHA-1. */
  readonly authentication: Uint8Array;
}

const rolloverBytes = 4;
const sequences = 0x1_0000;

/** A packet may come so many after newer ones; older ones, and those that were there, are dropped (RFC 3711, 3.3.2). */
const replayWindow = 128;
/** Streams of one peer that are kept apart; one that invents more is not heard any further. */
const streamsMax = 16;

interface Cipher {
  readonly tagBytes: number;
  /** The payload from `payloadAt` on, encrypted and signed with all that stands before it. */
  seal(header: Buffer, payload: Uint8Array, at: Position): Buffer;
  /** The payload, or undefined when the packet is not the peer's. */
  open(packet: Buffer, payloadAt: number, at: Position): Buffer | undefined;
}

/** Where in its stream a packet stands: what its keystream depends on. */
interface Position {
  readonly ssrc: number;
  readonly rollover: number;
  readonly sequence: number;
}

class GcmCipher implements Cipher {
  readonly tagBytes = 16;
  readonly #key: KeyObject;
  readonly #salt: Uint8Array;
  readonly #iv = Buffer.alloc(12);

  constructor({ key, salt }: SrtpKeys) {
    this.#key = createSecretKey(key);
    this.#salt = salt;
  }

  seal(header: Buffer, payload: Uint8Array, at: Position): Buffer {
    const cipher = createCipheriv("aes-128-gcm", this.#key, this.#vector(at));
    cipher.setAAD(header);
    const sealed = cipher.update(payload);
    cipher.final();
    return Buffer.concat([header, sealed, cipher.getAuthTag()]);
  }

  open(packet: Buffer, payloadAt: number, at: Position): Buffer | undefined {
    const end = packet.length - this.tagBytes;
    const decipher = createDecipheriv("aes-128-gcm", this.#key, this.#vector(at));
    decipher.setAAD(packet.subarray(0, payloadAt));
    decipher.setAuthTag(packet.subarray(end));
    const plain = decipher.update(packet.subarray(payloadAt, end));
    try {
      decipher.final();
      return plain;
    } catch {
      return undefined;
    }
  }

  /** RFC 7714, 8.1. */
  #vector({ ssrc, rollover, sequence }: Position): Buffer {
    const iv = this.#iv;
    iv.writeUInt16BE(0, 0);
    iv.writeUInt32BE(ssrc, 2);
    iv.writeUInt32BE(rollover, 6);
    iv.writeUInt16BE(sequence, 10);
    return mixed(iv, this.#salt);
  }
}

class CounterCipher implements Cipher {
  readonly tagBytes = 10;
  readonly #key: KeyObject;
  readonly #salt: Uint8Array;
  /** Has taken in the key; copied for each packet. */
  readonly #hasher: Bun.CryptoHasher;
  readonly #counter = Buffer.alloc(16);
  readonly #rollover = Buffer.alloc(rolloverBytes);

  constructor({ key, salt, authentication }: SrtpKeys) {
    this.#key = createSecretKey(key);
    this.#salt = salt;
    this.#hasher = new Bun.CryptoHasher("sha1", authentication);
  }

  seal(header: Buffer, payload: Uint8Array, at: Position): Buffer {
    const sealed = createCipheriv("aes-128-ctr", this.#key, this.#start(at)).update(payload);
    const signed = Buffer.concat([header, sealed]);
    return Buffer.concat([signed, this.#tag(signed, at)]);
  }

  open(packet: Buffer, payloadAt: number, at: Position): Buffer | undefined {
    const end = packet.length - this.tagBytes;
    if (!timingSafeEqual(this.#tag(packet.subarray(0, end), at), packet.subarray(end))) return undefined;
    const decipher = createDecipheriv("aes-128-ctr", this.#key, this.#start(at));
    return decipher.update(packet.subarray(payloadAt, end));
  }

  /** RFC 3711, 4.2: the rollover counter is signed, too, and not sent. */
  #tag(signed: Uint8Array, { rollover }: Position): Buffer {
    this.#rollover.writeUInt32BE(rollover, 0);
    return this.#hasher.copy().update(signed).update(this.#rollover).digest().subarray(0, this.tagBytes);
  }

  /** RFC 3711, 4.1.1: the first block's counter. */
  #start({ ssrc, rollover, sequence }: Position): Buffer {
    const counter = this.#counter.fill(0);
    counter.writeUInt32BE(ssrc, 4);
    counter.writeUInt32BE(rollover, 8);
    counter.writeUInt16BE(sequence, 12);
    return mixed(counter, this.#salt);
  }
}

/** Exclusive or, in place; the salt may be the longer or the shorter one. */
function mixed(bytes: Buffer, salt: Uint8Array): Buffer {
  const length = Math.min(bytes.length, salt.length);
  for (let i = 0; i < length; i++) bytes[i] = (bytes[i] ?? 0) ^ (salt[i] ?? 0);
  return bytes;
}

const cipherOf = (keys: SrtpKeys): Cipher =>
  keys.profile === "aes-128-gcm" ? new GcmCipher(keys) : new CounterCipher(keys);

/** One stream on its way out. Sequence numbers have to be given in order, each once. */
export class SrtpSender {
  readonly #cipher: Cipher;
  readonly #ssrc: number;
  #last: number | undefined;
  #rollover = 0;

  constructor(keys: SrtpKeys, ssrc: number) {
    this.#cipher = cipherOf(keys);
    this.#ssrc = ssrc;
  }

  /** A datagram. */
  seal(packet: RtpOut, payloadType: number): Buffer {
    const { sequence, payload } = packet;
    if (this.#last !== undefined && sequence < this.#last) this.#rollover++;
    this.#last = sequence;
    const header = writeHeader(packet, payloadType, { ssrc: this.#ssrc });
    return this.#cipher.seal(header, payload, { ssrc: this.#ssrc, rollover: this.#rollover, sequence });
  }
}

/** The newest number of a stream, rollovers included, and which of those before it have come. */
interface Stream {
  newest: number;
  readonly seen: Float64Array;
}

/** All streams of a peer on their way in. */
export class SrtpReceiver {
  readonly #cipher: Cipher;
  readonly #streams = new Map<number, Stream>();

  constructor(keys: SrtpKeys) {
    this.#cipher = cipherOf(keys);
  }

  /** Undefined for what is no packet, not the peer's, or was there before. */
  open(datagram: Buffer): HeardRtp | undefined {
    const payloadAt = payloadStart(datagram);
    if (payloadAt === undefined || payloadAt + this.#cipher.tagBytes > datagram.length) return undefined;
    const sequence = datagram.readUInt16BE(2);
    const ssrc = datagram.readUInt32BE(8);
    const stream = this.#streams.get(ssrc);
    const index = stream === undefined ? sequence : indexOf(sequence, stream.newest);
    if (index < 0 || (stream !== undefined && wasThere(stream, index))) return undefined;
    const rollover = Math.floor(index / sequences);
    const padded = this.#cipher.open(datagram, payloadAt, { ssrc, rollover, sequence });
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

/** The number nearest to the newest with these 16 bits (RFC 3711, 3.3.1); below zero there was none. */
function indexOf(sequence: number, newest: number): number {
  return newest + (((sequence - newest) << 16) >> 16);
}

function wasThere({ newest, seen }: Stream, index: number): boolean {
  return index <= newest - replayWindow || seen[index % replayWindow] === index;
}
