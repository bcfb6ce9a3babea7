// Size limit of values: bytes and depth that a variable can hold. A flow that doubles a text in a loop must not fill
// the memory of the service.

import { isValueMap, type Value } from "../../value/value.ts";

/** Bytes of a value as JSON in UTF-8; a larger value becomes null. */
export const VALUE_BYTES_MAX = 16 * 1024;
/** Nesting of lists and maps; a deeper value becomes null. */
const valueDepthMax = 32;

/** Whether a variable can hold it. */
export function fits(value: Value): boolean {
  return bytesOf(value, VALUE_BYTES_MAX) <= VALUE_BYTES_MAX;
}

/** The length of its JSON in UTF-8, counted up to `max`; more than `max` also means too deep. */
export function bytesOf(value: Value, max: number): number {
  return jsonBytes(value, max, 0);
}

function jsonBytes(value: Value, max: number, depth: number): number {
  if (typeof value === "string") return textBytes(value, max);
  if (typeof value === "number") return String(value).length;
  if (typeof value !== "object" || value === null) return 5;
  if (depth >= valueDepthMax) return max + 1;
  return isValueMap(value) ? mapBytes(value, max, depth) : listBytes(value, max, depth);
}

function listBytes(items: readonly Value[], max: number, depth: number): number {
  let bytes = 2;
  for (const item of items) {
    bytes += 1 + jsonBytes(item, max - bytes, depth + 1);
    if (bytes > max) return bytes;
  }
  return bytes;
}

function mapBytes(map: Readonly<Record<string, Value>>, max: number, depth: number): number {
  let bytes = 2;
  for (const [key, value] of Object.entries(map)) {
    bytes += 2 + textBytes(key, max - bytes);
    bytes += jsonBytes(value, max - bytes, depth + 1);
    if (bytes > max) return bytes;
  }
  return bytes;
}

/** Bytes of a text as a JSON string, with quotes and escapes. */
function textBytes(text: string, max: number): number {
  if (text.length + 2 > max) return max + 1;
  let bytes = 2;
  for (let at = 0; at < text.length; at += 1) bytes += unitBytes(text.charCodeAt(at));
  return bytes;
}

function unitBytes(unit: number): number {
  if (unit < 0x20) return unit >= 8 && unit <= 13 && unit !== 11 ? 2 : 6;
  if (unit === 0x22 || unit === 0x5c) return 2;
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  // The two halves of a surrogate pair make four bytes together.
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}
