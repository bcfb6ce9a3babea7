// Wrong: "the day is wrong" clears an earlier answer, which is asked again.

import type { Hearing } from "../../../grammar/hearing.ts";
import type { ListeningPoint, Understood } from "../understanding.ts";
import { languageAt } from "./slots.ts";

export function wrongIn({ tokens, decisions, path }: Hearing, point: ListeningPoint): Understood | undefined {
  const language = languageAt(point);
  const words = new Set(tokens.map(({ text }) => text));
  const isSaid = language.wrong.some((word) => words.has(word));
  const isOnlyThat = decisions.every(
    ({ verdict, value }) => verdict === "asked" || typeof value === "boolean",
  );
  if (!isSaid || !isOnlyThat || path.some(({ kind }) => kind === "foreign")) return undefined;
  const stems = new Set([...words].map(language.stem));
  const isNamed = (names: readonly string[]): boolean =>
    names.some((name) => {
      const parts = language.plain(name);
      return parts.length > 0 && parts.every((part) => stems.has(part));
    });
  const own = point.correctable.filter(({ synonyms }) => isNamed(synonyms));
  const byType = point.correctable.filter(({ wanted }) =>
    isNamed((language.typeWords[wanted.kind] ?? "").split(" ")),
  );
  // "The number is wrong" is ambiguous with a phone number and a number of people, so the caller is asked.
  const [variable, ...others] = own.length > 0 ? own : byType;
  if (variable === undefined || others.length > 0) return undefined;
  return {
    type: "correction",
    changes: [{ name: variable.name }],
    also: [],
    decision: "accept",
    confidence: point.confidence,
  };
}
