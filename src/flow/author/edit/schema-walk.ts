// Schema walk: visits a document along the table of the language, with all authors' names and all texts in their
// places.

import type { Path } from "../../language/source/problem.ts";
import type { NamedThing, Shape } from "../../language/schema/shape.ts";
import { places } from "../../language/schema/table.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { type Fields, isFields, isList } from "./data-at-path.ts";
import { fitting } from "./shape-of-value.ts";

export interface Visitor {
  /** Key chosen by an author; the last of the path. */
  readonly key: (path: Path, of: NamedThing | "any") => void;
  /** A text, with its kind. Lists, translations and structures are visited text by text. */
  readonly text: (path: Path, text: string, is: TextKind) => void;
}

/** `name`: has a named thing; `plain`: neither of the others. */
export type TextKind =
  { readonly is: "name"; readonly of: NamedThing } | { readonly is: "template" | "expression" | "plain" };

/** Calls the visitor for every chosen key and every text of a document, in the order of the document. */
export function visit(data: Fields, visitor: Visitor): void {
  walk(data, { path: [], shape: { is: "map", place: "flow" }, visitor });
}

interface Walk {
  readonly path: Path;
  readonly shape: Shape;
  readonly visitor: Visitor;
}

function walk(value: Plain, { path, shape: open, visitor }: Walk): void {
  const shape = fitting(open, value);
  const on = (part: string | number, each: Plain, of: Shape): void =>
    walk(each, { path: [...path, part], shape: of, visitor });
  if (shape.is === "map" && isFields(value)) {
    for (const [key, each] of value) {
      const match = places[shape.place].keys.find(({ name }) => name === key);
      if (match !== undefined) on(key, each, match.shape);
    }
  } else if (shape.is === "dictionary" && isFields(value)) {
    for (const [key, each] of value) {
      visitor.key([...path, key], shape.keys);
      on(key, each, shape.of);
    }
  } else if (shape.is === "way" && isList(value)) {
    value.forEach((each, i) => on(i, each, { is: "map", place: "branch" }));
  } else if (shape.is === "list" && isList(value)) {
    value.forEach((each, i) => on(i, each, shape.of));
  } else {
    texts(value, { path, shape, visitor });
  }
}

const kindOf: Partial<Record<Shape["is"], TextKind>> = {
  text: { is: "template" },
  template: { is: "template" },
  bound: { is: "template" },
  body: { is: "template" },
  condition: { is: "expression" },
  expression: { is: "expression" },
  target: { is: "name", of: "node" },
  way: { is: "name", of: "node" },
};

function texts(value: Plain, { path, shape, visitor }: Walk): void {
  if (isFields(value)) {
    for (const [key, each] of value) {
      visitor.key([...path, key], "any");
      texts(each, { path: [...path, key], shape, visitor });
    }
  } else if (isList(value)) {
    value.forEach((each, i) => texts(each, { path: [...path, i], shape, visitor }));
  } else if (typeof value === "string") {
    visitor.text(path, value, textKind(path, shape));
  }
}

function textKind(path: Path, shape: Shape): TextKind {
  if (shape.is === "name") return shape;
  // A variable's start value is data, but its text may contain {{ }}.
  if (shape.is === "data" && path.length === 3 && path[0] === "variables" && path[2] === "default") {
    return { is: "template" };
  }
  return kindOf[shape.is] ?? { is: "plain" };
}
