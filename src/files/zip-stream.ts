// ZIP stream: files as one archive (APPNOTE 6.3.10), streamed and uncompressed, because sound hardly gets smaller.
// Sizes follow each file, so that none has to be known ahead.

import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** Name in the archive, with `/` between folders. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

interface Written {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly bytes: number;
  readonly at: number;
}

const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;
/** Sizes follow the content (bit 3), and names are UTF-8 (bit 11). */
const flags = 0x0808;
/** Version of the format: 4.5 supports archives beyond 4 GiB. */
const version = 45;
const max32 = 0xff_ff_ff_ff;
const max16 = 0xff_ff;

/** Size limit of one file. */
const entryBytesMax = max32 - 1;

/** `at`: creation time of the files, in epoch milliseconds. */
export async function* zipped(entries: AsyncIterable<ZipEntry>, at: number): AsyncGenerator<Uint8Array> {
  const stamp = stampOf(at);
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const bytes = new TextEncoder().encode(name);
    const local = localHeader(bytes, stamp);
    yield local;
    let crc = 0;
    let size = 0;
    for await (const piece of content) {
      crc = crc32(piece, crc);
      size += piece.length;
      yield piece;
    }
    if (size > entryBytesMax) throw new Error(`${name} is larger than 4 GiB`);
    const descriptor = descriptorOf(crc, size);
    yield descriptor;
    written.push({ name: bytes, crc, bytes: size, at: offset });
    offset += local.length + size + descriptor.length;
  }
  const from = offset;
  for (const entry of written) {
    const central = centralHeader(entry, stamp);
    offset += central.length;
    yield central;
  }
  yield endOf({ entries: written.length, from, bytes: offset - from });
}

/** MS-DOS time (in UTC) and date. */
function stampOf(at: number): { readonly time: number; readonly date: number } {
  const date = new Date(at);
  const [hours, minutes, seconds] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return {
    time: (hours << 11) | (minutes << 5) | (seconds >> 1),
    date: ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  };
}

type Stamp = ReturnType<typeof stampOf>;

function localHeader(name: Uint8Array, { time, date }: Stamp): Uint8Array {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(signatures.local, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptorOf(crc: number, bytes: number): Uint8Array {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(signatures.descriptor, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(bytes, 8);
  descriptor.writeUInt32LE(bytes, 12);
  return descriptor;
}

/** An offset beyond 4 GiB is in an extra field. */
function centralHeader({ name, crc, bytes, at }: Written, { time, date }: Stamp): Uint8Array {
  const extra = Buffer.alloc(at < max32 ? 0 : 12);
  if (extra.length > 0) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(at), 4);
  }
  const header = Buffer.alloc(46);
  header.writeUInt32LE(signatures.central, 0);
  // Marked as made on Unix, where only the owner reads and writes it.
  header.writeUInt16LE((3 << 8) | version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(bytes, 20);
  header.writeUInt32LE(bytes, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(0o100600 * 0x1_00_00, 38);
  header.writeUInt32LE(Math.min(at, max32), 42);
  return Buffer.concat([header, name, extra]);
}

interface Central {
  readonly entries: number;
  readonly from: number;
  readonly bytes: number;
}

function endOf({ entries, from, bytes }: Central): Uint8Array {
  const isLarge = from + bytes >= max32 || entries >= max16;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(Math.min(entries, max16), 8);
  end.writeUInt16LE(Math.min(entries, max16), 10);
  end.writeUInt32LE(Math.min(bytes, max32), 12);
  end.writeUInt32LE(isLarge ? max32 : from, 16);
  if (!isLarge) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(signatures.end64, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE((3 << 8) | version, 12);
  end64.writeUInt16LE(version, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(bytes), 40);
  end64.writeBigUInt64LE(BigInt(from), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(signatures.locator64, 0);
  locator.writeBigUInt64LE(BigInt(from + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}
