// Test cases of VF401 to VF519: nodes, the edges between them, questions and conversations.

import type { Case } from "./case.ts";

const guests = "variables: {guests: {type: number, ask: How many?}}\n";
const dept =
  "variables: {dept: {type: choice, ask: Which?, options: [{id: sales}, {id: support, synonyms: [cancel]}]}}\n";
const end = "\n  b: {end: done}";

const chat = (keys: string, rest = end): string =>
  `variables: {comment: {type: text, output: true}}\nnodes:\n  a: {converse: Be kind., say: What is it?, fill: [comment], give_up: b, ${keys}}${rest}`;

const tools =
  "tools:\n  book: {http: 'POST https://x.example/'}\n  safe: {http: 'POST https://x.example/', confirm: Shall I?}\n";

export const nodeCases: readonly Case[] = [
  {
    code: "VF401",
    bad: `${guests}nodes:\n  a: {ask: guests, «end»: done, give_up: b, next: b}${end}`,
    good: `${guests}nodes:\n  a: {ask: guests, give_up: b, next: b}${end}`,
  },
  {
    code: "VF401",
    bad: `variables: {guests: {type: number, ask: How many?}, note: {type: audio}}\nnodes:\n  a: {ask: guests, «record»: note, give_up: b, next: b}${end}`,
    good: `${guests}nodes:\n  a: {ask: guests, record: off, give_up: b, next: b}${end}`,
  },
  {
    code: "VF402",
    bad: "nodes: {«a»: {note: later, next: b}, b: {end: done}}",
    good: "nodes: {a: {prompt: Hello., next: b}, b: {end: done}}",
    goodHasErrors: true,
  },
  {
    code: "VF402",
    bad: `nodes:\n  «a»: {next: b, note: nothing}${end}`,
    good: `nodes:\n  a: {next: [{if: filled(session.from), goto: b}, {else: b}], note: it branches}${end}`,
  },
  { code: "VF403", bad: `nodes:\n  «a»: {say: Hello.}`, good: "nodes:\n  a: {say: Hello., end: done}" },
  {
    code: "VF403",
    bad: `nodes:\n  a: {«next»: [{if: filled(session.from), goto: b}]}${end}`,
    good: `nodes:\n  a: {next: [{if: filled(session.from), goto: b}, {else: b}]}${end}`,
  },
  {
    code: "VF404",
    bad: `nodes:\n  a: {next: [{if: «1 == 1», goto: b}, {else: b}]}${end}`,
    good: `nodes:\n  a: {next: [{if: session.turns == 1, goto: b}, {else: b}]}${end}`,
  },
  {
    code: "VF404",
    bad: `nodes:\n  a:\n    next:\n      - {else: b}\n      - «{if: filled(session.from), goto: b}»${end}`,
    good: `nodes:\n  a:\n    next:\n      - {if: filled(session.from), goto: b}\n      - {else: b}${end}`,
  },
  {
    code: "VF405",
    bad: `nodes:\n  a: {say: Bye., end: done, «next»: b}${end}`,
    good: `nodes:\n  a: {say: Bye., next: b}${end}`,
  },
  {
    code: "VF406",
    bad: "nodes:\n  a: {end: done}\n  «b»: {end: done}",
    good: "handlers: {stop: {phrases: [stop], next: b}}\nnodes:\n  a: {end: done}\n  b: {end: done}",
  },
  {
    code: "VF407",
    bad: `${guests}nodes:\n  «a»: {ask: guests, give_up: a, next: a}`,
    good: `${guests}nodes:\n  a: {ask: guests, give_up: a, next: b}${end}`,
  },
  {
    code: "VF408",
    bad: `nodes:\n  a: {next: [{if: filled(session.from), goto: b}, {else: c}]}\n  «b»: {say: One., next: d}\n  d: {say: Two., next: [{if: filled(session.to), goto: b}, {else: c}]}\n  c: {end: done}`,
    good: `nodes:\n  a: {next: [{if: filled(session.from), goto: b}, {else: c}]}\n  b: {say: One., next: d}\n  d: {say: Two., wait: 1s, next: [{if: filled(session.to), goto: b}, {else: c}]}\n  c: {end: done}`,
  },
  {
    code: "VF408",
    bad: `${guests}nodes:\n  «a»: {ask: guests, when_filled: skip, give_up: b, next: a}${end}`,
    good: `${guests}nodes:\n  a: {ask: guests, give_up: b, next: a}${end}`,
  },
  {
    code: "VF409",
    bad: `${guests}nodes:\n  «a»: {ask: guests, give_up: b, next: a}${end}`,
    good: `${guests}nodes:\n  a: {ask: guests, give_up: b, next: [{if: guests > 1, goto: b}, {else: a}]}${end}`,
  },
  ...[
    [
      "«others»: {type: list, ask: Which?, of: {n: {type: number}}}",
      "others: {type: list, ask: Which?, of: {n: {type: number}, kind: {type: choice, options: [{id: tea}]}}}",
    ],
    [
      "others: {type: list, ask: Which?, of: {who: {type: name}, «note»: {type: text}}}",
      "others: {type: list, ask: Which?, of: {who: {type: name}, day: {type: date}}}",
    ],
  ].map(([bad = "", good = ""]) => ({
    code: "VF501",
    bad: `variables:\n  ${bad}\nnodes:\n  a: {ask: others, give_up: b, next: b}${end}`,
    good: `variables:\n  ${good}\nnodes:\n  a: {ask: others, give_up: b, next: b}${end}`,
  })),
  ...[
    ["VF305", "{kind: [«coffe»]}", "{kind: [coffee]}"],
    ["VF112", "{«n»: [coffee]}", "{kind: [coffee]}"],
  ].map(([code = "", bad = "", good = ""]) => {
    const yaml = (onlyFor: string) =>
      `variables:\n  others: {type: list, ask: Which?, of: {n: {type: number, only_for: ${onlyFor}}, kind: {type: choice, options: [{id: tea}, {id: coffee}]}}}\nnodes:\n  a: {ask: others, give_up: b, next: b}${end}`;
    return { code, bad: yaml(bad), good: yaml(good) };
  }),
  {
    code: "VF501",
    bad: `variables: {others: {type: list, ask: Which?}}\nnodes:\n  a: {ask: «others», give_up: b, next: b}${end}`,
    good: `variables: {others: {type: text, ask: Which?}}\nnodes:\n  a: {ask: others, give_up: b, next: b}${end}`,
  },
  {
    code: "VF502",
    bad: `variables: {ok: {type: boolean}}\nnodes:\n  a: {ask: «ok», give_up: b, next: b}${end}`,
    good: `variables: {ok: {type: boolean}}\nnodes:\n  a: {ask: ok, say: Is it?, give_up: b, next: b}${end}`,
  },
  {
    code: "VF502",
    bad: `variables: {ok: {type: boolean}, n: {type: number, ask: How many?}}\nnodes:\n  a: {ask: [n, «ok»], say: Two questions., give_up: b, next: b}${end}`,
    good: `variables: {ok: {type: boolean, ask: Is it?}, n: {type: number, ask: How many?}}\nnodes:\n  a: {ask: [n, ok], say: Two questions., give_up: b, next: b}${end}`,
  },
  {
    code: "VF503",
    bad: `${guests}nodes:\n  «a»: {ask: guests, next: b}${end}`,
    good: `${guests}defaults: {give_up: b}\nnodes:\n  a: {ask: guests, next: b}${end}`,
  },
  {
    code: "VF504",
    bad: `${guests}nodes:\n  a: {menu: «guests», give_up: b, next: b}${end}`,
    good: `${dept}nodes:\n  a: {menu: dept, give_up: b, next: b}${end}`,
  },
  {
    code: "VF505",
    bad: `${dept}nodes:\n  a: {menu: dept, give_up: b, «goto»: {sales: b}}${end}`,
    good: `${dept}nodes:\n  a: {menu: dept, give_up: b, goto: {sales: b}, next: b}${end}`,
  },
  {
    code: "VF506",
    bad: "handlers: {«hours»: {say: All day.}}\nnodes: {a: {end: done}}",
    good: "handlers: {help: {say: Say anything.}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF506",
    bad: `${guests}nodes:\n  a: {ask: guests, handlers: {hlep: «disabled»}, give_up: b, next: b}${end}`,
    good: `${guests}nodes:\n  a: {ask: guests, handlers: {repeat: disabled}, give_up: b, next: b}${end}`,
  },
  {
    code: "VF508",
    bad: `${dept.replace("cancel", "«cancel»")}handlers: {stop: {phrases: [Cancel], next: b}}\nnodes:\n  a: {ask: dept, give_up: b, next: b}${end}`,
    good: `${dept}handlers: {stop: {phrases: [Cancel], next: b}}\nnodes:\n  a: {ask: dept, handlers: {stop: disabled}, give_up: b, next: b}${end}`,
  },
  {
    code: "VF508",
    bad: `${dept.replace("cancel", "«goodbye»")}handlers: {goodbye: {next: b}}\nnodes:\n  a: {ask: dept, give_up: b, next: b}${end}`,
    good: `${dept.replace("cancel", "goodbye")}nodes:\n  a: {ask: dept, give_up: b, next: b}${end}`,
  },
  {
    code: "VF509",
    bad: `variables: {adults: {type: number, ask: Adults?}, kids: {type: number, ask: Children?}}\nnodes:\n  a: {ask: [adults, «kids»], give_up: b, next: b}${end}`,
    good: `variables: {adults: {type: number, ask: Adults?}, kids: {type: number, ask: Children?, synonyms: [children]}}\nnodes:\n  a: {ask: [adults, kids], give_up: b, next: b}${end}`,
  },
  {
    code: "VF510",
    bad: chat("max_turns: 3, without_llm: b, exits: {}").replace("  a:", "  «a»:"),
    good: chat("max_turns: 3, without_llm: b, exits: {done: {when: it is clear, goto: b}}"),
  },
  {
    code: "VF511",
    bad: chat("max_turns: 3, exits: {done: {when: it is clear, goto: b}}").replace("  a:", "  «a»:"),
    good: chat("max_turns: 3, without_llm: b, exits: {done: {when: it is clear, goto: b}}"),
  },
  {
    code: "VF512",
    bad: chat("without_llm: b, exits: {done: {when: it is clear, goto: b}}").replace("  a:", "  «a»:"),
    good: chat("max_turns: 3, without_llm: b, exits: {done: {when: it is clear, goto: b}}"),
  },
  {
    code: "VF513",
    bad: chat(
      "max_turns: 3, without_llm: b, exits: {«desk»: {when: they want a person, goto: c}}",
      `${end}\n  c: {say: One moment., transfer: "{{ session.to }}", on_failed: b}`,
    ),
    good: chat(
      "max_turns: 3, without_llm: b, exits: {desk: {when: they want a person, goto: c}}",
      `${end}\n  c: {say: One moment., transfer: 'tel:+33140000000', on_failed: b}`,
    ),
  },
  {
    code: "VF514",
    bad: `variables: {guests: {type: number, ask: How many?, «default»: 2}}\nnodes:\n  a: {ask: guests, give_up: b, next: b}${end}`,
    good: `variables: {guests: {type: number, output: true, default: 2}}\nnodes:\n  a: {say: Hello., next: b}${end}`,
  },
  {
    code: "VF515",
    bad:
      tools +
      chat("tools: [«book»], max_turns: 3, without_llm: b, exits: {done: {when: it is clear, goto: b}}"),
    good:
      tools +
      chat("tools: [safe], max_turns: 3, without_llm: b, exits: {done: {when: it is clear, goto: b}}"),
  },
  {
    code: "VF516",
    bad: `variables: {guests: {type: number, ask: How many?}, wish: {type: text, ask: What else?}}\nnodes:\n  a: {ask: guests, listen_for: [«wish»], give_up: c, next: b}\n  b: {ask: wish, give_up: c, next: c}\n  c: {end: done}`,
    good: `variables: {guests: {type: number, ask: How many?}, day: {type: date, ask: Which day?}}\nnodes:\n  a: {ask: guests, listen_for: [day], give_up: c, next: b}\n  b: {ask: day, give_up: c, next: c}\n  c: {end: done}`,
    hint: "remove it here, and ask for it",
  },
  {
    code: "VF516",
    bad: `open: [«code»]\nvariables: {code: {type: digits, length: 4, ask: Which code?}}\nnodes:\n  a: {ask: code, give_up: b, next: b}${end}`,
    good: `open: [guests]\n${guests}nodes:\n  a: {ask: guests, give_up: b, next: b}${end}`,
  },
  {
    code: "VF520",
    bad: "handlers: {«voicemail»: {say: Call us back.}}\nnodes: {a: {end: done}}",
    good: "handlers: {voicemail: {say: Call us back., next: a}}\nnodes: {a: {end: done}}",
  },
  {
    code: "VF506",
    bad: `handlers: {«hours»: {dtmf: "5", anywhere: true, say: All day.}}\nnodes:\n  a: {end: done}`,
    good: `handlers: {hours: {phrases: [when], anywhere: true, say: All day.}, operator: {anywhere: true, say: No.}}\nnodes:\n  a: {end: done}`,
    hint: "add phrases, or remove anywhere",
  },
  {
    code: "VF508",
    bad: `handlers: {boss: {phrases: [the boss], anywhere: true, next: b}}\n${dept.replace("[cancel]", "[«call the boss»]")}nodes:\n  a: {menu: dept, goto: {sales: b, support: b}, give_up: b}${end}`,
    good: `handlers: {boss: {phrases: [the boss], next: b}}\n${dept.replace("[cancel]", "[call the boss]")}nodes:\n  a: {menu: dept, goto: {sales: b, support: b}, give_up: b}${end}`,
  },
  {
    code: "VF517",
    bad: `${guests}nodes:\n  a: {ask: guests, «say»: {prompt: Ask., facts: [x], fallback: How many?}, give_up: b, next: b}${end}`,
    good: `${guests}nodes:\n  a: {ask: guests, say: How many?, give_up: b, next: b}${end}`,
    hint: "move say: {prompt: …} to a node before this one",
  },
  {
    code: "VF518",
    bad: `nodes:\n  a: {say: Hello., «llm»: {temperature: 0.2}, next: b}${end}`,
    good: `nodes:\n  a: {say: {prompt: Greet., facts: [We are here.], fallback: Hello.}, llm: {temperature: 0.2}, next: b}${end}`,
    hint: "remove it",
  },
  {
    code: "VF518",
    bad: `handlers: {hours: {phrases: [when], «llm»: {model: tiny}, say: All day.}}\nnodes:\n  a: {end: done}`,
    good: `handlers: {hours: {phrases: [when], llm: {model: tiny}, say: {prompt: Say when., facts: [All day.], fallback: All day.}}}\nnodes:\n  a: {end: done}`,
  },
  {
    code: "VF519",
    bad: `nodes:\n  a: {«say»: {prompt: Greet., fallback: Hello.}, next: b}${end}`,
    good: `nodes:\n  a: {say: {prompt: Greet., facts: [We are here.], fallback: Hello.}, next: b}${end}`,
  },
  {
    code: "VF111",
    bad: `nodes:\n  a: {«say»: {prompt: Greet., facts: [We are here.]}, next: b}${end}`,
    good: `nodes:\n  a: {say: {prompt: Greet., facts: [We are here.], fallback: Hello.}, next: b}${end}`,
  },
  {
    code: "VF208",
    bad: `${guests}nodes:\n  a: {say: {prompt: Thank., facts: ["{{ «guests» }} come."], fallback: Thanks.}, next: q}\n  q: {ask: guests, give_up: b, next: b}${end}`,
    good: `${guests}nodes:\n  a: {ask: guests, give_up: b, next: q}\n  q: {say: {prompt: Thank., facts: ["{{ guests }} come."], fallback: Thanks.}, next: b}${end}`,
  },
  {
    code: "VF521",
    bad: `on_end: {extract: {«items»: {type: list}}}\nnodes:\n  a: {end: done}`,
    good: `on_end: {extract: {items: {type: text, description: What they buy}}}\nnodes:\n  a: {end: done}`,
  },
  {
    code: "VF521",
    bad: `«on_end»: {summary: false}\nnodes:\n  a: {end: done}`,
    good: `on_end: {summary: true}\nnodes:\n  a: {end: done}`,
    hint: "write summary: true, or extract: {…}",
  },
  {
    code: "VF114",
    bad: `on_end: {extract: {size: {type: «sice»}}}\ntypes: {size: {type: number}}\nnodes:\n  a: {end: done}`,
    good: `on_end: {extract: {size: {type: size}}}\ntypes: {size: {type: number}}\nnodes:\n  a: {end: done}`,
  },
  {
    code: "VF115",
    bad: `on_end: {extract: {«mood»: {type: choice}}}\nnodes:\n  a: {end: done}`,
    good: `on_end: {extract: {mood: {type: choice, options: [{id: happy}, {id: cross}]}}}\nnodes:\n  a: {end: done}`,
  },
];
