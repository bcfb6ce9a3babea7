// Rows of the languages: each form and word still reads what it read, and none is without an example.

import { describe, expect, test } from "bun:test";
import { spokenLanguages } from "../../../src/flow/locale/languages.ts";
import { keptRows, keptWordRows, lostWords, readIn, unreadForms, wordRows } from "./rows.ts";

for (const code of spokenLanguages) {
  describe(`rows of ${code}`, () => {
    test("are read as they were; `bun run bench phrases --pin` records what is meant to change", async () => {
      const changed = (await keptRows(code)).flatMap(([said, read]) => {
        const now = readIn(said, code);
        return now === read ? [] : [{ said, read, now }];
      });
      expect(changed).toEqual([]);
    });

    test("have an example for each form", async () => {
      expect((await unreadForms(code)).map(({ type, form }) => `${type}: ${form}`)).toEqual([]);
    });

    test("have the words of each class, read as what they stand for", async () => {
      expect(wordRows(code)).toEqual([...(await keptWordRows(code))]);
      expect(lostWords(code).map(({ type, form }) => `${type}: ${form}`)).toEqual([]);
    });
  });
}
