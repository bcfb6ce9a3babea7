// JSON Schema for a model: describes the canonical values that it may fill and the parameters of the tools that it
// may call.

import type { Tool } from "../../../language/program.ts";
import type { HeardList, ValueRule } from "../../understand/understanding.ts";
import { maskMark } from "../../../value/postcodes.ts";
import type { Kind } from "../../../value/value.ts";

type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema (https://json-schema.org) of the canonical values of a type. */
export function schemaOf(wanted: ValueRule): Schema {
  switch (wanted.kind) {
    case "boolean":
      return { type: "boolean" };
    case "number":
      return { type: wanted.integer ? "integer" : "number", ...range(wanted.min, wanted.max) };
    case "money":
      return {
        type: "number",
        description: `An amount in ${wanted.currency}`,
        ...range(wanted.min, wanted.max),
      };
    case "duration":
    case "amount":
      return {
        type: wanted.integer ? "integer" : "number",
        description: `A number of ${wanted.unit}`,
        ...range(wanted.min, wanted.max),
      };
    case "choice":
      return { type: "string", enum: wanted.options.map(({ id }) => id) };
    case "digits":
      return { type: "string", pattern: `^[0-9]{${wanted.lengthMin},${wanted.lengthMax}}$` };
    case "code":
      return {
        type: "string",
        description: `A code; A is a letter, 9 a digit, * either: ${wanted.mask.split(maskMark).join(" or ")}`,
      };
    default:
      return ofKind(wanted.kind);
  }
}

/** JSON Schema of a list of records: every field is present, null if an entry lacks it. */
export function schemaOfList({ fields }: HeardList): Schema {
  const properties = fields.map(({ name, wanted, isOptional, onlyFor }): [string, Schema] => {
    const schema = schemaOf(wanted);
    return [name, isOptional || onlyFor.length > 0 ? { anyOf: [schema, { type: "null" }] } : schema];
  });
  return {
    type: "array",
    items: {
      type: "object",
      properties: Object.fromEntries(properties),
      required: fields.map(({ name }) => name),
      additionalProperties: false,
    },
  };
}

/** JSON Schema of a tool's parameters, all of them required. */
export function parametersOf({ params }: Tool): Schema {
  return {
    type: "object",
    properties: Object.fromEntries([...params].map(([name, kind]) => [name, ofKind(kind)])),
    required: [...params.keys()],
    additionalProperties: false,
  };
}

function range(minimum: number | undefined, maximum: number | undefined): Readonly<Record<string, number>> {
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

/** No example is a value: a model would fall back on it. */
function ofKind(kind: Kind): Schema {
  switch (kind) {
    case "boolean":
      return { type: "boolean" };
    case "number":
    case "money":
    case "duration":
    case "amount":
      return { type: "number" };
    case "date_range":
      return { type: "string", description: "Two dates, YYYY-MM-DD/YYYY-MM-DD" };
    case "time_range":
      return { type: "string", description: "Two times of 24 hours, HH:MM/HH:MM" };
    case "date":
      return { type: "string", description: "A date, YYYY-MM-DD" };
    case "time":
      return { type: "string", description: "A time of 24 hours, HH:MM" };
    case "phone":
      return { type: "string", description: "A telephone number in E.164" };
    case "email":
      return { type: "string", description: "An e-mail address" };
    case "list":
      return { type: "array" };
    case "object":
    case "audio":
      return { type: "object" };
    case "digits":
      return { type: "string", pattern: "^[0-9]+$" };
    case "code":
    case "name":
    case "choice":
    case "text":
      return { type: "string" };
  }
}
