// Palette: people with low vision can read drawn flows, in light and in dark.

import { expect, test } from "bun:test";
import { nodeKinds } from "../../../../src/flow/author/document/node-kinds.ts";
import { edgeStyles, paperColours } from "../../../../src/flow/author/draw/palette.ts";

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

for (const theme of ["light", "dark"] as const)
  test(`${theme}: text has a contrast of 4.5 to 1, lines of 3 to 1`, () => {
    const { paper, card, ink, soft, trouble } = paperColours[theme];
    for (const [kind, { colours }] of Object.entries(nodeKinds)) {
      const { wash, ink: verb } = colours[theme];
      const pairs = {
        ink: contrast(ink, wash),
        verb: contrast(verb, wash),
        trouble: contrast(trouble, wash),
      };
      for (const [what, found] of Object.entries(pairs))
        expect(found, `${what} on ${kind}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of [paper, card])
      for (const colour of [ink, soft, trouble]) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
    for (const { colour } of Object.values(edgeStyles))
      expect(contrast({ soft, trouble }[colour], paper)).toBeGreaterThanOrEqual(3);
  });

test("no two kinds of node look alike, and failures differ by more than colour", () => {
  for (const theme of ["light", "dark"] as const) {
    const inks = Object.values(nodeKinds).map(({ colours }) => colours[theme].ink);
    expect(new Set(inks).size).toBe(inks.length);
  }
  for (const kind of ["give_up", "error", "failed", "timeout"] as const) {
    expect(edgeStyles[kind].colour).toBe("trouble");
    expect(edgeStyles[kind].dash).toBeDefined();
  }
  expect(edgeStyles.next.dash).toBeUndefined();
});
