// Test cases of VF601 to VF803: requests that leave the service, and the embedded tests.

import type { Case } from "./case.ts";

const end = "\n  b: {end: done}";

const request = (http: string, more = ""): string =>
  `secrets: [KEY]\ntools:\n  find:\n    params: {day: text}\n    http: ${http}${more}\nnodes:\n  a: {tool: find, with: {day: "'x'"}, on_error: b, next: b}${end}`;

const transferring = (address: string, before: string): string =>
  `variables:\n  n: {type: digits, length: 4, ask: Which?}\n  t: {type: text, ask: Where?}\n  dept: {type: choice, options: [{id: sales}], ask: Who?}\n${before}nodes:\n  a: {ask: [n, t, dept], give_up: b, next: c}${end}\n  c: {transfer: ${address}, on_failed: b}`;

const asking = (name: string): string =>
  `{converse: 'Ask about {{ ${name} }}.', max_turns: 3, without_llm: b, exits: {done: {when: told, goto: b}}, give_up: b}`;

const card = (sensitive: string, node: string): string =>
  `variables: {card: {type: digits, length: 4, ask: Your card?${sensitive}}}\ntools:\n  pay: {params: {card: text}, http: 'POST https://x.example/{{ card }}'}\n  hide: {params: {card: text}, http: 'POST https://x.example/', body: {card: '{{ card }}'}}\nnodes:\n  a: {ask: card, give_up: b, next: c}${end}\n  c: ${node}`;

const tested = (step: string): string =>
  `variables: {guests: {type: number, ask: How many?}}\nnodes:\n  a: {ask: guests, give_up: b, next: b}${end}\ntests:\n  - {name: t, script: [{user: hello}, ${step}]}`;

/** A flow with a test that brings a context along. */
const brought = (context: string): string =>
  `variables:
  guests: {type: number, integer: true, output: true}
  dept: {type: choice, options: [{id: sales}, {id: support}], output: true}
nodes: {a: {say: "{{ context.note }}", end: done}}
tests: [{name: it, context: ${context}, script: [{ends: done}]}]`;

const hook = (url: string): string =>
  `secrets: [S]\nhooks: [{url: ${url}, secret: S, events: [session.ended]}]\nnodes: {a: {end: done}}`;

const answering = (base: string): string =>
  `knowledge: {faq: ${base}}\nnodes:\n  a: {answer_from: faq, give_up: b, not_found: b, next: b}\n  b: {end: done}`;

