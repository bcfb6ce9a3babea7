// Named node: finds the node that a word of the text refers to, so that a click or F12 can go there.

import { type Fields, fieldsOf } from "../../../src/flow/author/edit/data-at-path.ts";
import type { Shape } from "../../../src/flow/language/schema/shape.ts";
import { shapeAtPath } from "../complete/shape-at-path.ts";
import { caretContextAt } from "./caret-path.ts";
import { wordAt } from "./word-at.ts";

/** Undefined when the word names no existing node. `document` may be older than the text. */
export function nodeNamedAt(text: string, offset: number, document: Fields): string | undefined {
  const word = wordAt(text, offset);
  if (word === undefined) return undefined;
  const name = text.slice(word.from, word.to);
  const spot = caretContextAt(text, word.to);
  if (spot?.from !== word.from || !fieldsOf(document.get("nodes")).has(name)) return undefined;
  return shapeAtPath(document, spot.path).shapes.some(namesNode) ? name : undefined;
}

function namesNode(shape: Shape): boolean {
  return shape.is === "target" || shape.is === "way" || (shape.is === "name" && shape.of === "node");
}
