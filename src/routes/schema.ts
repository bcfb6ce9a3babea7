// One wrapper that makes a TypeBox schema of ours fit into a route: it validates, it types the handler, and
// it stays plain JSON Schema for the API document.

import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";

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

/** A missing property is said at its own place, where a form would show it. */
function toIssues(error: TLocalizedValidationError): Issue[] {
  if (error.keyword !== "required") return [{ message: error.message, path: [error.instancePath] }];
  return error.params.requiredProperties.map((name) => ({
    message: "Is required",
    path: [`${error.instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`],
  }));
}

/** For bodies and responses. Query, params and headers need coercion: those use Elysia's own `t`. */
export function standard<S extends TSchema>(schema: S): { readonly "~standard": Standard<Static<S>> } {
  // At its first use: compiling all of them would hold up the start.
  let compiled: ReturnType<typeof Compile<S>> | undefined;
  const validate: Standard<Static<S>>["validate"] = (value) => {
    compiled ??= Compile(schema);
    return compiled.Check(value)
      ? { value: value as Static<S> }
      : { issues: compiled.Errors(value).flatMap(toIssues) };
  };
  const whole: Standard<Static<S>> = { version: 1, vendor: "typebox", validate };
  // Not enumerable, so that the API document sees a schema and nothing else.
  return Object.defineProperty({ ...schema }, "~standard", { value: whole }) as unknown as {
    readonly "~standard": Standard<Static<S>>;
  };
}
