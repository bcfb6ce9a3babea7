// Shape lookup: finds the shapes and keys that the language allows at a path of a document.

import { ownerOf } from "../../../src/flow/language/check/key-owner.ts";
import { type Fields, fieldsOf, isFields, isList } from "../../../src/flow/author/edit/data-at-path.ts";
import type { Path } from "../../../src/flow/language/source/problem.ts";
import type { Key, PlaceName, Shape } from "../../../src/flow/language/schema/shape.ts";
import { places } from "../../../src/flow/language/schema/table.ts";
import { notOnTypes } from "../../../src/flow/language/schema/variable-table.ts";
import type { Plain } from "../../../src/flow/language/source/yaml-tree.ts";

export interface ShapeAtPath {
  /** Several when alternatives are allowed; empty when the path is unknown. */
  readonly shapes: readonly Shape[];
  /** The table row of the key; for parts inside its value it is the same row. */
  readonly key: Key | undefined;
}

/** Walks the path from the root, through the document's values where verbs and types decide the shapes. */
export function shapeAtPath(document: Fields, path: Path): ShapeAtPath {
  let standing: ShapeAtPath = { shapes: [{ is: "map", place: "flow" }], key: undefined };
  let value: Plain | undefined = document;
  path.forEach((part, depth) => {
    const children: ShapeAtPath[] = standing.shapes.map((shape) =>
      partOf(shape, { part, key: standing.key, value, document, path: path.slice(0, depth) }),
    );
    standing = {
      shapes: children.flatMap(({ shapes }) => shapes),
      key: children.find(({ key }) => key !== undefined)?.key,
    };
    value = childOf(value, part);
  });
  return standing;
}

function childOf(value: Plain | undefined, part: string | number): Plain | undefined {
  if (isFields(value)) return value.get(String(part));
  return isList(value) ? value[Number(part)] : undefined;
}

interface PathStep {
  readonly part: string | number;
  readonly key: Key | undefined;
  /** The value in which the part is looked up. */
  readonly value: Plain | undefined;
  readonly document: Fields;
  readonly path: Path;
}

function partOf(shape: Shape, { part, key, value, document, path }: PathStep): ShapeAtPath {
  switch (shape.is) {
    case "map": {
      const rows = keysOf(shape.place, fieldsOf(value), { document, path });
      const row = rows.find(({ name }) => name === part) ?? foreignRow(shape.place, String(part));
      return { shapes: row === undefined ? [] : alternatives(row.shape), key: row };
    }
    case "dictionary":
    case "list":
      return { shapes: alternatives(shape.of), key };
    case "text":
      return { shapes: [typeof part === "string" ? shape : { is: "template" }], key };
    case "phrases":
      return { shapes: [typeof part === "string" ? shape : { is: "string" }], key };
    case "way":
      return { shapes: [{ is: "map", place: "branch" }], key };
    case "expression":
    case "body":
    case "data":
      return { shapes: [shape], key };
    default:
      return { shapes: [], key };
  }
}

/** A row for a key that only another verb or type allows, so that it can still be explained. */
function foreignRow(place: PlaceName, name: string): Key | undefined {
  return places[place].keys.find((key) => key.name === name);
}

/** The alternatives of a shape: `either` is flattened, any other shape is its only alternative. */
export function alternatives(shape: Shape): readonly Shape[] {
  return shape.is === "either" ? shape.of.flatMap(alternatives) : [shape];
}

/** A map's document, which defines its types, and its path. */
export interface MapPlace {
  readonly document: Fields;
  readonly path: Path;
}

/** The keys that a map may have, each once. Only those of its verb or type, if that is known. */
export function keysOf(place: PlaceName, map: Fields, { document, path }: MapPlace): readonly Key[] {
  const owner = ownerOf(map, place, document);
  const fitting = places[place].keys.filter(
    ({ name, only }) =>
      (only === undefined || owner === undefined || only.includes(owner)) &&
      !(place === "variable" && path[0] === "types" && notOnTypes.has(name)),
  );
  return fitting.filter(({ name }, at) => fitting.findIndex((key) => key.name === name) === at);
}
