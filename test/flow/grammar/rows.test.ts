// Rows of the languages: each form and word keeps its reading, none lacks an example, and values keep their words.

import { describe, expect, test } from "bun:test";
import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import { spokenLanguages } from "../../../src/flow/locale/languages.ts";
import { keptSayings, sayings } from "./said.ts";
import { keptRows, keptWordRows, lostWords, readIn, unreadForms, wordRows } from "./rows.ts";

for (const code of spokenLanguages) {
  describe(`rows of ${code}`, () => {
    const language = languageOf(code);

    test("read the same; `bun run bench phrases --pin` records intended changes", async () => {
      const changed = (await keptRows(language)).flatMap(([said, read]) => {
        const now = readIn(said, language);
        return now === read ? [] : [{ said, read, now }];
      });
      expect(changed).toEqual([]);
    });

    test("have an example for each form", async () => {
      expect((await unreadForms(language)).map(({ type, form }) => `${type}: ${form}`)).toEqual([]);
    });

    test("are spoken the same", async () => {
      expect(sayings(language)).toEqual([...(await keptSayings(language))]);
    });

    test("have the words of each class, with their values", async () => {
      expect(wordRows(language)).toEqual([...(await keptWordRows(language))]);
      expect(lostWords(language).map(({ type, form }) => `${type}: ${form}`)).toEqual([]);
    });
  });
}
