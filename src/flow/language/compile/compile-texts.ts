// Compiler of texts: spoken texts, phrases and labels by language.

import type { LocatedValue } from "../model/map-reader.ts";
import type {
  TextModel,
  PhrasesModel,
  LocalizedTextModel,
  SoundModel,
  WordingModel,
} from "../model/model.ts";
import type { PhrasesByLanguage, TextsByLanguage, Wording } from "../program.ts";
import type { SoundsByLanguage } from "../../value/sound-name.ts";
import type { Template } from "../expression/ast.ts";

const noText: TextsByLanguage = new Map();
const noNames: PhrasesByLanguage = new Map();

export function templateOf(line: TextModel): Template {
  return line.template ?? [];
}

export function textOf(words: LocalizedTextModel | undefined): TextsByLanguage {
  if (words === undefined) return noText;
  return new Map([...words.languages].map(([language, lines]) => [language, lines.map(templateOf)] as const));
}

export function wordingOf(wording: WordingModel | undefined): { readonly wording?: Wording } {
  if (wording === undefined) return {};
  const { prompt, facts, mustSay, timeoutMs } = wording;
  return {
    wording: {
      prompt: prompt === undefined ? [] : templateOf(prompt),
      facts: facts.map(templateOf),
      mustSay: mustSay.map(templateOf),
      timeoutMs,
    },
  };
}

export function soundsOf(sound: SoundModel | undefined): { readonly sound?: SoundsByLanguage } {
  if (sound === undefined) return {};
  return { sound: new Map([...sound.languages].map(([language, { value }]) => [language, value] as const)) };
}

export function namesOf(phrases: PhrasesModel | undefined): PhrasesByLanguage {
  if (phrases === undefined) return noNames;
  return new Map([...phrases.languages].map(([language, list]) => [language, list.map(valueOf)] as const));
}

/** Language → label. */
export function labelOf(words: LocalizedTextModel | undefined): ReadonlyMap<string, string> {
  return new Map(
    [...(words?.languages ?? [])].flatMap(([language, [line]]) =>
      line === undefined ? [] : [[language, line.source] as const],
    ),
  );
}

function valueOf({ value }: LocatedValue<string>): string {
  return value;
}
