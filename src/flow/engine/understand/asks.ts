// Questions: those of callers, told by their first words and their mark.

import type { Language } from "../../grammar/language.ts";
import { languageOf } from "../../grammar/languages/languages.ts";
import { type Token, tokenise } from "../../grammar/tokens.ts";
import type { LanguagePack } from "../../locale/language-pack.ts";

/** "What does it cost", "is there parking", and whatever has a question mark. */
export function asksSomething(text: string, pack: LanguagePack): boolean {
  const language = languageOf(pack.tag);
  const { tokens, isQuestion } = tokenise(text, language);
  return isQuestion || beginsToAsk(tokens, language, 1);
}

/** Whether the first word with a meaning asks: by itself ("what"), or as a verb before so many words ("is it"). */
export function beginsToAsk(tokens: readonly Token[], language: Language, wordsMin = 3): boolean {
  const first = tokens.find(({ text }) => !language.hesitationSet.has(text))?.text ?? "";
  return (
    language.doubtOf.get(first) === "question" || (language.askSet.has(first) && tokens.length >= wordsMin)
  );
}
