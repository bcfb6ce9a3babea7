// Sentence splitter: where it cuts a stream of text, what it leaves of the mark-up, and that neither depends on the
// pieces of the stream.

import { describe, expect, test } from "bun:test";
import { SentenceCutter } from "../../src/voice/sentence-splitter.ts";
import { random } from "../support/random.ts";
import { leastCpuMs } from "../support/fuzz/cpu-time.ts";

function cut(pieces: Iterable<string>): string[] {
  const cutter = new SentenceCutter();
  return [...[...pieces].flatMap((piece) => cutter.push(piece)), ...cutter.flush()];
}

/** A text and its sentences. */
const table: readonly (readonly [string, string, readonly string[]])[] = [
  ["nothing", "", []],
  ["white space", " \n \n", []],
  ["one sentence", "Hello there.", ["Hello there."]],
  ["questions and shouts", "How are you? Fine! Good?! Yes.", ["How are you?", "Fine!", "Good?!", "Yes."]],
  ["no stop at the end", "Hello. How are", ["Hello.", "How are"]],
  [
    "titles",
    "Dr. Ada and Mrs. Byron met Prof. B. at St. James.",
    ["Dr. Ada and Mrs. Byron met Prof. B. at St. James."],
  ],
  [
    "initials",
    "J. R. R. Tolkien wrote. So do I. Really.",
    ["J. R. R. Tolkien wrote.", "So do I.", "Really."],
  ],
  ["decimals", "It costs 3.5 euros. Or 4.", ["It costs 3.5 euros.", "Or 4."]],
  ["numbers with commas", "That is 1,000,000 people, I think.", ["That is 1,000,000 people, I think."]],
  [
    "abbreviations",
    "Fruit, e.g. apples, i.e. food. Plums vs. pears.",
    ["Fruit, e.g. apples, i.e. food.", "Plums vs. pears."],
  ],
  [
    "and so on",
    "Tea, milk etc. are here. Tea etc. We go.",
    ["Tea, milk etc. are here.", "Tea etc.", "We go."],
  ],
  [
    "hours",
    "At 5 p.m. we open. We close at 6 p.m. Goodbye.",
    ["At 5 p.m. we open.", "We close at 6 p.m.", "Goodbye."],
  ],
  [
    "dates",
    "On Jan. 5 or Tue. 6. Maybe. Am 22. November um 9. Dann am 3.4. um 8.",
    ["On Jan. 5 or Tue. 6.", "Maybe.", "Am 22. November um 9.", "Dann am 3.4. um 8."],
  ],
  ["countries", "The U.S. Navy sails. It floats.", ["The U.S. Navy sails.", "It floats."]],
  ["a no and a number", "No. I will not. No. 5 is alive.", ["No.", "I will not.", "No. 5 is alive."]],
  ["an ellipsis", "Well... maybe. Hm... Yes… no.", ["Well... maybe.", "Hm...", "Yes… no."]],
  [
    "quotes",
    'She said "Stop." Then "Go!" he cried. (Truly.) Yes.',
    ['She said "Stop."', 'Then "Go!" he cried.', "(Truly.)", "Yes."],
  ],
  [
    "addresses",
    "See example.com or https://www.a.org/x?y=1 now. Bye.",
    ["See example.com or a.org/x now.", "Bye."],
  ],
  ["Chinese", "你好。再见！", ["你好。", "再见！"]],
  ["lines", "First\nSecond\n\nThird", ["First", "Second", "Third"]],
  [
    "bullets",
    "You need:\n- **milk**\n* eggs\n+ a [pan](http://x.y/z)\n",
    ["You need:", "milk", "eggs", "a pan"],
  ],
  ["numbered lists", "1. Break it. Now.\n2) Eat it.\n12. Enjoy.", ["Break it.", "Now.", "Eat it.", "Enjoy."]],
  ["tasks and quotes", "> Wise words.\n- [x] Done\n- [ ] Not", ["Wise words.", "Done", "Not"]],
  ["headings and rules", "# One\n\n---\n### Two *is* it\n***\n===\n", ["One", "Two is it"]],
  [
    "emphasis",
    "This is **very. Bold** and *soft* and __so__ ~~not~~ `code`.",
    ["This is very.", "Bold and soft and so not code."],
  ],
  ["stops within emphasis", "**Note.** *Really?* Yes.", ["Note.", "Really?", "Yes."]],
  ["stars and underscores that are none", "3 * 4 is in snake_case.", ["3 * 4 is in snake_case."]],
  [
    "links with stops",
    "Read [the guide. All of it!](https://a.b/c. d) first. Go.",
    ["Read the guide. All of it! first.", "Go."],
  ],
  ["images and tags", "A ![cat. Really](c.png)<br>sat<b>!</b> Yes.", ["A cat. Really sat! Yes."]],
  [
    "brackets that are no link",
    "An array [1, 2] ends. See [3]. Yes.",
    ["An array [1, 2] ends.", "See [3].", "Yes."],
  ],
  ["tables", "| Day | Open |\n|:--|--:|\n| Mon | ten |\n", ["Day, Open", "Mon, ten"]],
  ["emoji", "Great! 🎉 See you 👩🏽‍🚀 soon 🇫🇷. 😀", ["Great!", "See you soon."]],
  ["code", "Run this.\n```sh\nls. -l\n# No. Not this.\n```\nDone.", ["Run this.", "Done."]],
  ["code alone", "```js\nlet a = 1;\n```\n", ["My answer is code, which I cannot say aloud."]],
  ["code that never ends", "Look.\n~~~\nlet a. B", ["Look."]],
];

