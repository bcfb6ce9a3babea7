// Captions of a call in the widget.

import { expect, test } from "bun:test";
import { captionsOf } from "../../../public/widget/caption-lines.ts";

test("captions show no line for a sound without words", () => {
  const lines = [
    { who: "agent", text: "For which day?" },
    { who: "caller", text: " " },
    { who: "caller", text: "Friday" },
  ] as const;
  expect(captionsOf(lines, "")).toEqual([
    { kind: "agent", text: "For which day?" },
    { kind: "caller", text: "Friday" },
  ]);
});

test("captions end with the words being recognised", () => {
  expect(captionsOf([], "on fri")).toEqual([{ kind: "interim", text: "on fri" }]);
});
