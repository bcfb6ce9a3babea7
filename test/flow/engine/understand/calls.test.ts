// Calls of handlers: by the words of a turn, among other words, anywhere, and behind denials.

import { describe, expect, test } from "bun:test";
import {
  calledIn,
  isCalledAnywhere,
  urgentIn,
} from "../../../../src/flow/engine/understand/hearing/calls.ts";
import { languageAt, placeOf } from "../../../../src/flow/engine/understand/hearing/slots.ts";
import { hear } from "../../../../src/flow/grammar/hearing.ts";
import { english } from "../../../../src/flow/locale/en/pack.ts";
import { point } from "./dialogue.ts";

const handlers = [
  { name: "hours", phrases: ["opening hours", "when are you open"], proposable: false },
  { name: "goodbye", phrases: ["i have to go", "bye"], proposable: false },
  { name: "menu", phrases: ["menu"], proposable: false },
];
const called = (words: string, confidence = 1) => {
  const at = point({ handlers, confidence });
  const found = calledIn(hear(words, placeOf(at)), at);
  return found?.type === "handler" ? `${found.name} ${found.confidence.toFixed(2)}` : "none";
};

describe("a handler is called", () => {
  test("when its phrase is the whole turn, with its confidence", () => {
    expect(called("opening hours")).toBe("hours 1.00");
    expect(called("opening hours", 0.6)).toBe("hours 0.60");
  });

  test("when politeness or a question accompanies its phrase", () => {
    expect(called("opening hours please")).toBe("hours 1.00");
    expect(called("what are your opening hours")).toBe("hours 1.00");
  });

  test("when few other words are spoken, with less confidence", () => {
    expect(called("opening hours opening hours gibberish")).toBe("hours 0.80");
  });

  test("when the longer of two phrases is its own", () => {
    expect(called("menu, when are you open")).toBe("hours 1.00");
  });
});

describe("no handler is called", () => {
  test("beside unexplained words", () => {
    expect(called("menu gibberish")).toBe("none");
    expect(called("the opening hours gibberish nonsense of yesterday")).toBe("none");
  });

  test("behind a denial", () => {
    expect(called("it is not the menu")).toBe("none");
    expect(called("i don't want the menu")).toBe("none");
    expect(called("no menu please")).toBe("menu 1.00");
  });

  test("by an urgent phrase behind a no that is about it", () => {
    const urgent = [
      { name: "ambulance", phrases: ["emergency"], isAnywhere: true as const, proposable: false },
    ];
    const at = point({ handlers: urgent });
    const isCalled = (words: string) => calledIn(hear(words, placeOf(at)), at) !== undefined;
    for (const words of ["no, it isn't an emergency", "that's right, no emergency", "no emergency"])
      expect(isCalled(words), words).toBeFalse();
    expect(isCalled("no, emergency!")).toBeTrue();
  });

  test("when a goodbye continues in another sense", () => {
    expect(called("i have to go")).toBe("goodbye 1.00");
    expect(called("i have to go, bye")).toBe("goodbye 1.00");
    expect(called("i have to go downstairs")).toBe("none");
  });
});

describe("an urgent phrase", () => {
  const pain = ["pain", "chest pain"];
  const isHeard = (words: string) => isCalledAnywhere(words, pain, english);

  test("counts wherever it occurs", () => {
    expect(isHeard("my husband has a terrible chest pain and he is very pale")).toBeTrue();
    expect(isHeard("my husband is very pale")).toBeFalse();
  });

  test("does not count behind a denial, with small words between", () => {
    expect(isHeard("i have no pain")).toBeFalse();
    expect(isHeard("i have no chest pain")).toBeFalse();
    expect(isHeard("it is not a pain")).toBeFalse();
    expect(isHeard("it is not like he told me pain")).toBeTrue();
  });

  test("counts behind a no that answers, and not behind a denial", () => {
    expect(isHeard("no, chest pain")).toBeTrue();
    expect(isHeard("no pain in the arm but pain in the back")).toBeTrue();
  });

  test("is the longest of the phrases, and none without `anywhere`", () => {
    const urgent = [
      { name: "doctor", phrases: ["pain"], isAnywhere: true, proposable: false },
      { name: "ambulance", phrases: ["chest pain"], isAnywhere: true, proposable: false },
      { name: "never", phrases: ["terrible chest pain"], proposable: false },
    ] as const;
    const at = point({ handlers: urgent });
    const told = (words: string) => urgentIn(hear(words, placeOf(at)), at, languageAt(at));
    expect(told("a terrible chest pain today")).toBe("ambulance");
    expect(told("a terrible pain today")).toBe("doctor");
    expect(told("nothing of that kind")).toBeUndefined();
  });
});
