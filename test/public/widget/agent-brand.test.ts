// Agent brand: its parts, and a colour that is readable on the panel in light and dark.

import { expect, test } from "bun:test";
import {
  accentOf,
  absentFrom,
  brandIn,
  contrastOf,
  inkOn,
  readableOn,
} from "../../../public/widget/agent-brand.ts";

test("brand: texts of an answer are taken, and anything else is left out", () => {
  expect(brandIn({ agent_name: "Ada", picture: null, colour: 7, greeting: "" })).toEqual({
    name: "Ada",
    picture: undefined,
    colour: undefined,
    greeting: undefined,
  });
});

test("brand: a part that the page gives overrides the embed's", () => {
  const own = { name: "Ada", picture: "a.png", colour: "#ff0000", greeting: "Hi" };
  expect(absentFrom({ name: "Bea", greeting: "" }, own)).toEqual({ picture: "a.png", colour: "#ff0000" });
});

const levels = ["00", "33", "66", "99", "cc", "ff"];
const colours = levels.flatMap((red) =>
  levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
);

test("brand: every colour contrasts with its background, and its text with it", () => {
  for (const colour of colours)
    for (const ground of ["#ffffff", "#191d20"]) {
      const shown = readableOn(colour, ground);
      expect(contrastOf(shown, ground)).toBeGreaterThanOrEqual(3);
      expect(contrastOf(inkOn(shown), shown)).toBeGreaterThanOrEqual(4.5);
    }
});

test("brand: a contrasting colour is unchanged, and a text that is no colour sets none", () => {
  expect(readableOn("#0b6b5d", "#ffffff")).toBe("#0b6b5d");
  expect(accentOf("#1A7F5A")).toEqual({
    accent: "light-dark(#1a7f5a, #1a7f5a)",
    onAccent: "light-dark(#ffffff, #ffffff)",
  });
  for (const odd of ["", "red", "#12345", "#1234567", "url(x)"]) expect(accentOf(odd)).toBeUndefined();
});

test("brand: contrast is that of WCAG", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
