// Retrieval without any key: how often the answering paragraph is among the three found ones, and how often the
// sentence spoken without a model comes from it.

import { expect, test } from "bun:test";
import { KnowledgeIndex } from "../../../src/flow/knowledge/knowledge-index.ts";
import { passagesOf } from "../../../src/flow/knowledge/passage.ts";
import { answering, spokenAnswer } from "../../../src/flow/knowledge/spoken-answer.ts";
import { manuals } from "./manuals.ts";

interface Recall {
  readonly asked: number;
  readonly first: number;
  readonly amongThree: number;
  readonly answered: number;
  readonly missed: readonly string[];
}

/** One base holds all texts of a language. */
async function recallIn(language: string): Promise<Recall> {
  const own = (await manuals()).filter((each) => each.language === language);
  const index = new KnowledgeIndex(
    own.flatMap(({ text }) => passagesOf(text)),
    language,
  );
  const results = own
    .flatMap(({ questions }) => questions)
    .map(({ words, paragraph }) => {
      const found = index.find(words);
      const at = found.findIndex(({ text }) => text.includes(paragraph));
      const spoken = spokenAnswer(answering(found), { words, language });
      return { words, at, isAnswered: spoken !== undefined && paragraph.includes(spoken) };
    });
  const many = (is: (result: (typeof results)[number]) => boolean): number => results.filter(is).length;
  return {
    asked: results.length,
    first: many(({ at }) => at === 0),
    amongThree: many(({ at }) => at >= 0),
    answered: many(({ isAnswered }) => isAnswered),
    missed: results.filter(({ at }) => at < 0).map(({ words }) => words),
  };
}

test("retrieval: in English three of four questions or more find their paragraph among the first three", async () => {
  const { asked, first, amongThree, answered } = await recallIn("en");
  expect(asked).toBeGreaterThan(300);
  expect(amongThree / asked).toBeGreaterThanOrEqual(0.75);
  expect([first / asked > 0.65, answered / asked > 0.6]).toEqual([true, true]);
});

test("retrieval: German questions are found as well", async () => {
  const { asked, first, amongThree } = await recallIn("de");
  expect(asked).toBeGreaterThan(80);
  expect(amongThree / asked).toBeGreaterThanOrEqual(0.75);
  expect(first / asked).toBeGreaterThan(0.6);
});
