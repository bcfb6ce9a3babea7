// Second reading: the model's values beside those of the rules. `second-reader.test.ts` has whole calls.

import { expect, test } from "bun:test";
import { readAgain } from "../../../../src/flow/engine/understand/second-reading.ts";
import { formsIn, understand } from "../../../../src/flow/engine/understand/understand.ts";
import type { Correctable, ListeningPoint } from "../../../../src/flow/engine/understand/understanding.ts";
import { acts } from "../../../../src/flow/locale/acts.ts";
import { english } from "../../../../src/flow/locale/en/pack.ts";
import { at, comment, day, guests, point } from "./dialogue.ts";

const four: Correctable = { ...guests, value: 4, echoed: true };
const here = point({ asked: at, correctable: [four] });
const reading = (words: string, given: ListeningPoint = here) => ({
  words,
  heard: understand(words, given),
  point: given,
  acts: ["dont_know"],
  isOnlyReader: false,
});
const said = (name: string, value: unknown, quote: string) => ({ set: { [name]: { value, quote } } });

test("a correction is certain if the model's quote contains it as well", () => {
  const given = reading("no, perhaps make it five people");
  expect(readAgain(said("guests", 5, "five people"), given)).toMatchObject({
    type: "correction",
    changes: [{ name: "guests", value: 5 }],
    decision: "accept",
  });
});

test("a correction stays as the rules read it when the model says another value", () => {
  const given = reading("no, make it five people");
  expect(given.heard.type).toBe("correction");
  expect(readAgain(said("at", "18:00", "five"), given)).toEqual(given.heard);
});

test("an earlier answer that only the model's quote changes is read back", () => {
  const given = reading("the moon is made of cheese and five people");
  const unclear = { ...given, heard: { type: "unclear" } } as const;
  expect(readAgain(said("guests", 5, "five people"), unclear)).toMatchObject({
    type: "correction",
    changes: [{ name: "guests", value: 5 }],
    decision: "confirm",
    isDoubtful: true,
  });
});

test("an act of the model counts only when the rules understood nothing", () => {
  const unclear = reading("the moon is made of cheese");
  expect(readAgain({ act: "dont_know" }, unclear)).toMatchObject({ type: "handler", name: "dont_know" });
  expect(readAgain({ act: "operator" }, unclear)).toEqual(unclear.heard);
  const clear = reading("at seven");
  expect(readAgain({ act: "dont_know" }, clear)).toEqual(clear.heard);
});

test("a trace names the form of each value", () => {
  const forms = formsIn("four people tomorrow", point({ asked: guests, open: [day] })).split("; ");
  expect(forms.map((each) => each.split(":")[0])).toEqual(["guests", "day"]);
});

test("a caller who asks whether the agent is a real person is not transferred", () => {
  const handlers = acts.map(({ name }) => ({
    name,
    phrases: english.handlers.get(name) ?? [],
    proposable: false,
  }));
  const named = (words: string) => understand(words, point({ asked: guests, handlers }));
  expect(named("am i talking to a person")).toMatchObject({ name: "who_are_you" });
  expect(named("i don't know, i want to speak to a person")).toMatchObject({ name: "operator" });
});

test("a question behind a first word is no text, and one inside a story is", () => {
  const told = (words: string) => understand(words, point({ asked: comment })).type;
  expect(told("listen when do you open")).toBe("unclear");
  expect(told("tell me which day")).toBe("answer");
});
