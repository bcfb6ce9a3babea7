// Built-in handlers: their names, and the phrases that the language of a flow brings for them.

import { acts } from "../../locale/acts.ts";
import { builtInPhrasesOf, otherwise } from "../../locale/built-in-phrases.ts";

/** Only answering machines trigger it, at the start of outbound calls. */
export const machine = "voicemail";

/** Names of the handlers that are heard without phrases from the author. */
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

/** Acts that every flow hears although it does not name them. */
export const alwaysHeard: readonly string[] = acts.map(({ name }) => name);

/** Handlers that every flow has although it does not name them; `skip` only where the open question is optional. */
export const alwaysOn = ["repeat", "wait", "back", "start_over", "skip"] as const;

/** Whether there is a language pack for the primary subtag of a BCP 47 tag. */
export function hasPack(language: string): boolean {
  return builtInPhrasesOf(primary(language)) !== undefined;
}

/** The phrases of a built-in handler; a language without a pack uses those of English. */
export function builtInPhrases(handler: string, language: string): readonly string[] {
  const { handlers, greetings } = builtInPhrasesOf(primary(language)) ?? otherwise;
  return handler === machine ? greetings : (handlers.get(handler) ?? []);
}

/** The primary subtag of a BCP 47 tag, in lower case. */
const primary = (language: string): string => language.split("-")[0]?.toLowerCase() ?? "";
