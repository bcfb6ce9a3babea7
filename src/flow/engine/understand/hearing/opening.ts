// Opening: the sentence by which a caller begins, before any answer.

import { hear } from "../../../grammar/hearing.ts";
import { languageOf } from "../../../grammar/languages/languages.ts";
import type { ListeningPoint } from "../understanding.ts";
import { asksAside } from "./calls.ts";
import { placeOf } from "./slots.ts";

/** Fewer words than these are an attempt at the answer. */
const tellingWordsMin = 4;

/**
 * Whether the sentence is about the caller's own matter: "my parcel is late again", "where's my parcel", "cancel my
 * order"; not "do you take dogs", nor "forget it, I changed my mind", nor "from nine to five", which has a value of the
 * asked type.
 */
export function tellsSomething(text: string, point: ListeningPoint): boolean {
  const { path, tokens } = hear(text, placeOf(point));
  const { hesitationSet, mineSet, ownerSet } = languageOf(point.pack.tag);
  if (path.some(({ kind }) => kind === "value")) return false;
  const leave = path.findLast(({ what }) => what === "never_mind");
  if (leave !== undefined && !tokens.slice(leave.end).some(({ text: word }) => ownerSet.has(word)))
    return false;
  const words = tokens.filter(({ text: word }) => !hesitationSet.has(word));
  return asksAside(text, point.pack)
    ? words.some(({ text: word }) => mineSet.has(word))
    : words.length >= tellingWordsMin;
}
