// Backchannels: words of a listener, in the languages that have a pack.

import { expect, test } from "bun:test";
import { onlyListens } from "../../../src/flow/engine/understand/said-so-far.ts";

test.each([
  "mm-hm",
  "Mm hmm.",
  "uh-huh",
  "right",
  "Okay, right.",
  "yes",
  "yeah yeah",
  "um, okay",
  "that’s right",
])("backchannel: %p lets an English agent continue", (text) => expect(onlyListens(text, "en-GB")).toBe(true));

test.each(["", "four", "okay four", "yes but", "stop", "wait", "no", "right now", "that's"])(
  "backchannel: %p is none for an English agent",
  (text) => expect(onlyListens(text, "en")).toBe(false),
);

test("backchannel: German ones are known, and those of other languages are not", () => {
  expect(onlyListens("Ja, genau.", "de")).toBe(true);
  expect(onlyListens("alles klar", "de")).toBe(true);
  expect(onlyListens("nein", "de")).toBe(false);
  expect(onlyListens("oui", "fr")).toBe(false);
});
