// JSON fields of a foreign server: read one at a time, because nothing it sends is trusted.

/** Fields of a JSON text; undefined if it is no object. */
export function parsedRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? asRecord(value) : undefined;
  } catch {
    return undefined;
  }
}

/** The fields of a JSON object, or none. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** "" for anything but text. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Undefined for anything but a finite number. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
