// Base64 of samples: for vendors that take audio inside JSON.

import { bytesOf } from "../../audio/frame.ts";

/** PCM16 little endian. */
export function base64Of(pcm: Int16Array): string {
  const { buffer, byteOffset, byteLength } = bytesOf(pcm);
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** PCM16 little endian; half a sample at the end is dropped. */
export function pcmOf(base64: string): Int16Array {
  const bytes = Buffer.from(base64, "base64");
  const samples = bytes.length >> 1;
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + samples * 2));
}
