// Scalar text: converts single values to the text of a field and back. Typed text is a value of the shape, or not yet
// one.

import { alternatives } from "../../complete/shape-at-path.ts";
import { describe } from "../../../../src/flow/language/schema/describe-shape.ts";
import { durationMs } from "../../../../src/flow/value/duration.ts";
import type { Shape } from "../../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";

export type TypedScalar =
  /** Undefined for an empty field. */
  | { readonly value: Plain | undefined }
  /** Expected value, as a sentence; an invalid text is not written. */
  | { readonly why: string };

/** In data the number 5 and the text "5" differ, so texts that look like other values are shown in quotes. */
function isQuotedIn(shape: Shape): boolean {
  return alternatives(shape).some(({ is }) => is === "data" || is === "body");
}

/** The text of a value in a field; empty for lists and maps, and for null where it is no value of the shape. */
export function textOf(shape: Shape, value: Plain | undefined): string {
  if (value === null) return isNullIn(shape) ? "null" : "";
  if (value === undefined || typeof value === "object") return "";
  if (typeof value !== "string" || !isQuotedIn(shape)) return String(value);
  const isItself = typed(shape, value);
  return "value" in isItself && isItself.value === value ? value : JSON.stringify(value);
}

function isNullIn(shape: Shape): boolean {
  const nothing = typed(shape, "null");
  return "value" in nothing && nothing.value === null;
}

/** Parses typed text, without surrounding white space, as a value of the shape. */
export function typed(shape: Shape, text: string): TypedScalar {
  const trimmed = text.trim();
  if (trimmed === "") return { value: undefined };
  for (const each of alternatives(shape)) {
    const value = valueFor(each, trimmed);
    if (value !== undefined) return { value };
  }
  return { why: `This should be ${describe(shape)}.` };
}

function valueFor(shape: Shape, text: string): Plain | undefined {
  switch (shape.is) {
    case "number":
      return numberOf(text);
    case "duration":
      return durationMs(text) === undefined ? undefined : text;
    case "enum":
      return shape.values.find((each) => String(each) === text);
    case "boolean":
      return constants.get(text) ?? undefined;
    case "condition":
      return text === "true" || text === "false" ? text === "true" : text;
    case "bound":
    case "expression":
      return literal(text);
    case "data":
    case "body":
      return unquoted(text) ?? literal(text);
    case "string":
    case "name":
    case "text":
    case "template":
    case "target":
      return text;
    case "phrases":
    case "way":
    case "list":
    case "dictionary":
    case "map":
    case "either":
      return undefined;
  }
}

const constants: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** Any decimal number; the checker reports those outside of the limits. */
function numberOf(text: string): number | undefined {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

function literal(text: string): Plain {
  return text === "null" ? null : (constants.get(text) ?? numberOf(text) ?? text);
}

function unquoted(text: string): string | undefined {
  if (!/^".*"$/s.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
