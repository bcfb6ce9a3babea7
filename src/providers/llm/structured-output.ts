// Structured output: requests one JSON object from a model, in words if its vendor guarantees nothing, and decides
// which schemas other vendors accept.

import type { LlmRequest } from "../provider-contract.ts";

type Schema = Readonly<Record<string, unknown>>;
type JsonWish = NonNullable<LlmRequest["json"]>;

/** Text for the end of the instructions. Some vendors refuse a JSON request whose instructions lack that word. */
export function jsonInWords({ schema }: JsonWish): string {
  return `Answer with one JSON object and nothing else, of this JSON Schema: ${JSON.stringify(schema)}`;
}

/**
 * True if each object lists all its fields and takes no others, as vendors require of a strict schema (OpenAI:
 * `strict`; `allRequired`: every field must also be present).
 */
export function isClosed(schema: unknown, { allRequired }: { readonly allRequired: boolean }): boolean {
  if (Array.isArray(schema)) return schema.every((part) => isClosed(part, { allRequired }));
  if (typeof schema !== "object" || schema === null) return true;
  const { type, properties, additionalProperties, required, enum: _values, ...rest } = schema as Schema;
  const names = Object.keys(typeof properties === "object" && properties !== null ? properties : {});
  if (type === "object" || properties !== undefined) {
    if (additionalProperties !== false) return false;
    const given: readonly unknown[] = Array.isArray(required) ? required : [];
    if (allRequired && !names.every((name) => given.includes(name))) return false;
  }
  return [...Object.values((properties ?? {}) as Schema), ...Object.values(rest)].every((part) =>
    isClosed(part, { allRequired }),
  );
}
