// JSON reader: turns untrusted JSON into a value, bounded in size and depth and safe from prototype pollution.

import { type Value, valueMap } from "./value.ts";

/** Nesting of lists and maps. */
const JSON_DEPTH_MAX = 32;
/** Number of values in total; 256 KiB can hold more, but no flow needs them. */
const JSON_VALUES_MAX = 20_000;

/** Parses JSON in UTF-8; `undefined` if it is malformed, not UTF-8, or beyond the limits. Empty input is null. */
export function readJson(bytes: Uint8Array): Value | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.trim() === "") return null;
    return toValue(JSON.parse(text), 0, { left: JSON_VALUES_MAX });
  } catch {
    return undefined;
  }
}

/** Converts parsed data to a value; `undefined` if it is beyond the limits or not plain data. */
export function valueOfData(data: unknown): Value | undefined {
  return toValue(data, 0, { left: JSON_VALUES_MAX });
}

function toValue(data: unknown, depth: number, room: { left: number }): Value | undefined {
  room.left -= 1;
  if (room.left < 0 || depth > JSON_DEPTH_MAX) return undefined;
  if (data === null || typeof data === "boolean") return data;
  if (typeof data === "string") return data.toWellFormed();
  // JSON allows 1e999, which parses to Infinity.
  if (typeof data === "number") return Number.isFinite(data) ? data : undefined;
  if (typeof data !== "object") return undefined;
  if (Array.isArray(data)) {
    const items: Value[] = [];
    for (const each of data as unknown[]) {
      const item = toValue(each, depth + 1, room);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }
  const entries: (readonly [string, Value])[] = [];
  for (const [key, each] of Object.entries(data)) {
    const item = toValue(each, depth + 1, room);
    if (item === undefined) return undefined;
    entries.push([key.toWellFormed(), item]);
  }
  return valueMap(entries);
}