export const outsideCases: readonly Case[] = [
  { code: "VF601", bad: request("«https://x.example/»"), good: request("GET https://x.example/") },
  {
    code: "VF601",
    bad: request("GET https://«user:pass@x.example»/"),
    good: request("GET https://x.example/"),
  },
  {
    code: "VF601",
    bad: request("GET https://«x.example:99999»/"),
    good: request("GET https://x.example:9999/"),
  },
  {
    code: "VF601",
    bad: request("'GET https://«[::::]»/'"),
    good: request("'GET https://[2606:4700::1]/'"),
  },
  {
    code: "VF601",
    bad: "secrets: [S]\nhooks: [{url: 'https://x.example/«{{» session.id }}', secret: S, events: [session.ended]}]\nnodes: {a: {end: done}}",
    good: "secrets: [S]\nhooks: [{url: 'https://x.example/', secret: S, events: [session.ended]}]\nnodes: {a: {end: done}}",
  },
  {
    code: "VF601",
    bad: hook(`«https://x.example/${"x".repeat(2_031)}»`),
    good: hook(`https://x.example/${"x".repeat(2_030)}`),
  },
  {
    code: "VF602",
    bad: request("GET «http://»x.example:8080/"),
    good: request("GET https://x.example/"),
    hint: "write https://, or ask the operator to allow it: OUTBOUND_ALLOW=x.example:8080",
  },
  {
    code: "VF602",
    bad: request("GET «http://»x.example/"),
    good: request("GET http://inside.example:8080/"),
    knowledge: { outboundAllowed: (host, port) => host === "inside.example" && port === 8_080 },
  },
  {
    code: "VF603",
    bad: request("GET https://«{{ day }}.example»/x"),
    good: request("GET https://x.example/{{ day }}.example/x"),
  },
  {
    code: "VF604",
    bad: request("GET https://x.example/?key={{ «secrets.KEY» }}"),
    good: request("GET https://x.example/", "\n    headers: {Authorization: 'Bearer {{ secrets.KEY }}'}"),
  },
  {
    code: "VF605",
    bad: request("GET https://x.example/", "\n    headers: {Authorization: 'Bearer {{ «secrets.KAY» }}'}"),
    good: request("GET https://x.example/", "\n    headers: {Authorization: 'Bearer {{ secrets.KEY }}'}"),
  },
  {
    code: "VF605",
    bad: "hooks: [{url: 'https://x.example/', secret: «S», events: [session.ended]}]\nnodes: {a: {end: done}}",
    good: "secrets: [S]\nhooks: [{url: 'https://x.example/', secret: S, events: [session.ended]}]\nnodes: {a: {end: done}}",
  },
  {
    code: "VF607",
    bad: request("GET https://x.example/").replace("with: {day: \"'x'\"}, ", "").replace("  a:", "  «a»:"),
    good: request("GET https://x.example/"),
  },
  {
    code: "VF608",
    bad: request("GET https://x.example/").replace("on_error: b, ", "").replace("  a:", "  «a»:"),
    good: request("GET https://x.example/"),
  },
  {
    code: "VF609",
    bad: "nodes:\n  «a»: {transfer: 'tel:+33140000000'}",
    good: `nodes:\n  a: {transfer: 'tel:+33140000000', on_failed: b}${end}`,
  },
  {
    code: "VF610",
    bad: request("GET https://«192.168.0.10»/x"),
    good: request("GET https://8.8.8.8/x"),
    hint: "the operator can allow it: OUTBOUND_ALLOW=192.168.0.10:443",
  },
  // The host is also allowed over http, so there is nothing to mend about it.
  {
    code: "VF610",
    bad: request("GET http://«[fd00::5]:8080»/x"),
    good: request("GET http://[fd00::5]:8081/x"),
    hint: "the operator can allow it: OUTBOUND_ALLOW=[fd00::5]:8080",
    knowledge: { outboundAllowed: (_, port) => port === 8_081 },
  },
  {
    code: "VF610",
    bad: request("GET https://«localhost»/x"),
    good: request("GET https://localhost.example/x"),
  },
  {
    code: "VF611",
    bad: card(", sensitive: true", "{tool: pay, with: {card: «card»}, on_error: b, next: b}"),
    good: card(", sensitive: true", "{tool: hide, with: {card: card}, on_error: b, next: b}"),
  },
  {
    code: "VF611",
    bad: card(", sensitive: true", "{emit: {card.given: {card: «card»}}, say: Thanks., next: b}"),
    good: card("", "{emit: {card.given: {card: card}}, say: Thanks., next: b}"),
    hint: "remove it",
  },
  {
    code: "VF611",
    bad: card(", sensitive: true", asking("«card»")),
    good: card(", sensitive: true, llm: true", asking("card")),
    hint: "remove it, or add llm: true to the variable",
  },
  {
    code: "VF614",
    bad: "nodes:\n  a: {press: «one», next: b}\n  b: {end: done}",
    good: 'nodes:\n  a: {press: "1w2#", next: b}\n  b: {end: done}',
  },
  {
    code: "VF612",
    bad: transferring("'tel:+33«{{ n }}»'", ""),
    good: transferring("'sip:{{ n }}@pbx.example.com'", ""),
  },
  {
    code: "VF612",
    bad: transferring("'sip:«{{ t }}»@pbx.example.com'", ""),
    good: transferring("'sip:{{ dept }}@pbx.example.com'", ""),
  },
  { code: "VF612", bad: transferring("'«{{ dept }}»'", ""), good: transferring("desk", "") },
  {
    code: "VF613",
    bad: "secrets: [KEY, «KAY»]\nnodes: {a: {end: done}}",
    good: "secrets: [KEY]\nnodes: {a: {end: done}}",
    knowledge: { knowsSecret: (name) => name === "KEY" },
  },
  {
    code: "VF801",
    bad: "«voice_flow: 1»\nid: f\nlanguage: en\nstart: a\nnodes: {a: {transfer: 'tel:+33140000000', on_failed: b}, b: {end: done}}",
    good: "nodes: {a: {say: Hello., next: b}, b: {end: done}}",
  },
  { code: "VF803", bad: tested("{at: «aa»}"), good: tested("{at: a}") },
  { code: "VF803", bad: tested("{expect: {«guest»: 1}}"), good: tested("{expect: {guests: 1}}") },
  {
    code: "VF803",
    bad: tested("{user: two, llm: {exit: «done»}}"),
    good: tested("{user: two, llm: {set: {guests: 2}}}"),
  },
  { code: "VF803", bad: tested("{ends: «dune»}"), good: tested("{ends: done}") },
  { code: "VF803", bad: tested("{calls: {«find»: {}}}"), good: tested("{ends: hung_up}") },
  { code: "VF804", bad: brought("{«gests»: 2}"), good: brought("{guests: 2, language: en, note: late}") },
  { code: "VF307", bad: brought("{guests: «many»}"), good: brought("{guests: 4}") },
  { code: "VF307", bad: brought("{guests: «2.5»}"), good: brought("{guests: null}") },
  { code: "VF307", bad: brought("{dept: «sale»}"), good: brought("{dept: sales}") },
  {
    code: "VF230",
    bad: "knowledge: {faq: [We open at nine.]}\nnodes:\n  a: {answer_from: «fag», give_up: b, not_found: b, next: b}\n  c: {answer_from: faq, give_up: b, not_found: b, next: b}\n  b: {end: done}",
    good: "knowledge: {faq: [We open at nine.]}\nnodes:\n  a: {answer_from: faq, give_up: b, not_found: b, next: b}\n  b: {end: done}",
    hint: "did you mean 'faq'?",
  },
  {
    code: "VF231",
    bad: "knowledge: {«faq»: [We open at nine.]}\nnodes: {a: {end: done}}",
    good: "knowledge: {faq: [We open at nine.]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}",
  },
  ...["./faq.md", "../faq.md", "/etc/faq.md", "prices.pdf", "a//b.md", "c:faq.md"].map((name): Case => ({
    code: "VF232",
    bad: `knowledge: {faq: [«"${name}"»]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}`,
    good: `knowledge: {faq: ["Our prices stand at ${name}."]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}`,
    hint: "give a .md, .txt, .html or .csv file in the flow's folder or below it",
  })),
  {
    code: "VF232",
    bad: `knowledge: {faq: [{file: «"gone away.md"»}]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}`,
    good: `knowledge: {faq: [{file: here.md}, {url: "https://example.com/faq"}]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}`,
    hint: "write it",
    knowledge: {
      readSource: (id, name) =>
        name === "gone away.md" && id === "f"
          ? { problem: "is not there", hint: "write it", isFatal: true }
          : undefined,
    },
  },
  ...["../hi.wav", "/hi.wav", "hi.mp3", "a//hi.wav", "c:hi.wav", "hi {{ name }}.wav", "hi"].map(
    (name): Case => ({
      code: "VF233",
      bad: `nodes: {a: {say: {sound: «"${name}"», text: Hello.}, end: done}}`,
      good: "nodes: {a: {say: {sound: sounds/Grüße 1.wav, text: Hello.}, end: done}}",
    }),
  ),
  {
    code: "VF233",
    bad: "nodes: {a: {end: done}}\nhandlers: {help: {say: {sound: «gone.wav», text: We help.}}}",
    good: "nodes: {a: {end: done}}\nhandlers: {help: {say: {sound: here.wav, text: We help.}}}",
    hint: "record it",
    knowledge: {
      soundProblem: (id, name) =>
        name === "gone.wav" && id === "f"
          ? { problem: "is not there", hint: "record it", isFatal: true }
          : undefined,
    },
  },
  {
    code: "VF610",
    bad: "nodes: {a: {say: {sound: https://«localhost»/hi.wav, text: Hello.}, end: done}}",
    good: "nodes: {a: {say: {sound: https://example.com/hi.wav, text: Hello.}, end: done}}",
  },
  {
    code: "VF234",
    bad: 'variables: {n: {type: number, default: 1}}\nnodes: {a: {say: {sound: hi.wav, text: «"{{ n }} to go."»}, end: done}}',
    good: 'variables: {n: {type: number, default: 1}}\nnodes: {a: {say: "{{ n }} to go.", end: done}}',
  },
  {
    code: "VF234",
    bad: "nodes: {a: {say: {sound: hi.wav, text: [Hello., «Hello again.»]}, end: done}}",
    good: "nodes: {a: {say: {sound: hi.wav, text: [Hello.]}, end: done}}",
  },
  {
    code: "VF111",
    bad: "nodes: {a: {«say»: {sound: hi.wav}, end: done}}",
    good: "nodes: {a: {say: {sound: hi.wav, text: Hello.}, end: done}}",
  },
  {
    code: "VF111",
    bad: "knowledge: {faq: [«{question: Are you open?}»]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}",
    good: "knowledge: {faq: [{question: Are you open?, answer: Every day.}]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF110",
    bad: "knowledge: {faq: [{file: a.md, «answer»: Every day.}]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}",
    good: "knowledge: {faq: [{file: a.md}, {question: Open?, answer: Every day.}]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF602",
    bad: `knowledge: {faq: ["«http://»example.com/faq"]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}`,
    good: `knowledge: {faq: ["https://example.com/faq"]}\ndefaults: {answer_from: faq}\nnodes: {a: {end: done}}`,
  },
  {
    code: "VF620",
    bad: answering("«hours»"),
    good: answering("full"),
    hint: "add a source with POST /v1/knowledge/hours/sources",
    knowledge: { passagesIn: (base) => (base === "full" ? 3 : undefined) },
  },
  {
    code: "VF620",
    bad: answering("«hours»"),
    good: answering("other"),
    knowledge: { passagesIn: (base) => (base === "hours" ? 0 : 1) },
  },
  {
    code: "VF621",
    bad: "knowledge: {faq: [We open at nine.]}\nnodes:\n  «a»: {answer_from: faq, give_up: b, next: b}\n  b: {end: done}",
    good: "knowledge: {faq: [We open at nine.]}\nnodes:\n  a: {answer_from: faq, give_up: b, not_found: b, next: b}\n  b: {end: done}",
    hint: "add not_found",
  },
  {
    code: "VF630",
    bad: "retention: {numbers: 30, words: «90»}\nnodes: {a: {end: done}}",
    good: "retention: {numbers: 30, words: 30}\nnodes: {a: {end: done}}",
    hint: "write at most 30",
  },
  {
    code: "VF630",
    bad: "retention: {words: 0, audio: «5»}\nnodes: {a: {end: done}}",
    good: "retention: {words: 0, audio: 0}\nnodes: {a: {end: done}}",
    hint: "write audio: 0, or keep words",
  },
  {
    code: "VF630",
    bad: "retention: {audio: 0}\nvariables: {left: {type: audio}}\nnodes:\n  a: {record: «left», on_failed: b, next: b}\n  b: {end: done}",
    good: "retention: {audio: 1}\nvariables: {left: {type: audio}}\nnodes:\n  a: {record: left, on_failed: b, next: b}\n  b: {end: done}",
  },
];
