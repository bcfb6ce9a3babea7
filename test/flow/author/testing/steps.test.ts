// Ruling 52: actions and assertions of a test's step.

import { describe, expect, test } from "bun:test";
import { failureOf, flow, resultOf } from "./try.ts";

const booking = flow(`
variables:
  guests: {type: number, integer: true, max: 9, synonyms: [people], ask: How many?}
  day: {type: date, ask: Which day?}
  ok: {type: boolean}
defaults: {give_up: lost}
handlers: {hours: {phrases: [opening hours], say: Until ten.}}
nodes:
  a: {ask: [guests, day], next: sure}
  sure: {ask: ok, say: "{{ guests }} people on {{ day }}. Right?", emit: {asked.it: {n: guests, day: day}}, next: [{if: ok, goto: done}, {else: lost}]}
  done: {say: Done., end: booked}
  lost: {say: Bye., end: lost}
`);
const at = "now: 2026-11-20T12:00, ";

describe("inputs", () => {
  test("words, keys and silence reach the real engine", () => {
    const { failure, transcript, nodes, outcome } = resultOf(
      booking,
      '{user: "four people tomorrow"}, {says: 4 people}, {dtmf: "1"}, {ends: booked}',
      at,
    );
    expect(failure).toBeUndefined();
    expect(transcript.map(({ from, text }) => `${from}: ${text}`)).toEqual([
      "agent: How many?",
      "caller: four people tomorrow",
      "agent: 4 people on Saturday, November 21st. Right?",
      "caller: [keys 1]",
      'outside: event asked.it {"n":4,"day":"2026-11-21"}',
      "agent: Done.",
      "outside: the call is over: booked",
    ]);
    expect(nodes).toEqual(["a", "sure", "done"]);
    expect(outcome).toBe("booked");
  });

  test("a list is one turn in parts: the first part's result is taken back", () => {
    const parts = '{user: [four people, tomorrow evening]}, {says: 4 people on}, {not_says: "Which day"}';
    const { failure, transcript } = resultOf(booking, parts, at);
    expect(failure).toBeUndefined();
    expect(transcript.map(({ text }) => text)).not.toContain("Which day?");
  });

  test("confidence: badly recognised words are confirmed", () => {
    expect(
      failureOf(
        booking,
        '{user: "4", confidence: 0.6}, {says: is that right}, {user: "yes"}, {says: Which day}',
      ),
    ).toBeUndefined();
  });

  test("silence lasts until it has an effect, or for a given time", () => {
    const once = "{silence: true}, {says: did not hear}";
    expect(failureOf(booking, once)).toBeUndefined();
    expect(
      failureOf(booking, "{silence: 5s}, {not_says: hear}, {silence: 1s}, {says: hear}"),
    ).toBeUndefined();
    expect(failureOf(booking, "{silence: 19s}, {ends: lost}")).toBeUndefined();
  });

  test("keys that may continue wait for the next ones", () => {
    const account = flow(`
variables: {n: {type: digits, min_length: 2, max_length: 6, confirm: never, ask: Which?}}
nodes: {a: {ask: n, give_up: b, next: b}, b: {say: "{{ n ?? 'none' }}.", end: done}}
`);
    expect(failureOf(account, '{dtmf: "12"}, {says: 1 2}')).toBeUndefined();
    expect(failureOf(account, '{dtmf: "12"}, {dtmf: "34"}, {expect: {n: "1234"}}')).toBeUndefined();
  });

  test("a hang-up ends the conversation, and later steps fail", () => {
    expect(failureOf(booking, "{hangup: true}, {ends: hung_up}")).toBeUndefined();
    expect(failureOf(booking, "{hangup: true}, {user: hello}")).toBe(
      "the call was over before this: hung_up",
    );
  });

  test("over: an interruption is heard, unless barge-in is off", () => {
    const legal = (bargeIn: string) =>
      flow(`
variables: {ok: {type: boolean}}
nodes:
  a: {ask: ok, barge_in: ${bargeIn}, say: This call is recorded. Is that all right?, give_up: b, next: b}
  b: {say: "{{ 'Good' if ok else 'Sorry' }}.", end: done}
`);
    const cutIn = '{user: "yes", over: "call is rec"}, {says: Good}';
    const { failure, transcript } = resultOf(legal("true"), cutIn);
    expect(failure).toBeUndefined();
    expect(transcript[0]).toEqual({ from: "agent", text: "This call is rec …" });
    expect(failureOf(legal("false"), cutIn)).toBe("the agent did not say this: Good | nothing");
    expect(failureOf(legal("true"), '{dtmf: "1", over: recorded}, {says: Good}')).toBeUndefined();
    expect(failureOf(legal("true"), '{user: "yes", over: tomorrow}')).toBe(
      'the agent did not say "tomorrow"',
    );
  });

  test("transfer: it is answered, unless the test says otherwise", () => {
    const desk = flow(`
nodes:
  a: {say: One moment., transfer: "tel:+442079460000", on_failed: b}
  b: {say: Nobody., end: failed}
`);
    expect(failureOf(desk, "{says: moment}, {ends: transferred}")).toBeUndefined();
    expect(failureOf(desk, "{transfer: ok}, {ends: transferred}")).toBeUndefined();
    expect(failureOf(desk, "{transfer: failed}, {says: Nobody}, {ends: failed}")).toBeUndefined();
    const back = desk.replace("on_failed", "on_return: c, save: {sum: result.sum}, on_failed");
    const comes = `${back}  c: {say: "It was {{ sum }}.", end: done}\nvariables: {sum: {type: number}}\n`;
    expect(
      failureOf(comes, "{transfer: ok}, {event: {call.returned: {sum: 12}}}, {says: was 12}, {ends: done}"),
    ).toBeUndefined();
    expect(failureOf(booking, "{transfer: ok}")).toBe("the flow does not transfer here: it is at a");
  });

  test("audio: a recording has its length; silence and # alone record nothing", () => {
    const tape = flow(`
variables: {tape: {type: audio}}
nodes:
  a: {say: Speak now., record: tape, end_silence: 2s, on_failed: c, next: b}
  b: {say: "{{ tape.seconds }} seconds.", end: kept}
  c: {say: Nothing., end: empty}
`);
    expect(failureOf(tape, "{audio: 4500ms}, {says: 4.5 seconds}, {ends: kept}")).toBeUndefined();
    expect(failureOf(tape, "{silence: true}, {ends: empty}")).toBeUndefined();
    expect(failureOf(tape, "{silence: 1s}, {at: a}, {silence: 2s}, {ends: empty}")).toBeUndefined();
    expect(failureOf(tape, '{dtmf: "#"}, {ends: empty}')).toBeUndefined();
    expect(failureOf(tape, "{hangup: true}, {ends: hung_up}")).toBeUndefined();
    expect(failureOf(tape, "{user: hello}")).toBe("the caller is recorded here: write {audio: 4s}");
    expect(failureOf(booking, "{audio: 4s}")).toBe("the flow does not record here: it is at a");
  });

  test("an event arrives by name or with data, also before the flow waits", () => {
    const pay = flow(`
variables: {paid: {type: number}, ok: {type: boolean, ask: Ready?}}
nodes:
  a: {ask: ok, give_up: c, next: b}
  b: {wait: {event: payment.done}, timeout: 60s, on_timeout: c, save: {paid: result.amount}, next: d}
  c: {say: Too late., end: late}
  d: {say: Thank you., end: paid}
`);
    const paid = "{event: {payment.done: {amount: 5}}}";
    expect(
      failureOf(pay, `{user: "yes"}, {at: b}, ${paid}, {expect: {paid: 5}}, {ends: paid}`),
    ).toBeUndefined();
    expect(failureOf(pay, `${paid}, {user: "yes"}, {ends: paid}`)).toBeUndefined();
    expect(failureOf(pay, '{user: "yes"}, {event: other.thing}, {silence: 59s}, {at: b}')).toBeUndefined();
    expect(failureOf(pay, '{user: "yes"}, {silence: true}, {ends: late}')).toBeUndefined();
  });

  test("pauses pass by themselves", () => {
    const slow = flow("nodes: {a: {say: One., next: b}, b: {wait: 2s, next: c}, c: {say: Two., end: done}}");
    expect(failureOf(slow, "{says: [One, Two]}, {ends: done}")).toBeUndefined();
  });
});

