// Corrections: the flow goes back to the answer and forward to the next open question, and says and does nothing twice.

import { describe, expect, test } from "bun:test";
import { flow, Talk } from "./talk.ts";

const booking = (more = "") =>
  flow(`
start: details
variables:
  guests: {type: number, integer: true, min: 1, max: 12, input: true, synonyms: [people, guests], ask: How many people?}
  day: {type: date, synonyms: [day], ask: Which day?}
  name: {type: name, ask: What name?}
  ok: {type: boolean}
  price: {type: number, depends_on: [guests]}
tools:
  price_of: {http: "GET https://a.example/p?n={{ n }}", params: {n: number}}
  book: {http: "POST https://a.example/b"}
defaults: {give_up: lost}
handlers: {hours: {phrases: [when are you open], say: Until ten.}}
nodes:
  details: {ask: [guests, day], next: fine}
  fine: {say: Very good., next: look}
  look: {tool: price_of, with: {n: guests}, save: {price: result.price}, on_error: lost, emit: {price.looked: {n: guests}}, next: who}
  who: {ask: name, next: sure}
  sure: {ask: ok, say: "{{ guests }} people, {{ day }}, {{ name }}, {{ price }} euros. Shall I?", next: [{if: ok, goto: order}, {else: lost}]}
  order: {tool: book, on_error: lost, next: last}
  last: {ask: ok, when_filled: ask, say: Anything else?, next: lost}
  lost: {say: Bye., end: lost}
${more}`);

const tools = { price_of: [{ price: 40 }, { price: 50 }, { price: 60 }], book: [null] };

function upToSummary(): Talk {
  const talk = new Talk(booking(), { tools });
  talk.start();
  talk.user("four people tomorrow");
  talk.user("Ada Lovelace");
  return talk;
}

describe("ruling 16: a correction replaces an answer", () => {
  test("the flow continues from the answer with the new value, and all other values stay", () => {
    const talk = upToSummary();
    expect(talk.user("no, make it five people")).toBe(
      "5 people, Saturday, November 21st, Ada Lovelace, 50 euros. Shall I?",
    );
    expect(talk.path).toBe("details fine look who sure");
    expect(talk.value("day")).toBe("2026-11-21");
    expect(talk.value("name")).toBe("Ada Lovelace");
  });

  test("the no that begins a correction is not the no of an earlier menu", () => {
    const talk = new Talk(
      flow(`
start: menu
variables:
  topic: {type: choice, ask: What?, options: [{id: booking}, {id: nothing, synonyms: ["no"]}]}
  guests: {type: number, integer: true, synonyms: [people], ask: How many?}
  ok: {type: boolean}
defaults: {give_up: lost}
nodes:
  menu: {menu: topic, goto: {booking: count, nothing: lost}}
  count: {ask: guests, next: sure}
  sure: {ask: ok, say: "{{ guests }}, right?", next: lost}
  lost: {say: Bye., end: lost}
`),
    );
    talk.start();
    talk.user("booking");
    talk.user("four");
    expect(talk.user("no, five people")).toBe("5, right?");
    expect(talk.value("topic")).toBe("booking");
  });

  test("the node of the answer is not entered again, but asked again without a value", () => {
    const offer = flow(`
start: when
variables:
  day: {type: date, ask: Which day?}
  at: {type: time, depends_on: [day], ask: What time?}
  ok: {type: boolean, ask: Right?}
defaults: {give_up: lost}
nodes:
  when: {ask: [day, at], next: sure}
  sure: {ask: ok, next: lost}
  lost: {say: Bye., end: lost}
`);
    const talk = new Talk(offer);
    talk.start();
    talk.user("tomorrow");
    talk.user("7 p.m.");
    expect(talk.user("no, on Sunday")).toBe("Sunday, November 22nd. What time?");
    expect(talk.value("at")).toBeNull();
  });

  test("a correction in the same question continues without a new entry", () => {
    const talk = new Talk(booking(), { tools });
    talk.start();
    talk.user("four");
    expect(talk.user("no, five people")).toBe("5. Which day?");
    expect(talk.value("guests")).toBe(5);
  });

  test("the value is read back unless the next text says it anyway", () => {
    const talk = new Talk(booking(), { tools });
    talk.start();
    talk.user("four people tomorrow");
    expect(talk.user("no, make it five people")).toBe("5. What name?");
  });
});

