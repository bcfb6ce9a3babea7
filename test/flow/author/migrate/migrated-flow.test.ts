// Documents of earlier versions: they keep working, get today's words suggested, and are rewritten without losing a
// meaningful byte.

import { describe, expect, test } from "bun:test";
import { migrated } from "../../../../src/flow/author/migrate/migrated-flow.ts";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { runFlowTests } from "../../../../src/flow/author/testing/flow-tests.ts";
import { problemsOf } from "../../../../src/flow/language/find-problems.ts";

const old = `# A flow of last year.
voice_flow: 1
id: old
kind: flow # it is
language: en
start: chat
variables:
  table: {type: number, integer: true, ask: Which table?}
  sure: {type: boolean, ask: Sure?}
defaults:
  give_up: bye
  voice:
    # calm it was
    style: calm # so
    speed: 1.1
nodes:
  chat:
    converse: Find out what is wanted.
    fill: [table]
    # as much as there is
    history:   all   # of it
    max_turns: 4
    exits:
      done: {if: filled(table), goto: ok}
    without_llm: which
  which: {ask: table, voice: {style: brisk}, next: ok}
  ok:
    ask: sure
    say: "Table {{ table }}, is that right?"
    # every time
    when_filled: ask # of course
    # and then
    next: [{if: sure, goto: bye}, {else: clear}]
  clear:
    set: {table: null}
    say: Again.
    voice:
      style: sad
    next: last
  last: {ask: sure, say: Shall I go on?, when_filled: ask, # why not
    next: [{if: sure, goto: which}, {else: more}]}
  more: {ask: sure, next: bye, say: And now?, # why
    when_filled: ask}
  bye: {end: done, say: Goodbye., barge_in: dtmf}
tests:
  - name: goes round
    script:
      - {user: "7"}
      - {says: Table 7}
      - {user: "no"}
      - {says: Shall I go on?}
      - {user: "yes"}
      - {says: Which table?}
      - {user: "9"}
      - {says: Table 9}
      - {user: "yes"}
      - {says: Goodbye}
      - {ends: done}
`;

const today = `# A flow of last year.
voice_flow: 1
id: old
# it is
language: en
start: chat
variables:
  table: {type: number, integer: true, ask: Which table?}
  sure: {type: boolean, ask: Sure?}
defaults:
  give_up: bye
  voice:
    # calm it was
    # so
    speed: 1.1
nodes:
  chat:
    converse: Find out what is wanted.
    fill: [table]
    # as much as there is
    history:   100   # of it
    max_turns: 4
    exits:
      done: {if: filled(table), goto: ok}
    without_llm: which
  which: {ask: table, next: ok}
  ok:
    ask: sure
    say: "Table {{ table }}, is that right?"
    # every time
    # of course
    # and then
    next: [{if: sure, goto: bye}, {else: clear}]
  clear:
    set: {table: null}
    say: Again.
    next: last
  last: {ask: sure, say: Shall I go on?, # why not
    next: [{if: sure, goto: which}, {else: more}]}
  more: {ask: sure, next: bye, say: And now?, # why
    }
  bye: {end: done, say: Goodbye., barge_in: dtmf}
`;

const messages = (text: string) =>
  problemsOf(text)
    .filter(({ code }) => code === "VF119")
    .map(({ line, severity, hint }) => `${line} ${severity} ${hint}`);

function played(text: string) {
  const { program, tests } = loadFlow(text);
  if (program === undefined || tests === undefined) throw new Error(JSON.stringify(problemsOf(text)));
  return runFlowTests(text, { program, tests }).tests;
}

describe("a document of earlier versions", () => {
  test("works as before, and its words are reported", () => {
    expect(messages(old)).toHaveLength(6);
    expect(messages(old).every((each) => each.includes(" info "))).toBe(true);
    expect(loadFlow(old).program).toBeDefined();
  });

  test("is rewritten, and nothing else changes", () => {
    expect(migrated(old).text).toBe(today + old.slice(old.indexOf("tests:")));
  });

  test("behaves the same afterwards", () => {
    const { text } = migrated(old);
    expect(played(text)).toEqual(played(old));
    expect(played(old)).toMatchObject([{ name: "goes round", outcome: "done" }]);
    expect(played(old)[0]).not.toHaveProperty("failure");
    const [before, after] = [old, text].map((each) => loadFlow(each).program);
    expect(after?.nodes).toEqual(before?.nodes);
  });

  test("stays the same when it is rewritten twice, and words without a replacement stay", () => {
    const once = migrated(old);
    expect(migrated(once.text)).toEqual({ text: once.text, changes: [] });
    expect(messages(once.text)).toEqual([
      expect.stringMatching(/^\d+ info write false for a sentence that must be heard, or leave it out/),
    ]);
  });

  test("keeps its line ends", () => {
    const crlf = (text: string) => text.replaceAll("\n", "\r\n");
    expect(migrated(crlf(old)).text).toBe(crlf(migrated(old).text));
  });

  test("comes back unchanged when it cannot be read", () => {
    for (const text of ["", "a: [", "- 1", "voice_flow: 1\nnodes: {a: {history: all}}"])
      expect(migrated(text)).toEqual({ text, changes: [] });
  });
});

describe("a flow that includes libraries", () => {
  const flow = `voice_flow: 1
id: f
language: en
start: a
include: [house, rules] # shared
secrets: [KEY]
variables: {n: {type: count, ask: How many?}}
defaults: {give_up: b}
nodes:
  a: {ask: n, next: b} # first
  b: {end: done}
tests:
  - {name: asks the house, script: [{user: opening hours}, {says: All day}, {user: "3"}, {ends: done}]}
`;
  const libraries = new Map([
    [
      "house",
      "voice_flow: 1\nkind: library\nid: house\nlanguage: en\nsecrets: [KEY, OTHER]\nhandlers:\n  hours: {phrases: [opening hours], say: All day.}\ntools: {ping: {http: GET https://a.example/}}\n",
    ],
    [
      "rules",
      "voice_flow: 1\nkind: library\nid: rules\nlanguage: en\ntypes: {count: {type: number, integer: true, min: 1, max: 9}}\n",
    ],
  ]);
  const bring = (id: string) => libraries.get(id);

  test("takes in their contents, and means the same", () => {
    const { text, changes } = migrated(flow, bring);
    expect(changes).toEqual(["include copied here"]);
    expect(text).toContain("# shared");
    expect(text).toContain("a: {ask: n, next: b} # first");
    expect(text).toMatch(/secrets: \[KEY, OTHER\]/);
    expect(text).not.toContain("include");
    const whole = loadFlow(flow, { resolveFlow: bring });
    const { program, problems } = loadFlow(text);
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(program?.nodes).toEqual(whole.program?.nodes);
    expect(program?.variables).toEqual(whole.program?.variables);
    expect(migrated(text, bring).changes).toEqual([]);
    expect(played(text)).toMatchObject([{ name: "asks the house", outcome: "done" }]);
    expect(played(text)[0]).not.toHaveProperty("failure");
  });

  test("stays as it is where the meaning would change, or a library is missing", () => {
    expect(migrated(flow).text).toBe(flow);
    const german = (id: string) => bring(id)?.replace("language: en", "language: de");
    expect(migrated(flow, german).text).toBe(flow);
  });
});
