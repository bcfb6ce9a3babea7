// Key documentation: the sentences that the language's table has about a key.

import { describe } from "../../../src/flow/language/schema/describe-shape.ts";
import type { Key } from "../../../src/flow/language/schema/shape.ts";

/** The key's sentence and its default. */
export function keyDoc({ doc, default: otherwise }: Key): string {
  return otherwise === undefined ? doc : `${doc} Default: ${otherwise}.`;
}

/** Expected value of the key, as a sentence. */
export function shapeDoc({ shape }: Key): string {
  const words = describe(shape);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
