// Shape lookup: the language table's entry for a place of a document.

import type { Path } from "../../language/source/problem.ts";
import type { PlaceName, Shape } from "../../language/schema/shape.ts";
import { isSayPlace, sayPlaceOf } from "../../language/schema/say-shape.ts";
import { places } from "../../language/schema/table.ts";
import { type Fields, isFields, isList, valueAt } from "./data-at-path.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";

export interface ShapeAt {
  readonly shape: Shape;
  /** Optional key of the language; neither an author's name nor a list item. */
  readonly isOptional: boolean;
}

/** Shape of a path in the language; undefined if it has none. */
export function shapeAt(data: Fields, path: Path): ShapeAt | undefined {
  let reached: ShapeAt | undefined = { shape: { is: "map", place: "flow" }, isOptional: false };
  for (const [i, part] of path.entries()) {
    const holder = valueAt(data, path.slice(0, i));
    const shape: Shape | undefined = reached === undefined ? undefined : fitting(reached.shape, holder);
    reached = shape === undefined ? undefined : inside(shape, part);
  }
  return reached;
}

function inside(shape: Shape, part: string | number): ShapeAt | undefined {
  switch (shape.is) {
    case "map": {
      const key = places[shape.place].keys.find(({ name }) => name === part);
      return key && { shape: key.shape, isOptional: key.required !== true };
    }
    case "dictionary":
    case "list":
      return { shape: shape.of, isOptional: false };
    case "way":
      return { shape: { is: "map", place: "branch" }, isOptional: false };
    case "text":
    case "phrases":
    case "expression":
    case "body":
      return { shape, isOptional: false };
    default:
      return undefined;
  }
}

/** The alternative of an `either` shape that a value matches. */
export function fitting(shape: Shape, value: Plain | undefined): Shape {
  if (shape.is !== "either") return shape;
  const open: readonly Shape["is"][] = ["expression", "body", "data", "text", "phrases"];
  const isFit = (each: Shape): boolean => {
    const { is } = each;
    // A mock with any other key is a body.
    if (each.is === "map" && each.place === "control") return isFields(value) && hasOnly(value, "control");
    const form = isFields(value) ? sayPlaceOf(value) : undefined;
    if (form !== undefined && is === "text") return false;
    if (each.is === "map" && isSayPlace(each.place)) return each.place === form;
    if (isFields(value)) return is === "map" || is === "dictionary" || open.includes(is);
    if (isList(value)) return is === "list" || is === "way" || open.includes(is);
    return is !== "map" && is !== "dictionary" && is !== "list";
  };
  return shape.of.find(isFit) ?? shape;
}

function hasOnly(value: Fields, place: PlaceName): boolean {
  const names = new Set(places[place].keys.map(({ name }) => name));
  return [...value.keys()].every((key) => names.has(key));
}

/** Whether a shape allows a list as well as a single value. */
export function takesList(shape: Shape): boolean {
  if (shape.is === "either") return shape.of.some(takesList);
  return shape.is === "list" || shape.is === "text";
}
