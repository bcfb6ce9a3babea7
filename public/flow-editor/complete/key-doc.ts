// Key documentation: the sentences that the language's table has about a key.

import { describe } from "../../../src/flow/language/schema/describe-shape.ts";
import type { Key } from "../../../src/flow/language/schema/shape.ts";

/** Its sentence, and what holds without it. */
export function keyDoc({ doc, default: otherwise }: Key): string {
  return otherwise === undefined ? doc : `${doc} Without it: ${otherwise}.`;
}

/** What its value should be. */
export function shapeDoc({ shape }: Key): string {
  const words = describe(shape);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
