// Questions: when a flow asks them, in which words, how it takes answers, and what it does when none comes.

import { describe, expect, test } from "bun:test";
import { flow, Talk } from "./talk.ts";

const trip = (node: string, more = "") =>
  flow(`
start: first
variables:
  guests: {type: number, integer: true, min: 1, max: 12, input: true, synonyms: [people, guests], ask: How many people?}
  day: {type: date, input: true, ask: Which day?}
  at: {type: time, input: true, ask: What time?}
  again: {type: boolean, ask: Once more?}
defaults: {give_up: lost${more}}
nodes:
  first: ${node}
  more: {ask: again, when_filled: ask, next: [{if: again, goto: first}, {else: done}]}
  done: {say: "{{ guests }} people, {{ day }}, {{ at }}.", end: ok}
  lost: {say: Sorry., end: lost}
`);

describe("ruling 15: a question with a known answer", () => {
  test("is skipped in silence on first arrival", () => {
    const talk = new Talk(trip("{ask: [guests, day], say: Two questions., next: done}"), {
      context: { guests: 4, day: "2026-11-21" },
    });
    expect(talk.start()).toBe("4 people, Saturday, November 21st,.");
    expect(talk.outcome).toBe("ok");
  });

  test("takes the words of its question beside the answer", () => {
    const talk = new Talk(trip("{ask: guests, next: more}").replace(" synonyms: [people, guests],", ""));
    expect(talk.start()).toBe("How many people?");
    expect(talk.user("six people")).toBe("Once more?");
    expect(talk.value("guests")).toBe(6);
  });

  test("is asked again from its first variable when the flow comes back, and old values are readable", () => {
    const talk = new Talk(trip("{ask: [guests, day], next: more}"));
    talk.start();
    talk.user("four");
    expect(talk.user("tomorrow")).toBe("Once more?");
    expect(talk.user("yes")).toBe("How many people?");
    expect(talk.value("day")).toBe("2026-11-21");
    expect(talk.user("five")).toBe("Which day?");
  });

  test("asks only empty ones when some are filled", () => {
    const talk = new Talk(
      trip("{ask: [guests, day], next: more}").replace("more: {", "more: {set: {day: null}, "),
    );
    talk.start();
    talk.user("four");
    talk.user("tomorrow");
    expect(talk.user("yes")).toBe("Which day?");
    expect(talk.user("Sunday")).toBe("Once more?");
    expect(talk.value("guests")).toBe(4);
  });

  test("is skipped, asked or read back as `when_filled` says", () => {
    const context = { guests: 4 };
    const skip = new Talk(trip("{ask: guests, when_filled: skip, next: more}"), { context });
    expect(skip.start()).toBe("Once more?");
    expect(skip.user("yes")).toBe("Once more?");
    const ask = new Talk(trip("{ask: guests, when_filled: ask, next: more}"), { context });
    expect(ask.start()).toBe("How many people?");
    const confirm = new Talk(trip("{ask: guests, when_filled: confirm, next: done}"), { context });
    expect(confirm.start()).toBe("4 people, is that right?");
    expect(confirm.user("yes")).toStartWith("4 people");
    const other = new Talk(trip("{ask: guests, when_filled: confirm, next: done}"), { context });
    other.start();
    expect(other.user("no")).toBe("How many people?");
    expect(other.user("six")).toStartWith("6 people");
  });
});

test("ruling 5: `say` is the question of one variable, and comes once before several", () => {
  const one = new Talk(trip("{ask: guests, say: And how many of you?, next: done}"));
  expect(one.start()).toBe("And how many of you?");
  const two = new Talk(trip("{ask: [guests, day], say: Two questions., next: done}"));
  expect(two.start()).toBe("Two questions. How many people?");
  expect(two.user("four")).toBe("Which day?");
});

test("one utterance may answer everything, and unasked values need a plain form", () => {
  const talk = new Talk(trip("{ask: [guests, day, at], next: done}"));
  talk.start();
  expect(talk.user("a table for four tomorrow at half past seven in the evening")).toBe(
    "4 people, Saturday, November 21st, 7:30 p.m.",
  );
});

