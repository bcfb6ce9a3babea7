// Rulings 53 and 54: test doubles for tools, called flows and the model.

import { describe, expect, test } from "bun:test";
import { failureOf, flow, reportOf, resultOf } from "./try.ts";

const look = flow(`
variables: {found: {type: text}, more: {type: boolean, ask: Again?}}
tools:
  find: {http: "GET https://a.example/x?q={{ q }}", params: {q: text}, timeout: 3s, returns: {name: text}}
nodes:
  a: {tool: find, with: {q: "'tea'"}, say: One moment., save: {found: result.name}, on_error: sorry, next: tell}
  tell: {say: "{{ found ?? 'Nothing' }}.", next: again}
  again: {ask: more, when_filled: ask, give_up: bye, next: [{if: more, goto: a}, {else: bye}]}
  sorry: {say: "{{ failure.kind }} {{ failure.status ?? '' }}.", next: bye}
  bye: {end: done}
`);
const mocked = (mock: string): string => `mocks: {find: ${mock}}, `;

describe("tools", () => {
  test("a map is the body, a list is one answer after the other, and the last repeats", () => {
    const twice = '{says: Ada}, {user: "yes"}, {says: Bob}, {user: "yes"}, {says: Bob}';
    expect(failureOf(look, twice, mocked("[{name: Ada}, {name: Bob}]"))).toBeUndefined();
    expect(failureOf(look, "{says: Ada}", mocked("{body: {name: Ada}}"))).toBeUndefined();
  });

  test("a tool is called with its arguments", () => {
    expect(failureOf(look, "{calls: find}", mocked("{name: Ada}"))).toBeUndefined();
    expect(failureOf(look, "{calls: {find: {q: tea}}}", mocked("{name: Ada}"))).toBeUndefined();
    expect(failureOf(look, "{calls: {find: {q: coffee}}}", mocked("{name: Ada}"))).toBe(
      'this call was not made: find {"q":"coffee"} | find {"q":"tea"}',
    );
  });

  test("errors and statuses lead to on_error, and so does a body of another shape", () => {
    expect(failureOf(look, "{says: network}", mocked("{error: network}"))).toBeUndefined();
    expect(failureOf(look, "{says: http_4xx 404}", mocked("{status: 404}"))).toBeUndefined();
    expect(
      failureOf(look, "{says: http_5xx 503}", mocked("{status: 503, body: {name: Ada}}")),
    ).toBeUndefined();
    expect(failureOf(look, "{says: invalid_response}", mocked("{name: 5}"))).toBeUndefined();
  });

  test("delays: the filler is spoken, and the wait ends at the tool's timeout", () => {
    expect(failureOf(look, "{says: [One moment, Ada]}", mocked("{delay: 1s, body: {name: Ada}}"))).toBe(
      undefined,
    );
    expect(
      failureOf(look, "{not_says: moment}", mocked("{delay: 500ms, body: {name: Ada}}")),
    ).toBeUndefined();
    expect(failureOf(look, "{says: timeout}", mocked("{delay: 4s, body: {name: Ada}}"))).toBeUndefined();
  });

  test("words during a tool are dropped", () => {
    const over = '{user: "no", over: One moment}, {says: Ada}, {at: again}';
    expect(failureOf(look, over, mocked("{delay: 1s, body: {name: Ada}}"))).toBeUndefined();
  });

  test("a tool without a mock is a mistake of the test, not of the network", () => {
    expect(failureOf(look, "{says: Ada}")).toBe("find is called, but has no mock: add mocks: {find: {…}}");
  });
});

