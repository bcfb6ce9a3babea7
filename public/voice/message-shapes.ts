// Message shapes: the server's own schemas as plain data, reduced to the parts that a page needs. Runs while the pages
// are bundled (a macro), so that no page contains the schema library.

import { label, rtviVersion } from "../../src/transport/message-envelope.ts";
import { ownMessages } from "../../src/transport/message-extension.ts";
import { rtviMessages } from "../../src/transport/message-server.ts";

/** The used part of JSON Schema. */
export interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly minimum?: number;
  readonly items?: Shape;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** Keywords that `shape-check.ts` checks. */
const checked = new Set(["type", "const", "enum", "anyOf", "minimum", "items", "required", "properties"]);
/** Keywords without effect: descriptions, and the one pattern of a record, which every key matches. */
const ignored = new Set(["description", "examples", "patternProperties"]);

/** Contract of both sides of the wire. Throws for a schema with unchecked keywords. */
export function wireContract() {
  const schemas = Object.values({ ...rtviMessages, ...ownMessages });
  return { label, rtviVersion, shapes: schemas.map((schema) => shapeOf(JSON.parse(JSON.stringify(schema)))) };
}

function shapeOf(schema: Readonly<Record<string, unknown>>): Shape {
  const kept = Object.entries(schema).filter(([key]) => !ignored.has(key));
  const unknown = kept.find(([key]) => !checked.has(key));
  if (unknown !== undefined) throw new Error(`Pages do not check "${unknown[0]}" of messages.`);
  return Object.fromEntries(kept.map(([key, value]) => [key, partOf(key, value)]));
}

function partOf(key: string, value: unknown): unknown {
  type Schema = Readonly<Record<string, unknown>>;
  switch (key) {
    case "anyOf":
      return (value as readonly Schema[]).map(shapeOf);
    case "items":
      return shapeOf(value as Schema);
    case "properties":
      return Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, schema]) => [name, shapeOf(schema)]),
      );
    default:
      return value;
  }
}
