// Text redaction: replaces parts of words and values that an account does not store, before they are written
// anywhere.

import type { RedactedKind } from "../../db/port/retention-store.ts";
import { redact, redactions } from "../flow/engine/understand/personal-data.ts";
import { languageOf } from "../flow/locale/languages.ts";
import type { Program } from "../flow/language/program.ts";

export type RedactText = (text: string) => string;

/**
 * Undefined if nothing is replaced. `program`: gives the languages and dialling regions; without one `voiceLanguage`
 * does.
 */
export function textRedaction(
  kinds: readonly RedactedKind[],
  program: Program | undefined,
  voiceLanguage = "en",
): RedactText | undefined {
  if (kinds.length === 0) return undefined;
  const languages = program?.languages ?? [voiceLanguage];
  const regions = regionsOf(program, languages);
  const packs = new Set(languages.map((tag) => languageOf(tag).pack));
  return (text) => [...packs].reduce((rest, pack) => redact(rest, { kinds, pack, regions }), text);
}

/** Regions by the flow's variables, and by the main regions of its languages. */
function regionsOf(program: Program | undefined, languages: readonly string[]): readonly string[] {
  const declared = [...(program?.variables.values() ?? [])].flatMap(({ type }) =>
    type.kind === "phone" ? [type.region] : [],
  );
  const spoken = languages.flatMap((tag) => new Intl.Locale(tag).maximize().region ?? []);
  return [...new Set([...declared, ...spoken])];
}

const asked: ReadonlySet<string> = new Set([redactions.iban, redactions.email, redactions.phone]);

/** A value that is nothing but a number or an address was asked for as such and stays; a card's never does. */
export function redactData(data: unknown, text: RedactText): unknown {
  if (typeof data === "string") {
    const shown = text(data);
    return asked.has(shown) ? data : shown;
  }
  if (Array.isArray(data)) return data.map((each: unknown) => redactData(each, text));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, redactData(value, text)]));
}
