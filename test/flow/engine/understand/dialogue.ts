// Situations of tests: the asked question, the earlier answers, the other listening parts, and people's words there.

import { english } from "../../../../src/flow/locale/en/pack.ts";
import type {
  AskedVariable,
  Correctable,
  ListeningPoint,
  Understood,
  ValueRule,
} from "../../../../src/flow/engine/understand/understanding.ts";
import type { Value } from "../../../../src/flow/value/value.ts";

const variable = (name: string, wanted: ValueRule, synonyms: string[] = []): AskedVariable => ({
  name,
  wanted,
  synonyms,
});

export const guests = variable("guests", { kind: "number", integer: true, min: 1, max: 12 }, [
  "people",
  "guests",
]);
export const day = variable("day", { kind: "date", min: "2026-11-20" });
export const at = variable("at", { kind: "time", min: "17:00", max: "22:00" });
export const anyTime = variable("at", { kind: "time" });
export const ok = variable("ok", { kind: "boolean" });
export const guest = variable("guest", { kind: "name" });
export const phone = variable("phone", { kind: "phone", region: "FR" });
export const email = variable("email", { kind: "email" });
export const comment = variable("comment", { kind: "text" });
export const adults = variable("adults", { kind: "number", integer: true, min: 1 }, ["adults", "grown ups"]);
export const children = variable("children", { kind: "number", integer: true, min: 0 }, [
  "children",
  "kids",
  "child",
]);
export const budget = variable("budget", { kind: "money", currency: "EUR" });
export const length = variable("length", { kind: "duration", unit: "minutes", integer: false, max: 600 });
export const flour = variable("flour", { kind: "amount", unit: "kg", integer: false });
export const stay = variable("stay", { kind: "date_range", min: "2026-11-20" });
export const slotTimes = variable("slotTimes", { kind: "time_range" });
export const account = variable("account", { kind: "digits", lengthMin: 6, lengthMax: 6 }, [
  "account number",
]);
export const dept = variable("dept", {
  kind: "choice",
  fromData: false,
  options: [
    { id: "sales", label: "sales", synonyms: ["buy", "new order"], dtmf: "1" },
    { id: "support", label: "support", synonyms: ["help with", "broken"], dtmf: "2" },
    { id: "billing", label: "billing", synonyms: ["invoice", "bill"], dtmf: "3" },
  ],
});
export const size = variable("size", {
  kind: "choice",
  fromData: false,
  options: [
    { id: "small", label: "small", synonyms: [] },
    { id: "large", label: "large", synonyms: ["big"] },
  ],
});

export const was = (asked: AskedVariable, value: Value, echoed = false): Correctable => ({
  ...asked,
  value,
  echoed,
});

const builtIn = (name: string) => ({ name, phrases: english.handlers.get(name) ?? [], proposable: false });
const handlers = [
  ...["help", "operator", "goodbye", "repeat", "wait"].map(builtIn),
  { name: "hours", phrases: ["when are you open", "opening hours"], proposable: true },
];

/** Listening point on Friday, the 20th of November 2026, at noon. */
export function point(given: Partial<ListeningPoint>): ListeningPoint {
  return {
    pack: english,
    moment: { date: "2026-11-20", time: "12:00" },
    open: [],
    correctable: [],
    handlers,
    confidence: 1,
    ...given,
  };
}

const written = (value: Value | undefined): string =>
  value === undefined ? "?" : typeof value === "string" ? value : JSON.stringify(value);
const list = (values: readonly { readonly name: string; readonly value?: Value }[]): string =>
  values.map(({ name, value }) => `${name}=${written(value)}`).join(" ");

/** Meaning in one line, for tables. */
export function inShort(understood: Understood): string {
  switch (understood.type) {
    case "answer":
      return `${understood.decision === "confirm" ? "confirm " : ""}${list(understood.values)}`;
    case "alternatives":
      return [`${understood.name}=${understood.values.map(written).join("|")}`, list(understood.also)]
        .join(" ")
        .trim();
    case "invalid":
      return [`invalid ${list([understood])}`, list(understood.also)].join(" ").trim();
    case "part":
      return `part ${list([understood])}`;
    case "handler":
      return `handler ${understood.name}`;
    case "correction":
      return [
        `${understood.decision === "confirm" ? "confirm " : ""}correct ${list(understood.changes)}`,
        list(understood.also),
      ]
        .filter(Boolean)
        .join(" & ");
    case "confirmed":
      return `${understood.yes ? "yes" : "no"} ${list(understood.values)}`.trim();
    case "more":
      return `more ${understood.name}`;
    case "unclear":
      return "unclear";
  }
}
