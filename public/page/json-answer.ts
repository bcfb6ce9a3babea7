// JSON accessors: read fields of foreign data, such as storage, a proxy's answer or a file, without trusting its shape.

/** The field's value; undefined when it is missing or the answer is no object. */
export function valueOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** The field's value; undefined when it is missing or no string. */
export function textOf(value: unknown, name: string): string | undefined {
  const field = valueOf(value, name);
  return typeof field === "string" ? field : undefined;
}

/** The field's value; undefined when it is missing or no number. */
export function numberOf(value: unknown, name: string): number | undefined {
  const field = valueOf(value, name);
  return typeof field === "number" ? field : undefined;
}

/** The field's value; empty when it is missing or no array. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const field = valueOf(value, name);
  return Array.isArray(field) ? field : [];
}
