// Typed value: turns a value typed into a field into an edit of the document. Where a text or a list may stand, it
// chooses between them.

import { isList, valueAt } from "../../../../src/flow/author/edit/data-at-path.ts";
import type { Fields } from "../../../../src/flow/author/edit/data-at-path.ts";
import type { Operation } from "../../../../src/flow/author/edit/operation.ts";
import { shapeAt } from "../../../../src/flow/author/edit/shape-of-value.ts";
import { type Path, pointerOf } from "../../../../src/flow/language/source/problem.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";

/** The edit that writes the value at the path. `undefined` removes it. */
export function operationForTyping(document: Fields, path: Path, value: Plain | undefined): Operation {
  const pointer = pointerOf(path);
  const last = path.at(-1);
  const above = path.slice(0, -1);
  const holder = valueAt(document, above);
  if (typeof last !== "number" || isList(holder)) return { op: "set", pointer, value };
  const list = pointerOf(above);
  const shape = shapeAt(document, above)?.shape.is;
  const isSingle = shape === "either" || shape === "text";
  if (value === undefined) return { op: "set", pointer: list, value };
  const isFirst = last === 0 && (isSingle || !(holder === undefined || holder === null));
  if (isFirst) return { op: "set", pointer: list, value };
  return { op: "insert", pointer: list, index: last, value };
}
