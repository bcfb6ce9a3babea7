// AudioSocket frames: messages between Asterisk and this program over an AudioSocket TCP connection: kind, length and
// payload.

/** 0x10 is 8 kHz; the others came with Asterisk 20.17, 21.12, 22.7 and 23.1. */
const audioKinds: ReadonlyMap<number, number> = new Map([
  [0x10, 8_000],
  [0x11, 12_000],
  [0x12, 16_000],
  [0x13, 24_000],
  [0x14, 32_000],
  [0x15, 44_100],
  [0x16, 48_000],
  [0x17, 96_000],
  [0x18, 192_000],
]);

/** Kind of the first frame. */
export const idKind = 0x01;
const kinds = { hangUp: 0x00, id: idKind, key: 0x03, error: 0xff } as const;
const headBytes = 3;

export type AudioSocketFrame =
  | { readonly type: "hang-up" }
  /** The first message identifies the call. */
  | { readonly type: "id"; readonly id: string }
  | { readonly type: "key"; readonly key: string }
  | { readonly type: "audio"; readonly kind: number; readonly rate: number; readonly bytes: Buffer }
  | { readonly type: "error" }
  /** Kind of a later version, or not of its documented length. */
  | { readonly type: "unknown"; readonly kind: number };

export interface TakenFrames {
  readonly frames: readonly AudioSocketFrame[];
  /** Beginning of the next message. */
  readonly rest: Buffer;
}

export function takeFrames(bytes: Buffer): TakenFrames {
  const frames: AudioSocketFrame[] = [];
  let at = 0;
  while (bytes.length - at >= headBytes) {
    const length = bytes.readUInt16BE(at + 1);
    const end = at + headBytes + length;
    if (bytes.length < end) break;
    frames.push(readFrame(bytes.readUInt8(at), bytes.subarray(at + headBytes, end)));
    at = end;
  }
  return { frames, rest: bytes.subarray(at) };
}

function readFrame(kind: number, payload: Buffer): AudioSocketFrame {
  const rate = audioKinds.get(kind);
  if (rate !== undefined) return { type: "audio", kind, rate, bytes: payload };
  if (kind === kinds.hangUp) return { type: "hang-up" };
  if (kind === kinds.error) return { type: "error" };
  if (kind === kinds.id && payload.length === 16) return { type: "id", id: uuidOf(payload) };
  const key = kind === kinds.key && payload.length === 1 ? payload.toString("latin1") : "";
  return /^[\d*#]$/.test(key) ? { type: "key", key } : { type: "unknown", kind };
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Header and payload together: Asterisk starves a call whose headers arrive alone. */
export function audioFrame(kind: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + payload.length);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt16BE(payload.length, 1);
  bytes.set(payload, headBytes);
  return bytes;
}

export const hangUpFrame = Buffer.from([kinds.hangUp, 0, 0]);
