// Built-in handlers: the phrases that each language brings to every flow, and which languages have any. Only the
// phrases are imported, not the whole language packs, so that the editor's page loads little.

import { acts } from "../../locale/acts.ts";
import { greetings as germanGreetings } from "../../locale/de/greetings.ts";
import { handlers as german } from "../../locale/de/handlers.ts";
import { greetings as englishGreetings } from "../../locale/en/greetings.ts";
import { handlers as english } from "../../locale/en/handlers.ts";

/** Listens to answering machines alone, at the start of outbound calls. */
export const machine = "voicemail";

/** Names of the handlers that are heard without phrases of the author's. */
export const builtInHandlers: ReadonlySet<string> = new Set([
  "help",
  "operator",
  "goodbye",
  "repeat",
  "wait",
  "back",
  "start_over",
  "skip",
  machine,
  ...acts.map(({ name }) => name),
]);

/** Acts that every flow hears without naming them. */
export const alwaysHeard: readonly string[] = acts.map(({ name }) => name);

/** Those that every flow has without naming them; `skip` where the open question is optional. */
export const alwaysOn = ["repeat", "wait", "back", "start_over", "skip"] as const;

const handlersOf: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map([
  ["en", new Map([...english, [machine, englishGreetings]])],
  ["de", new Map([...german, [machine, germanGreetings]])],
]);

/** Whether there is a language pack for the primary subtag of a BCP 47 tag. */
export function hasPack(language: string): boolean {
  return handlersOf.has(primary(language));
}

/** The phrases of a built-in handler; a language without a pack uses those of English. */
export function builtInPhrases(handler: string, language: string): readonly string[] {
  return (handlersOf.get(primary(language)) ?? handlersOf.get("en"))?.get(handler) ?? [];
}

/** The primary subtag of a BCP 47 tag, in lower case. */
const primary = (language: string): string => language.split("-")[0]?.toLowerCase() ?? "";
