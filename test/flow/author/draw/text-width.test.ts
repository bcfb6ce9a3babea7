// Text of a drawing: lines break between words, and an expression counts as one word.

import { expect, test } from "bun:test";
import { widthOf, wrapped } from "../../../../src/flow/author/draw/text-width.ts";

const font = { size: 12 };

test("a line breaks before an expression rather than inside it", () => {
  const text = "A table for {{ guests }} on";
  const width = widthOf("{{ guests }} on", font) + 1;
  expect(wrapped(text, font, width)).toEqual(["A table for", "{{ guests }} on"]);
});

test("an expression wider than a line is cut", () => {
  const [first, second] = wrapped("{{ guests ?? 'nobody' }} at last", font, widthOf("{{ guests", font));
  expect(first).toStartWith("{{ gue");
  expect(second).toEndWith("…");
});