describe("ruling 10: texts in turn", () => {
  test("a question's words depend on the number of visits, and not on failures", () => {
    const talk = new Talk(trip('{ask: guests, say: ["How many?", "How many now?"], next: more}'));
    expect(talk.start()).toBe("How many?");
    expect(talk.user("bananas")).toBe("Sorry, I did not understand that. How many?");
    talk.user("four");
    expect(talk.user("yes")).toBe("How many now?");
    talk.user("five");
    expect(talk.user("yes")).toBe("How many now?");
  });

  test("reprompts depend on the failures of their kind", () => {
    const talk = new Talk(
      trip(
        '{ask: guests, max_attempts: 5, no_match: ["A number, please.", "Say four."], no_input: [Hello?], next: done}',
      ),
    );
    talk.start();
    expect(talk.user("bananas")).toBe("A number, please.");
    expect(talk.silence()).toBe("Hello?");
    expect(talk.user("oranges")).toBe("Say four.");
    expect(talk.silence()).toBe("Hello?");
  });

  test("an understood value out of range has its own words, or the bounds", () => {
    const own = new Talk(
      trip('{ask: guests, invalid: "Not {{ guests }}, twelve.", no_match: What?, next: done}'),
    );
    own.start();
    expect(own.user("twenty")).toBe("Not 20, twelve.");
    expect(own.user("bananas")).toBe("What?");
    const none = new Talk(trip('{ask: guests, no_match: ["What?", "A number."], next: done}'));
    none.start();
    expect(none.user("twenty")).toBe("You said 20. I can take 1 to 12. How many people?");
    expect(none.user("bananas")).toBe("A number.");
  });
});

describe("ruling 21: failures", () => {
  test("a question has three chances in all, of any kind", () => {
    const talk = new Talk(trip("{ask: guests, next: done}"));
    talk.start();
    talk.user("bananas");
    expect(talk.silence()).toBe("I did not hear anything. How many people?");
    expect(talk.user("twenty")).toBe("Sorry.");
    expect(talk.outcome).toBe("lost");
  });

  test("failures count per variable, and an accepted answer resets them", () => {
    const talk = new Talk(trip("{ask: [guests, day], next: done}"));
    talk.start();
    talk.user("bananas");
    talk.user("bananas");
    expect(talk.user("four")).toBe("Which day?");
    talk.user("bananas");
    talk.user("bananas");
    expect(talk.outcome).toBeNull();
    talk.user("bananas");
    expect(talk.outcome).toBe("lost");
  });

  test("`attempt` is 1 at the first", () => {
    const talk = new Talk(trip('{ask: guests, no_match: "That was attempt {{ attempt - 1 }}.", next: done}'));
    talk.start();
    expect(talk.user("bananas")).toBe("That was attempt 1.");
    expect(talk.user("bananas")).toBe("That was attempt 2.");
  });

  test("too many failures in a row over all questions end the call with a sentence", () => {
    const talk = new Talk(trip("{ask: guests, give_up: first, next: done}", ", limits: {max_failures: 4}"));
    talk.start();
    talk.user("bananas");
    talk.user("oranges");
    expect(talk.user("bananas")).toBe("How many people?");
    expect(talk.user("pears")).toBe("I am sorry, we do not seem to understand each other. Goodbye.");
    expect(talk.outcome).toBe("gave_up");
  });
});

