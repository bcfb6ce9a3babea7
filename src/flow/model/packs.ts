// What language packs bring to every flow: whether there is one, and the phrases of the built-in handlers.

import { english } from "../language/en/pack.ts";
import type { LanguagePack } from "../language/pack.ts";

const packs: ReadonlyMap<string, LanguagePack> = new Map([[english.language, english]]);

/** Handlers that have phrases of their own in each language. */
export const builtInHandlers: ReadonlySet<string> = new Set([
  "help",
  "operator",
  "goodbye",
  "repeat",
  "wait",
]);

export function hasPack(language: string): boolean {
  return packs.has(primary(language));
}

export function builtInPhrases(handler: string, language: string): readonly string[] {
  return packs.get(primary(language))?.handlers.get(handler) ?? [];
}

function primary(language: string): string {
  return language.split("-")[0]?.toLowerCase() ?? "";
}