describe("sentences", () => {
  for (const [name, text, sentences] of table) {
    test(`of ${name} are cut and cleaned`, () => expect(cut([text])).toEqual([...sentences]));
  }

  test("are the same however the text is split", () => {
    const dice = random(11);
    for (const [, text] of table) {
      const whole = cut([text]);
      expect(cut(text)).toEqual(whole);
      for (let round = 0; round < 20; round++) {
        const pieces: string[] = [];
        for (let at = 0; at < text.length;) {
          const next = at + dice.int(1, 12);
          pieces.push(text.slice(at, next));
          at = next;
        }
        expect(cut(pieces)).toEqual(whole);
      }
    }
  });

  test("come out as soon as the next word begins, not at the end", () => {
    const cutter = new SentenceCutter();
    expect(cutter.push("Hello there.")).toEqual([]);
    expect(cutter.push(" How")).toEqual(["Hello there."]);
    expect(cutter.push(" are you? ")).toEqual(["How are you?"]);
    expect(cutter.push("\n")).toEqual([]);
    expect(cutter.flush()).toEqual([]);
  });

  test("that come first may end at a comma once they are long enough; later ones may not", () => {
    const long = "Of course I can do that for you, but first";
    expect(long.indexOf(",") + 1).toBe(32);
    const cutter = new SentenceCutter();
    expect(cutter.push(long)).toEqual(["Of course I can do that for you,"]);
    expect(cutter.push(`, x. ${long}, and so on.`)).toEqual(["but first, x."]);
    expect(cut(["Oh yes, of course I can, and so on and on."])).toEqual([
      "Oh yes, of course I can, and so on and on.",
    ]);
  });

  test("without an end are cut before they are too long: at a comma, a space, or anywhere", () => {
    const words = `Hi. ${"word ".repeat(200)}`;
    const commas = `Hi. ${"so many words, ".repeat(80)}`;
    const nothing = `Hi. ${"x".repeat(1_000)}`;
    const faces = `Hi. ${"é𝒳".repeat(400)}`;
    for (const text of [words, commas, nothing, faces]) {
      const sentences = cut([text]);
      expect(sentences.length).toBeGreaterThan(3);
      for (const sentence of sentences) expect(sentence.length).toBeLessThanOrEqual(300);
      expect(sentences.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      expect(cut(text.match(/.{1,7}/gsu) ?? [])).toEqual(sentences);
    }
    expect(
      cut([commas])
        .slice(1)
        .every((sentence) => sentence.endsWith(",")),
    ).toBe(true);
    for (const sentence of cut([faces])) expect(sentence.isWellFormed()).toBe(true);
  });

  test("an answer of nothing but signs is not passed over in silence, an empty one is", () => {
    const said = ["My answer has no words that I could say aloud."];
    for (const signs of ["👍", "---\n", "?!"]) expect(cut([signs])).toEqual(said);
    for (const nothing of ["", "  ", "\n\n"]) expect(cut([nothing])).toEqual([]);
    const cutter = new SentenceCutter();
    expect([...cutter.push("👍\nFine. "), ...cutter.flush(), ...cutter.flush()]).toEqual(["Fine."]);
  });

  test("take no more than their share of time", () => {
    const cutAll = () => {
      const cutter = new SentenceCutter();
      for (let index = 0; index < 20_000; index++) cutter.push("x");
      for (let index = 0; index < 20_000; index++) cutter.push("[");
    };
    expect(leastCpuMs(2_000, cutAll)).toBeLessThan(2_000);
  });
});

describe("a text that breaks off", () => {
  const said = (...deltas: readonly string[]): readonly string[] => {
    const cutter = new SentenceCutter();
    return [...deltas.flatMap((delta) => cutter.push(delta)), ...cutter.breakOff(), ...cutter.flush()];
  };

  test("keeps its whole sentences, each once, and drops half of one", () => {
    expect(said("It is five. And ", "the")).toEqual(["It is five."]);
    expect(said("It is five.")).toEqual(["It is five."]);
    expect(said("It is")).toEqual([]);
    expect(said("")).toEqual([]);
  });
});