describe("ruling 31: reading back", () => {
  test("an unsure answer is read back, and yes takes it", () => {
    const talk = new Talk(trip("{ask: guests, next: done}"));
    talk.start();
    expect(talk.user("four", 0.6)).toBe("4 people, is that right?");
    expect(talk.value("guests")).toBeNull();
    talk.user("yes");
    expect(talk.value("guests")).toBe(4);
  });

  test("key 1 means yes and key 2 means no", () => {
    const talk = new Talk(trip("{ask: guests, next: done}"));
    talk.start();
    talk.user("four", 0.6);
    expect(talk.press("2")).toBe("Sorry about that. How many people?");
    talk.user("four", 0.6);
    talk.press("1");
    expect(talk.outcome).toBe("ok");
  });

  test("`no, six` replaces the value, which is read back again only if confirmation is always required", () => {
    const auto = new Talk(trip("{ask: guests, next: done}"));
    auto.start();
    auto.user("four", 0.6);
    expect(auto.user("no, six")).toStartWith("6 people");
    const explicit = new Talk(trip("{ask: guests, confirm: explicit, next: done}"));
    explicit.start();
    expect(explicit.user("four")).toBe("4 people, is that right?");
    expect(explicit.user("no, six")).toBe("6 people, is that right?");
    explicit.user("yes");
    expect(explicit.value("guests")).toBe(6);
  });

  test("`yes, at eight` takes the value and continues", () => {
    const talk = new Talk(trip("{ask: [guests, at], next: done}"));
    talk.start();
    talk.user("four", 0.6);
    expect(talk.user("yes, at 8 p.m.")).toStartWith("4 people");
    expect(talk.value("at")).toBe("20:00");
  });

  test("values of one utterance are read back together, and no drops them all", () => {
    const talk = new Talk(trip("{ask: [guests, day], next: done}"));
    talk.start();
    expect(talk.user("four people tomorrow", 0.6)).toBe(
      "4 people and Saturday, November 21st, is that right?",
    );
    expect(talk.user("no")).toBe("Sorry about that. How many people?");
    expect(talk.user("five")).toBe("Which day?");
    expect(talk.value("day")).toBeNull();
  });

  test("implicit: the value is spoken before the next text", () => {
    const talk = new Talk(trip("{ask: [guests, day], confirm: implicit, next: done}"));
    talk.start();
    expect(talk.user("four", 0.6)).toBe("4. Which day?");
    expect(talk.user("no, five")).toBe("5. Which day?");
  });

  test("implicit: a value that ends with a full stop gets no second one", () => {
    const talk = new Talk(trip("{ask: [at, day], confirm: implicit, next: done}"));
    talk.start();
    expect(talk.user("8 p.m.")).toBe("8 p.m. Which day?");
  });

  test("never: an understood value is taken", () => {
    const talk = new Talk(trip("{ask: guests, confirm: never, next: done}"));
    talk.start();
    expect(talk.user("four", 0.6)).toStartWith("4 people");
  });

  test("never: words with a second meaning are still read back", () => {
    const talk = new Talk(trip("{ask: guests, confirm: never, next: done}"));
    talk.start();
    expect(talk.user("four of our nicest")).toBe("4 people, is that right?");
    expect(talk.user("no, five")).toStartWith("5 people");
  });

  test("neither silence nor nonsense lose the value in the read-back", () => {
    const talk = new Talk(trip("{ask: guests, next: done}"));
    talk.start();
    talk.user("four", 0.6);
    expect(talk.silence()).toBe("I did not hear anything. 4 people, is that right?");
    expect(talk.user("bananas")).toBe("Sorry, I did not understand that. 4 people, is that right?");
  });

  test("a value is spelled after two refusals", () => {
    const talk = new Talk(
      flow(`
start: first
variables: {pin: {type: digits, length: 4, confirm: explicit, ask: Your number?}}
defaults: {give_up: lost, max_attempts: 5}
nodes:
  first: {ask: pin, next: lost}
  lost: {say: Bye., end: lost}
`),
    );
    talk.start();
    talk.user("1 2 3 4");
    talk.user("no");
    expect(talk.user("1 2 3 5")).not.toStartWith("Let me spell");
    talk.user("no");
    expect(talk.user("1 2 3 6")).toBe("Let me spell that: 1, 2, 3, 6. Is that right?");
  });

  test("a phone number is read back as dialled, and spelled the same way", () => {
    const talk = new Talk(
      flow(`
start: first
variables: {line: {type: phone, region: FR, confirm: explicit, ask: Your number?}}
defaults: {give_up: lost, max_attempts: 5}
nodes:
  first: {ask: line, next: lost}
  lost: {say: Bye., end: lost}
`),
    );
    talk.start();
    expect(talk.user("01 40 12 34 55")).toBe("0 1, 4 0, 1 2, 3 4, 5 5, is that right?");
    talk.user("no");
    expect(talk.user("+44 20 7946 0999")).toBe("plus 4 4, 2 0, 7 9 4 6, 0 9 9 9, is that right?");
    talk.user("no");
    expect(talk.user("01 40 12 34 56")).toBe(
      "Let me spell that: 0, 1, 4, 0, 1, 2, 3, 4, 5, 6. Is that right?",
    );
  });

  test("a text is never read back by itself", () => {
    const talk = new Talk(
      flow(`
start: first
variables: {wish: {type: text, ask: What is it?}}
defaults: {give_up: lost}
nodes:
  first: {ask: wish, next: lost}
  lost: {say: "{{ wish }}", end: lost}
`),
    );
    talk.start();
    expect(talk.user("something vague", 0.5)).toBe("something vague");
  });
});

describe("ruling 30: two readings", () => {
  test("one question decides between the two readings, and that is no failure", () => {
    const talk = new Talk(trip("{ask: at, next: done}"));
    talk.start();
    expect(talk.user("eight")).toBe("8 a.m. or 8 p.m.?");
    expect(talk.state.failuresInRow).toBe(0);
    talk.user("p.m.");
    expect(talk.value("at")).toBe("20:00");
  });

  test("an hour with one reading by day is read back", () => {
    const talk = new Talk(trip("{ask: at, next: done}"));
    talk.start();
    expect(talk.user("twenty past two")).toBe("2:20 p.m., is that right?");
  });

  test("two rounds decide, and then the answer counts as not understood", () => {
    const talk = new Talk(trip("{ask: at, next: done}"));
    talk.start();
    talk.user("eight");
    talk.user("nine");
    expect(talk.user("seven")).toBe("Sorry, I did not understand that. What time?");
  });
});

test("a menu leads to its option's target, and `next` catches the others", () => {
  const talk = new Talk(
    flow(`
start: first
variables: {dept: {type: choice, ask: Which?, options: [{id: sales}, {id: support}]}}
defaults: {give_up: lost}
nodes:
  first: {menu: dept, goto: {sales: won}, next: lost}
  won: {say: Sold., end: won}
  lost: {say: Bye., end: lost}
`),
  );
  talk.start();
  expect(talk.user("sales")).toBe("Sold.");
});

test("a question without words is still heard", () => {
  const talk = new Talk(trip('{ask: guests, say: "{{ day }}", next: done}'));
  expect(talk.start()).toBe("I am listening.");
});
