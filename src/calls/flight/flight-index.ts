// Flight index: the places of a recording's parts, as its last part, so that a recording in a storage needs no
// thousands of requests. Written when a recording leaves the disk; readers that do not know it skip it.

import type { OpenFile } from "../../files/stored-files.ts";
import { partsIn, type PartPlace } from "./flight-record.ts";

/** Code of a part that `partsIn` takes for one of a later version: code, length, body. */
const indexCode = 0x49;
const prefixBytes = 5;
/** At the very end: the length of the index (4 bytes, little-endian) and these. */
const mark = new TextEncoder().encode("VFIX");
const footerBytes = 4 + mark.length;
/** Bytes per read from the disk. */
const pieceBytes = 256 * 1024;

type Row = readonly [kind: PartPlace["kind"], from: number, bytes: number];

/** Whole parts of a recording, followed by its index. A file that is no recording is unchanged. */
export async function* withIndex(file: OpenFile): AsyncGenerator<Uint8Array> {
  const parts = await partsIn(file.read).catch(() => undefined);
  const last = parts?.at(-1);
  // A torn end would separate the parts and their index.
  const end = last === undefined ? file.bytes : last.from + last.bytes;
  for (let at = 0; at < end; at += pieceBytes) yield await file.read(at, Math.min(pieceBytes, end - at));
  if (parts === undefined || last === undefined) return;
  const rows: readonly Row[] = parts.map(({ kind, from, bytes }) => [kind, from, bytes]);
  const json = new TextEncoder().encode(JSON.stringify(rows));
  const part = Buffer.alloc(prefixBytes + json.length + footerBytes);
  part[0] = indexCode;
  part.writeUInt32LE(json.length + footerBytes, 1);
  part.set(json, prefixBytes);
  part.writeUInt32LE(json.length, prefixBytes + json.length);
  part.set(mark, prefixBytes + json.length + 4);
  yield part;
}

/** Reads the parts by the file's index if it has one. Throws, with a clause about the file, if it is no recording. */
export async function indexedParts({ bytes, read }: OpenFile): Promise<readonly PartPlace[]> {
  const footer = Buffer.from(await read(Math.max(0, bytes - footerBytes), footerBytes));
  if (footer.length < footerBytes || !footer.subarray(4).equals(mark)) return partsIn(read);
  const length = footer.readUInt32LE(0);
  const json = await read(bytes - footerBytes - length, length);
  const rows = JSON.parse(new TextDecoder().decode(json)) as readonly Row[];
  return rows.map(([kind, from, partBytes]) => ({ kind, from, bytes: partBytes }));
}
