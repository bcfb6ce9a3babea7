// German sentences for several questions at once, corrections, confirmations and commands.

import { expect, test } from "bun:test";
import { german } from "../../../../src/flow/locale/de/pack.ts";
import type { AskedVariable, ListeningPoint } from "../../../../src/flow/engine/understand/understanding.ts";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";

const guests: AskedVariable = {
  name: "guests",
  wanted: { kind: "number", integer: true, min: 1, max: 12 },
  synonyms: ["personen", "leute", "gäste"],
};
const day: AskedVariable = { name: "day", wanted: { kind: "date", min: "2026-11-20" }, synonyms: [] };
const at: AskedVariable = { name: "at", wanted: { kind: "time", min: "17:00", max: "22:00" }, synonyms: [] };
const ok: AskedVariable = { name: "ok", wanted: { kind: "boolean" }, synonyms: [] };

const point = (part: Partial<ListeningPoint>): ListeningPoint => ({
  pack: german,
  moment: { date: "2026-11-20", time: "12:00" },
  open: [],
  correctable: [],
  handlers: [...german.handlers].map(([name, phrases]) => ({ name, phrases, proposable: false })),
  confidence: 1,
  ...part,
});

/** "guests=4 day=2026-11-21", "yes", "no guests=6", "help", "change guests=5". */
function told(words: string, part: Partial<ListeningPoint>): string {
  const understood = understand(words, point(part));
  const list = (values: readonly { readonly name: string; readonly value?: unknown }[]): string =>
    values.map(({ name, value }) => `${name}=${value === undefined ? "?" : JSON.stringify(value)}`).join(" ");
  switch (understood.type) {
    case "answer":
      return list(understood.values);
    case "confirmed":
      return `${understood.yes ? "yes" : "no"} ${list(understood.values)}`.trim();
    case "correction":
      return `change ${list(understood.changes)}`;
    case "handler":
      return understood.name;
    default:
      return understood.type;
  }
}

const booking = { asked: guests, open: [day, at] };

test.each([
  ["vier Personen morgen um halb acht", 'guests=4 day="2026-11-21" at="19:30"'],
  ["für sechs Leute am Samstag", 'guests=6 day="2026-11-21"'],
  ["zwei", "guests=2"],
  ["morgen um acht für fünf Personen", 'guests=5 day="2026-11-21" at="20:00"'],
  ["zu viert", "guests=4"],
  ["drei Gäste am 24. Dezember", 'guests=3 day="2026-12-24"'],
])("booking a table: %s", (words, meant) => expect(told(words, booking)).toBe(meant));

const confirming = {
  confirming: {
    values: [
      { ...guests, value: 4 },
      { ...day, value: "2026-11-21" },
    ],
  },
  open: [at],
};

test.each([
  ["ja", "yes"],
  ["ja genau, das stimmt", "yes"],
  ["nein", "no"],
  ["nein, sechs Personen", "no guests=6"],
  ["ja, um acht Uhr", 'yes at="20:00"'],
  ["nein, am Sonntag", 'no day="2026-11-22"'],
])("confirming: %s", (words, meant) => expect(told(words, confirming)).toBe(meant));

const earlier = {
  asked: ok,
  correctable: [
    { ...guests, value: 4, echoed: false },
    { ...day, value: "2026-11-21", echoed: false, synonyms: ["tag"] },
  ],
};

test.each([
  ["nein, fünf Personen", "change guests=5"],
  ["Entschuldigung, am Sonntag", 'change day="2026-11-22"'],
  ["nein, der Tag ist falsch", "change day=?"],
  ["ja", "ok=true"],
  ["nein danke", "ok=false"],
])("correcting: %s", (words, meant) => expect(told(words, earlier)).toBe(meant));

test.each([
  ["Hilfe", "help"],
  ["ich möchte mit einem Menschen sprechen", "operator"],
  ["auf Wiederhören", "goodbye"],
  ["können Sie das bitte wiederholen", "repeat"],
  ["wie bitte", "repeat"],
  ["einen Moment bitte", "wait"],
])("commands: %s", (words, meant) => expect(told(words, booking)).toBe(meant));

test.each([
  ["halb", "unclear"],
  ["das Wetter ist schön", "unclear"],
  ["keine Ahnung von nichts", "unclear"],
])("nothing is made of: %s", (words, meant) => expect(told(words, booking)).toBe(meant));
