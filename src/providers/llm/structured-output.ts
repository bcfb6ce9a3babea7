// Structured output: how a model is asked for one JSON object, in words where its vendor promises nothing, and which schemas
// vendors take that promise more.

import type { LlmRequest } from "../provider-contract.ts";

type Schema = Readonly<Record<string, unknown>>;
type JsonWish = NonNullable<LlmRequest["json"]>;

/** For the end of the instructions. Some vendors refuse a promise of JSON whose instructions do not hold that word. */
export function jsonInWords({ schema }: JsonWish): string {
  return `Answer with one JSON object and nothing else, of this JSON Schema: ${JSON.stringify(schema)}`;
}

/**
 * Whether each object in it names all its fields and takes no others, which is what vendors ask of a schema that they
 * are to hold to strictly (OpenAI: `strict`; `allRequired`: every field must be there, too).
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
