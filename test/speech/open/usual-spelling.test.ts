// Usual spelling: words that the open recogniser writes as old books do.

import { expect, test } from "bun:test";
import { usualSpelling } from "../../../src/speech/open/usual-spelling.ts";

test.each([
  ["A table for four to-morrow at half-past seven.", "A table for four tomorrow at half past seven."],
  ["To-day, or to-night?", "Today, or tonight?"],
  ["Good-by.", "Goodbye."],
  ["Good-bye, and goodby.", "Goodbye, and goodbye."],
  ["Goodbye at a quarter-to nine.", "Goodbye at a quarter to nine."],
  ["A well-to-do to-do list by today.", "A well-to-do to-do list by today."],
])("%s is written in its modern form", (written, usual) => expect(usualSpelling(written)).toBe(usual));
