// Tests of a summary of a list that is asked for as a yes or no: what is added, counted anew, or only half a yes.

import { expect, test } from "bun:test";
import { FlowTalk, programOf } from "../../../../support/fakes/flow-talk.ts";

const program = programOf(await Bun.file("public/flows/pizza-order.flow.yaml").text());

/** Answer to the words at the summary of an order. */
function atSummary(order: string, words: string, confidence = 1): string {
  const talk = new FlowTalk(program);
  talk.start();
  talk.hear(order);
  talk.hear("no that's all");
  return talk.give({ type: "words", text: words, confidence });
}

const waters = "a small margherita two large mushroom and two water";

test.each(["only one water please", "just one water please", "um actually only one water"])(
  "an entry gets another number by %s, and the order is not placed",
  (words) => {
    expect(atSummary(waters, words)).toContain("2 large mushroom and 1 water");
  },
);

test.each(["actually could I add a cola as well", "actually a cola as well"])(
  "an entry is added by %s, and replaces none",
  (words) => {
    expect(atSummary(waters, words)).toContain("2 water and 1 cola");
  },
);

test("an uncertain no to a summary leads to the change", () => {
  const answer = atSummary("a large salami and one water", "no but it's all a bit odd isn't it");
  expect(answer).not.toContain("That is not right, is that right?");
});

test("an uncertain yes to a summary is asked again", () => {
  expect(atSummary("a large salami and one water", "yes i'd like the salami small")).toStartWith("Sorry");
});

test("a no that was hardly heard is asked again", () => {
  expect(atSummary("a large salami and one water", "no", 0.6)).toStartWith("Sorry");
});
