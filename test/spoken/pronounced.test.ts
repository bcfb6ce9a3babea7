// Pronunciations by a flow's author: whole words, in their case, and no text that only looks like a pattern.

import { expect, test } from "bun:test";
import { pronounced } from "../../src/spoken/pronounced.ts";

const table = new Map([
  ["SQL", "sequel"],
  ["MySQL", "my sequel"],
  ["US", "U.S."],
  ["C++", "c plus plus"],
  ["Łódź", "woodge"],
  ["$1", "a dollar"],
  ["Siobhan", "SH IH0 V AO1 N"],
]);

test.each([
  ["MySQL and SQL.", "my sequel and sequel."],
  ["Tell us about the US, not SQLite.", "Tell us about the U.S., not SQLite."],
  ["C++ in Łódź for $1", "c plus plus in woodge for a dollar"],
  ["Ask Siobhan.", "Ask shih-VAWN."],
  ["nothing", "nothing"],
])("%s", (written, said) => {
  expect(pronounced(written, table)).toBe(said);
});

test("a text is unchanged without a table", () => {
  expect(pronounced("SQL", undefined)).toBe("SQL");
  expect(pronounced("SQL", new Map())).toBe("SQL");
  expect(pronounced("SQL", new Map([["", "x"]]))).toBe("SQL");
});
