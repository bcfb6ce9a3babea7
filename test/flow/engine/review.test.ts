// Review: a node reads all of its answers back as a summary, asks what to change, and reads them again until they are
// right.

import { describe, expect, test } from "bun:test";
import { flow, Talk } from "./run/talk.ts";

const house = (say = "") =>
  flow(`
start: first
variables:
  guests: {type: number, integer: true, max: 12, synonyms: [people], ask: How many people?}
  day: {type: date, ask: Which day?}
  at: {type: time, min: "17:00", max: "23:00", ask: What time?}
defaults: {give_up: lost}
nodes:
  first: {ask: [guests, day], next: sum}
  sum: {ask: [guests, day, at], review: true${say}, next: done}
  done: {say: Done., end: done}
  lost: {say: Bye., end: lost}`);

const summary = "4 people, Saturday, November 21st and 8 p.m., is that right?";

function reviewed(say?: string): Talk {
  const talk = new Talk(house(say));
  talk.start();
  talk.user("four people");
  expect(talk.user("tomorrow")).toEndWith("What time?");
  return talk;
}

describe("a node that reviews its answers", () => {
  test("asks the open questions, reads all answers back, and continues at a yes", () => {
    const talk = reviewed();
    expect(talk.user("at eight")).toBe(summary);
    expect(talk.user("yes")).toBe("Done.");
  });

  test("asks for the change at a no, takes it, and reads all back again", () => {
    const talk = reviewed();
    talk.user("at eight");
    expect(talk.user("no")).toBe("What shall I change?");
    expect(talk.user("five people")).toEndWith(
      "5 people, Saturday, November 21st and 8 p.m., is that right?",
    );
    expect(talk.user("yes")).toBe("Done.");
    expect(talk.state.frames[0]?.values.guests).toBe(5);
  });

  test("takes the change with the no", () => {
    const talk = reviewed();
    talk.user("at eight");
    expect(talk.user("no, five people")).toEndWith(
      "5 people, Saturday, November 21st and 8 p.m., is that right?",
    );
  });

  test("asks again for an answer that is only named", () => {
    const talk = reviewed();
    talk.user("at eight");
    talk.user("no");
    expect(talk.user("the day")).toEndWith("Which day?");
    expect(talk.user("on sunday")).toEndWith("4 people, Sunday, November 22nd and 8 p.m., is that right?");
  });

  test("continues when nothing is to be changed after all", () => {
    const talk = reviewed();
    talk.user("at eight");
    talk.user("no");
    expect(talk.user("no")).toBe("Done.");
  });

  test("asks again for the change when it is not understood, and gives up in the end", () => {
    const talk = reviewed();
    talk.user("at eight");
    talk.user("no");
    expect(talk.user("the green thing over there")).toEndWith("What shall I change?");
    talk.user("the green thing over there");
    expect(talk.user("the green thing over there")).toBe("Bye.");
  });

  test("has a summary in words of its own", () => {
    const talk = reviewed(', say: "A table for {{ guests }} on {{ day }} at {{ at }}. Shall I book it?"');
    expect(talk.user("at eight")).toBe("A table for 4 on Saturday, November 21st at 8 p.m. Shall I book it?");
    expect(talk.user("no")).toBe("What shall I change?");
    expect(talk.user("nine o'clock")).toEndWith("at 9 p.m. Shall I book it?");
    expect(talk.user("yes please")).toBe("Done.");
  });
});
