// Phrase tables: what people say in a situation of a dialogue, and what each phrase must mean there.

import { describe, expect, test } from "bun:test";
import { german } from "../../../../src/flow/locale/de/pack.ts";
import type { LanguagePack } from "../../../../src/flow/locale/language-pack.ts";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import type { HandlerPhrases, ListeningPoint } from "../../../../src/flow/engine/understand/understanding.ts";
import { inShort, point } from "./dialogue.ts";

/** Meanings are written as `inShort` writes them. */
export type PhraseRows = readonly (readonly [said: string, meaning: string])[];

/** Friday, the 20th of November 2026, at noon, in English, with the built-in handlers, unless `given` says else. */
export function situation(name: string, given: Partial<ListeningPoint>, rows: PhraseRows): void {
  describe(name, () => {
    for (const [said, meaning] of rows) {
      test(`"${said}" → ${meaning}`, () => expect(inShort(understand(said, point(given)))).toBe(meaning));
    }
  });
}

const builtIns = (pack: LanguagePack): readonly HandlerPhrases[] =>
  [...pack.handlers].map(([name, phrases]) => ({ name, phrases, proposable: false }));

/** The same among German callers. */
export const germanSituation = (name: string, given: Partial<ListeningPoint>, rows: PhraseRows): void =>
  situation(name, { pack: german, handlers: builtIns(german), ...given }, rows);

/** Several phrases that mean the same: one a line of `phrases`, or parted by " / ". */
export const alike = (phrases: string, meaning: string): PhraseRows =>
  phrases
    .split(/\n| \/ /)
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .map((each) => [each, meaning] as const);
