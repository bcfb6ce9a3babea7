// What language packs bring to every flow: whether there is one, and the phrases of the built-in handlers.

import { languageOf } from "../language/languages.ts";

/** Handlers that have phrases of their own in each language. */
export const builtInHandlers: ReadonlySet<string> = new Set([
  "help",
  "operator",
  "goodbye",
  "repeat",
  "wait",
]);

export function hasPack(language: string): boolean {
  return languageOf(language).pack.language === language.split("-")[0]?.toLowerCase();
}

export function builtInPhrases(handler: string, language: string): readonly string[] {
  return languageOf(language).pack.handlers.get(handler) ?? [];
}
