// Second reader: a model reads answers where the rules are unsure. A value with two equal readings counts at once,
// everything else is read back, and a model that lies, invents, is late or writes nonsense makes nothing worse.

import { describe, expect, test } from "bun:test";
import type { Proposal } from "../../../src/flow/engine/run/step-contract.ts";
import { flow, Talk } from "./run/talk.ts";

const house = flow(`
name: Blue Door
start: first
variables:
  guests: {type: number, integer: true, min: 1, max: 12, synonyms: [people], ask: How many people?}
  day: {type: date, ask: Which day?}
  room: {type: choice, ask: Which room?, options: [{id: garden, label: the garden room}, {id: hall, label: the great hall}]}
  pay: {type: money, currency: USD, ask: How much would you like to pay?}
  note: {type: boolean, ask: Do you need parking?}
defaults: {give_up: lost}
handlers: {operator: {next: desk}, goodbye: {next: lost}}
nodes:
  first: {ask: [guests, day, room, pay, note], next: done}
  desk: {transfer: "tel:+442079460000", on_failed: lost}
  done: {say: Done., end: done}
  lost: {say: Bye., end: lost}`);

const talkWith = (...proposals: readonly (Proposal | undefined)[]): Talk => {
  const talk = new Talk(house, { proposals });
  talk.start();
  return talk;
};

const one = (name: string, value: string | number | boolean, quote: string): Proposal => ({
  set: { [name]: { value, quote } },
});

const values = (talk: Talk): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(talk.state.frames[0]?.values ?? {}).filter(([, value]) => value !== null),
  );

/** The rules read it with a doubt, so the flow asks a model. */
const doubtful = "four purple people";

describe("a model with the rules' reading", () => {
  test("spares the caller the read-back", () => {
    expect(talkWith(undefined).user(doubtful)).toBe("4 people, is that right?");
    expect(talkWith(one("guests", 4, "four")).user(doubtful)).toBe("Which day?");
  });

  test("gets the day, the question, the readings, the answers and the expected phrases", () => {
    const talk = talkWith(undefined, undefined);
    talk.user("two people");
    talk.user("the thing with the door");
    const what = talk.works.at(-1)?.what;
    expect(what).toMatchObject({
      type: "propose",
      request: {
        question: "Which day?",
        now: expect.stringContaining("2026"),
        filled: [{ label: "people", text: "2" }],
        timeoutMs: 800,
        history: expect.arrayContaining([{ role: "user", text: "two people" }]),
      },
    });
    const request = what?.type === "propose" ? what.request : undefined;
    expect(request?.acts).toContain("who_are_you");
    expect(request?.acts).not.toContain("operator");
    expect(request?.wanted.map(({ name }) => name)).toContain("guests");
  });
});

describe("a model with another value", () => {
  test("has its value read back where its quote contains it", () => {
    const talk = talkWith(one("day", "2026-11-27", "friday"));
    expect(talk.user(`${doubtful} on friday`)).toEndWith("is that right?");
    expect(values(talk)).toEqual({});
  });

  test("is not believed where its quote does not contain the value", () => {
    for (const lie of [one("guests", 9, "four people"), one("guests", 9, "nine"), one("guests", 9, "purple")])
      expect(talkWith(lie).user(doubtful)).not.toBe("Which day?");
  });
});

describe("while a value is read back", () => {
  const asked = (proposal: Proposal | undefined): Talk => {
    const talk = talkWith(undefined, proposal);
    talk.user(doubtful);
    return talk;
  };

  test("a yes counts if the rules read it in its quote", () => {
    const talk = asked({ act: "yes", quote: "yes" });
    expect(talk.user("a resounding yes from the whole family")).toBe("Which day?");
    expect(values(talk)).toEqual({ guests: 4 });
  });

  test("a yes that the caller did not say does not count", () => {
    for (const act of [
      { act: "yes", quote: "the green thing" },
      { act: "yes", quote: "yes" },
      { act: "yes" },
    ] satisfies Proposal[]) {
      const talk = asked(act);
      talk.user("the green thing over there");
      expect(values(talk)).toEqual({});
    }
  });
});

