// Figures of a flow's contract in readable form.

import { expect, test } from "bun:test";
import { figureText } from "../../../public/console/flows/flow-contract.ts";

test.each([
  ["ms", 640.4, "640 ms"],
  ["share", 0.0213, "2.1 %"],
  ["turns", 6, "6"],
  ["ms", null, "–"],
] as const)("a figure in %s of %j reads %s", (unit, value, text) => {
  expect(figureText(unit, value)).toBe(text);
});
