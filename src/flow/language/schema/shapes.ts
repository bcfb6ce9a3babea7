// Shape constructors: short names in which the table of the language is written.

import type { Key, NamedThing, PlaceName, Shape } from "./shape.ts";

export const text: Shape = { is: "text" };
export const phrases: Shape = { is: "phrases" };
export const template: Shape = { is: "template" };
export const bound: Shape = { is: "bound" };
export const condition: Shape = { is: "condition" };
export const expression: Shape = { is: "expression" };
export const target: Shape = { is: "target" };
export const way: Shape = { is: "way" };
export const boolean: Shape = { is: "boolean" };
export const data: Shape = { is: "data" };
export const words: Shape = { is: "string" };

/** A key of the phone's keypad. */
export const phoneKey: Shape = {
  is: "string",
  pattern: "^[0-9*#]$",
  says: 'one key of the phone in quotes, such as "1"',
};

export function nameOf(of: NamedThing): Shape {
  return { is: "name", of };
}

export function oneOf(...values: readonly (string | number | boolean)[]): Shape {
  return { is: "enum", values };
}

export function whole(min: number, max: number): Shape {
  return { is: "number", min, max, integer: true };
}

export function duration(minMs: number, maxMs: number): Shape {
  return { is: "duration", minMs, maxMs };
}

export function listOf(of: Shape, bounds: { readonly min?: number; readonly max?: number } = {}): Shape {
  return { is: "list", of, ...bounds };
}

export function dictionary(keys: NamedThing | "any", of: Shape): Shape {
  return { is: "dictionary", keys, of };
}

export function map(place: PlaceName): Shape {
  return { is: "map", place };
}

export function either(...of: readonly Shape[]): Shape {
  return { is: "either", of };
}

type More = Partial<Pick<Key, "default" | "only">> & { readonly required?: true };

/** A key's shape, description and further properties. */
type KeyRow = readonly [shape: Shape, doc: string, more?: More];

export function key(name: string, ...[shape, doc, more]: KeyRow): Key {
  return { name, shape, doc, ...more };
}
