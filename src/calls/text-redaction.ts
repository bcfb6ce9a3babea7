// Text redaction: replaces in what is said and held what an account does not want to have stored, before it is written
// anywhere.

import type { RedactedKind } from "../../db/port/retention-store.ts";
import { redact, redactions } from "../flow/engine/understand/personal-data.ts";
import { languageOf } from "../flow/locale/languages.ts";
import type { Program } from "../flow/language/program.ts";

export type RedactText = (text: string) => string;

/**
 * Undefined where nothing is to be replaced. `program`: says in which languages people talk and where they dial; without
 * one `voiceLanguage` does.
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

/** As the flow's variables say, and where its languages are mostly spoken. */
function regionsOf(program: Program | undefined, languages: readonly string[]): readonly string[] {
  const declared = [...(program?.variables.values() ?? [])].flatMap(({ type }) =>
    type.kind === "phone" ? [type.region] : [],
  );
  const spoken = languages.flatMap((tag) => new Intl.Locale(tag).maximize().region ?? []);
  return [...new Set([...declared, ...spoken])];
}

const asked: ReadonlySet<string> = new Set([redactions.iban, redactions.email, redactions.phone]);

/** In data, a text that is nothing but a number or an address was asked for as such and stays; a card's never does. */
export function redactData(data: unknown, text: RedactText): unknown {
  if (typeof data === "string") {
    const shown = text(data);
    return asked.has(shown) ? data : shown;
  }
  if (Array.isArray(data)) return data.map((each: unknown) => redactData(each, text));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, redactData(value, text)]));
}
