// Acts beside answers: words that answer nothing get a sentence of their own and cost no attempt.

import { describe, expect, test } from "bun:test";
import { acts } from "../../../src/flow/locale/acts.ts";
import { spokenLanguages, languageOf } from "../../../src/flow/locale/languages.ts";
import { flow, Talk } from "./run/talk.ts";

const house = (more = "", variables = "") =>
  flow(`
name: Blue Door
start: first
variables:
  guests: {type: number, integer: true, max: 12, synonyms: [people], ask: How many people?}
  day: {type: date, ask: Which day?}
${variables}
defaults: {give_up: lost}
${more}
nodes:
  first: {ask: [guests, day], next: done}
  done: {say: Done., end: done}
  lost: {say: Bye., end: lost}`);

const open = (more = "", variables = ""): Talk => {
  const talk = new Talk(house(more, variables));
  talk.start();
  return talk;
};

describe("an act", () => {
  test("is answered in a sentence of its own, and the question follows", () => {
    const talk = open();
    expect(talk.user("hello can you hear me")).toBe("Hello. How many people?");
    expect(talk.user("am I talking to a real person?")).toBe(
      "I am an automated assistant, not a person. This is Blue Door. How many people?",
    );
    expect(talk.user("why do you need that")).toBe("I need to know that to help you. How many people?");
    expect(talk.user("I don't know")).toStartWith("That is all right.");
    expect(talk.user("thanks")).toBe("You are welcome. How many people?");
    expect(talk.user("four people")).toBe("Which day?");
  });

  test("costs no attempt, however often it comes", () => {
    const talk = open();
    const said = ["hi", "how are you", "who are you", "thank you", "can you speak up", "this is ridiculous"];
    for (const words of [...said, ...said]) expect(talk.user(words)).toEndWith("How many people?");
    expect(talk.state.failuresInRow).toBe(0);
    expect(talk.user("the blue door")).toStartWith("Sorry, I did not understand that.");
  });

  test("counts beside a story where nothing else was understood", () => {
    const talk = open();
    expect(talk.user("bear with me the dog has got hold of my slipper")).not.toContain("Sorry");
    expect(talk.user("my neighbour is away and i haven't a clue")).toStartWith("That is all right.");
    expect(talk.user("thanks the dog has got hold of my slipper")).toStartWith("Sorry");
    expect(talk.user("hold on the dog says four people")).not.toContain("How many");
  });

  test("of goodbye counts at the end of a no, or of an uncertain answer", () => {
    const what = (confirm: string): string =>
      `  what: {type: choice${confirm}, options: [{id: balance, label: the balance}, {id: adviser}], ask: What else?}`;
    const bank = (confirm = ""): Talk => {
      const talk = new Talk(
        house("", what(confirm)).replace(
          "{ask: [guests, day], next: done}",
          "{menu: what, goto: {balance: done, adviser: done}}",
        ),
      );
      talk.start();
      return talk;
    };
    const goodbye = "Goodbye. You can hang up now. If you would rather go on: What else?";
    expect(bank().user("No, that's grand, I only wanted the balance thing. Bye.")).toBe(goodbye);
    const talk = bank(", confirm: explicit");
    expect(talk.user("the balance")).toBe("the balance, is that right?");
    expect(talk.user("No. Goodbye.")).toStartWith("Goodbye.");
    expect(bank().user("the balance please, bye")).toBe("Done.");
  });

  test("that declines leads to give_up when nothing else comes", () => {
    const talk = open();
    const said = Array.from({ length: 6 }, () => talk.user("I'd rather not say"));
    expect(said.slice(0, 5).every((words) => words.includes("How many people?"))).toBe(true);
    expect(said[5]).toBe("Bye.");
  });

  test("that declines skips a question that is optional", () => {
    const talk = open("", "  note: {type: text, ask: Any wish?, optional: true}");
    const optional = new Talk(
      house("", "  tel: {type: phone, region: FR, optional: true, ask: Your number?}").replace(
        "ask: [guests, day]",
        "ask: [tel, day]",
      ),
    );
    optional.start();
    expect(optional.user("that's none of your business")).toEndWith("Which day?");
    expect(talk.user("I'd rather not say")).toEndWith("How many people?");
  });

  test("reads back the answers so far", () => {
    const talk = open();
    expect(talk.user("what do you have so far")).toBe("I have nothing yet. How many people?");
    talk.user("four people");
    expect(talk.user("what do you have so far?")).toBe("This is what I have so far. People: 4. Which day?");
  });

  test("repeats the last turn, more slowly", () => {
    const talk = open();
    expect(talk.user("not so fast please")).toBe("I will say it more slowly. How many people?");
    const says = talk.latest.filter((effect) => effect.type === "say");
    expect(says.at(-1)).toMatchObject({ text: "How many people?", voice: { speed: 0.8 } });
  });

  test("beside an answer leaves the answer", () => {
    const talk = open();
    expect(talk.user("hello, four people please")).toBe("Which day?");
  });

  test("does not replace an answer that it holds", () => {
    const talk = open();
    talk.user("four people");
    expect(talk.user("tomorrow")).toBe("Done.");
  });
});

