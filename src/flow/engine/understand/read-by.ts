// Read by: which form of the grammar read each value, for traces. Forms hold words of a language and none of the caller's.

import { hear } from "../../grammar/hearing.ts";
import { placeOf } from "./hearing/slots.ts";
import type { ListeningPoint } from "./understanding.ts";

/** `guests: {n} more`, one for each value that a form read; empty where none was. */
export function formsIn(words: string, point: ListeningPoint): string {
  return hear(words, placeOf(point))
    .decisions.flatMap(({ name, form }) => (form === undefined ? [] : [`${name}: ${form}`]))
    .join("; ");
}