describe("ruling 17: repetition", () => {
  test("unchanged texts are not spoken again, events not sent again, tools not called again", () => {
    const talk = upToSummary();
    expect(talk.emits).toEqual(['price.looked {"n":4}']);
    expect(talk.user("no, on Sunday")).toBe(
      "4 people, Sunday, November 22nd, Ada Lovelace, 40 euros. Shall I?",
    );
    expect(talk.calls).toHaveLength(1);
    expect(talk.emits).toEqual(['price.looked {"n":4}']);
  });

  test("a tool with other arguments is called again, an event with other data sent again", () => {
    const talk = upToSummary();
    talk.user("no, make it five people");
    expect(talk.calls).toEqual(['price_of {"n":4}', 'price_of {"n":5}']);
    expect(talk.emits).toEqual(['price.looked {"n":4}', 'price.looked {"n":5}']);
  });

  test("an answer to a changed question is asked for again", () => {
    const yes = flow(`
start: many
variables:
  guests: {type: number, integer: true, max: 12, synonyms: [people], ask: How many?}
  ok: {type: boolean}
  name: {type: name, ask: What name?}
defaults: {give_up: lost}
nodes:
  many: {ask: guests, next: sure}
  sure: {ask: ok, say: "{{ guests }} people, shall I book it?", next: who}
  who: {ask: name, next: lost}
  lost: {say: Bye., end: lost}
`);
    const talk = new Talk(yes);
    talk.start();
    talk.user("four");
    expect(talk.user("yes")).toBe("What name?");
    expect(talk.user("no, make it five people")).toBe("5 people, shall I book it?");
    expect(talk.user("yes")).toBe("What name?");
  });

  test("a failed tool with equal arguments fails again", () => {
    const talk = new Talk(
      flow(`
start: many
variables:
  guests: {type: number, integer: true, max: 12, synonyms: [people], ask: How many?}
  day: {type: date, ask: Which day?}
  name: {type: name, ask: What name?}
tools: {look: {http: "GET https://a.example/p"}}
defaults: {give_up: lost}
nodes:
  many: {ask: [guests, day], next: look}
  look: {tool: look, on_error: who, next: lost}
  who: {ask: name, next: lost}
  lost: {say: Bye., end: lost}
`),
      { tools: { look: [{ failure: "timeout" }] } },
    );
    talk.start();
    expect(talk.user("four people tomorrow")).toBe("What name?");
    expect(talk.user("no, five people")).toBe("5. What name?");
    expect(talk.calls).toHaveLength(1);
  });

  test("waits, recordings and called flows keep their earlier result", () => {
    const talk = new Talk(
      flow(`
start: many
variables:
  guests: {type: number, integer: true, max: 12, synonyms: [people], ask: How many?}
  paid: {type: boolean}
  voice: {type: audio}
  customer: {type: text}
  name: {type: name, ask: What name?}
defaults: {give_up: lost}
nodes:
  many: {ask: guests, next: pay}
  pay: {wait: {event: money.paid}, timeout: 60s, on_timeout: lost, save: {paid: result.ok}, next: tone}
  tone: {say: After the tone., record: voice, next: check}
  check: {call: other, save: {customer: result.id}, on_error: lost, next: who}
  who: {ask: name, next: lost}
  lost: {say: Bye., end: lost}
`),
      {
        others: {
          other: flow(
            `
start: only
variables: {id: {type: text, output: true}}
nodes: {only: {say: One moment., set: {id: "'c1'"}, end: done}}
`,
            "other",
          ),
        },
      },
    );
    talk.start();
    talk.user("four");
    expect(talk.event("money.paid", { ok: true })).toBe("After the tone. One moment. What name?");
    expect(talk.user("no, five people")).toBe("5. What name?");
    expect(talk.value("customer")).toBe("c1");
    expect(talk.works.filter(({ what }) => what.type === "record")).toHaveLength(1);
  });
});

describe("ruling 16, made safe: values that the flow itself has set", () => {
  test("are taken back and set again, so that a list does not grow twice", () => {
    const pizza = flow(`
start: pizza
variables:
  size: {type: choice, ask: Which size?, options: [{id: small}, {id: large}]}
  n: {type: number, integer: true, min: 1, max: 9, synonyms: [pieces], ask: How many?}
  items: {type: list, default: []}
  more: {type: boolean, ask: Anything else?}
defaults: {give_up: lost}
nodes:
  pizza: {ask: [size, n], next: keep}
  keep: {set: {items: "items + [size]", size: null}, next: again}
  again: {ask: more, when_filled: ask, next: [{if: more, goto: pizza}, {else: lost}]}
  lost: {say: Bye., end: lost}
`);
    const talk = new Talk(pizza);
    talk.start();
    talk.user("small");
    expect(talk.user("two pieces")).toBe("Anything else?");
    expect(talk.user("no, large")).toBe("large. Anything else?");
    expect(talk.value("items")).toEqual(["large"]);
    talk.user("yes");
    talk.user("small");
    expect(talk.value("items")).toEqual(["large", "small"]);
  });

  test("never reach past a sensitive answer, so that guesses stay counted", () => {
    const bank = flow(`
start: who
variables:
  name: {type: choice, synonyms: [name], ask: Who are you?, options: [{id: ada}, {id: grace}]}
  pin: {type: digits, length: 4, sensitive: true, synonyms: [pin], ask: Your PIN?}
  tries: {type: number, default: 0}
  again: {type: boolean, ask: Wrong. Try again?}
defaults: {give_up: locked}
nodes:
  who: {ask: name, next: ask}
  ask: {ask: pin, when_filled: ask, next: count}
  count: {set: {tries: tries + 1}, next: [{if: tries >= 3, goto: locked}, {else: wrong}]}
  wrong: {ask: again, when_filled: ask, next: ask}
  locked: {say: Locked., end: locked}
`);
    const talk = new Talk(bank);
    talk.start();
    talk.user("ada");
    expect(talk.user("1 2 3 4")).toBe("Wrong. Try again?");
    talk.user("no, my pin is 1 2 3 5");
    expect(talk.value("tries")).toBe(2);
    expect(talk.user("no, the name is grace")).toBe("grace. Locked.");
  });
});

