// JSON Schema generator: the table of the language as a JSON Schema (draft 2020-12), for completion in YAML
// editors. The checker is stricter: it also knows which keys and values go together.

import type { Key, PlaceSchema, Shape } from "./shape.ts";
import { places } from "./table.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The schema of a flow document as JSON data. */
export function jsonSchema(): Schema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Voice Flow",
    $ref: "#/$defs/flow",
    $defs: {
      ...shared,
      ...Object.fromEntries(Object.entries(places).map(([name, place]) => [name, schemaOf(place)])),
    },
  };
}

const textOrList: readonly Schema[] = [
  { type: "string" },
  { type: "array", items: { type: "string" }, minItems: 1, maxItems: 20 },
];
const phraseList: Schema = { type: "array", items: { type: "string" }, minItems: 1 };

/** Shapes that many keys share. */
const shared: Readonly<Record<string, Schema>> = {
  text: { anyOf: [...textOrList, { type: "object", additionalProperties: { anyOf: textOrList } }] },
  phrases: {
    anyOf: [phraseList, { type: "object", additionalProperties: { ...phraseList, minItems: 0 } }],
  },
  way: { anyOf: [{ type: "string" }, { type: "array", items: { $ref: "#/$defs/branch" }, minItems: 1 }] },
  duration: { type: "string", pattern: "^[0-9]+(\\.[0-9]+)?(ms|s|m|h)$" },
};

function schemaOf({ title, doc, keys }: PlaceSchema): Schema {
  const byName = Map.groupBy(keys, ({ name }) => name);
  const properties = [...byName].map(([name, rows]) => [name, keySchema(rows)] as const);
  const required = keys.filter((key) => key.required === true).map(({ name }) => name);
  return {
    title,
    description: doc,
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The schema of one key; its shape may differ by verb. */
function keySchema(rows: readonly Key[]): Schema {
  const [first] = rows;
  const shapes = rows.map(({ shape }) => shapeSchema(shape));
  const unique = [...new Map(shapes.map((each) => [JSON.stringify(each), each])).values()];
  const isAnyones = rows.some((row) => row.only === undefined);
  const only = isAnyones ? [] : [...new Set(rows.flatMap((row) => row.only ?? []))];
  const about = [
    first?.doc ?? "",
    ...(only.length > 0 ? [`Only for ${only.join(", ")}.`] : []),
    ...(first?.default === undefined ? [] : [`Default: ${first.default}.`]),
  ].join(" ");
  return { description: about, ...(unique.length === 1 ? unique[0] : { anyOf: unique }) };
}

function shapeSchema(shape: Shape): Schema {
  switch (shape.is) {
    case "text":
    case "phrases":
    case "way":
    case "duration":
      return { $ref: `#/$defs/${shape.is}` };
    case "string":
      return { type: "string", ...(shape.pattern !== undefined && { pattern: shape.pattern }) };
    case "name":
    case "template":
    case "target":
      return { type: "string" };
    case "bound":
      return { type: ["string", "number"] };
    case "condition":
      return { type: ["string", "boolean"] };
    case "number": {
      const { min, max, integer } = shape;
      return {
        type: integer === true ? "integer" : "number",
        ...(min !== undefined && { minimum: min }),
        ...(max !== undefined && { maximum: max }),
      };
    }
    case "boolean":
      return { type: "boolean" };
    case "enum":
      return { enum: shape.values };
    case "list":
      return {
        type: "array",
        items: shapeSchema(shape.of),
        ...(shape.min !== undefined && { minItems: shape.min }),
        ...(shape.max !== undefined && { maxItems: shape.max }),
      };
    case "dictionary":
      return { type: "object", additionalProperties: shapeSchema(shape.of) };
    case "map":
      return { $ref: `#/$defs/${shape.place}` };
    case "either":
      return { anyOf: shape.of.map(shapeSchema) };
    case "expression":
    case "body":
    case "data":
      return {};
  }
}
