// Wanted values: a variable's type for the matchers, with its present bounds and options.

import type { Template } from "../../../language/expression/ast.ts";
import { renderValue } from "../../../language/expression/template-renderer.ts";
import type { VariableType } from "../../../language/program.ts";
import type { Value } from "../../../value/value.ts";
import type { ValueRule } from "../../understand/understanding.ts";
import { type FlowView, scopeOf } from "../expression-scope.ts";
import { optionsOf } from "./choice-options.ts";

/** A variable's type with its bounds and options evaluated for this moment. */
export function wantedOf(type: VariableType, view: FlowView): ValueRule {
  switch (type.kind) {
    case "number":
      return { kind: "number", integer: type.integer, ...bounds(type, view, numberOf) };
    case "money":
      return { kind: "money", currency: type.currency, ...bounds(type, view, numberOf) };
    case "duration":
    case "amount":
      return { kind: type.kind, unit: type.unit, integer: type.integer, ...bounds(type, view, numberOf) };
    case "date":
    case "time":
    case "time_range":
      return { kind: type.kind, ...bounds(type, view, textOf) };
    case "date_range":
      return {
        kind: type.kind,
        ...(type.unit !== undefined && { unit: type.unit }),
        ...bounds(type, view, textOf),
      };
    case "digits":
      return { kind: "digits", lengthMin: type.lengthMin, lengthMax: type.lengthMax };
    case "code":
      return { kind: "code", mask: type.mask };
    case "phone":
      return { kind: "phone", region: type.region };
    case "choice":
      return { kind: "choice", options: optionsOf(type, view), fromData: "from" in type };
    case "boolean":
    case "email":
    case "name":
    case "text":
      return { kind: type.kind };
    case "list":
    case "object":
    case "audio":
      // The checker refuses a question for data; a flow that still asks accepts any words.
      return { kind: "text" };
  }
}

function bounds<T>(
  type: { readonly min?: Template; readonly max?: Template },
  view: FlowView,
  read: (value: Value) => T | undefined,
): { min?: T; max?: T } {
  const scope = scopeOf(view);
  const min = type.min === undefined ? undefined : read(renderValue(type.min, scope));
  const max = type.max === undefined ? undefined : read(renderValue(type.max, scope));
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/** A numeric bound may be written as a text. */
function numberOf(value: Value): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function textOf(value: Value): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
