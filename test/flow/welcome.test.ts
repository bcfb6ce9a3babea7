// Welcome flow, which answers while no language model is connected: conversations in text.

import { beforeEach, describe, expect, test } from "bun:test";
import { assetPath } from "../../src/base/asset.ts";
import { FlowTalk, programOf } from "../support/fakes/flow-talk.ts";

const program = programOf(await Bun.file(assetPath("flows", "welcome.flow.yaml")).text());
const menu = "What else would you like? The time, a table, a number, or a language model?";

let talk: FlowTalk;
beforeEach(() => {
  talk = new FlowTalk(program);
  talk.start();
});

/** Replies to these sentences, one after the other. */
const hear = (...words: readonly string[]): string => words.map((text) => talk.hear(text)).at(-1) ?? "";

describe("the welcome flow", () => {
  test("greets, gives its abilities, and asks", () => {
    expect(new FlowTalk(program).start()).toBe(
      "Hello, this is Voice Flow. You can ask for the time, book a table, have me repeat a number, " +
        "or hear about a language model. What would you like?",
    );
  });

  for (const words of ["time", "the time", "What time is it?", "one", "the first one", "first"]) {
    test(`tells the time to "${words}"`, () => {
      expect(talk.hear(words)).toBe(`It is 10:27 a.m. on this server. ${menu}`);
    });
  }

  test("books a table, as a demonstration", () => {
    expect(talk.hear("I'd like to book a table please")).toBe("Let us try a booking. For which day?");
    expect(talk.hear("on Friday")).toBe("At what time, between five and ten in the evening?");
    expect(talk.hear("seven")).toBe("For how many people?");
    expect(talk.hear("for four people")).toBe(
      "Friday, November 27th at 7 p.m., a table for 4. Is that correct?",
    );
    expect(talk.hear("yes, that's right")).toBe(
      `Thank you. This was only a demonstration, so no table is waiting for you. ${menu}`,
    );
  });

  for (const words of [
    "a table for four tomorrow at half past seven",
    "I'd like to book a table for four tomorrow at half past seven, please",
    "four people, tomorrow at half past seven in the evening",
  ])
    test(`takes all of the booking from "${words}"`, () => {
      expect(talk.hear(words)).toBe("Saturday, November 21st at 7:30 p.m., a table for 4. Is that correct?");
    });

  test("says goodbye to an uncertain no that ends with a goodbye", () => {
    hear("what time is it");
    expect(talk.give({ type: "words", text: "No thank you goodbye.", confidence: 0.6 })).toBe(
      "Thank you for calling. Goodbye.",
    );
  });

  test("asks only for what a booking in one sentence lacks", () => {
    expect(talk.hear("a table for two")).toBe("Let us try a booking. For which day?");
    expect(talk.hear("tomorrow at eight")).toBe(
      "Saturday, November 21st at 8 p.m., a table for 2. Is that correct?",
    );
  });

  test("offers a second try when the booking is wrong", () => {
    expect(hear("two", "today", "eight", "2", "no")).toBe("Shall we try it once more? Say okay, or no.");
    expect(talk.hear("okay")).toBe("Let us try a booking. For which day?");
    expect(hear("tomorrow", "nine", "five", "no", "no")).toBe(`All right. Nothing was booked. ${menu}`);
  });

  test("repeats four digits, in any spoken form", () => {
    for (const words of ["one two three four", "1234", "12 34", "one two, thirty four", "it is 1 2 3 4"]) {
      talk = new FlowTalk(program);
      talk.start();
      expect(talk.hear("telephone number")).toBe("Please say four digits, one after the other.");
      expect(talk.hear(words)).toBe("I heard 1 2 3 4. Is that correct?");
      expect(talk.hear("correct")).toBe(`Very good. ${menu}`);
    }
  });

  test("asks for the digits again, or stops", () => {
    expect(hear("number", "oh one double five", "wrong")).toBe(
      "I am sorry. Do you want to try it once more? Say okay, or no.",
    );
    expect(talk.hear("okay")).toBe("Please say four digits, one after the other.");
    expect(hear("0155", "no", "no")).toBe(`All right. ${menu}`);
  });

  test("explains how to connect a language model", () => {
    for (const words of ["a language model", "model", "four"]) {
      expect(talk.hear(words)).toStartWith("With a language model you can talk to me about anything.");
    }
  });

  for (const words of ["goodbye", "bye bye", "nothing", "no", "no thanks", "that is all", "five"]) {
    test(`says goodbye to "${words}"`, () => {
      expect(talk.hear(words)).toBe("Thank you for calling. Goodbye.");
      expect(talk.outcome).toBe("done");
      expect(talk.hear("hello?")).toBe("");
    });
  }

  test("says goodbye at any point", () => {
    for (const before of [["booking"], ["booking", "monday"], ["booking", "monday", "eight"], ["number"]]) {
      talk = new FlowTalk(program);
      talk.start();
      hear(...before);
      expect(talk.hear("goodbye")).toBe("Thank you for calling. Goodbye.");
    }
  });

  const asides = {
    help: "You can speak or press keys. Say repeat to hear me again, or goodbye to end the call.",
    hello: "Hello again.",
    hours: "I am here day and night.",
    location: "I live on the computer that answers this call.",
  };
  for (const [words, answer] of Object.entries(asides)) {
    test(`answers "${words}" at a question and asks it again`, () => {
      talk.hear("number");
      expect(talk.hear(words)).toBe(`${answer} Please say four digits, one after the other.`);
      expect(talk.hear("1234")).toBe("I heard 1 2 3 4. Is that correct?");
    });
  }

  test("repeats its whole last turn, as often as it is asked", () => {
    const said = hear("time");
    for (let time = 0; time < 3; time++) expect(talk.hear("say that again please")).toBe(said);
  });

  test("works by keys alone, but for the day and time of a booking", () => {
    expect(talk.press("1")).toStartWith("It is 10");
    expect(talk.press("3")).toBe("Please say four digits, one after the other.");
    expect(["0", "7", "7"].map((key) => talk.press(key))).toEqual(["", "", ""]);
    expect(talk.press("1#")).toBe("I heard 0 7 7 1. Is that correct?");
    expect(talk.press("2")).toStartWith("I am sorry. Do you want to try it once more?");
    expect(talk.press("2")).toBe(`All right. ${menu}`);
    expect(talk.press("2")).toBe("Let us try a booking. For which day?");
    hear("sunday", "six");
    expect(talk.press("1")).toBe("");
    expect(talk.press("2")).toEndWith("a table for 12. Is that correct?");
    expect(talk.press("1")).toEndWith(menu);
    talk.press("5");
    expect(talk.outcome).toBe("done");
  });

  test("asks differently the second time and says goodbye the third", () => {
    expect(talk.hear("a pizza")).toBe(
      "Sorry, I can do four things. Say time, table, number, or language model.",
    );
    expect(talk.give({ type: "no-match" })).toStartWith("Press one for the time,");
    expect(talk.hear("bananas")).toStartWith("I am sorry that we could not understand each other.");
    expect(talk.outcome).toBe("no_answer");
  });

  test("continues after a misunderstanding as if nothing had happened", () => {
    expect(hear("a pizza", "the second one, please")).toBe("Let us try a booking. For which day?");
    expect(hear("someday", "whenever", "wednesday")).toBe(
      "At what time, between five and ten in the evening?",
    );
    expect(hear("whatever", "nobody", "nine o'clock")).toBe("For how many people?");
    expect(hear("nobody", "dozens", "2")).toEndWith("a table for 2. Is that correct?");
  });

  test("asks whether the caller is there, and ends at the third silence", () => {
    expect(talk.silence()).toStartWith("Are you still there?");
    expect(talk.silence()).toStartWith("I cannot hear you.");
    expect(talk.silence()).toEndWith("Goodbye.");
    expect(talk.outcome).toBe("no_answer");
  });

  test("never falls silent: any input is answered, awaits more keys, or ends the call", () => {
    const inputs = ["time", "two", "no", "yes", "one two three four", "repeat", "help", "goodbye", "x", ""];
    const triples = inputs.flatMap((a) => inputs.flatMap((b) => inputs.map((c) => [a, b, c])));
    for (const triple of triples) {
      talk = new FlowTalk(program);
      talk.start();
      for (const words of triple) {
        if (talk.outcome === undefined) expect(talk.hear(words)).not.toBe("");
      }
    }
  });
});
