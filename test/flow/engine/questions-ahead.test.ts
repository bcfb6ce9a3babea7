// Questions ahead: a question accepts values of the next questions, a menu accepts values of the questions behind its
// options, and only such values may choose an option.

import { expect, test } from "bun:test";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import { flow, Talk } from "./run/talk.ts";

interface Parts {
  /** More keys of the menu. */
  readonly menu?: string;
  /** More of the variable `day`. */
  readonly day?: string;
  /** Variables that the second option asks for. */
  readonly second?: string;
  readonly people?: string;
  readonly wish?: string;
}

const office = ({
  menu = "",
  day = "",
  second = "[code]",
  people = ", synonyms: [people]",
  wish = "",
}: Parts = {}) =>
  flow(`
start: what
variables:
  wish: {type: choice, ask: What can I do for you?, options: [{id: visit}, {id: parcel}]${wish}}
  people: {type: number, integer: true, min: 1, max: 9, ask: How many?${people}}
  day: {type: date, ask: Which day?${day}}
  at: {type: time, min: "08:00", max: "18:00", ask: At what time?}
  until: {type: date, ask: Until which day?}
  code: {type: digits, length: 4, ask: Which code?}
defaults: {give_up: lost}
nodes:
  what: {menu: wish${menu}, goto: {visit: visit, parcel: parcel}}
  visit: {ask: [people, day, at], next: noted}
  parcel: {ask: ${second}, next: noted}
  noted: {say: "{{ wish }}, {{ day | date }}.", end: noted}
  lost: {end: lost}
`);

const answerTo = (words: string, parts?: Parts): string => {
  const talk = new Talk(office(parts));
  talk.start();
  return talk.user(words);
};

test("a menu keeps the values beside its option", () => {
  expect(answerTo("a visit, four people, tomorrow")).toBe("At what time?");
});

test("a menu takes the option whose question asks for all that was volunteered", () => {
  expect(answerTo("four people tomorrow at nine")).toBe("visit, Saturday, November 21st.");
  expect(answerTo("tomorrow please")).toBe("How many?");
});

test("a menu asks again when two options ask for the volunteered values", () => {
  expect(answerTo("tomorrow please", { second: "[day]" })).toBe(
    "Saturday, November 21st. What can I do for you?",
  );
});

test("a menu reads its option back when it has to be confirmed", () => {
  expect(answerTo("tomorrow please", { wish: ", confirm: explicit" })).toBe("visit, is that right?");
});

test("a menu takes the option after the caller has confirmed the values", () => {
  const talk = new Talk(office());
  talk.start();
  expect(talk.user("has the Thursday thing moved, I'm free")).toBe("Thursday, November 26th, is that right?");
  expect(talk.user("yes")).toBe("How many?");
});

test("a menu keeps nothing when listen_for is empty", () => {
  const talk = new Talk(office({ menu: ", listen_for: []" }));
  talk.start();
  talk.user("tomorrow please");
  expect(talk.value("day")).toBeNull();
});

test("a menu hears no secret, no number without its noun, and no two values of one kind", () => {
  const heard = (parts: Parts): readonly string[] => {
    const act = loadFlow(office(parts)).program?.nodes.get("what")?.act;
    return act?.type === "ask" ? act.ahead.map(({ variable }) => variable) : [];
  };
  expect(heard({})).toEqual(["people", "day", "at"]);
  expect(heard({ day: ", sensitive: true" })).toEqual(["people", "at"]);
  expect(heard({ people: "" })).toEqual(["day", "at"]);
  expect(heard({ second: "[until]" })).toEqual(["people", "at"]);
});

/** Questions one after another, each in a node of its own. */
const chain = ({ day = "", first = "" } = {}): string =>
  flow(`
start: day
variables:
  day: {type: date, min: "{{ today() }}", ask: Which day?${day}}
  at: {type: time, min: "08:00", max: "20:00", ask: At what time?}
  people: {type: number, integer: true, min: 1, max: 9, ask: How many?, synonyms: [people]}
  note: {type: text, ask: Anything to note?}
  until: {type: date, ask: Until which day?}
defaults: {give_up: lost}
nodes:
  day: {ask: day${first}, next: at}
  at: {ask: at, next: people}
  people: {ask: people, next: note}
  note: {ask: note, next: until}
  until: {ask: until, next: noted}
  noted: {say: "Noted.", end: noted}
  lost: {end: lost}
`);

const afterDay = (words: string, parts?: Parameters<typeof chain>[0]): string => {
  const talk = new Talk(chain(parts));
  talk.start();
  return talk.user(words);
};

test("a question hears what the next ones ask for", () => {
  expect(afterDay("tomorrow at noon")).toBe("How many?");
  expect(afterDay("Friday the fourth at four for four people")).toBe("Anything to note?");
  expect(afterDay("tomorrow at noon", { first: ", listen_for: []" })).toBe("At what time?");
});

test.each([
  "Monday, my train gets in at nine",
  "Saturday, we've got tickets for eight",
  "Wednesday but not before eleven",
  "Thursday, because my shift ends at six",
])("a question keeps no value of a story: %s", (words) => {
  expect(afterDay(words)).toBe("At what time?");
});

test("a question for a text hears only its text, and a question beside two dates hears neither", () => {
  const program = loadFlow(chain()).program;
  const heard = [...(program?.nodes.values() ?? [])].map(({ id, act }) => [
    id,
    act.type === "ask" ? act.ahead.map(({ variable }) => variable) : [],
  ]);
  expect(Object.fromEntries(heard)).toMatchObject({
    day: ["at", "people"],
    at: ["people"],
    people: [],
    note: [],
    until: [],
  });
});