describe("assertions", () => {
  test("says demands all texts, in order, with any case and spaces", () => {
    expect(
      failureOf(booking, '{user: 4 people tomorrow}, {says: "4  PEOPLE on saturday"}', at),
    ).toBeUndefined();
    expect(failureOf(booking, "{user: 4 people tomorrow}, {says: [november, 4 people]}", at)).toBe(
      "the agent did not say this: 4 people | 4 people on Saturday, November 21st. Right?",
    );
    expect(failureOf(booking, "{says: how MANY}")).toBeUndefined();
  });

  test("not_says fails on a spoken text", () => {
    expect(failureOf(booking, "{not_says: [Which day, Bye]}")).toBeUndefined();
    expect(failureOf(booking, "{not_says: [Which day, how many]}")).toBe(
      'the agent said this: nothing with "how many" | How many?',
    );
  });

  test("at, expect and ends report the actual value", () => {
    expect(failureOf(booking, "{user: four}, {at: sure}")).toBe("the flow is elsewhere: sure | a");
    expect(failureOf(booking, "{user: four}, {expect: {guests: 4, day: null}}")).toBeUndefined();
    expect(failureOf(booking, "{user: four}, {expect: {guests: 5}}")).toBe("guests has another value: 5 | 4");
    expect(failureOf(booking, '{expect: {guests: "4"}}')).toBe('guests has another value: "4" | null');
    expect(failureOf(booking, "{ends: booked}")).toBe(
      "the call did not end like this: booked | the call continues at a",
    );
  });

  test("emits demands the listed data", () => {
    const script = (data: string) => `{user: 4 people tomorrow}, {user: "yes"}, {emits: ${data}}`;
    expect(failureOf(booking, script("asked.it"), at)).toBeUndefined();
    expect(failureOf(booking, script("{asked.it: {n: 4}}"), at)).toBeUndefined();
    expect(failureOf(booking, script("{asked.it: {n: 5}}"), at)).toBe(
      'this event was not sent: asked.it {"n":5} | asked.it {"n":4,"day":"2026-11-21"}',
    );
    expect(failureOf(booking, "{emits: asked.it}")).toBe("this event was not sent: asked.it | no event");
  });

  test("a failing step names its place", () => {
    const { failure } = resultOf(booking, '{user: four}, {says: "What?"}');
    expect(failure).toMatchObject({ step: 1, pointer: "/tests/0/script/1", line: 16, expected: "What?" });
  });
});

