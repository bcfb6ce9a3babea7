// Schema values: made from a JSON Schema of the API document: some fit, and some are wrong in one place.

import type { Random } from "../random.ts";

export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly maxProperties?: number;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Values beyond a schema: for a property's name a meaningful value, or `undefined`. */
export type Hint = (name: string) => unknown;

const letters = Array.from("abcdefghijklmnopqrstuvwxyz ABC 0123456789 -_.,:;!?/\\\"'{}[]<>&%#@äßéñ漢字🙂");

/** Fits the schema. */
export function validOf(schema: Schema, dice: Random, hint: Hint = () => undefined): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  if (schema.anyOf) return validOf(dice.pick(schema.anyOf), dice, hint);
  switch (schema.type) {
    case "string":
      return textOf(schema, dice);
    case "integer":
      return dice.pick([schema.minimum ?? -5, schema.maximum ?? 2 ** 31, schema.minimum ?? 0]);
    case "number":
      return dice.pick([schema.minimum ?? 0.5, schema.maximum ?? 1e9]);
    case "boolean":
      return dice.chance(0.5);
    case "null":
      return null;
    case "array": {
      const most = schema.maxItems ?? 3;
      const length = dice.chance(0.1) ? most : dice.int(0, Math.min(3, most));
      return Array.from({ length }, () => validOf(schema.items ?? {}, dice, hint));
    }
    case "object":
      return objectOf(schema, dice, hint);
    default:
      return dice.pick([null, true, 7, -0.5, "text", [], ["a", 1], {}, { a: { b: [null] } }]);
  }
}

function objectOf(schema: Schema, dice: Random, hint: Hint): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (!schema.required?.includes(name) && dice.chance(0.4)) continue;
    const meant = hint(name);
    // Null may have a meaning, too.
    made[name] = meant === undefined ? validOf(inner, dice, hint) : meant;
  }
  const [others] = Object.values(schema.patternProperties ?? {});
  if (others === undefined) return made;
  const most = schema.maxProperties ?? 5;
  const length = dice.chance(0.1) ? most : dice.int(0, Math.min(5, most));
  for (let i = 0; i < length; i++) made[`${dice.pick(letters)}${i}`] = validOf(others, dice, hint);
  return made;
}

/** Has a letter wherever one is required, and no half characters. */
function textOf({ minLength = 0, maxLength = 40 }: Schema, dice: Random): string {
  const length = dice.chance(0.1) ? maxLength : dice.int(minLength, Math.min(maxLength, minLength + 20));
  // Lengths are counted in characters here and in code units elsewhere: these letters stay below both.
  const text = Array.from({ length }, () => dice.pick(letters)).join("");
  return `a${text}`.slice(0, length).replace(/[\uD800-\uDBFF]$/, "z");
}

const otherTypes: readonly unknown[] = [null, true, 0.5, -1e9, "", "no such thing", [], [[]], {}, { a: 1 }];

/** `valid` changed in one place to something that most likely does not fit the schema. */
export function brokenOf(schema: Schema, valid: unknown, dice: Random): unknown {
  const { properties, items } = schema;
  if (properties !== undefined && isRecord(valid) && dice.chance(0.85)) {
    const name = dice.pick(Object.keys(properties));
    if (schema.additionalProperties === false && dice.chance(0.2))
      return {
        ...valid,
        [dice.pick([`${name}s`, name.toUpperCase(), "", "a/b~c", "toString"])]: dice.pick(otherTypes),
      };
    const inner = properties[name] ?? {};
    const { [name]: old, ...rest } = valid;
    if (schema.required?.includes(name) && dice.chance(0.3)) return rest;
    return { ...rest, [name]: brokenOf(inner, old ?? validOf(inner, dice), dice) };
  }
  if (items !== undefined && Array.isArray(valid) && valid.length > 0 && dice.chance(0.7))
    return [brokenOf(items, valid[0], dice), ...(valid.slice(1) as unknown[])];
  const kinds = [
    ...otherTypes,
    ...(schema.maxLength === undefined ? [] : ["x".repeat(schema.maxLength + 1)]),
    ...(schema.minLength === undefined ? [] : ["x".repeat(Math.max(0, schema.minLength - 1))]),
    ...(schema.maximum === undefined ? [] : [schema.maximum + 1]),
    ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
    ...(schema.maxItems === undefined ? [] : [Array.from({ length: schema.maxItems + 1 }, () => valid)]),
  ];
  return dice.pick(kinds);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
