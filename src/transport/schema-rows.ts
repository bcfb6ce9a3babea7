// Schema rows: the protocol's schemas as rows for a page: field, meaning, required or not. Reads JSON Schema and
// knows no HTML.

import type { TSchema } from "typebox";
import { clientCommands, clientMessages } from "./message-client.ts";
import type { MessageDescription } from "./message-envelope.ts";
import { ownMessages } from "./message-extension.ts";
import { rtviMessages } from "./message-server.ts";

export interface FieldRow {
  /** With its path inside `data`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

export interface MessageRow {
  /** Unique name: the type, or the name of the command or event behind it. */
  readonly name: string;
  readonly description: string;
  readonly fields: readonly FieldRow[];
  readonly example: object;
  readonly schema: TSchema;
}

/** Used part of a JSON Schema. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

export const fromClientRows: readonly MessageRow[] = [
  ...Object.values(clientMessages),
  ...Object.values(clientCommands),
].map(rowOf);

export const rtviRows: readonly MessageRow[] = Object.values(rtviMessages).map(rowOf);

export const ownRows: readonly MessageRow[] = Object.values(ownMessages).map(rowOf);

function rowOf(message: TSchema & MessageDescription): MessageRow {
  const { type, data } = (message as Schema).properties ?? {};
  const inner = data?.properties?.["t"]?.const ?? data?.properties?.["type"]?.const;
  const outer = String(type?.const);
  return {
    name: typeof inner === "string" ? `${outer} · ${inner}` : outer,
    description: message.description,
    fields: data === undefined ? [] : fieldsOf(data, ""),
    example: message.examples[0],
    schema: message,
  };
}

function fieldsOf(schema: Schema, path: string): readonly FieldRow[] {
  if (schema.items !== undefined) return fieldsOf(schema.items, `${path}[]`);
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => fieldsOf(one, path));
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = path === "" ? key : `${path}.${key}`;
    const required = schema.required?.includes(key) ?? false;
    const row = { name, type: typeOf(field), required, description: field.description ?? "" };
    return [row, ...fieldsOf(field, name)];
  });
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`;
  return schema.type ?? "any";
}
