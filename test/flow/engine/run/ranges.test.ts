// Ranges, durations and amounts in a conversation: the missing end, bounds, and the reading that was meant.

import { describe, expect, test } from "bun:test";
import { Talk } from "./talk.ts";

const asking = (variable: string, language = "en") => `voice_flow: 1
id: t
language: ${language}
timezone: UTC
variables:
  v: ${variable}
  sure: {type: boolean}
defaults: {give_up: lost, max_attempts: 9}
start: first
nodes:
  first: {ask: v, next: sure}
  sure: {ask: sure, say: "{{ v }}?", next: lost}
  lost: {say: Bye., end: lost}
`;

function replies(yaml: string, ...said: readonly string[]): readonly string[] {
  const talk = new Talk(yaml);
  talk.start();
  return said.map((words) => (words === "" ? talk.silence() : talk.user(words)));
}

const stay = asking("{type: date_range, ask: Which days?}");
const hours = asking("{type: time_range, ask: Which hours?}");

describe("a missing end is asked for", () => {
  test("a missing end is asked for without counting a failure", () =>
    expect(replies(stay, "from Monday", "Wednesday")).toEqual([
      "From Monday, November 23rd. Until when?",
      "from Monday, November 23rd to Wednesday, November 25th?",
    ]));
  test("the missing first end is asked for as well as the last", () =>
    expect(replies(stay, "until Wednesday", "Monday")).toEqual([
      "Until Wednesday, November 25th. From when?",
      "from Monday, November 23rd to Wednesday, November 25th?",
    ]));
  test("a missing end is asked for after silence, a command and another beginning", () =>
    expect(replies(stay, "from Monday", "", "from Tuesday", "repeat please", "two nights")).toEqual([
      "From Monday, November 23rd. Until when?",
      "I did not hear anything. From Monday, November 23rd. Until when?",
      "From Tuesday, November 24th. Until when?",
      "From Tuesday, November 24th. Until when?",
      "from Tuesday, November 24th to Thursday, November 26th?",
    ]));
  test("a caller who only repeats the beginning is not asked forever", () => {
    const [, ...again] = replies(
      stay.replace("max_attempts: 9", "max_attempts: 2"),
      "Monday",
      "from Monday",
      "from Monday",
    );
    expect(again).toEqual([
      "Sorry, I did not understand that. From Monday, November 23rd. Until when?",
      "Bye.",
    ]);
  });
  test("a missing end is asked for in German", () =>
    expect(replies(asking("{type: time_range, ask: Wann?}", "de"), "ab neun", "bis elf")).toEqual([
      "Ab 9 Uhr. Bis wann?",
      "von 9 Uhr bis 11 Uhr?",
    ]));
});

test("hours of either half of the day are waking hours", () => {
  expect(replies(hours, "between two and four")).toEqual(["from 2 p.m. to 4 p.m.?"]);
  expect(replies(hours, "between nine and five")).toEqual(["from 9 a.m. to 5 p.m.?"]);
});

test("the inclusion of the last of three days is asked, unless the flow sets it", () => {
  const days = (unit: string) => asking(`{type: date_range, unit: ${unit}, ask: Which days?}`);
  expect(replies(stay, "Monday for three days")[0]).toContain("or from");
  expect(replies(days("days"), "Monday for three days")[0]).toContain("to Wednesday, November 25th?");
  expect(replies(days("nights"), "Monday for three days")[0]).toContain("to Thursday, November 26th?");
});

test("a range keeps its other end when one is corrected", () =>
  expect(replies(stay, "Monday to Wednesday", "no, until Friday", "no, one night less")).toEqual([
    "from Monday, November 23rd to Wednesday, November 25th?",
    "from Monday, November 23rd to Friday, November 27th?",
    "from Monday, November 23rd to Thursday, November 26th?",
  ]));

test("a duration out of range gets its bounds in words", () =>
  expect(
    replies(
      asking("{type: duration, unit: minutes, min: 30, max: 120, ask: How long?}"),
      "three hours",
      "an hour and a half",
    ),
  ).toEqual(["You said 3 hours. I can take 30 minutes to 2 hours. How long?", "1 hour and 30 minutes?"]));

test("a bare number is read back with its unit, where the question names none", () =>
  expect(replies(asking("{type: amount, unit: kg, ask: How much flour?}"), "two", "yes")).toEqual([
    "2 kilograms, is that right?",
    "2 kilograms?",
  ]));

const day = asking("{type: date, ask: Which day?}");

describe("a part of the day is no time yet, and the rest is asked for", () => {
  const time = asking("{type: time, ask: At what time?}");
  test("a missing time is asked for within the given hours", () =>
    expect(replies(time, "in the afternoon", "three")).toEqual(["At what time exactly?", "3 p.m.?"]));
  test("another named time replaces the hours", () =>
    expect(replies(time, "in the evening", "nine in the morning")).toEqual([
      "At what time exactly?",
      "9 a.m.?",
    ]));
  test("hours outside the question are not asked for", () =>
    expect(
      replies(asking("{type: time, min: '09:00', max: '15:00', ask: At what time?}"), "in the evening"),
    ).toEqual(["Sorry, I did not understand that. At what time?"]));
  test("a missing time is asked for in German", () =>
    expect(replies(asking("{type: time, ask: Wann?}", "de"), "am Vormittag", "zehn")).toEqual([
      "Um wie viel Uhr genau?",
      "10 Uhr?",
    ]));
});

describe("a period is part of a day, and the rest is asked for", () => {
  test("a missing day is asked for within the given period", () =>
    expect(replies(day, "sometime in March", "the fifth")).toEqual([
      "Which day, from Monday, March 1st, 2027 to Wednesday, March 31st, 2027?",
      "Friday, March 5th, 2027?",
    ]));
  test("another named day replaces the period", () =>
    expect(replies(day, "next month", "rather next week", "the first of February")).toEqual([
      "Which day, from Tuesday, December 1st to Thursday, December 31st?",
      "Which day, from Monday, November 23rd to Sunday, November 29th?",
      "Monday, February 1st, 2027?",
    ]));
  test("few days are offered one by one", () =>
    expect(replies(day, "this weekend", "Saturday")).toEqual([
      "Saturday, November 21st or Sunday, November 22nd?",
      "Saturday, November 21st?",
    ]));
  test("a part of a month is completed, too", () =>
    expect(replies(day, "the first week of December", "the third")).toEqual([
      "Which day, from Tuesday, December 1st to Monday, December 7th?",
      "Thursday, December 3rd?",
    ]));
  test("a missing day is asked for in German", () =>
    expect(replies(asking("{type: date, ask: Welcher Tag?}", "de"), "nächste Woche", "Mittwoch")).toEqual([
      "An welchem Tag, von Montag, 23. November bis Sonntag, 29. November?",
      "Mittwoch, 25. November?",
    ]));
  test("a period is not taken twice", () => {
    const [, ...again] = replies(
      day.replace("max_attempts: 9", "max_attempts: 2"),
      "next week",
      "next week",
      "next week",
    );
    expect(again).toEqual([
      "Sorry, I did not understand that. Which day, from Monday, November 23rd to Sunday, November 29th?",
      "Bye.",
    ]);
  });
});
