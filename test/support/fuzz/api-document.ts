// API document for fuzzing: the server's own, as one entry per operation, with a check for each declared answer.

import Schema from "typebox/schema";
import type { Schema as JsonSchema } from "./schema-value.ts";
import { isRecord } from "./schema-value.ts";
import type { TestServer } from "../servers/served.ts";

export interface Content {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface DeclaredAnswer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface Operation {
  /** As in "get /v1/flows/{flow_id}". */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema of its JSON body. */
  readonly body: Content | undefined;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, DeclaredAnswer>>;
}

interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface Described extends Pick<Operation, "security" | "responses"> {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, Content> };
}

/** Every operation, with resolved references. */
export async function operationsOf(served: TestServer): Promise<readonly Operation[]> {
  const raw = (await (await served.ask("/swagger/json")).json()) as Document;
  const { paths } = resolved(raw, raw.components.schemas) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], requestBody, security, responses }]): Operation => ({
        name: `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content["application/json"],
        security,
        responses,
      }),
    ),
  );
}

function resolved(value: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, schemas));
  if (!isRecord(value)) return value;
  const { $ref } = value;
  if (typeof $ref === "string") return schemas[$ref.replace("#/components/schemas/", "")];
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, schemas)]));
}

const checks = new WeakMap<object, (value: unknown) => string | undefined>();

/** The place where a value does not fit a schema of the document. */
export function misfit(schema: JsonSchema, value: unknown): string | undefined {
  const made = checks.get(schema) ?? checkOf(schema);
  checks.set(schema, made);
  return made(value);
}

function checkOf(schema: object): (value: unknown) => string | undefined {
  const compiled = Schema.Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return undefined;
    const [, [first]] = compiled.Errors(value);
    return `${first?.instancePath || "/"}: ${first?.message}`;
  };
}

const closedOnes = new WeakMap<object, JsonSchema>();

/** The same schema, closed to properties that it does not name. */
export function closed(schema: JsonSchema): JsonSchema {
  const known = closedOnes.get(schema) ?? (close(schema) as JsonSchema);
  closedOnes.set(schema, known);
  return known;
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (!isRecord(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, close(each)]));
  return value["type"] === "object" && "properties" in value
    ? { ...inner, additionalProperties: false }
    : inner;
}