describe("beside an answer", () => {
  test("a model names an act, which costs no attempt", () => {
    const talk = talkWith({ act: "who_are_you" });
    expect(talk.user("with which kind of being do i have the pleasure")).toBe(
      "I am an automated assistant, not a person. This is Blue Door. How many people?",
    );
    expect(talk.state.failuresInRow).toBe(0);
  });

  test("a model that keeps naming acts does not hold the caller forever", () => {
    const talk = talkWith(...Array.from({ length: 9 }, (): Proposal => ({ act: "greeting" })));
    const said = Array.from({ length: 8 }, () => talk.user("the green thing over there"));
    expect(said.some((words) => words.endsWith("Bye."))).toBe(true);
  });

  test("a model's act that leads elsewhere is not followed", () => {
    for (const act of ["operator", "emergency", "never_mind", "goodbye", "complaint", "nonsense"])
      expect(talkWith({ act }).user("the green thing over there")).toBe(
        "Sorry, I did not understand that. How many people?",
      );
  });
});

describe("an earlier answer", () => {
  test("is corrected by the quote", () => {
    const talk = talkWith(one("guests", 5, "five people"));
    talk.user("four people");
    if (talk.user("my uncle bert brings us up to five people").includes("right?")) talk.user("yes");
    expect(values(talk)).toEqual({ guests: 5 });
  });

  test("is not changed by unsaid words", () => {
    const talk = talkWith(one("guests", 7, "the green thing"), one("guests", 7, "seven"));
    talk.user("four people");
    talk.user("the green thing over there");
    expect(values(talk)).toEqual({ guests: 4 });
  });
});

/** Sentences that answer nothing, or something in doubt, at the first question. */
const sentences = [
  doubtful,
  "there is a large queue here",
  "my bill says forty dollars",
  "we land at eight",
  "i have been on hold for thirty minutes",
  "tuesday is my wedding anniversary",
  "the green thing over there",
  "they sent me two letters",
  "my brother came with three friends last year",
  "is four too many",
];

const liars: readonly (readonly [name: string, lies: (words: string) => Proposal | undefined])[] = [
  ["invents quotes", () => one("guests", 7, "seven people please")],
  ["quotes everything", (words) => one("guests", 7, words)],
  ["quotes a word and says another value", (words) => one("guests", 11, words.split(" ").at(-1) ?? "")],
  ["answers another question", (words) => one("day", "2026-12-24", words)],
  ["says yes", (words) => ({ act: "yes", quote: words })],
  ["transfers the call", () => ({ act: "operator" })],
  ["calls a handler", () => ({ handler: "operator" })],
  ["names an option", () => ({ option: "hall" })],
  ["is late", () => undefined],
  [
    "writes nonsense",
    () => ({ set: { guests: 4, day: null }, act: 7, option: {}, quote: [] }) as unknown as Proposal,
  ],
];

describe("a model that", () => {
  for (const [name, lies] of liars)
    test(`${name} stores nothing that the rules alone would not store`, () => {
      for (const words of sentences) {
        const alone = new Talk(house, {});
        alone.start();
        alone.user(words);
        const talk = talkWith(lies(words), lies(words));
        talk.user(words);
        expect([words, values(talk)]).toEqual([words, values(alone)]);
        expect(talk.works.some(({ what }) => what.type === "transfer")).toBe(false);
      }
    });
});

describe("in a language without rules", () => {
  const french = `voice_flow: 1
id: t
language: fr
start: a
variables:
  guests: {type: number, integer: true, ask: "Pour combien de personnes ?", read_back: "{{ guests }} personnes ?", no_match: "Pardon ?"}
defaults: {give_up: z}
nodes:
  a: {ask: guests, next: z}
  z: {say: "Merci.", end: done}
`;

  test("the model reads the answer, and the yes to the read-back", () => {
    const talk = new Talk(french, {
      proposals: [one("guests", 4, "quatre"), { act: "yes", quote: "oui" }],
    });
    expect(talk.start()).toBe("Pour combien de personnes ?");
    expect(talk.user("nous serons quatre")).toBe("4 personnes ?");
    expect(talk.user("oui merci")).toBe("Merci.");
    expect(values(talk)).toEqual({ guests: 4 });
  });

  test("the model's no asks again, and an unsaid yes does not count", () => {
    const talk = new Talk(french, {
      proposals: [one("guests", 4, "quatre"), { act: "yes", quote: "oui" }, { act: "no", quote: "non" }],
    });
    talk.start();
    talk.user("nous serons quatre");
    expect(talk.user("peut-être")).toEndWith("4 personnes ?");
    expect(talk.user("ah non")).toEndWith("Pour combien de personnes ?");
  });
});