describe("an author", () => {
  test("words an act by a handler of its name", () => {
    const talk = open("handlers: {who_are_you: {say: I am Ada. No person is on this line.}}");
    expect(talk.user("who is this")).toBe("I am Ada. No person is on this line. How many people?");
  });

  test("leads an act elsewhere", () => {
    const talk = open("handlers: {never_mind: {next: lost}}");
    expect(talk.user("forget it")).toBe("Bye.");
  });

  test("switches an act off", () => {
    const talk = open("handlers: {greeting: disabled}");
    expect(talk.user("hello")).toStartWith("Sorry, I did not understand that.");
  });

  test("words an act in a called flow", () => {
    const inner = flow(
      "start: a\nvariables:\n  n: {type: number, ask: Inner?}\ndefaults: {give_up: z}\nnodes:\n  a: {ask: n, next: z}\n  z: {end: done}",
      "inner",
    );
    const talk = new Talk(
      flow(
        "start: a\nhandlers: {greeting: {say: Good day.}}\nnodes:\n  a: {call: inner, on_error: z, next: z}\n  z: {end: done}",
      ),
      { others: { inner } },
    );
    talk.start();
    expect(talk.user("hello")).toBe("Good day. Inner?");
  });
});

describe("a person", () => {
  const desk = "handlers: {operator: {next: desk}}";
  const withDesk = (handlers = desk, giveUp = "lost") =>
    house(handlers).replace("give_up: lost", `give_up: ${giveUp}`) +
    '\n  desk: {say: One moment., next: line}\n  line: {transfer: "tel:+442079460000", on_failed: lost}';
  const transfers = (yaml: string, words: string): readonly [string, boolean] => {
    const talk = new Talk(yaml);
    talk.start();
    const said = talk.user(words);
    return [said, talk.works.some(({ what }) => what.type === "transfer")];
  };

  test("is called by a complaint, where the flow has an edge for it", () => {
    expect(transfers(withDesk(), "this is ridiculous")).toEqual([
      "I am sorry to hear that. One moment.",
      true,
    ]);
    expect(transfers(withDesk(""), "this is ridiculous")[1]).toBe(false);
  });

  test("is called in an emergency, also among other words", () => {
    expect(transfers(withDesk(), "please my husband is not breathing he is on the floor")[1]).toBe(true);
    expect(transfers(withDesk(), "it is not an emergency")[1]).toBe(false);
  });

  test("is reached by give_up where no handler leads there", () => {
    expect(transfers(withDesk("", "desk"), "can I speak to a manager")).toEqual(["One moment.", true]);
  });

  test("is not promised where none is reachable", () => {
    expect(transfers(withDesk(""), "can I speak to a manager")).toEqual([
      "I am sorry, I can not put you through to a person. How many people?",
      false,
    ]);
  });
});

describe("at a question for free text", () => {
  const note = house("", "  address: {type: text, ask: Where are you?}").replace("[guests, day]", "address");

  test("an act is no answer", () => {
    for (const words of [
      "hello can you hear me",
      "who is this",
      "why do you ask",
      "I don't know",
      "hold on",
    ]) {
      const talk = new Talk(note);
      talk.start();
      expect(talk.user(words)).not.toBe("Done.");
    }
  });

  test("other words are an answer", () => {
    const talk = new Talk(note);
    talk.start();
    expect(talk.user("hello, I am at twelve King Street")).toBe("Done.");
  });
});

describe("each act", () => {
  for (const language of spokenLanguages)
    test(`has a sentence in ${language}`, () => {
      const { wordings } = languageOf(language);
      for (const { name } of acts)
        expect(wordings.acts[name]({ flow: "Blue Door", filled: "" }).length).toBeGreaterThan(4);
    });
});
