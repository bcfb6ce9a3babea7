// Wrong answers: "the day is wrong" clears an earlier answer, which is asked again.

import type { Hearing } from "../../../grammar/hearing.ts";
import type { Language } from "../../../grammar/language.ts";
import { tokenise } from "../../../grammar/tokens.ts";
import type { AskedVariable, ListeningPoint, Understood } from "../understanding.ts";
import { languageAt } from "./slots.ts";

export function wrongIn({ tokens, decisions, path }: Hearing, point: ListeningPoint): Understood | undefined {
  const language = languageAt(point);
  const words = new Set(tokens.map(({ text }) => text));
  const isSaid = !language.wrongSet.isDisjointFrom(words);
  const isOnlyThat = decisions.every(
    ({ verdict, value }) => verdict === "asked" || typeof value === "boolean",
  );
  if (!isSaid || !isOnlyThat || path.some(({ kind }) => kind === "foreign")) return undefined;
  // "The number is wrong" is ambiguous with a phone number and a number of people, so the caller is asked.
  const [variable, ...others] = namedOf(words, point.correctable, language);
  if (variable === undefined || others.length > 0) return undefined;
  return {
    type: "correction",
    changes: [{ name: variable.name }],
    also: [],
    decision: "accept",
    confidence: point.confidence,
  };
}

/** Values of the read-back that the words name: "the day", "the time and the name". */
export function namedIn(text: string, point: ListeningPoint): readonly string[] {
  const language = languageAt(point);
  const words = new Set(tokenise(text, language).tokens.map((token) => token.text));
  return namedOf(words, point.confirming?.values ?? [], language).map(({ name }) => name);
}

/** Variables by callers' names for them, else by words of their types. */
function namedOf<T extends AskedVariable>(
  words: ReadonlySet<string>,
  variables: readonly T[],
  language: Language,
): readonly T[] {
  const stems = new Set([...words].map(language.stem));
  const isNamed = (names: readonly string[]): boolean =>
    names.some((name) => {
      const parts = language.plain(name);
      return parts.length > 0 && parts.every((part) => stems.has(part));
    });
  const named = variables.filter(({ synonyms }) => isNamed(synonyms));
  const typed = ({ wanted }: T): boolean => isNamed((language.typeWords[wanted.kind] ?? "").split(" "));
  return named.length > 0 ? named : variables.filter(typed);
}
