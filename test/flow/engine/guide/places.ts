// Places: listening points of many kinds, for which the guide makes expectations.

import { german } from "../../../../src/flow/locale/de/pack.ts";
import { english } from "../../../../src/flow/locale/en/pack.ts";
import type {
  AskedVariable,
  ListeningPoint,
  ValueRule,
} from "../../../../src/flow/engine/understand/understanding.ts";

export const asked = (wanted: ValueRule, synonyms: readonly string[] = []): AskedVariable => ({
  name: "v",
  wanted,
  synonyms,
});
const options = ["sales", "support", "billing", "opening hours"].map((label) => ({
  id: label.replace(" ", "_"),
  label,
  synonyms: label === "sales" ? ["buy something"] : [],
}));
const slots = ["Tuesday at 9:30 a.m.", "Tuesday at 2 p.m.", "Doctor Smith"].map((label, n) => ({
  id: `s${n}`,
  label,
  synonyms: [],
}));
export const guests = {
  ...asked({ kind: "number", integer: true, min: 1, max: 12 }, ["people", "guests"]),
  name: "guests",
};
const day = { ...asked({ kind: "date", min: "2026-11-20" }), name: "day" };
const at = { ...asked({ kind: "time", min: "12:00", max: "23:00" }), name: "at" };

const field = { synonyms: [], isOptional: false, onlyFor: [] };
const drink = (id: string) => ({ id, label: id, synonyms: [] });
const drinks = {
  name: "order",
  synonyms: [],
  fields: [
    { ...field, name: "count", wanted: { kind: "number", integer: true, min: 1, max: 9 }, default: 1 },
    {
      ...field,
      name: "kind",
      wanted: { kind: "choice", fromData: false, options: ["cola", "water", "tea"].map(drink) },
    },
  ],
} as const;

export const places: Readonly<Record<string, Partial<ListeningPoint>>> = {
  "yes or no": { asked: asked({ kind: "boolean" }) },
  "a small number": { asked: guests },
  "a count by its question": {
    asked: { ...asked({ kind: "number", integer: true, min: 1, max: 12 }), question: "How many people?" },
  },
  "a large number": { asked: asked({ kind: "number", integer: true, min: 0, max: 9_999 }) },
  "an odd range": { asked: asked({ kind: "number", integer: true, min: 17, max: 342 }) },
  "a decimal": { asked: asked({ kind: "number", integer: false, min: -5, max: 40 }) },
  "an amount": { asked: asked({ kind: "money", currency: "EUR" }) },
  minutes: { asked: asked({ kind: "duration", unit: "minutes", integer: true, min: 10, max: 240 }) },
  nights: {
    asked: {
      ...asked({ kind: "duration", unit: "nights", integer: true, min: 1, max: 30 }),
      question: "How many nights?",
    },
  },
  kilos: { asked: asked({ kind: "amount", unit: "kg", integer: false, min: 0, max: 20 }) },
  "a stay": { asked: asked({ kind: "date_range", min: "2026-11-20" }) },
  "hours of a day": { asked: asked({ kind: "time_range" }) },
  "a day": { asked: day },
  "a birthday": { asked: asked({ kind: "date", max: "2026-11-20" }, ["birthday"]) },
  "a time": { asked: asked({ kind: "time" }) },
  "a time within hours": { asked: asked({ kind: "time", min: "17:00", max: "22:00" }) },
  "four digits": { asked: asked({ kind: "digits", lengthMin: 4, lengthMax: 4 }) },
  "four to six digits": { asked: asked({ kind: "digits", lengthMin: 4, lengthMax: 6 }) },
  "a code": { asked: asked({ kind: "code", mask: "AA-99*9" }) },
  "a phone in America": { asked: asked({ kind: "phone", region: "US" }) },
  "a phone in France": { asked: asked({ kind: "phone", region: "FR" }) },
  "a menu": { asked: asked({ kind: "choice", fromData: false, options }) },
  "what data offers": { asked: asked({ kind: "choice", fromData: true, options: slots }) },
  "a list that grows": { lists: [{ ...drinks, entries: [{ count: 1, kind: "tea" }], role: "asked" }] },
  "a booking": { asked: guests, open: [day, at] },
  "a booking by its day": { asked: day, open: [guests, at] },
  "a confirmation": {
    confirming: {
      values: [
        { ...guests, value: 4 },
        { ...day, value: "2026-11-21" },
      ],
    },
    open: [at],
  },
  corrections: {
    asked: asked({ kind: "boolean" }),
    correctable: [
      { ...guests, value: 4, echoed: true },
      { ...day, value: "2026-11-21", echoed: false, synonyms: ["day"] },
    ],
  },
  "commands only": {},
};

