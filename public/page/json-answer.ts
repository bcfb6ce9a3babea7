// JSON accessors: read fields of a server's answer without trusting its shape.

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

/** An advice for programs at the end of a sentence, such as ": GET /v1/flows lists them." */
const requestAdvice = /(?:[:;.]| \() ?(?:GET|POST|PUT|PATCH|DELETE) \/[^]*$/;

/** The part of a refusal that a person at a page needs; names of requests are for programs. */
export function detailOf(problem: unknown): string {
  return (textOf(problem, "detail") ?? "The server gave no reason.").replace(requestAdvice, ".");
}
