// Order and confidence: the first meaning of an utterance, and the effect of a recogniser's doubt. The rates of
// test/phrases hold the phrases.

import { describe, expect, test } from "bun:test";
import { formsIn, understand } from "../../../../src/flow/engine/understand/understand.ts";
import { at, day, guests, inShort, point } from "./dialogue.ts";

describe("the recogniser's confidence", () => {
  const at60 = { asked: guests, confidence: 0.6 };
  test("turns a clear answer into one to confirm", () => {
    expect(inShort(understand("four", point(at60)))).toBe("confirm guests=4");
  });
  test("gives no meaning below the limit of read-backs", () => {
    expect(inShort(understand("four", point({ asked: guests, confidence: 0.3 })))).toBe("unclear");
  });
});

describe("the order", () => {
  test("puts a full answer before a command", () => {
    const ours = [{ name: "four", phrases: ["four"], proposable: false }];
    expect(inShort(understand("four", point({ asked: guests, handlers: ours })))).toBe("guests=4");
  });
  test("puts a command before an answer among other words", () => {
    expect(
      inShort(understand("please repeat that for me again one more time", point({ asked: guests }))),
    ).toBe("handler repeat");
  });
  test("allows only commands without a question", () => {
    expect(inShort(understand("operator", point({})))).toBe("handler operator");
    expect(inShort(understand("four", point({})))).toBe("unclear");
  });
});

test("a trace names the form that read each value, without the caller's words", () => {
  const said = "four people tomorrow at half past seven";
  const forms = formsIn(said, point({ asked: guests, open: [day, at] }));
  expect(forms).toContain("day: {day} {time}");
  expect(forms).toContain("guests: {n}");
  expect(forms).not.toContain("four");
});