export const point = (part: Partial<ListeningPoint>): ListeningPoint => ({
  pack: english,
  moment: { date: "2026-11-20", time: "00:00" },
  open: [],
  correctable: [],
  handlers: [...english.handlers].map(([name, phrases]) => ({ name, phrases, proposable: false })),
  confidence: 1,
  ...part,
});

/** More places, which reach the sizes and limits of lists. */
export const edges: Readonly<Record<string, Partial<ListeningPoint>>> = {
  "a name": { asked: asked({ kind: "name" }) },
  "a number of many": { asked: asked({ kind: "number", integer: true, min: 1, max: 60 }, ["tickets"]) },
  "a number beyond a list": { asked: asked({ kind: "number", integer: true, min: 1, max: 61 }) },
  "a number of three digits": { asked: asked({ kind: "number", integer: true, min: 95, max: 101 }) },
  "a small decimal": { asked: asked({ kind: "number", integer: false, min: 0.5, max: 3.2 }) },
  "a sum within bounds": { asked: asked({ kind: "money", currency: "GBP", min: 0.5, max: 1_200 }) },
  "an amount of ounces": {
    asked: { ...asked({ kind: "amount", unit: "oz", integer: true, max: 40 }), question: "How many ounces?" },
  },
  "days without their unit": { asked: asked({ kind: "duration", unit: "days", integer: true, min: 2 }) },
  "a day in a week": { asked: asked({ kind: "date", min: "2026-11-23", max: "2026-11-27" }) },
  "a day of the past": { asked: asked({ kind: "date", min: "2026-10-01", max: "2026-11-19" }) },
  "hours through the night": { asked: asked({ kind: "time", min: "22:00", max: "02:00" }) },
  "hours in bounds": { asked: asked({ kind: "time_range", min: "09:00", max: "17:00" }) },
  "a stay in bounds": {
    asked: asked({ kind: "date_range", min: "2026-11-23", max: "2026-12-06", unit: "nights" }),
  },
  "long digits": { asked: asked({ kind: "digits", lengthMin: 3, lengthMax: 21 }) },
  "codes of two kinds": { asked: asked({ kind: "code", mask: "A9|99A" }) },
  "a phone of nowhere": { asked: asked({ kind: "phone", region: "XX" }) },
  "a phone in Hungary": { asked: asked({ kind: "phone", region: "HU" }) },
  "digits ahead": {
    asked: guests,
    open: [{ ...asked({ kind: "digits", lengthMin: 4, lengthMax: 4 }, ["code"]), name: "code" }],
  },
  "a phone in Germany": { asked: asked({ kind: "phone", region: "DE" }) },
  "options with figures": {
    asked: asked({
      kind: "choice",
      fromData: false,
      options: [
        "24 hours",
        "2nd floor",
        "007",
        "9:30",
        "A1",
        "Rock’n’roll!",
        "p.m.",
        "x",
        "nine",
        "ten",
        "11",
      ].map((label, at) => ({
        id: at === 8 ? "the_ninth" : `o${at}`,
        label,
        synonyms: [],
        ...(at === 1 && { dtmf: "7" }),
      })),
    }),
  },
  "people by the question": {
    asked: {
      ...asked({ kind: "number", integer: true, min: 1, max: 4 }),
      question: "For how many people is it?",
    },
    open: [asked({ kind: "boolean" })],
  },
  "an empty list": { lists: [{ ...drinks, entries: [], role: "asked" }] },
  "a list beside a day": { lists: [{ ...drinks, entries: [], role: "asked" }], open: [day] },
  "a list of names": {
    lists: [
      {
        name: "party",
        synonyms: [],
        entries: [],
        role: "asked",
        fields: [{ ...field, name: "n", wanted: { kind: "name" } }],
      },
    ],
  },
  "a yes to what was read back": { confirming: { values: [{ ...asked({ kind: "boolean" }), value: true }] } },
  "a single earlier answer": { correctable: [{ ...day, value: "2026-11-21", echoed: false }] },
  "two of a kind": {
    correctable: [
      { ...day, value: "2026-11-21", echoed: false },
      { ...day, name: "back", value: "2026-11-25", echoed: false, synonyms: ["return"] },
    ],
  },
  "many handlers": {
    handlers: Array.from({ length: 90 }, (_, n) => ({
      name: `h${n}`,
      phrases: [`command number ${n} of them`, `a${n}`, "b"],
      proposable: false,
    })),
  },
  "in German": { pack: german, asked: guests, handlers: [] },
};
