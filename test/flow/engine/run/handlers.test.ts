// Handlers: words that work anywhere, and the return to the interrupted question.

import { describe, expect, test } from "bun:test";
import { flow, Talk } from "./talk.ts";

const house = (handlers: string, more = "") =>
  flow(`
start: hello
languages: [en, de]
variables:
  guests: {type: number, integer: true, max: 12, synonyms: [people], ask: {en: "How many people?", de: "Wie viele Personen?"}}
  day: {type: date, ask: {en: "Which day?", de: "Welcher Tag?"}}
  mood: {type: boolean, ask: {en: Are you well?, de: Geht es gut?}}
  mood_a: {type: boolean}
  mood_b: {type: boolean}
  mood_c: {type: boolean}
  mood_d: {type: boolean}
  asked: {type: number, default: 0}
defaults: {give_up: lost}
handlers: {${handlers}}
nodes:
  hello: {say: {en: "Welcome.", de: "Willkommen."}, next: first}
  first: {ask: [guests, day], next: lost}
  lost: {say: {en: Bye., de: Ade.}, end: lost}
${more}`);

describe("ruling 4: a handler is a `say` with triggers", () => {
  test("it says its text and the open question again", () => {
    const talk = new Talk(house("hours: {phrases: [opening hours], dtmf: '5', say: Until ten.}"));
    talk.start();
    expect(talk.user("opening hours")).toBe("Until ten. How many people?");
    talk.user("four");
    expect(talk.press("5")).toBe("Until ten. Which day?");
  });

  test("it sets, emits and leads elsewhere", () => {
    const talk = new Talk(
      house("operator: {set: {asked: asked + 1}, emit: {wanted.person: {times: asked}}, next: lost}"),
    );
    talk.start();
    expect(talk.user("operator please")).toBe("Bye.");
    expect(talk.emits).toEqual(['wanted.person {"times":1}']);
  });

  test("a node's own handler precedes the flow's, and may switch it off", () => {
    const talk = new Talk(
      house("hours: {phrases: [opening hours], say: Until ten.}").replace(
        "first: {",
        "first: {handlers: {hours: {phrases: [opening hours], say: At this table until nine.}, repeat: disabled}, ",
      ),
    );
    talk.start();
    expect(talk.user("opening hours")).toStartWith("At this table until nine.");
    expect(talk.user("repeat please")).toStartWith("Sorry");
  });

  test("the text of a handler depends on the number of its calls", () => {
    const talk = new Talk(house("hours: {phrases: [opening hours], say: [Until ten., Still until ten.]}"));
    talk.start();
    talk.user("opening hours");
    expect(talk.user("opening hours")).toStartWith("Still until ten.");
  });
});

describe("ruling 19: continuing", () => {
  test("`set`, `say` and `emit` of the interrupted node do not run again; a confirmation and failures stay", () => {
    const talk = new Talk(house("hours: {phrases: [opening hours], say: Until ten.}"));
    talk.start();
    talk.user("bananas");
    talk.user("four", 0.6);
    expect(talk.user("opening hours")).toBe("Until ten. 4 people, is that right?");
    expect(talk.state.frames[0]?.failures["guests"]?.noMatch).toBe(1);
    expect(talk.user("yes")).toBe("Which day?");
  });

  const side = `
  side: {ask: mood, next: RESUME}
`;

  test("a handler that can resume is remembered, and returns to the question", () => {
    const talk = new Talk(house("chat: {phrases: [let us chat], next: side}", side));
    talk.start();
    talk.user("four");
    expect(talk.user("let us chat")).toBe("Are you well?");
    expect(talk.user("yes")).toBe("Which day?");
    expect(talk.state.remembered).toEqual([]);
  });

  test("the question is rendered again, in the present language", () => {
    const talk = new Talk(
      house("german: {phrases: [german please], next: side}", "\n  side: {language: de, next: RESUME}\n"),
    );
    talk.start();
    expect(talk.user("german please")).toBe("Wie viele Personen?");
  });

  test("a question answered inside a handler stays answered", () => {
    const talk = new Talk(
      house("usual: {phrases: [the usual], next: side}", "\n  side: {set: {guests: 2}, next: RESUME}\n"),
    );
    talk.start();
    expect(talk.user("the usual")).toBe("Which day?");
    const direct = new Talk(house("usual: {phrases: [the usual], set: {guests: 2}, say: The usual.}"));
    direct.start();
    expect(direct.user("the usual")).toBe("The usual. Which day?");
  });

  test("at most three interrupted nodes are remembered, and the first is always kept", () => {
    const talk = new Talk(
      house(
        "a: {phrases: [alpha], next: na}, b: {phrases: [bravo], next: nb}, c: {phrases: [charlie], next: nc}, d: {phrases: [delta], next: nd}",
        `
  na: {ask: mood_a, when_filled: ask, say: {en: "A?", de: "A?"}, next: RESUME}
  nb: {ask: mood_b, when_filled: ask, say: {en: "B?", de: "B?"}, next: RESUME}
  nc: {ask: mood_c, when_filled: ask, say: {en: "C?", de: "C?"}, next: RESUME}
  nd: {ask: mood_d, when_filled: ask, say: {en: "D?", de: "D?"}, next: RESUME}
`,
      ),
    );
    talk.start();
    expect(talk.user("alpha")).toBe("A?");
    expect(talk.user("bravo")).toBe("B?");
    expect(talk.user("charlie")).toBe("C?");
    expect(talk.user("delta")).toBe("D?");
    expect(talk.state.remembered).toHaveLength(3);
    expect(talk.user("yes")).toBe("C?");
    expect(talk.user("yes")).toBe("B?");
    expect(talk.user("yes")).toBe("How many people?");
  });

  test("a handler that cannot resume clears the remembered positions", () => {
    const talk = new Talk(
      house("chat: {phrases: [let us chat], next: side}, menu: {phrases: [start over], next: hello}", side),
    );
    talk.start();
    talk.user("let us chat");
    expect(talk.user("start over")).toBe("Welcome. How many people?");
    expect(talk.state.remembered).toEqual([]);
  });

  test("an answer inside a handler can still be corrected after it", () => {
    const talk = new Talk(
      house(
        "chat: {phrases: [let us chat], next: side}",
        "\n  side: {ask: mood, next: more}\n  more: {ask: year, next: RESUME}\n",
      ).replace(
        "  asked:",
        "  year: {type: number, integer: true, min: 1900, synonyms: [year], ask: {en: Born when?, de: Wann?}}\n  asked:",
      ),
    );
    talk.start();
    talk.user("let us chat");
    talk.user("yes");
    expect(talk.user("1970")).toBe("How many people?");
    expect(talk.user("no, the year 1980")).toBe("1980. How many people?");
    expect(talk.value("year")).toBe(1980);
    expect(talk.user("four")).toBe("Which day?");
    expect(talk.user("no, the year 1990")).toEndWith("Which day?");
    expect(talk.value("year")).toBe(1990);
  });

  test("`repeat` says the whole last turn again", () => {
    const talk = new Talk(house("hours: {phrases: [opening hours], say: Until ten.}"));
    expect(talk.start()).toBe("Welcome. How many people?");
    expect(talk.user("repeat please")).toBe("Welcome. How many people?");
    expect(talk.user("say that again")).toBe("Welcome. How many people?");
    talk.user("opening hours");
    expect(talk.user("repeat please")).toBe("Until ten. How many people?");
  });

  test("`wait` gives half a minute without a reprompt", () => {
    const talk = new Talk(house(""));
    talk.start();
    expect(talk.user("one moment please")).toBe("Take your time.");
    expect(talk.silenceMs).toBe(30_000);
    expect(talk.silence()).toStartWith("I did not hear anything.");
    expect(talk.silenceMs).toBe(6_000);
  });
});