test("now is a time on the clocks of the flow's own zone", () => {
  const clock = (zone: string) =>
    flow(`timezone: ${zone}\nnodes: {a: {say: "{{ today() }} {{ now() }}", end: done}}`);
  for (const zone of ["UTC", "America/New_York", "Asia/Kathmandu", "Europe/Berlin"]) {
    expect(
      failureOf(clock(zone), '{says: "Saturday, March 7th 11:59 p.m."}', "now: 2026-03-07T23:59, "),
    ).toBe(undefined);
  }
});

test("inputs come from the context, or from their examples", () => {
  const hello = flow(`
variables: {who: {type: name, input: true, required: true, example: Grace}}
nodes: {a: {say: "Hello {{ who }}, {{ context.note ?? 'no note' }}.", end: done}}
`);
  expect(failureOf(hello, "{says: Hello Grace}")).toBeUndefined();
  expect(failureOf(hello, "{says: [Hello Ada, late]}", "context: {who: Ada, note: late}, ")).toBeUndefined();
});

test("a context fills asked variables too, and their questions are skipped", () => {
  const table = flow(`
timezone: UTC
variables:
  guests: {type: number, min: 1, max: 12, ask: How many?}
  day: {type: date, min: "{{ today() }}", ask: Which day?, output: true}
nodes:
  a: {ask: guests, give_up: c, next: b}
  b: {ask: day, give_up: c, next: c}
  c: {say: "Then {{ guests }}.", end: done}
`);
  expect(failureOf(table, "{says: How many}")).toBeUndefined();
  expect(failureOf(table, "{says: Which day}", "context: {guests: 4}, ")).toBeUndefined();
  const both = "context: {guests: 4, day: 2026-11-21}, now: 2026-11-20T12:00, ";
  expect(failureOf(table, "{says: Then 4}, {ends: done}", both)).toBeUndefined();
});

