// Questions: those of callers, told by their first words and their mark.

import { languageOf } from "../../grammar/languages/languages.ts";
import { tokenise } from "../../grammar/tokens.ts";
import type { LanguagePack } from "../../locale/language-pack.ts";

/** "What does it cost", "is there parking", and whatever has a question mark. */
export function asksSomething(text: string, pack: LanguagePack): boolean {
  const language = languageOf(pack.tag);
  const { tokens, isQuestion } = tokenise(text, language);
  const first = tokens.find((token) => !language.hesitationSet.has(token.text))?.text ?? "";
  return isQuestion || language.askSet.has(first) || language.doubtOf.get(first) === "question";
}
