// Unheard part of a flow's words: its texts, and the flow's memory of it.

import { expect, test } from "bun:test";
import { type Said, unheardLetters } from "../../src/voice/flow/unheard-letters.ts";

const say = (text: string, more: Partial<Said> = {}): Said => ({
  text,
  logged: text,
  isRemembered: true,
  ...more,
});

test.each<readonly [string, readonly Said[], string, number]>([
  ["all was heard", [say("One two. Three!"), say("Four.")], "One two. Three! Four.", 0],
  ["nothing was heard", [say("One two."), say("Three.")], "", 11],
  ["the last text was cut", [say("One two."), say("Three four.")], "One two. Three", 4],
  ["a text is cleaned for the voice", [say("**One**, 🙂 two."), say("Three.")], "One, two.", 5],
  [
    "an address is said in a shorter form than it is written",
    [say("See https://www.a.example/b?c=d now. Bye.")],
    "See a.example/b now.",
    3,
  ],
  [
    "a filler is not remembered",
    [say("One moment.", { isRemembered: false }), say("Two.")],
    "One moment.",
    3,
  ],
  ["a filler was cut", [say("One moment.", { isRemembered: false })], "One", 0],
  ["a masked text was heard", [say("Pin 1 2 3.", { logged: "Pin •••." })], "Pin 1 2 3.", 0],
  ["a masked text was cut", [say("Pin 1 2 3.", { logged: "Pin •••." }), say("Bye.")], "Pin 1", 6],
  ["nothing was said", [], "", 0],
])("%s", (_, said, heard, letters) => {
  expect(unheardLetters(said, heard)).toBe(letters);
});
