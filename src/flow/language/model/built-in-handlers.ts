// Built-in handlers: the phrases that each language brings to every flow, and which languages have any. Only the
// phrases are imported, not the whole language packs, so that the editor's page loads little.

import { handlers as german } from "../../locale/de/handlers.ts";
import { handlers as english } from "../../locale/en/handlers.ts";

/** Handlers that have phrases of their own in each language. */
export const builtInHandlers: ReadonlySet<string> = new Set([
  "help",
  "operator",
  "goodbye",
  "repeat",
  "wait",
]);

const handlersOf: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map([
  ["en", english],
  ["de", german],
]);

export function hasPack(language: string): boolean {
  return handlersOf.has(primary(language));
}

/** A language without a pack has the phrases of English. */
export function builtInPhrases(handler: string, language: string): readonly string[] {
  return (handlersOf.get(primary(language)) ?? english).get(handler) ?? [];
}

/** Of a BCP 47 tag. */
const primary = (language: string): string => language.split("-")[0]?.toLowerCase() ?? "";
