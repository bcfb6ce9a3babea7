// Test cases of VF100 to VF118: the text, its keys and its names.

import type { Case } from "./case.ts";

export const documentCases: readonly Case[] = [
  {
    code: "VF100",
    bad: "voice_flow: «2»\nid: f\nlanguage: en\nstart: a\nnodes: {a: {end: done}}",
    good: "nodes: {a: {end: done}}",
  },
  {
    code: "VF100",
    bad: "«»id: f\nlanguage: en\nstart: a\nnodes: {a: {end: done}}",
    good: "nodes: {a: {end: done}}",
  },
  {
    code: "VF101",
    bad: "nodes:\n  a:\n    say: «Your choice: tea or coffee?»\n    end: done",
    good: 'nodes:\n  a:\n    say: "Your choice: tea or coffee?"\n    end: done',
  },
  {
    code: "VF102",
    bad: "nodes:\n  a:\n    say: «{{ session.from }}»\n    end: done",
    good: 'nodes:\n  a:\n    say: "{{ session.from }}"\n    end: done',
  },
  {
    code: "VF103",
    bad: "nodes:\n  a: {next: [{if: «!filled(last.text)», goto: b}, {else: b}]}\n  b: {end: done}",
    good: "nodes:\n  a: {next: [{if: not filled(last.text), goto: b}, {else: b}]}\n  b: {end: done}",
  },
  {
    code: "VF104",
    bad: "handlers: {hours: {dtmf: «5», say: We are open.}}\nnodes: {a: {end: done}}",
    good: 'handlers: {hours: {dtmf: "5", say: We are open.}}\nnodes: {a: {end: done}}',
  },
  {
    code: "VF105",
    bad: "variables: {line: {type: phone, example: «+4930123456», output: true}}\nnodes: {a: {end: done}}",
    good: 'variables: {line: {type: phone, example: "+4930123456", output: true}}\nnodes: {a: {end: done}}',
  },
  {
    code: "VF106",
    bad: "nodes:\n  a: &one {say: Hello., next: b}\n  b: «*one»",
    good: "nodes:\n  a: {say: Hello., next: b}\n  b: {end: done}",
  },
  {
    code: "VF107",
    bad: `«nodes»:\n  a: {say: Hello., next: n0}\n${Array.from({ length: 1_000 }, (_, i) => `  n${i}: {say: Hello., next: n${i + 1}}\n`).join("")}  n1000: {end: done}`,
    good: `nodes:\n  a: {say: Hello., next: n0}\n${Array.from({ length: 998 }, (_, i) => `  n${i}: {say: Hello., next: n${i + 1}}\n`).join("")}  n998: {end: done}`,
  },
  {
    code: "VF108",
    bad: "nodes:\n  a: {end: done}\n  «a»: {end: other}",
    good: "nodes:\n  a: {say: Hello., next: b}\n  b: {end: other}",
  },
  {
    code: "VF108",
    bad: "variables: {dept: {type: choice, output: true, options: [{id: sales}, {id: «sales»}]}}\nnodes: {a: {end: done}}",
    good: "variables: {dept: {type: choice, output: true, options: [{id: sales}, {id: support}]}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF109",
    bad: "nodes:\n  a: {say: Hello, «Ada.», next: b}\n  b: {end: done}",
    good: 'nodes:\n  a: {say: "Hello, Ada.", next: b}\n  b: {end: done}',
  },
  {
    code: "VF110",
    bad: "«langages»: [en]\nnodes: {a: {end: done}}",
    good: "languages: [en]\nnodes: {a: {end: done}}",
  },
  {
    code: "VF110",
    bad: "variables: {n: {type: number, ask: How many?}}\ndefaults: {give_up: b}\nnodes:\n  a: {ask: n, «goto»: {x: b}, next: b}\n  b: {end: done}",
    good: "variables: {n: {type: number, ask: How many?}}\ndefaults: {give_up: b}\nnodes:\n  a: {ask: n, when_filled: ask, next: b}\n  b: {end: done}",
  },
  {
    code: "VF110",
    bad: "variables: {n: {type: number, «mask»: AA, output: true}}\nnodes: {a: {end: done}}",
    good: "variables: {n: {type: code, mask: AA, output: true}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF110",
    bad: "tools: {find: {params: {day: text}, http: 'GET https://x.example/{{ day }}'}}\nnodes:\n  a: {tool: find, with: {day: \"'x'\", «dai»: 1}, on_error: b, next: b}\n  b: {end: done}",
    good: "tools: {find: {params: {day: text}, http: 'GET https://x.example/{{ day }}'}}\nnodes:\n  a: {tool: find, with: {day: \"'x'\"}, on_error: b, next: b}\n  b: {end: done}",
  },
  {
    code: "VF110",
    bad: "variables: {n: {type: text}}\nnodes:\n  a: {transfer: 'tel:+33140000000', «save»: {n: result.n}, on_failed: b}\n  b: {say: '{{ n }}', end: done}",
    good: "variables: {n: {type: text}}\nnodes:\n  a: {transfer: 'tel:+33140000000', save: {n: result.n}, on_return: b, on_failed: c}\n  b: {say: '{{ n }}', end: done}\n  c: {end: done}",
    hint: "add on_return",
  },
  {
    code: "VF111",
    bad: "handlers: {}\nhooks: [«{secret: S, events: [session.ended]}»]\nsecrets: [S]\nnodes: {a: {end: done}}",
    good: "hooks: [{url: 'https://x.example/', secret: S, events: [session.ended]}]\nsecrets: [S]\nnodes: {a: {end: done}}",
  },
  {
    code: "VF111",
    bad: "variables: {«line»: {type: phone, ask: Your number?}}\nnodes:\n  a: {ask: line, give_up: b, next: b}\n  b: {end: done}",
    good: "variables: {line: {type: phone, region: FR, ask: Your number?}}\nnodes:\n  a: {ask: line, give_up: b, next: b}\n  b: {end: done}",
  },
  {
    code: "VF111",
    bad: "nodes:\n  «a»: {wait: {event: payment.done}, timeout: 2m, next: b}\n  b: {end: done}",
    good: "nodes:\n  a: {wait: {event: payment.done}, timeout: 2m, on_timeout: b, next: b}\n  b: {end: done}",
  },
  {
    code: "VF111",
    bad: "variables: {«length»: {type: duration, ask: How long?}}\nnodes:\n  a: {ask: length, give_up: b, next: b}\n  b: {end: done}",
    good: "variables: {length: {type: duration, unit: minutes, ask: How long?}}\nnodes:\n  a: {ask: length, give_up: b, next: b}\n  b: {end: done}",
  },
  {
    code: "VF112",
    bad: "variables: {flour: {type: amount, unit: «hours», ask: How much?}}\nnodes:\n  a: {ask: flour, give_up: b, next: b}\n  b: {end: done}",
    good: "variables: {flour: {type: amount, unit: kg, ask: How much?}}\nnodes:\n  a: {ask: flour, give_up: b, next: b}\n  b: {end: done}",
  },
  {
    code: "VF305",
    bad: "variables: {stay: {type: date_range, min: «soon», ask: When?}}\nnodes:\n  a: {ask: stay, give_up: b, next: b}\n  b: {end: done}",
    good: "timezone: Europe/Paris\nvariables: {stay: {type: date_range, min: '2026-11-21', ask: When?}}\nnodes:\n  a: {ask: stay, give_up: b, next: b}\n  b: {end: done}",
  },
  {
    code: "VF112",
    bad: "defaults: {listen: {no_input: «6»}}\nnodes: {a: {end: done}}",
    good: "defaults: {listen: {no_input: 6s}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF112",
    bad: "nodes:\n  a: {say: «5», end: done}",
    good: 'nodes:\n  a: {say: "5", end: done}',
  },
  {
    code: "VF112",
    bad: "timezone: «Europe/Pariss»\nnodes: {a: {end: done}}",
    good: "timezone: Europe/Paris\nnodes: {a: {end: done}}",
  },
  {
    code: "VF112",
    bad: "nodes: {a: {end: done}}\ntests:\n  - {name: t, script: [«{user: hello, says: hi}»]}",
    good: "nodes: {a: {end: done}}\ntests:\n  - {name: t, script: [{user: hello}, {says: hi}]}",
  },
  {
    code: "VF112",
    bad: "variables: {n: {type: number, min: 5, max: «3», output: true}}\nnodes: {a: {end: done}}",
    good: "variables: {n: {type: number, min: 3, max: 5, output: true}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF112",
    bad: "variables: {x: {type: choice, output: true, options: [{id: y, label: 'The «{{ x }}»'}]}}\nnodes: {a: {end: done}}",
    good: "variables: {x: {type: choice, output: true, options: [{id: y, label: The y}]}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF113",
    bad: "nodes:\n  a: {end: «hung_up»}",
    good: "nodes:\n  a: {end: hang_up}",
  },
  {
    code: "VF113",
    bad: "nodes:\n  a: {say: Hello., next: b}\n  b: {end: done}\nvariables: {«Day»: {type: date, output: true}}",
    good: "nodes:\n  a: {say: Hello., next: b}\n  b: {end: done}\nvariables: {day: {type: date, output: true}}",
  },
  {
    code: "VF113",
    bad: "nodes:\n  a: {emit: {«session.odd»: {}}, say: Hello., next: b}\n  b: {end: done}",
    good: "nodes:\n  a: {emit: {sessions.odd: {}}, say: Hello., next: b}\n  b: {end: done}",
  },
  {
    code: "VF114",
    bad: "variables: {n: {type: «nummer», output: true}}\nnodes: {a: {end: done}}",
    good: "types: {nummer: {type: number}}\nvariables: {n: {type: nummer, output: true}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF114",
    bad: "variables: {n: {type: «integer», output: true}}\nnodes: {a: {end: done}}",
    good: "variables: {n: {type: number, integer: true, output: true}}\nnodes: {a: {end: done}}",
    hint: "write {type: number, integer: true}",
  },
  {
    code: "VF114",
    bad: "types: {x: {type: «y»}, y: {type: x}}\nnodes: {a: {end: done}}",
    good: "types: {x: {type: y}, y: {type: text}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF114",
    bad: "tools: {x: {http: 'GET https://x.example/{{ n }}', params: {n: «nummer»}}}\nnodes: {a: {end: done}}",
    good: "tools: {x: {http: 'GET https://x.example/{{ n }}', params: {n: number}}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF115",
    bad: "variables: {«dept»: {type: choice, options: [], output: true}}\nnodes: {a: {end: done}}",
    good: "variables: {dept: {type: choice, options: [{id: sales}], output: true}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF116",
    bad: 'variables: {dept: {type: choice, output: true, options: [{id: sales, dtmf: "1"}, {id: support, dtmf: «"1"»}]}}\nnodes: {a: {end: done}}',
    good: 'variables: {dept: {type: choice, output: true, options: [{id: sales, dtmf: "1"}, {id: support, dtmf: "2"}]}}\nnodes: {a: {end: done}}',
  },
  {
    code: "VF116",
    bad: 'handlers: {x: {dtmf: "1", say: X.}, y: {dtmf: «"1"», say: Y.}}\nnodes: {a: {end: done}}',
    good: 'handlers: {x: {dtmf: "1", say: X.}, y: {dtmf: "2", say: Y.}}\nnodes: {a: {end: done}}',
  },
  {
    code: "VF117",
    bad: "variables: {dept: {type: choice, output: true, options: [{id: sales, synonyms: [buy it]}, {id: support, synonyms: [«Buy it!»]}]}}\nnodes: {a: {end: done}}",
    good: "variables: {dept: {type: choice, output: true, options: [{id: sales, synonyms: [buy it]}, {id: support, synonyms: [buy this]}]}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF118",
    bad: "nodes:\n  a:\n    say: Please press «# to finish»\n    end: done",
    good: 'nodes:\n  a:\n    say: "Please press # to finish"\n    end: done',
  },
  {
    code: "VF109",
    bad: "variables: {t: {type: name, ask: Who?}}\nnodes:\n  a: {ask: t, give_up: b, next: [{if: «contains(t, 'a')», goto: b}, {else: b}]}\n  b: {end: done}",
    good: "variables: {t: {type: name, ask: Who?}}\nnodes:\n  a: {ask: t, give_up: b, next: [{if: \"contains(t, 'a')\", goto: b}, {else: b}]}\n  b: {end: done}",
    hint: "write \"contains(t, 'a')\"",
  },
  {
    code: "VF109",
    bad: "nodes:\n  a: {next: [{if: «starts_with(lower(last.text), 'a') and true», goto: b}, {else: b}]}\n  b: {end: done}",
    good: "nodes:\n  a: {next: [{if: 'true', goto: b}, {else: b}], note: 'of (one', note2: 'two)'}\n  b: {end: done}",
    goodHasErrors: true,
  },
  {
    code: "VF110",
    bad: "nodes:\n  a: {next: [{if: true, goto: b, «then»: b}, {else: b}]}\n  b: {end: done}",
    good: "nodes:\n  a: {next: [{if: true, goto: b}, {else: b}]}\n  b: {end: done}",
    hint: "write 'goto'",
  },
  {
    code: "VF110",
    bad: "nodes: {a: {«prompt»: Hello., next: b}, b: {end: done}}",
    good: "nodes: {a: {say: Hello., next: b}, b: {end: done}}",
    hint: "write 'say'",
  },
  {
    code: "VF110",
    bad: "nodes: {a: {say: Hello., «goto»: b}, b: {end: done}}",
    good: "nodes: {a: {say: Hello., next: b}, b: {end: done}}",
    hint: "write 'next'",
  },
  {
    code: "VF110",
    bad: "variables: {n: {type: number, ask: How many?}}\nnodes:\n  a: {ask: n, «retries»: 3, give_up: b, next: b}\n  b: {end: done}",
    good: "variables: {n: {type: number, ask: How many?}}\nnodes:\n  a: {ask: n, max_attempts: 3, give_up: b, next: b}\n  b: {end: done}",
    hint: "write 'max_attempts'",
  },
  {
    code: "VF112",
    bad: "nodes: {a: {wait: «5 seconds», next: b}, b: {end: done}}",
    good: "nodes: {a: {wait: 5s, next: b}, b: {end: done}}",
    hint: "write 5s",
  },
  {
    code: "VF112",
    bad: "handlers: {me: {«phrases»: [], say: Yes.}}\nnodes: {a: {end: done}}",
    good: "languages: [en, de]\nhandlers: {me: {phrases: {en: [who are you], de: []}, say: {en: Me., de: Ich.}}}\nnodes: {a: {end: done}}",
  },
];
