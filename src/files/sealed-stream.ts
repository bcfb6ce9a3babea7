// Sealed stream: the form of a file that leaves this machine. A head of 56 bytes: "voice-flow seal1" (16), the name of the
// key (8), salt (32). Then chunks of 64 KiB of the content, the last shorter or empty, each AES-256-GCM with a tag of
// 16 bytes. The key of a file is HKDF-SHA-256 of the named key, the salt and the file's name; the nonce is 7 zero bytes,
// the chunk's number (4, big-endian) and whether it is the last; the head is authenticated with each chunk. So a byte
// that is changed, a chunk that is moved, an end that is cut off and a file under another's name are all refused, and
// any part is read without the rest (the STREAM construction, https://eprint.iacr.org/2015/189).

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { FilesError, type OpenFile } from "./stored-files.ts";

const magic = Buffer.from("voice-flow seal1", "latin1");
export const keyNameBytes = 8;
const saltBytes = 32;
const headBytes = magic.length + keyNameBytes + saltBytes;
const tagBytes = 16;
/** @internal Of the content. */
export const chunkBytes: number = 64 * 1024;
const sealedChunkBytes = chunkBytes + tagBytes;
const chunksMax = 2 ** 32;
/** Chunks fetched at once during sequential reading. */
const aheadChunks = 16;

/** 32 bytes, with their name: 16 hexadecimal digits that reveal nothing of them. */
export interface FileKey {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export async function* seal(
  content: AsyncIterable<Uint8Array>,
  { key, name }: { readonly key: FileKey; readonly name: string },
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(saltBytes);
  const head = Buffer.concat([magic, Buffer.from(key.name, "hex"), salt]);
  const chunk = chunkSealer({ head, key: keyOf(key.bytes, salt, name) });
  yield head;
  const held = Buffer.allocUnsafe(chunkBytes);
  let [length, number] = [0, 0];
  for await (const piece of content) {
    for (let at = 0; at < piece.length;) {
      // Only now is it certain that the previous chunk is not the last.
      if (length === chunkBytes) {
        yield chunk(held, number++, false);
        length = 0;
      }
      const taken = Math.min(piece.length - at, chunkBytes - length);
      held.set(piece.subarray(at, at + taken), length);
      at += taken;
      length += taken;
    }
  }
  yield chunk(held.subarray(0, length), number, true);
}

function chunkSealer({ head, key }: { readonly head: Buffer; readonly key: Uint8Array }) {
  return (content: Uint8Array, number: number, isLast: boolean): Buffer => {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast)).setAAD(head);
    return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
}

/**
 * Content of a sealed file. Reads its head and its end first, so that a truncated file is refused before any content
 * is returned. `keyNamed` returns undefined for an unknown key.
 */
export async function openSealed(
  file: OpenFile,
  {
    name,
    keyNamed,
  }: { readonly name: string; readonly keyNamed: (keyName: string) => Promise<FileKey | undefined> },
): Promise<OpenFile> {
  const head = Buffer.from(await file.read(0, headBytes));
  const body = file.bytes - headBytes;
  const chunks = Math.ceil(body / sealedChunkBytes);
  if (!head.subarray(0, magic.length).equals(magic))
    throw new FilesError("it is not a file that was sealed here");
  const lastBytes = body - (chunks - 1) * sealedChunkBytes;
  if (body < tagBytes || lastBytes < tagBytes || chunks > chunksMax)
    throw new FilesError("its end is missing");
  const keyName = head.toString("hex", magic.length, magic.length + keyNameBytes);
  const from = await keyNamed(keyName);
  if (from === undefined)
    throw new FilesError(`it was sealed with a master key that is not known here (${keyName})`);
  const key = keyOf(from.bytes, head.subarray(-saltBytes), name);
  const bytes = body - chunks * tagBytes;

  const openChunk = (sealed: Buffer, number: number): Buffer => {
    const isLast = number === chunks - 1;
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(head).setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      const where = isLast
        ? "its end was cut off or changed"
        : `it was changed near byte ${number * chunkBytes}`;
      throw new FilesError(`${where}, or it is another file`);
    }
  };
  const openChunks = async (first: number, count: number): Promise<Buffer> => {
    const sealed = Buffer.from(
      await file.read(headBytes + first * sealedChunkBytes, count * sealedChunkBytes),
    );
    const pieces = Array.from({ length: count }, (_, i) =>
      openChunk(sealed.subarray(i * sealedChunkBytes, (i + 1) * sealedChunkBytes), first + i),
    );
    return Buffer.concat(pieces);
  };
  // Last fetched chunks: consecutive reads meet in the middle of a chunk.
  let held = { first: chunks - 1, end: chunks, content: await openChunks(chunks - 1, 1) };
  const read = async (start: number, length: number): Promise<Uint8Array> => {
    const stop = Math.min(start + length, bytes);
    if (start >= stop) return new Uint8Array();
    const [first, end] = [Math.floor(start / chunkBytes), Math.ceil(stop / chunkBytes)];
    if (first < held.first || end > held.end) {
      const follows = first === held.end || first === held.end - 1;
      const until = follows ? Math.min(chunks, Math.max(end, first + aheadChunks)) : end;
      held = { first, end: until, content: await openChunks(first, until - first) };
    }
    const { content, first: begins } = held;
    // A copy: readers must not change the kept bytes.
    return new Uint8Array(content.subarray(start - begins * chunkBytes, stop - begins * chunkBytes));
  };
  return { bytes, read };
}

function keyOf(key: Uint8Array, salt: Uint8Array, name: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", key, salt, `voice-flow/file/${name}`, 32));
}

/** A key seals one file, so a chunk's number is a sufficient nonce. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