describe("called flows", () => {
  const caller = `${flow(`
variables: {who: {type: text}, how: {type: text}, more: {type: boolean, ask: Again?}}
nodes:
  a: {call: verify, save: {who: result.customer, how: result.outcome}, on_error: sorry, next: tell}
  tell: {say: "{{ who ?? 'nobody' }} {{ how ?? 'nothing' }}.", next: again}
  again: {ask: more, when_filled: ask, give_up: bye, next: [{if: more, goto: a}, {else: bye}]}
  sorry: {say: Not there., next: bye}
  bye: {end: done}
`)}tests:
`;
  const verify = `voice_flow: 1
id: verify
language: en
start: ask
variables: {pin: {type: digits, length: 4, ask: Your PIN?}, customer: {type: text, output: true}}
nodes: {ask: {ask: pin, give_up: no, next: "yes"}, "yes": {set: {customer: "'c7'"}, end: ok}, "no": {end: refused}}
`;
  const failures = (test: string, others: Readonly<Record<string, string>> = {}) =>
    reportOf(`${caller}  - ${test}\n`, others).tests.map(({ failure }) => failure?.message);

  test("a mocked flow returns its outcomes and outputs, one after the other", () => {
    const mock = "{verify: [{outcome: ok, customer: c1}, {outcome: refused}]}";
    const script = '[{says: c1 ok}, {user: "yes"}, {says: nobody refused}]';
    expect(failures(`{name: a, mocks: ${mock}, script: ${script}}`)).toEqual([undefined]);
    expect(failures(`{name: a, mocks: ${mock}, script: ${script}}`, { verify })).toEqual([undefined]);
  });

  test("a failing mock leads to on_error", () => {
    const script = "[{says: Not there}]";
    expect(failures(`{name: a, mocks: {verify: {error: timeout}}, script: ${script}}`)).toEqual([undefined]);
  });

  test("the real flow runs without a mock", () => {
    const script = '[{says: Your PIN}, {at: a}, {dtmf: "1234"}, {says: c7 ok}]';
    const [result] = reportOf(`${caller}  - {name: a, script: ${script}}\n`, { verify }).tests;
    expect(result?.failure).toBeUndefined();
    expect(result?.nodes).toEqual(["a", "verify/ask", "verify/yes", "tell", "again"]);
  });
});

describe("the model", () => {
  const talk = flow(`
variables: {size: {type: choice, ask: Which size?, options: [{id: small}, {id: large}]}, note: {type: text}}
handlers: {hours: {phrases: [opening hours], when: asks when we are open, say: Until ten.}}
tools: {find: {http: "GET https://a.example/x?q={{ q }}", params: {q: text}}}
nodes:
  a: {ask: size, give_up: bye, next: b}
  b:
    converse: Be kind.
    say: What else?
    fill: [note]
    tools: [find]
    exits: {done: {when: the caller is done, goto: bye}, noted: {if: filled(note), goto: thanks}}
    max_turns: 3
    give_up: bye
    without_llm: plain
  plain: {say: No model., next: bye}
  thanks: {say: Noted., next: bye}
  bye: {end: done}
`);

  test("a model takes part if any step has one; otherwise the flow runs without a model", () => {
    expect(failureOf(talk, "{user: small}, {says: No model}")).toBeUndefined();
    expect(failureOf(talk, "{user: small}, {at: b}, {user: thanks, llm: {exit: done}}, {ends: done}")).toBe(
      undefined,
    );
  });

  test("a model proposes a value with its quote, an option or a handler at questions", () => {
    const at = (llm: string) => `{user: the size for a family, llm: ${llm}}`;
    expect(failureOf(talk, `${at("{option: large}")}, {says: is that right}, {user: "yes"}, {at: b}`)).toBe(
      undefined,
    );
    expect(
      failureOf(talk, `${at("{set: {size: large}, quote: for a family}")}, {user: "yes"}, {at: b}`),
    ).toBe(undefined);
    expect(failureOf(talk, `${at("{handler: hours}")}, {says: Until ten}`)).toBeUndefined();
    expect(failureOf(talk, `${at("fail")}, {says: not understand}`)).toBeUndefined();
    // The real engine refuses the model's inventions.
    expect(failureOf(talk, `${at("{set: {size: large}, quote: my family}")}, {at: b}`)).toBe(
      "the flow is elsewhere: b | a",
    );
  });

  test("a model calls tools first in converse, then speaks, fills and leaves", () => {
    const script =
      '{user: small}, {user: is there tea, llm: {tool: {find: {q: tea}}, say: "Yes, green tea."}}, ' +
      "{calls: {find: {q: tea}}}, {says: green tea}, {at: b}, " +
      "{user: then note green tea please, llm: {set: {note: green tea}, quote: green tea, say: Good.}}, " +
      "{expect: {note: green tea}}, {says: [Good, Noted]}, {ends: done}";
    expect(failureOf(talk, script, "mocks: {find: {open: true}}, ")).toBeUndefined();
  });

  test("two failures lead to without_llm, and a turn without a mock is a mistake", () => {
    expect(failureOf(talk, "{user: small}, {user: hm, llm: fail}, {says: No model}")).toBeUndefined();
    const { failure } = resultOf(talk, "{user: small}, {user: thanks, llm: {say: Hm.}}, {user: and}");
    expect(failure?.message).toStartWith("the model is asked here");
    expect(failure?.step).toBe(2);
  });
});
