// Words of the question and of the variable's name beside an answer: they cost nothing, and nothing else gets cheaper.

import { describe, expect, test } from "bun:test";
import { german } from "../../../../src/flow/locale/de/pack.ts";
import type { AskedVariable, ListeningPoint } from "../../../../src/flow/engine/understand/understanding.ts";
import { ownWordsOf } from "../../../../src/flow/engine/understand/own-words.ts";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import { adults, children, day, dept, email, guest, point, inShort, was } from "./dialogue.ts";

const people: AskedVariable = {
  name: "people",
  wanted: { kind: "number", integer: false },
  synonyms: [],
};
const asked = (question: string, variable: AskedVariable = people): AskedVariable => ({
  ...variable,
  question,
});
const meaning = (said: string, given: Partial<ListeningPoint>): string =>
  inShort(understand(said, point(given)));

type Rows = readonly (readonly [said: string, meaning: string])[];

function situation(name: string, given: Partial<ListeningPoint>, rows: Rows): void {
  describe(name, () => {
    test.each(rows)('"%s" → %s', (said, wanted) => expect(meaning(said, given)).toBe(wanted));
  });
}

situation("how many people?", { asked: asked("How many people?") }, [
  ["six people", "people=6"],
  ["six", "people=6"],
  ["for six people, please", "people=6"],
  ["many people, six", "people=6"],
  ["six persons", "confirm people=6"],
  ["six people outside", "confirm people=6"],
  ["six people outside, near the window", "unclear"],
  ["how many people, six", "confirm people=6"],
  ["how many people are there", "unclear"],
  ["people", "unclear"],
  ["not six people", "unclear"],
  ["six or seven people", "people=6|7"],
]);

situation("its name says what it counts", { asked: { ...people, name: "party_size" } }, [
  ["party of six", "party_size=6"],
  ["six people", "confirm party_size=6"],
]);

situation(
  "a question with the words of others in it",
  {
    asked: asked("And how many of the six adults have children with them?", children),
    correctable: [was(adults, 6)],
  },
  [
    ["two children", "children=2"],
    ["two have them", "children=2"],
    ["no, seven adults", "correct adults=7"],
    ["sorry, make it seven adults", "correct adults=7"],
  ],
);

situation("other kinds of answers", { asked: asked("Which department shall I connect you to?", dept) }, [
  ["the sales department", "dept=sales"],
]);
situation("a day", { asked: asked("On which day would you like to arrive?", day) }, [
  ["arrive tomorrow", "day=2026-11-21"],
  ["leave tomorrow", "day=2026-11-21"],
]);
// A name may be any row of words: what stands beside one may mean that it is none.
situation("a name", { asked: asked("Under which name is the table?", guest) }, [
  ["anna lee", "guest=Anna Lee"],
  ["table anna lee", "confirm guest=Anna Lee"],
]);
situation(
  "a yes or no",
  { asked: asked("Would you like garlic bread?", { ...day, name: "bread", wanted: { kind: "boolean" } }) },
  [
    ["no bread", "bread=false"],
    ["garlic bread yes", "bread=true"],
    ["garlic bread", "unclear"],
  ],
);

test("own words: numbers, denials, questions, and what others are called are not among them", () => {
  const question = "No, wrong: how many of the 2 or twenty new guests, adults or persons, is that right?";
  const handlers = [{ name: "operator", phrases: ["a person", "persons"], proposable: false }];
  const words = ownWordsOf(asked(question), point({ open: [adults], handlers }));
  expect([...words]).toEqual(["many", "new", "guests", "people"]);
});

test("own words: in German too", () => {
  const given = { pack: german, asked: asked("Wie viele Personen kommen?", { ...people, name: "anzahl" }) };
  expect(meaning("sechs Personen", given)).toBe("anzahl=6");
  expect(meaning("sechs Hunde", given)).toBe("confirm anzahl=6");
});

test("own words: what shares none with the question means what it meant without one", () => {
  const question = "Would anybody in your splendid party bring luggage?";
  const said = [
    "six", "six people", "six boxes of glue", "tomorrow at eight", "sales and support", "no", "yes please", "anna lee",
    "my name is anna lee", "anna at example dot com", "the weather in Paris", "not six", "repeat, please", "no, seven",
    "we are six hungry travellers", "four or five", "operator", "half past seven", "a table for two outside",
  ]; // prettier-ignore
  const all = [people, day, dept, guest, email, children];
  for (const variable of all)
    for (const words of said)
      for (const correctable of [[], [was(adults, 6, true)]]) {
        const given = { correctable, open: variable === day ? [children] : [] };
        const without = meaning(words, { ...given, asked: variable });
        expect([words, meaning(words, { ...given, asked: asked(question, variable) })]).toEqual([
          words,
          without,
        ]);
      }
});
