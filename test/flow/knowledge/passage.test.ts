// Passages: how texts are cut into pieces that can be found and spoken, and the sentences spoken of them.

import { expect, test } from "bun:test";
import { KnowledgeIndex } from "../../../src/flow/knowledge/knowledge-index.ts";
import { passagesOf, plain } from "../../../src/flow/knowledge/passage.ts";
import {
  answering,
  spokenAnswer,
  staysWithin,
  writtenAnswer,
} from "../../../src/flow/knowledge/spoken-answer.ts";
import { termsOf } from "../../../src/flow/knowledge/search-terms.ts";

const words = (number: number): string => Array.from({ length: number }, (_, at) => `Word${at}`).join(" ");

test("passages: they begin at their headings, short ones are joined, and long ones cut at a sentence", () => {
  const long = `${words(100)}. ${words(90)}. ${words(50)}.`;
  const text = `# House\n\nShort.\n\n${words(25)}.\n\n## Rooms\n\n${long}\n\n# Garden\n\nRoses.`;
  expect(passagesOf(text)).toEqual([
    { title: "House", text: `Short. ${words(25)}.` },
    { title: "House: Rooms", text: `${words(100)}.` },
    { title: "House: Rooms", text: `${words(90)}. ${words(50)}.` },
    { title: "Garden", text: "Roses." },
  ]);
});

test("passages: a question as heading makes its text an answer", () => {
  expect(
    passagesOf("# Help\n\n## When are you open?\n\nFrom nine.\n\nUntil six.\n\n## Where?\n\nHere."),
  ).toEqual([
    { title: "Help", text: "From nine. Until six.", questions: ["When are you open?"] },
    { title: "Help", text: "Here.", questions: ["Where?"] },
  ]);
});

test("passages: lists and tables are read as sentences, without mark-up", () => {
  const list = "We sell:\n- **red** apples\n- [green pears](https://a.example)\n\n";
  const table = "| Size | Price | Colour |\n|---|---|---|\n| small | 3 | red |\n| large | 5 | |";
  expect(passagesOf(list + table).map(({ text }) => text)).toEqual([
    "We sell: red apples. green pears. small, Price: 3, Colour: red. large, Price: 5.",
  ]);
  expect(plain("a `b` *c* snake_case __d__ 2*3*4")).toBe("a b c snake_case d 2*3*4");
  expect(plain("[a [b](x) ![c](https://d.example/e_(f)) [g]")).toBe("[a b c [g]");
});

test("passages: a text without a sentence is cut anyway, and an empty one has none", () => {
  expect(passagesOf(words(400)).map(({ text }) => text.split(" ").length)).toEqual([180, 180, 40]);
  expect([passagesOf(""), passagesOf("# Only a heading\n\n---\n")]).toEqual([[], []]);
});

test("terms: forms of a word are equal, and stop words count only when there is nothing else", () => {
  expect(termsOf("The deliveries were delivered", "en")).toEqual(["deliveri", "deliv"]);
  expect(termsOf("Where are you?", "en")).toEqual(["where", "ar", "you"]);
  expect(termsOf("Die Öffnungszeiten, bitte", "de-CH")).toEqual(["offnungszeit"]);
  expect(termsOf("at 9.30, café's x-1", "en")).toEqual(["9.30", "cafe", "x", "1"]);
});

const index = new KnowledgeIndex(
  [
    { title: "", text: "From nine to six.", questions: ["When are you open?", "How late can I come?"] },
    { title: "Repairs", text: "A repair takes 3 days. It is free in winter. We lend you a bicycle." },
  ],
  "en",
);

test("answer: the passage with the asked question is used, and no other", () => {
  const asked = (said: string) => ({ words: said, language: "en" });
  const ask = (said: string) => writtenAnswer(index.find(said), asked(said));
  expect([ask("when are you open"), ask("can I come late")]).toEqual([
    "From nine to six.",
    "From nine to six.",
  ]);
  expect([ask("do you open letters of strangers by mistake"), ask("boats")]).toEqual([undefined, undefined]);
});

test("answer: a text gives its matching sentence with the next one, and an empty result gives no answer", () => {
  const said = { words: "how long does a repair take", language: "en" };
  expect(spokenAnswer(answering(index.find(said.words)), said)).toBe(
    "A repair takes 3 days. It is free in winter.",
  );
  expect(answering(index.find("zebra repair crossing elephants"))).toEqual([]);
  expect(spokenAnswer([], said)).toBeUndefined();
});

test("answer: a model's numbers come from passages or the question", () => {
  const found = index.find("repair");
  const within = (said: string) => staysWithin(said, { found, asked: "can it be done on the 24th" });
  expect([
    within("It takes 3 days."),
    within("Not on the 24th."),
    within("It takes 4."),
    within("Yes."),
  ]).toEqual([true, true, false, true]);
});
