// Keypad input, and choices with options from data: callers can answer both by position.

import { describe, expect, test } from "bun:test";
import { flow, Talk } from "./talk.ts";

describe("ruling 33 and 23: keys", () => {
  const keypad = flow(`
start: first
variables:
  account: {type: digits, length: 6, ask: Your account?}
  dept: {type: choice, ask: Which?, options: [{id: sales, dtmf: "1"}, {id: support, dtmf: "2"}]}
defaults: {give_up: lost}
handlers: {operator: {dtmf: "0", next: lost}}
nodes:
  first: {ask: account, confirm: explicit, next: second}
  second: {menu: dept, goto: {sales: done, support: done}}
  done: {say: "{{ dept }}.", end: ok}
  lost: {say: Bye., end: lost}
`);

  test("an entry is complete at its length; a finish key right after belongs to it", () => {
    const talk = new Talk(keypad);
    talk.start();
    expect(talk.press("123")).toBe("");
    expect(talk.silenceMs).toBe(3_000);
    expect(talk.press("456")).toEndWith("is that right?");
    expect(talk.press("#")).toBe("");
    expect(talk.press("1")).toBe("Which?");
  });

  test("excess keys go to the next questions", () => {
    const talk = new Talk(keypad);
    talk.start();
    talk.press("123456#12");
    expect(talk.value("dept")).toBe("support");
    expect(talk.outcome).toBe("ok");
  });

  test("an entry that stops early is judged after a pause", () => {
    const talk = new Talk(keypad);
    talk.start();
    talk.press("123");
    expect(talk.silence()).toContain("Your account?");
    expect(talk.state.keys.keys).toBe("");
  });

  test("a handler's key counts where the answer does not take it", () => {
    const talk = new Talk(
      keypad.replace(
        "first: {ask: account, confirm: explicit, next: second}",
        "first: {say: Hi., next: second}",
      ),
    );
    talk.start();
    expect(talk.press("0")).toBe("Bye.");
  });

  test("a prompt that must be heard drops earlier keys", () => {
    const talk = new Talk(keypad.replace("second: {", "second: {barge_in: false, "));
    talk.start();
    talk.press("123456#12");
    expect(talk.value("dept")).toBeNull();
    expect(talk.mode).toBe("listening");
  });

  test("keys pressed while a tool runs wait for the next question; words are dropped", () => {
    const talk = new Talk(
      keypad
        .replace("nodes:", 'tools: {look: {http: "GET https://a.example/x"}}\nnodes:')
        .replace(
          "first: {ask: account, confirm: explicit, next: second}",
          "first: {tool: look, on_error: lost, next: second}",
        ),
      { holds: ["tool"] },
    );
    talk.start();
    expect(talk.mode).toBe("working");
    expect(talk.user("support")).toBe("");
    expect(talk.press("2")).toBe("");
    talk.feed({ type: "tool-done", work: talk.works[0]?.work ?? 0, outcome: { ok: true, body: null } });
    expect(talk.value("dept")).toBe("support");
    expect(talk.outcome).toBe("ok");
  });
});

describe("ruling 8: options from data", () => {
  const slots = flow(`
start: first
variables:
  slots: {type: list, input: true}
  slot: {type: choice, options: "{{ slots }}", ask: Which one?}
defaults: {give_up: lost}
nodes:
  first: {ask: slot, next: done}
  done: {say: "{{ slot }}.", end: ok}
  lost: {say: Bye., end: lost}
`);

  test("options from data are named by their labels, places and keys", () => {
    const context = {
      slots: [
        { id: "a1", label: "Monday morning" },
        { id: "b2", label: "Tuesday evening" },
      ],
    };
    const second = new Talk(slots, { context });
    second.start();
    expect(second.user("the second one")).toBe("Tuesday evening.");
    expect(second.value("slot")).toBe("b2");
    const key = new Talk(slots, { context });
    key.start();
    expect(key.press("1")).toBe("Monday morning.");
  });

  test("times of a list of times are spoken like times", () => {
    const times = slots.replace("type: list,", "type: list, of: time,");
    const talk = new Talk(times, { context: { slots: ["09:00", "16:15"] } });
    talk.start();
    expect(talk.user("the last one")).toBe("4:15 p.m.");
    expect(talk.value("slot")).toBe("16:15");
  });

  test("an empty list of options is not asked for", () => {
    const talk = new Talk(slots, { context: { slots: [] } });
    expect(talk.start()).toBe("Bye.");
  });
});
