// Moves of the caller: back to the previous question, back to the start, and past an optional question.

import { describe, expect, test } from "bun:test";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { flow, Talk } from "./talk.ts";

const trip = (more = "", nodes = "") =>
  flow(`
start: place
languages: [en, de]
variables:
  place: {type: choice, options: [{id: rome}, {id: oslo}], ask: {en: Where to?, de: Wohin?}}
  guests: {type: number, integer: true, ask: {en: How many?, de: Wie viele?}}
  day: {type: date, ask: {en: Which day?, de: Welcher Tag?}}
  code: {type: code, mask: AA99, optional: true, ask: {en: Your voucher?, de: Ihr Gutschein?}}
  ok: {type: boolean, ask: {en: "All right?", de: Richtig?}}
  seen: {type: number, default: 0, output: true}
defaults: {give_up: lost}
${more}
nodes:
  place: {ask: place, set: {seen: seen + 1}, next: rest}
  rest: {ask: [guests, day], next: code}
  code: {ask: code, next: ok}
  ok: {ask: ok, when_filled: ask, next: done}
  done: {say: "{{ place }} {{ guests }} {{ day }} {{ code ?? 'none' }}", end: ok}
  lost: {end: lost}
${nodes}`);

const after = (said: readonly string[], language = "en", text = trip()): Talk => {
  const talk = new Talk(text, { context: { language } });
  talk.start();
  for (const words of said) talk.user(words);
  return talk;
};

describe("back", () => {
  test("asks the last answer again, and continues without asking known ones", () => {
    const talk = after(["Rome", "four", "tomorrow"]);
    expect(talk.user("go back")).toBe("How many?");
    expect([talk.value("guests"), talk.value("day"), talk.value("place")]).toEqual([null, null, "rome"]);
    expect(talk.user("five")).toBe("Which day?");
    expect(talk.user("back please")).toBe("How many?");
    expect(talk.user("back")).toBe("Where to?");
    expect(talk.user("Oslo")).toBe("How many?");
    talk.user("six on Sunday");
    expect(talk.said).toBe("Your voucher?");
  });

  test("keeps later answers", () => {
    const talk = after(["Rome", "four tomorrow"]);
    talk.user("skip");
    expect(talk.said).toBe("All right?");
    talk.user("back");
    expect(talk.said).toBe("How many?");
    expect(talk.user("five tomorrow")).toBe("All right?");
  });

  test("from a read-back asks for that value", () => {
    const talk = after(["Rome"]);
    expect(talk.user("four", 0.6)).toBe("4 guests, is that right?");
    expect(talk.user("go back")).toBe("How many?");
    expect(talk.state.failuresInRow).toBe(0);
  });

  test("is refused with a sentence at the beginning", () => {
    const talk = after([]);
    expect(talk.user("back")).toBe("We can not go back any further. Where to?");
    expect(new Talk(trip(), { context: { place: "rome" } }).start()).toBe("How many?");
    const brought = new Talk(trip(), { context: { place: "rome" } });
    brought.start();
    expect(brought.user("back")).toBe("We can not go back any further. How many?");
  });

  test("does not repeat the flow's own counts", () => {
    const talk = after(["Rome"]);
    talk.user("back");
    talk.user("Oslo");
    expect(talk.value("seen")).toBe(1);
  });

  test("is a handler like any other where the flow gives it an edge, and can be switched off", () => {
    const own = after(["Rome"], "en", trip("handlers: {back: {phrases: [rewind], next: lost}}"));
    own.user("rewind");
    expect(own.outcome).toBe("lost");
    const off = after(["Rome"], "en", trip("handlers: {back: disabled}"));
    expect(off.user("go back")).toStartWith("Sorry");
  });

  test("does not beat an option of that name, nor a longer sentence", () => {
    const door = after(
      [],
      "en",
      flow(`
start: door
variables: {door: {type: choice, ask: Which door?, options: [{id: front}, {id: back}]}}
defaults: {give_up: done}
nodes: {door: {ask: door, next: done}, done: {say: "{{ door }}", end: ok}}
`),
    );
    expect(door.user("back")).toBe("back");
    const talk = after(["Rome"]);
    expect(talk.user("we are four and come back on Sunday")).toBe(
      "4 guests and Sunday, November 22nd, is that right?",
    );
    expect(talk.user("yes")).toBe("Your voucher?");
  });
});

