// Route schema: one wrapper that fits a TypeBox schema of ours into a route. It validates, it types the handler, and
// it stays plain JSON Schema for the API document.

import { type Static, type TProperties, type TSchema, type TSchemaOptions, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { didYouMean } from "../../base/closest-word.ts";
import { saidMisfits } from "../../base/words/schema-sentence.ts";

interface Issue {
  readonly message: string;
  /** One element: the whole JSON pointer, because Elysia joins elements with dots. */
  readonly path: readonly [pointer: string];
}

interface Standard<T> {
  readonly version: 1;
  readonly vendor: "typebox";
  readonly types?: { readonly input: T; readonly output: T };
  readonly validate: (value: unknown) => { value: T } | { issues: Issue[] };
}

/** The body of a request, which has these keys and no others: one that is written wrong would be left out silently. */
export function requestBody<P extends TProperties>(properties: P, options: TSchemaOptions) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Place where "schema is false" means an unknown key; no body has a closed object inside. */
const unknownKey = "#/additionalProperties";

/** A missing property is reported at its own place, where a form would show it; so is an unknown one. */
function toIssues(error: TLocalizedValidationError, keys: readonly string[]): Issue[] {
  const { keyword, params, instancePath, schemaPath } = error;
  if (keyword === "required")
    return params.requiredProperties.map((name) => ({
      message: "Is required",
      path: [`${instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`],
    }));
  // A separate issue reports all of them once, but not if there are more than typebox reports.
  if (keyword === "additionalProperties") return [];
  if (keyword === "boolean" && schemaPath === unknownKey) {
    const way =
      didYouMean(instancePath.slice(1), keys) ??
      `there ${keys.length === 1 ? "is" : "are"} ${keys.join(", ")}`;
    return [{ message: `Is not a known key: ${way}`, path: [instancePath] }];
  }
  return [];
}

/** Rules beyond the schema's own keys. */
const keyRules: ReadonlySet<string> = new Set(["required", "additionalProperties", "boolean"]);

function issuesOf(
  schema: TSchema,
  errors: readonly TLocalizedValidationError[],
  keys: readonly string[],
): Issue[] {
  const others = errors.filter(({ keyword }) => !keyRules.has(keyword));
  return [
    ...errors.flatMap((error) => toIssues(error, keys)),
    ...saidMisfits(schema, others).map(({ pointer, says }): Issue => ({ message: says, path: [pointer] })),
  ];
}

/** The type or null. */
export const orNull = <T extends TSchema>(type: T, description?: string) =>
  Type.Union([type, Type.Null()], description === undefined ? {} : { description });

/** Standard schema for bodies and responses. Query, params and headers need coercion: those use Elysia's own `t`. */
export function standard<S extends TSchema>(schema: S): { readonly "~standard": Standard<Static<S>> } {
  // Compiled at the first use: compiling all of them would hold up the start.
  let compiled: ReturnType<typeof Compile<S>> | undefined;
  const keys = Object.keys(("properties" in schema ? schema.properties : undefined) ?? {});
  const validate: Standard<Static<S>>["validate"] = (value) => {
    compiled ??= Compile(schema);
    return compiled.Check(value)
      ? { value: value as Static<S> }
      : { issues: issuesOf(schema, compiled.Errors(value), keys) };
  };
  const whole: Standard<Static<S>> = { version: 1, vendor: "typebox", validate };
  // Not enumerable, so that the API document sees a schema and nothing else.
  return Object.defineProperty({ ...schema }, "~standard", { value: whole }) as unknown as {
    readonly "~standard": Standard<Static<S>>;
  };
}

/** Marks the schema of a body that may be absent for the API document, which has no other place to see it. */
export const mayBeAbsent = "x-may-be-absent";

/** Standard schema of a body that may be absent. */
export function optional<T>(schema: { readonly "~standard": Standard<T> }) {
  const { "~standard": whole } = schema;
  const validate: Standard<T | undefined>["validate"] = (value) =>
    value === undefined ? { value: undefined } : whole.validate(value);
  return Object.defineProperty({ ...schema, [mayBeAbsent]: true }, "~standard", {
    value: { ...whole, validate },
  }) as unknown as {
    readonly "~standard": Standard<T | undefined>;
  };
}
