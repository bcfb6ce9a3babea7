// Test cases of VF201 to VF307: names, data and expressions.

import type { Case } from "./case.ts";

const done = "nodes: {a: {end: done}}";

/** A flow that sets a variable of each kind in its first node. */
const setting = (line: string): string =>
  `variables:
  n: {type: number, output: true}
  t: {type: text, output: true}
  day: {type: date, output: true}
  ok: {type: boolean, output: true}
  dept: {type: choice, options: [{id: sales}, {id: support}], output: true}
  others: {type: list, input: true, required: true}
nodes:
  a: {set: {${line}}, say: Hello., next: b}
  b: {end: done}`;

/** A flow whose first node branches. */
const branching = (condition: string): string =>
  `variables:
  ok: {type: boolean, input: true}
  n: {type: number, input: true}
  name: {type: name, input: true}
  dept: {type: choice, options: [{id: sales}, {id: support}], input: true}
  others: {type: list, input: true}
nodes:
  a: {next: [{if: ${condition}, goto: b}, {if: ok and n > 1 and filled(name) and dept == 'sales' and count(others) > 1, goto: b}, {else: b}]}
  b: {end: done}`;

const stored = (texts: Readonly<Record<string, string>>) => ({
  resolveFlow: (id: string) => (Object.hasOwn(texts, id) ? texts[id] : undefined),
});

const calling = (id: string): string => `nodes:\n  a: {call: ${id}, on_error: b, next: b}\n  b: {end: done}`;
const callee = (id: string, calls: string): string =>
  `voice_flow: 1\nid: ${id}\nlanguage: en\nstart: a\n${calling(calls)}`;