test("a context that no session accepts fails its test, at its place", () => {
  const table = flow(`
timezone: UTC
variables: {day: {type: date, min: "{{ today() }}", ask: Which day?, output: true}}
nodes: {a: {ask: day, give_up: b, next: b}, b: {end: done}}
`);
  const { failure } = resultOf(table, "{ends: done}", "context: {day: 2026-11-19}, now: 2026-11-20T12:00, ");
  expect(failure).toMatchObject({
    message: "no session begins with this day: must be at least 2026-11-20",
    pointer: "/tests/0/context/day",
  });
});

test("a caller can still correct a value from the session's start", () => {
  const table = flow(`
variables: {guests: {type: number, ask: How many?, synonyms: [people]}, ok: {type: boolean}}
nodes:
  a: {ask: guests, give_up: c, next: b}
  b: {ask: ok, say: "{{ guests }} people, right?", give_up: c, next: c}
  c: {say: "Then {{ guests }}.", end: done}
`);
  const script =
    '{says: "4 people"}, {user: "no, make it five people"}, {says: "5 people"}, {user: "yes"}, {says: Then 5}';
  expect(failureOf(table, script, "context: {guests: 4}, ")).toBeUndefined();
});

describe("post-processing of a call", () => {
  const summed = flow(`
variables:
  guests: {type: number, integer: true, ask: How many guests?}
  wish: {type: text, ask: What else?}
defaults: {give_up: bye}
on_end:
  summary: true
  extract:
    guests: {type: number}
    budget: {type: money, currency: GBP}
nodes:
  a: {ask: guests, next: b}
  b: {ask: wish, next: bye}
  bye: {end: done}
`);
  const script = (step: string) => `{user: four}, {user: we would spend eighty pounds}, {on_end: ${step}}`;
  const made = (step: string) => failureOf(summed, script(step));

  test("values of variables are extracted without a model, and no unspoken words", () => {
    expect(made("{summary: 'guests: 4', extract: {guests: 4, budget: null}}")).toBeUndefined();
    expect(made("{summary: 'guests: 5'}")).toBe(
      "the summary does not say this: guests: 5 | Guests: 4. Wish: we would spend eighty pounds.",
    );
    expect(made("{extract: {budget: 80}}")).toBe("on_end finds another budget: 80 | null");
  });

  test("a model's words and quotes are extracted", () => {
    const found = "{extract: {guests: 4, budget: 80}, summary: A party}";
    expect(
      made(`${found}, llm: {say: A party of four., set: {guests: 7, budget: 80}, quote: eighty pounds}`),
    ).toBeUndefined();
    expect(made(`${found}, llm: {say: A party., set: {budget: 80}, quote: ninety pounds}`)).toBe(
      "on_end finds another budget: 80 | null",
    );
    expect(made("{extract: {budget: null}}, llm: fail")).toBeUndefined();
  });

  test("on_end runs only for an ended call, in a flow that asks for it", () => {
    expect(failureOf(summed, "{user: four}, {on_end: {extract: {guests: 4}}}")).toBe(
      "nothing is made yet: the call is over | it continues at b",
    );
    expect(() => made("{extract: {budgett: 80}}")).toThrow("there is no value of on_end 'budgett'");
    expect(() => made("{extract: {budget: 80}}, llm: {set: {wish: x}}")).toThrow(
      "there is no value of on_end 'wish'",
    );
    expect(() => failureOf(booking, "{hangup: true}, {on_end: {summary: x}}")).toThrow(
      "the flow has no 'on_end'",
    );
  });
});
