// Whether a value is of a type, at run time: what tools return, what a session brings along, what `set` computes.

import { dateParts, timeParts } from "../language/clock-parts.ts";
import type { VariableType } from "../program.ts";
import { isValueMap, type Kind, type Value } from "../value.ts";

/** Null is of every type. */
export function conforms(value: Value, kind: Kind): boolean {
  if (value === null) return true;
  switch (kind) {
    case "boolean":
      return typeof value === "boolean";
    case "number":
    case "money":
      return typeof value === "number" && Number.isFinite(value);
    case "list":
      return Array.isArray(value);
    case "object":
    case "audio":
      return isValueMap(value);
    case "date":
      return typeof value === "string" && dateParts(value) !== undefined;
    case "time":
      return typeof value === "string" && timeParts(value) !== undefined;
    case "digits":
      return typeof value === "string" && /^\d+$/.test(value);
    case "phone":
      return typeof value === "string" && /^\+\d{3,15}$/.test(value);
    case "email":
      return typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value);
    default:
      return typeof value === "string";
  }
}

/** Ranges are for answers: what a flow's own tools say is believed. `optionIds` are those of a choice. */
export function fitsVariable(value: Value, type: VariableType, optionIds: readonly string[]): boolean {
  if (value === null) return true;
  if (!conforms(value, type.kind)) return false;
  if (type.kind === "number" && type.integer) return Number.isInteger(value);
  if (type.kind === "choice" && "options" in type) return optionIds.some((id) => id === value);
  if (type.kind === "digits" && typeof value === "string") {
    return value.length >= type.lengthMin && value.length <= type.lengthMax;
  }
  return true;
}