export const meaningCases: readonly Case[] = [
  { code: "VF201", bad: setting('t: "«tt»"'), good: setting("t: t") },
  {
    code: "VF201",
    bad: 'nodes: {a: {say: "{{ session.«caller» }}", next: b}, b: {end: done}}',
    good: 'nodes: {a: {say: "{{ session.from }}", next: b}, b: {end: done}}',
    hint: "write session.from",
  },
  {
    code: "VF201",
    bad: "nodes:\n  a: {say: 'Hello {{ «nam» }}.', end: done}",
    good: "variables: {nam: {type: name, input: true, required: true}}\nnodes:\n  a: {say: 'Hello {{ nam }}.', end: done}",
  },
  {
    code: "VF201",
    bad: "nodes:\n  a: {ask: «guests», say: How many?, give_up: b, next: b}\n  b: {end: done}",
    good: "variables: {guests: {type: number}}\nnodes:\n  a: {ask: guests, say: How many?, give_up: b, next: b}\n  b: {end: done}",
  },
  {
    code: "VF201",
    bad: "nodes:\n  a: {set: {«guests»: 1}, say: Hello., next: b}\n  b: {end: done}",
    good: "variables: {guests: {type: number, output: true}}\nnodes:\n  a: {set: {guests: 1}, say: Hello., next: b}\n  b: {end: done}",
  },
  { code: "VF202", bad: setting("n: «cuont»(others)"), good: setting("n: count(others)") },
  {
    code: "VF202",
    bad: "nodes:\n  a: {say: '{{ session.id | «shout» }}', end: done}",
    good: "nodes:\n  a: {say: '{{ session.id | upper }}', end: done}",
  },
  {
    code: "VF203",
    bad: "nodes:\n  a: {say: Hello., next: «bb»}\n  b: {end: done}",
    good: "nodes:\n  a: {say: Hello., next: b}\n  b: {end: done}",
  },
  {
    code: "VF203",
    bad: "voice_flow: 1\nid: f\nlanguage: en\nstart: «aa»\nnodes: {a: {end: done}}",
    good: done,
  },
  {
    code: "VF204",
    bad: "nodes:\n  a: {say: Hello., next: «RESUME»}",
    good: "handlers: {more: {phrases: [more], next: c}}\nnodes:\n  a: {end: done}\n  c: {say: Hello., next: RESUME}",
  },
  {
    code: "VF204",
    bad: "nodes:\n  a: {say: Hello., next: «END»}",
    good: "nodes:\n  a: {say: Hello., next: b}\n  b: {end: done}",
  },
  {
    code: "VF205",
    bad: "tools: {find: {http: 'GET https://x.example/'}}\nnodes:\n  a: {tool: «fund», on_error: b, next: b}\n  b: {end: done}",
    good: "tools: {find: {http: 'GET https://x.example/'}}\nnodes:\n  a: {tool: find, on_error: b, next: b}\n  b: {end: done}",
  },
  {
    code: "VF206",
    bad: "variables: {ref: {type: text}}\nnodes: {a: {say: 'Your {{ «ref» }}.', end: done}}",
    good: "variables: {ref: {type: text, input: true, required: true}}\nnodes: {a: {say: 'Your {{ ref }}.', end: done}}",
  },
  {
    code: "VF207",
    bad: `variables: {«spare»: {type: number}}\n${done}`,
    good: `variables: {spare: {type: number, output: true}}\n${done}`,
  },
  {
    code: "VF208",
    bad: "variables: {who: {type: name, ask: Who?}}\ndefaults: {give_up: c}\nnodes:\n  a: {say: 'Hello {{ «who» }}.', next: b}\n  b: {ask: who, next: c}\n  c: {end: done}",
    good: "variables: {who: {type: name, ask: Who?}}\ndefaults: {give_up: c}\nnodes:\n  a: {ask: who, next: b}\n  b: {say: 'Hello {{ who }}.', next: c}\n  c: {end: done}",
  },
  {
    code: "VF208",
    bad: "variables: {tries: {type: number}}\nnodes:\n  a: {set: {tries: «tries» + 1}, say: Hello., next: b}\n  b: {end: done}",
    good: "variables: {tries: {type: number, default: 0}}\nnodes:\n  a: {set: {tries: tries + 1}, say: Hello., next: b}\n  b: {end: done}",
  },
  {
    code: "VF209",
    bad: "nodes:\n  a: {say: «'It is {{ now() }}.'», end: done}",
    good: "timezone: Europe/Berlin\nnodes:\n  a: {say: 'It is {{ now() }}.', end: done}",
  },
  {
    code: "VF210",
    bad: `variables: {x: {type: text, output: true, «depends_on»: [y]}, y: {type: text, output: true, depends_on: [x]}}\n${done}`,
    good: `variables: {x: {type: text, output: true, depends_on: [y]}, y: {type: text, output: true}}\n${done}`,
  },
  {
    code: "VF211",
    bad: calling("«f»"),
    good: calling("other"),
    knowledge: stored({
      f: callee("f", "f"),
      other: `voice_flow: 1\nid: other\nlanguage: en\nstart: a\n${done}`,
    }),
  },
  {
    code: "VF211",
    bad: calling("«deep1»"),
    good: calling("deep2"),
    knowledge: stored({
      deep1: callee("deep1", "deep2"),
      deep2: callee("deep2", "deep3"),
      deep3: callee("deep3", "deep4"),
      deep4: callee("deep4", "deep5"),
      deep5: `voice_flow: 1\nid: deep5\nlanguage: en\nstart: a\n${done}`,
    }),
  },
  {
    code: "VF212",
    bad: calling("«othr»"),
    good: calling("other"),
    knowledge: stored({ other: `voice_flow: 1\nid: other\nlanguage: en\nstart: a\n${done}` }),
  },
  { code: "VF301", bad: branching("ok «&&» ok"), good: branching("ok and filled(name)") },
  {
    code: "VF302",
    bad: setting(`n: ${"(".repeat(40)}«1»${")".repeat(40)}`),
    good: setting(`n: ${"(".repeat(30)}1${")".repeat(30)}`),
  },
  { code: "VF303", bad: branching("«name»"), good: branching("filled(name)") },
  { code: "VF303", bad: branching("«n»"), good: branching("n > 0") },
  { code: "VF304", bad: setting("day: «today() + 1»"), good: setting("day: 'add_days(today(), 1)'") },
  { code: "VF304", bad: branching("«n == 'four'»"), good: branching("n == 4") },
  { code: "VF305", bad: branching("dept == «'sale'»"), good: branching("dept == 'support'") },
  {
    code: "VF305",
    bad: "variables: {dept: {type: choice, options: [{id: sales}], ask: Which?}}\ndefaults: {give_up: b}\nnodes:\n  a: {menu: dept, goto: {«sale»: b}, next: b}\n  b: {end: done}",
    good: "variables: {dept: {type: choice, options: [{id: sales}], ask: Which?}}\ndefaults: {give_up: b}\nnodes:\n  a: {menu: dept, goto: {sales: b}}\n  b: {end: done}",
  },
  { code: "VF306", bad: branching('"«contains(others)»"'), good: branching("\"contains(others, 'x')\"") },
  { code: "VF307", bad: setting("n: \"«'four'»\""), good: setting("n: 4") },
  {
    code: "VF307",
    bad: "variables: {lines: {type: list, output: true}}\nnodes:\n  a: {set: {«lines»: {kind: session.id}}, next: b}\n  b: {end: done}",
    good: "variables: {lines: {type: list, output: true, default: []}}\nnodes:\n  a: {set: {lines: 'lines + [session.id]'}, next: b}\n  b: {end: done}",
    hint: "write [ ] around it, or x + [it] to add it",
  },
  {
    code: "VF307",
    bad: setting('dept: "«3»"'),
    good: setting("dept: \"'sales'\""),
  },
  {
    code: "VF307",
    bad: "variables: {t: {type: text, input: true, required: true}}\nnodes: {a: {end: «'{{ t }}'»}}",
    good: "variables: {t: {type: choice, options: [{id: yes_sir}], input: true, required: true}}\nnodes: {a: {end: '{{ t }}'}}",
  },
  {
    code: "VF308",
    bad: `nodes:\n  a: {say: "One moment. {{ «pause('2')» }} Here.", end: done}`,
    good: `nodes:\n  a: {say: "One moment. {{ pause('2s') }} Here.", end: done}`,
    hint: "write {{ pause('500ms') }}",
  },
  {
    code: "VF308",
    bad: `nodes:\n  a: {say: "{{ «pause('2s')» ?? 'x' }}", end: done}`,
    good: `nodes:\n  a: {say: "{{ '50ms' | pause }} Hello.", end: done}`,
  },
  {
    code: "VF308",
    bad: `variables: {x: {type: text, output: true}}\nnodes:\n  a: {set: {x: «"pause('2s')"»}, end: done}`,
    good: `variables: {x: {type: text, output: true}}\nnodes:\n  a: {set: {x: "'pause(2s)'"}, end: done}`,
  },
  {
    code: "VF215",
    bad: `hours: {office: {open: {mon-fri: "09:00-17:00"}}}\ntimezone: UTC\nnodes:\n  a: {say: "{{ 'open' if «is_open('ofice')» else 'closed' }}", end: done}`,
    good: `hours: {office: {open: {mon-fri: "09:00-17:00"}}}\ntimezone: UTC\nnodes:\n  a: {say: "{{ 'open' if is_open('office') else 'closed' }}", end: done}`,
  },
  {
    code: "VF112",
    bad: `hours: {office: {open: {«mon-fry»: "09:00-17:00"}}}\nnodes:\n  a: {end: done}`,
    good: `hours: {office: {open: {fri-mon: ["09:00-12:00", "13:00-24:00"]}, holidays: ["12-25", "02-29"]}}\nnodes:\n  a: {end: done}`,
  },
  {
    code: "VF112",
    bad: `hours: {office: {open: {mon: «"9-17"»}}}\nnodes:\n  a: {end: done}`,
    good: `hours: {office: {open: {mon: "22:00-02:00"}}}\nnodes:\n  a: {end: done}`,
  },
  {
    code: "VF112",
    bad: `hours: {office: {open: {mon: "09:00-17:00"}, holidays: [«"25-12"»]}}\nnodes:\n  a: {end: done}`,
    good: `hours: {office: {open: {mon: "09:00-17:00"}, special: {"2026-12-24": "09:00-12:00"}}}\nnodes:\n  a: {end: done}`,
  },
];