describe("start over", () => {
  test("forgets all answers and settings, and begins at the first node", () => {
    const talk = after(["Rome", "four"]);
    expect(talk.user("can we start over")).toBe("Where to?");
    expect([talk.value("place"), talk.value("guests"), talk.value("seen")]).toEqual([null, null, 1]);
    expect(talk.latest).toContainEqual({
      type: "set",
      flow: "t",
      variable: "place",
      value: null,
      logged: null,
    });
    expect(talk.user("Oslo")).toBe("How many?");
    expect(talk.state).toEqual(JSON.parse(JSON.stringify(talk.state)));
  });

  test("leaves called flows, and keeps the session's own values", () => {
    const other = flow(
      "\nstart: a\nvariables: {n: {type: number, ask: Which number?}}\nnodes: {a: {ask: n, give_up: b, next: b}, b: {end: ok}}",
      "other",
    );
    const caller = flow(`
start: name
variables: {name: {type: name, ask: Your name?}, from: {type: text, input: true}}
nodes:
  name: {ask: name, give_up: done, next: sub}
  sub: {call: other, on_error: done, next: done}
  done: {say: "{{ from ?? '' }}", end: ok}
`);
    const talk = new Talk(caller, { others: { other }, context: { from: "home" } });
    talk.start();
    expect(talk.user("Ada")).toBe("Which number?");
    expect(talk.user("start over")).toBe("Your name?");
    expect(talk.state.frames).toHaveLength(1);
    expect([talk.value("name"), talk.value("from")]).toEqual([null, "home"]);
  });

  test("does not reset the attempts of a PIN", () => {
    const talk = new Talk(
      flow(`
start: pin
variables: {pin: {type: digits, length: 4, sensitive: true, ask: Your PIN?}, tries: {type: number, default: 0}}
nodes:
  pin: {ask: pin, when_filled: ask, give_up: done, next: check}
  check: {set: {tries: tries + 1}, next: [{if: tries < 3, goto: pin}, {else: done}]}
  done: {end: blocked}
`),
    );
    talk.start();
    talk.user("one two three four");
    expect(talk.user("start over")).toBe("We can not go back any further. Your PIN?");
    expect(talk.value("tries")).toBe(1);
  });
});

describe("skip", () => {
  test("leaves an optional question empty and continues", () => {
    const talk = after(["Rome", "four tomorrow"]);
    expect(talk.said).toBe("Your voucher?");
    expect(talk.user("I don't have one")).toBe("All right?");
    expect(talk.user("yes")).toBe("rome 4 Saturday, November 21st none");
  });

  test("is heard only where the question is optional", () => {
    expect(after(["Rome"]).user("skip")).toStartWith("Sorry, I did not understand");
    const some = after([], "en", trip().replace("guests: {", "guests: {optional: true, "));
    some.user("Rome");
    expect(some.user("skip")).toBe("Which day?");
    expect(some.user("skip it")).toBe("Sorry, I did not understand that. Which day?");
    expect(some.user("tomorrow")).toBe("Your voucher?");
  });

  test("is never a name", () => {
    const talk = after(
      [],
      "en",
      trip().replace("guests: {type: number, integer: true,", "guests: {type: name,"),
    );
    talk.user("Rome");
    expect(talk.user("skip this")).toBe("Sorry, I did not understand that. How many?");
    expect(talk.value("guests")).toBeNull();
  });

  test("is not asked again after a correction, but on the next round", () => {
    const talk = after(["Rome", "four tomorrow", "skip"]);
    expect(talk.user("no, five guests")).toBe("5. All right?");
    const round = after(["skip"], "en", flow(`
start: code
variables: {code: {type: number, ask: Your voucher?}, more: {type: boolean, ask: Once more?}}
defaults: {give_up: done}
nodes:
  code: {ask: code, optional: true, next: more}
  more: {ask: more, when_filled: ask, next: [{if: more, goto: code}, {else: done}]}
  done: {end: ok}
`)); // prettier-ignore
    expect(round.user("yes")).toBe("Your voucher?");
  });

  test("is known to the checker: a skippable value may be empty", () => {
    const codes = (text: string) =>
      loadFlow(text)
        .problems.filter(({ code }) => code === "VF208")
        .map(({ message }) => message);
    expect(codes(trip())).toEqual([]);
    expect(codes(trip().replace("{{ code ?? 'none' }}", "{{ code }}"))).toHaveLength(1);
    expect(
      codes(trip().replace("{{ code ?? 'none' }}", "{{ code }}").replace("optional: true, ", "")),
    ).toEqual([]);
  });
});

test("works in German", () => {
  const talk = after(["Rome", "vier"], "de");
  expect(talk.user("bitte zurück")).toBe("Wie viele?");
  expect(talk.user("vier morgen")).toBe("Ihr Gutschein?");
  expect(talk.user("das überspringe ich")).toBe("Richtig?");
  expect(talk.user("noch mal von vorne")).toBe("Wohin?");
  expect(talk.user("zurück")).toBe("Weiter zurück geht es nicht. Wohin?");
  expect(talk.user("ich bin gleich zurück")).toBe("Lassen Sie sich Zeit.");
  expect(after(["Rome"]).user("I'll be right back")).toBe("Take your time.");
  expect(after(["Rome"]).user("hold on")).toBe("Take your time.");
});