describe("ruling 20: no cool-down", () => {
  test("the same handler works twice in a row; from the fourth time each counts as not understood", () => {
    const talk = new Talk(house("hours: {phrases: [opening hours], say: Until ten.}"));
    talk.start();
    for (let times = 0; times < 5; times++) {
      expect(talk.user("opening hours")).toBe("Until ten. How many people?");
    }
    expect(talk.user("opening hours")).toBe("Bye.");
    expect(talk.outcome).toBe("lost");
  });

  test("an accepted answer resets the count of a handler", () => {
    const talk = new Talk(house("hours: {phrases: [opening hours], say: Until ten.}"));
    talk.start();
    for (let times = 0; times < 4; times++) talk.user("opening hours");
    talk.user("four");
    for (let times = 0; times < 3; times++) talk.user("opening hours");
    expect(talk.state.failuresInRow).toBe(0);
  });
});

test("a refusal in the caller's own shape asks again without an attempt, until the fourth in a row", () => {
  const talk = new Talk(
    flow(`
start: room
variables:
  room: {type: choice, ask: Single or double?, options: [{id: single}, {id: double}]}
  day: {type: date, ask: Which day?}
  phone: {type: phone, region: GB, optional: true, ask: What number?}
defaults: {give_up: lost}
nodes:
  room: {ask: room, next: day}
  day: {ask: day, next: phone}
  phone: {ask: phone, next: lost}
  lost: {say: Bye., end: lost}
`),
  );
  talk.start();
  expect(talk.user("none of those really suit me")).toBe(
    "I understand, but I need it to go on. Single or double?",
  );
  expect(talk.user("a double then")).toBe("Which day?");
  const again = "All right, something else then. Which day?";
  expect(talk.user("Friday's no good, I'm working")).toBe(again);
  expect(talk.user("no, I can't do Friday")).toBe(again);
  expect(talk.user("not Saturday")).toBe(again);
  expect(talk.state.failuresInRow).toBe(0);
  expect(talk.user("can't make Sunday")).toBe(again);
  expect(talk.state.failuresInRow).toBe(1);
  expect(talk.user("Monday then")).toBe("What number?");
  expect(talk.user("I don't have a phone")).toContain("Bye.");
});

test("a handler's word that is also an answer is the answer", () => {
  const talk = new Talk(
    flow(`
start: first
variables: {dept: {type: choice, ask: Which?, options: [{id: sales}, {id: operator}]}}
defaults: {give_up: lost}
handlers: {operator: {next: lost}}
nodes:
  first: {ask: dept, next: done}
  done: {say: "{{ dept }}.", end: ok}
  lost: {say: Bye., end: lost}
`),
  );
  talk.start();
  expect(talk.user("operator")).toBe("operator.");
});
