// Shape check: whether a value from JSON has the shape of a message's schema. Pure.

import type { Shape } from "./message-shapes.ts";

/** Additional fields are allowed: a newer server may send more. */
export function fits(value: unknown, shape: Shape): boolean {
  if ("const" in shape && value !== shape.const) return false;
  if (shape.enum?.includes(value) === false) return false;
  if (shape.anyOf?.some((each) => fits(value, each)) === false) return false;
  if (shape.minimum !== undefined && typeof value === "number" && value < shape.minimum) return false;
  return shape.type === undefined || isOfType(value, shape);
}

function isOfType(value: unknown, { type, items, required = [], properties = {} }: Shape): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value) && (items === undefined || value.every((each) => fits(each, items)));
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      const fields = value as Readonly<Record<string, unknown>>;
      return (
        required.every((name) => Object.hasOwn(fields, name)) &&
        Object.entries(properties).every(
          ([name, shape]) => !Object.hasOwn(fields, name) || fits(fields[name], shape),
        )
      );
    }
    default:
      return typeof value === type;
  }
}
