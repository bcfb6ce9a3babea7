// Types and read-backs that authors asked for: birthdays, postcodes, addresses, codes of several forms, and read-backs
// in the author's words.

import { describe, expect, test } from "bun:test";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import { flow, Talk } from "./run/talk.ts";

const asking = (variable: string, more = ""): Talk => {
  const talk = new Talk(
    flow(`
start: a
${more}
variables:
  x: {ask: What is it?, ${variable}}
defaults: {give_up: z}
nodes:
  a: {ask: x, next: z}
  z: {say: "Got {{ x }}.", end: z}`),
  );
  talk.start();
  return talk;
};

/** Stored value after a yes to any read-back. */
const stored = (variable: string, words: string): unknown => {
  const talk = asking(variable);
  if (talk.user(words).includes("right?")) talk.user("yes");
  return talk.state.frames[0]?.values.x ?? null;
};

describe("a birthday", () => {
  test("lies in the past", () => {
    expect(stored("type: birthday", "the fifth of june nineteen seventy one")).toBe("1971-06-05");
    expect(asking("type: birthday").user("the fifth of june two thousand ninety")).not.toStartWith("Got");
  });
});

describe("a postcode", () => {
  test("has the form of its country", () => {
    expect(stored("type: postcode, region: GB", "s w one a one a a")).toBe("SW1A 1AA");
    expect(stored("type: postcode, region: GB", "m one one a e")).toBe("M1 1AE");
    expect(stored("type: postcode, region: DE", "one oh one one five")).toBe("10115");
    expect(stored("type: postcode, region: DE", "one oh one one")).toBeNull();
  });

  test("needs a country whose postcodes are known", () => {
    const codesOf = (type: string): readonly string[] =>
      loadFlow(
        `voice_flow: 1\nid: t\nlanguage: en\nstart: a\nvariables:\n  x: {ask: What?, ${type}}\nnodes:\n  a: {ask: x, give_up: z, next: z}\n  z: {end: z}\n`,
        { resolveFlow: () => undefined },
      ).problems.map(({ code }) => code);
    expect(codesOf("type: postcode, region: GB")).not.toContain("VF111");
    expect(codesOf("type: postcode")).toContain("VF111");
  });
});

describe("an address", () => {
  test("is read back, and is no question or greeting", () => {
    expect(asking("type: address").user("twelve King Street")).toBe("twelve King Street, is that right?");
    for (const words of ["hello", "who is this", "which address do you mean", "do you need the postcode?"])
      expect(stored("type: address", words)).toBeNull();
  });
});

describe("a code", () => {
  test("may have several forms", () => {
    const plate = 'type: code, mask: ["AA-999", "A-99"]';
    expect(stored(plate, "a b one two three")).toBe("AB-123");
    expect(stored(plate, "b one two")).toBe("B-12");
    expect(stored(plate, "b one")).toBeNull();
  });

  test("is read back, unless the author says otherwise or it is sensitive", () => {
    expect(asking("type: code, mask: AA9").user("a b one")).toEndWith("is that right?");
    expect(asking("type: code, mask: AA9, confirm: auto").user("a b one")).toStartWith("Got");
    expect(asking("type: code, mask: AA9, sensitive: true").user("a b one")).toStartWith("Got");
    expect(asking("type: code, mask: AA9", "").state.outcome).toBeNull();
  });
});

describe("a read-back", () => {
  test("is worded by the author, for the understood value", () => {
    const words = 'read_back: "So {{ x }} it is?"';
    expect(asking(`type: number, confirm: explicit, ${words}`).user("four")).toBe("So 4 it is?");
  });

  test("is worded by a type", () => {
    const types = 'types:\n  seats: {type: number, confirm: explicit, read_back: "{{ x }} seats?"}';
    expect(asking("type: seats", types).user("four")).toBe("4 seats?");
  });

  test("of a yes or no has the words of the question", () => {
    const read = (ask: string, words: string): string => {
      const talk = new Talk(
        flow(
          `start: a\nvariables:\n  x: {type: boolean, confirm: explicit, ask: "${ask}"}\ndefaults: {give_up: z}\nnodes:\n  a: {ask: x, next: z}\n  z: {end: z}`,
        ),
      );
      talk.start();
      return talk.user(words);
    };
    expect(read("Do you need parking?", "yes")).toBe("You need parking, is that right?");
    expect(read("Do you need parking?", "no")).toBe("You do not need parking, is that right?");
    expect(read("That is 4 people. Shall I book it?", "yes")).toBe("I shall book it, is that right?");
    expect(read("Any allergies?", "no")).toBe("Any allergies: no, is that right?");
  });

  test("of a spelled name always comes", () => {
    expect(asking("type: name").user("Smith")).toStartWith("Got");
    expect(asking("type: name").user("K I M")).toEndWith("is that right?");
  });
});
