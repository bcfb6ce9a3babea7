// Base64 of samples: for vendors that take audio inside JSON.

import { bytesOf } from "../../audio/frame.ts";

/** PCM16 little endian. */
export function base64Of(pcm: Int16Array): string {
  const { buffer, byteOffset, byteLength } = bytesOf(pcm);
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}
