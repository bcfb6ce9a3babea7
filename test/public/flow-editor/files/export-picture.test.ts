// Export of pictures: a PNG has scale 2, less for large flows, and an error for flows that would be unreadable.

import { expect, test } from "bun:test";
import { scaleOf } from "../../../../public/flow-editor/files/export-picture.ts";

test("a PNG has twice the picture's pixels, or as many as browsers can draw", () => {
  expect(scaleOf(900, 1_100)).toBe(2);
  expect(scaleOf(10_000, 400) * 10_000).toBeCloseTo(16_384);
  const wide = scaleOf(8_000, 8_000);
  expect((wide * 8_000) ** 2).toBeCloseTo(64_000_000);
});

test("a flow that would be unreadable as a PNG is refused, with SVG as the alternative", () => {
  expect(() => scaleOf(40_000, 300)).toThrow("This flow is too large for a PNG");
  expect(() => scaleOf(20_000, 20_000)).toThrow("Export it as SVG.");
});
