// Yes or no: sentences that say nothing else.

import { hear } from "../../../grammar/hearing.ts";
import { languageOf } from "../../../grammar/languages/languages.ts";
import type { LanguagePack } from "../../../locale/language-pack.ts";
import { consent } from "./slots.ts";

/** "That is right", "yes": its read-back would be "that is right, is that right?"; "I shall book it" says more. */
export function saysOnlyYesOrNo(text: string, { tag }: LanguagePack): boolean {
  const slots = [{ variable: consent, isAsked: true }];
  const language = languageOf(tag);
  const { path, tokens } = hear(text, {
    slots,
    language,
    now: { today: 0, minute: 0 },
    calls: [],
  });
  if (language.subjectSet.has(tokens[0]?.text ?? "")) return false;
  return path.length > 0 && path.every(({ kind }) => kind === "value" || kind === "beside");
}
