// Clauses: places where a turn without a pause begins a new clause: behind "so" or "because", and where a person or a
// thing does something else ("ten please | my bus is late").

import type { Language } from "./language.ts";
import type { Arc } from "./scene.ts";
import type { Token } from "./tokens.ts";

interface Words {
  readonly tokens: readonly Token[];
  readonly path: readonly Arc[];
  readonly language: Language;
}

/** For each word, the number of its clause. */
export function clausesOf(words: Words): readonly number[] {
  let clause = 0;
  const numbers: number[] = [];
  for (const [at, arc] of words.path.entries()) {
    if (arc.start > 0 && begins(words, arc, words.path[at - 1])) clause++;
    for (let at = arc.start; at < arc.end; at++) numbers[at] = clause;
  }
  return numbers;
}

function begins(words: Words, { start, end, kind, what = "" }: Arc, before: Arc | undefined): boolean {
  const { tokens, language } = words;
  if (tokens[start]?.isAfterBreak === true) return true;
  if (kind === "value" || kind === "foreign") return false;
  if (kind === "reason" || what === "conclude" || what === "but" || what === "question") return true;
  // "How about" begins a proposal.
  if (end - start > 1 && language.doubtOf.get(textAt(tokens, start)) === "question") return true;
  if (before?.kind === "reason" || before?.what === "but" || before?.what === "conclude") return false;
  const mayBegin = before?.kind === "value" || !continues(words, start);
  return mayBegin && isSubject(words, start);
}

const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? "";

/** "Could we", "for you" and "and I" continue the clause. */
function continues({ tokens, language }: Words, at: number): boolean {
  const before = textAt(tokens, at - 1);
  return (
    language.auxiliarySet.has(before) || language.askSet.has(before) || language.prepositionSet.has(before)
  );
}

function isSubject(words: Words, at: number): boolean {
  const { tokens, language } = words;
  const isVerb = language.auxiliarySet.has(textAt(tokens, at + 1));
  const isPerson = language.subjectSet.has(textAt(tokens, at)) && at + 1 < tokens.length;
  return isPerson || (isVerb && language.pointerSet.has(textAt(tokens, at)));
}
