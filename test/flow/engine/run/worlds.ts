// Flows for random conversations, which together use everything in the language. By their ids.

import { flow } from "./talk.ts";

const everything = flow(
  `
start: hello
languages: [en, de]
open: [guests, day, at]
variables:
  guests: {type: number, integer: true, min: 1, max: 12, synonyms: [people], ask: {en: "How many?", de: "Wie viele?"}, confirm: explicit}
  day: {type: date, synonyms: [day], ask: {en: "Which day?", de: "Welcher Tag?"}, confirm: implicit}
  at: {type: time, depends_on: [day], ask: {en: "What time?", de: "Wann?"}}
  pin: {type: digits, length: 4, sensitive: true, ask: {en: "Your PIN?", de: "Ihre PIN?"}}
  slots: {type: list}
  slot: {type: choice, options: "{{ slots }}", ask: {en: "Which one?", de: "Was davon?"}}
  wish: {type: text, ask: {en: "Anything else?", de: "Noch etwas?"}}
  ok: {type: boolean}
  more: {type: boolean}
  mood: {type: boolean, ask: {en: "Are you well?", de: "Geht es gut?"}}
  items: {type: list, default: []}
  customer: {type: text, output: true}
  paid: {type: text}
  voice: {type: audio}
tools:
  look: {http: "GET https://a.example/p?q={{ q }}", params: {q: text}}
  order: {http: "POST https://a.example/o", params: {q: text}, confirm: {en: "Shall I order?", de: "Bestellen?"}}
defaults: {give_up: desk, limits: {max_turns: 30}}
handlers:
  hours: {phrases: {en: [opening hours], de: [öffnungszeiten]}, when: asks when we are open, say: {en: Until ten., de: Bis zehn.}}
  chat: {phrases: {en: [let us chat], de: [reden]}, next: chat}
  german: {phrases: {en: [german please], de: [deutsch]}, next: german}
  usual: {phrases: {en: [the usual], de: [wie immer]}, set: {guests: 2}, emit: {usual.wanted: {guests: guests}}}
  operator: {dtmf: "0", next: desk}
nodes:
  hello: {say: {en: "Hello {{ context.name ?? '' }}.", de: "Guten Tag."}, next: details}
  details: {ask: [guests, day, at], say: {en: Some questions., de: Einige Fragen.}, emit: {details.told: {n: guests, day: day}}, next: look}
  look: {tool: look, with: {q: "text(guests)"}, say: {en: One moment., de: Moment.}, save: {slots: result.slots, customer: result.customer}, on_error: talk, next: [{if: count(slots) > 0, goto: pick}, {else: check}]}
  pick: {ask: slot, next: check}
  check: {call: pin-check, with: {customer: "customer ?? 'nobody'"}, save: {customer: result.who}, on_error: desk, next: sure}
  sure: {ask: ok, when_filled: ask, say: {en: "{{ guests }} people, {{ day }} at {{ at }}. Right?", de: "{{ guests }} Personen. Richtig?"}, next: [{if: ok, goto: order}, {else: details}]}
  order: {tool: order, with: {q: "customer ?? ''"}, on_error: talk, next: pay}
  pay: {say: {en: Please pay., de: Bitte zahlen.}, wait: {event: payment.done}, timeout: 20s, on_timeout: voice, save: {paid: result.customer}, next: add}
  add: {set: {items: "items + [guests]"}, next: again}
  again: {ask: more, say: {en: [Another?, One more?], de: [Noch eins?]}, next: [{if: more, goto: details}, {else: talk}]}
  talk: {converse: Be kind to the caller., say: {en: How was it?, de: Wie war es?}, fill: [wish], tools: [look, order], exits: {forced: {if: filled(wish), goto: voice}, chosen: {when: the caller is done, goto: voice}}, max_turns: 3, without_llm: plain}
  plain: {ask: wish, next: voice}
  voice: {say: {en: After the tone., de: Nach dem Ton.}, record: voice, max: 9s, on_failed: desk, next: rest}
  rest: {wait: 1s, next: bye}
  bye: {say: {en: Goodbye., de: Ade.}, end: "{{ 'rich' if count(items) > 2 else 'done' }}"}
  chat: {ask: mood, when_filled: ask, next: RESUME}
  german: {language: de, next: RESUME}
  desk: {say: {en: One moment., de: Moment.}, transfer: "tel:+33140000000", whisper: {en: "{{ guests ?? 0 }} people, {{ customer ?? '' }}.", de: "{{ guests ?? 0 }} Personen."}, summary: true, on_failed: sorry}
  sorry: {say: {en: Nobody is here., de: Niemand da.}, end: nobody}
`,
  "everything",
);

const pinCheck = flow(
  `
start: ask
languages: [en, de]
variables:
  customer: {type: text, input: true, required: true}
  pin: {type: digits, length: 4, sensitive: true, ask: {en: "The PIN of {{ customer }}?", de: "Die PIN?"}}
  who: {type: text, output: true}
tools: {log: {http: "POST https://a.example/l"}}
defaults: {give_up: no, max_attempts: 2}
handlers: {hint: {phrases: {en: [a hint], de: [ein tipp]}, say: {en: Four digits., de: Vier Ziffern.}}}
nodes:
  ask: {ask: pin, next: log}
  log: {tool: log, on_error: no, next: yes}
  yes: {set: {who: customer}, say: {en: Thank you., de: Danke.}, end: verified}
  no: {say: {en: Not verified., de: Nicht bestätigt.}, end: refused}
`,
  "pin-check",
);

/** Flow in which every question leads back to itself. */
const hub = flow(
  `
start: hub
start_speaker: user
variables:
  way: {type: choice, ask: Where to?, options: [{id: left, dtmf: "1"}, {id: right, dtmf: "2"}, {id: out, dtmf: "3"}]}
  n: {type: number, integer: true, max: 99, ask: A number?}
  total: {type: number, default: 0}
defaults: {give_up: hub}
nodes:
  hub: {menu: way, goto: {left: count, right: hub, out: bye}}
  count: {ask: n, when_filled: ask, next: sum}
  sum: {set: {total: total + n}, say: "{{ total }} so far.", emit: {sum.made: {total: total}}, next: hub}
  bye: {say: Bye., end: out}
`,
  "hub",
);

export const worlds: readonly (readonly [id: string, text: string])[] = [
  ["everything", everything],
  ["pin-check", pinCheck],
  ["hub", hub],
];