describe("ruling 18: reach of a correction", () => {
  test("does not pass the start of a write", () => {
    const talk = upToSummary();
    expect(talk.user("yes")).toBe("Anything else?");
    expect(talk.user("no, make it five people")).not.toContain("5");
    expect(talk.value("guests")).toBe(4);
  });

  test("an answer from the session's context counts at its question", () => {
    const talk = new Talk(booking(), { tools, context: { guests: 4 } });
    expect(talk.start()).toBe("Which day?");
    talk.user("tomorrow");
    expect(talk.user("no, make it five people")).toContain("What name?");
  });

  test("never includes a variable before it is asked for", () => {
    const talk = new Talk(booking(), { tools });
    talk.start();
    expect(talk.user("no, Ada")).not.toContain("Ada");
    expect(talk.value("name")).toBeNull();
  });
});

describe("ruling 22: dependents of a changed variable", () => {
  test("are cleared, through several steps, unless they are set at the same time", () => {
    const talk = new Talk(
      flow(`
start: first
variables:
  a: {type: number, default: 1}
  b: {type: number, default: 2, depends_on: [a]}
  c: {type: number, default: 3, depends_on: [b]}
  d: {type: number, default: 4, depends_on: [a]}
nodes:
  first: {set: {a: 9, d: a + 1}, say: "{{ a }} {{ b }} {{ c }} {{ d }}", end: ok}
`),
    );
    expect(talk.start()).toBe("9 10");
    expect(talk.value("b")).toBeNull();
    expect(talk.value("c")).toBeNull();
  });

  test("an equal value is no change", () => {
    const talk = new Talk(
      flow(`
start: first
variables:
  a: {type: number, default: 1}
  b: {type: number, default: 2, depends_on: [a]}
nodes:
  first: {set: {a: 1}, say: "{{ b }}", end: ok}
`),
    );
    expect(talk.start()).toBe("2");
    expect(talk.latest.filter(({ type }) => type === "set")).toEqual([]);
  });
});

describe("ruling 29: form of a correction", () => {
  test("`the day is wrong` asks for it again at its node, and continues from there", () => {
    const talk = upToSummary();
    expect(talk.user("no, the day is wrong")).toBe("Which day?");
    expect(talk.user("Sunday")).toBe("4 people, Sunday, November 22nd, Ada Lovelace, 40 euros. Shall I?");
    expect(talk.calls).toHaveLength(1);
  });

  test("a marker for the asked variable is a mere filler", () => {
    const talk = new Talk(booking(), { tools });
    talk.start();
    talk.user("four");
    talk.user("no, Saturday");
    expect(talk.value("day")).toBe("2026-11-21");
  });

  test("an unsure correction is read back by the summary that says the value", () => {
    const talk = upToSummary();
    const rest = "people, Saturday, November 21st, Ada Lovelace";
    expect(talk.user("no, make it five people", 0.6)).toBe(`5 ${rest}, 50 euros. Shall I?`);
    expect(talk.user("almost, but we'll be six")).toBe(`6 ${rest}, 60 euros. Shall I?`);
  });

  test("an unsure correction is read back at its question if the next one does not say the value", () => {
    const talk = new Talk(booking(), { tools });
    talk.start();
    talk.user("four people tomorrow");
    expect(talk.user("no, make it five people", 0.6)).toBe("5 people, is that right?");
    expect(talk.value("guests")).toBe(4);
    expect(talk.user("yes")).toBe("What name?");
  });

  test("two corrections at once start from the earlier node", () => {
    const talk = upToSummary();
    expect(talk.user("no, five people on Sunday")).toBe(
      "5 people, Sunday, November 22nd, Ada Lovelace, 50 euros. Shall I?",
    );
  });

  test("an answer and a correction are understood in one sentence", () => {
    const talk = new Talk(booking(), { tools });
    talk.start();
    talk.user("four");
    expect(talk.user("tomorrow, and make it five people")).toBe("5. Very good. What name?");
    expect(talk.value("day")).toBe("2026-11-21");
    expect(talk.calls).toEqual(['price_of {"n":5}']);
  });

  test("corrections may follow each other", () => {
    const talk = upToSummary();
    talk.user("no, five people");
    expect(talk.user("no, on Sunday")).toBe(
      "5 people, Sunday, November 22nd, Ada Lovelace, 50 euros. Shall I?",
    );
    expect(talk.user("sorry, I meant six people")).toBe(
      "6 people, Sunday, November 22nd, Ada Lovelace, 60 euros. Shall I?",
    );
    expect(talk.user("yes")).toBe("Anything else?");
  });
});
