// Built-in phrases: what callers say for the built-in handlers, and what answering machines say, in every language. Only
// phrases are imported, not the whole packs, so that the editor's page loads little.

import { greetings as germanGreetings } from "./de/greetings.ts";
import { handlers as german } from "./de/handlers.ts";
import { greetings as englishGreetings } from "./en/greetings.ts";
import { handlers as english } from "./en/handlers.ts";
import { greetings as spanishGreetings, handlers as spanish } from "./es/wordings.ts";

export interface BuiltInPhrases {
  readonly handlers: ReadonlyMap<string, readonly string[]>;
  readonly greetings: readonly string[];
}

const inEnglish: BuiltInPhrases = { handlers: english, greetings: englishGreetings };

const all: ReadonlyMap<string, BuiltInPhrases> = new Map([
  ["en", inEnglish],
  ["de", { handlers: german, greetings: germanGreetings }],
  ["es", { handlers: spanish, greetings: spanishGreetings }],
]);

/** Phrases by the primary subtag of a BCP 47 tag. */
export const builtInPhrasesOf = (tag: string): BuiltInPhrases | undefined => all.get(tag);

/** Phrases for a language that has none of its own: English ones. */
export const otherwise: BuiltInPhrases = inEnglish;
