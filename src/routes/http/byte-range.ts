// Byte range: the part of a file that a client asks for, by RFC 9110, section 14.2. One part at a time: a request for
// several, or with an invalid range, gets the whole file, as the standard allows.

/** Range from one byte to before another. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** `whole`: no part is requested. `none`: a part beyond the file, which is answered with 416. */
export function byteRange(header: string | null, bytes: number): ByteRange | "whole" | "none" {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const from = Math.max(0, bytes - Number(last));
    return from < bytes ? { from, to: bytes } : "none";
  }
  const [from, end] = [Number(first), last === "" ? Infinity : Number(last)];
  if (end < from) return "whole";
  return from < bytes ? { from, to: Math.min(end + 1, bytes) } : "none";
}
