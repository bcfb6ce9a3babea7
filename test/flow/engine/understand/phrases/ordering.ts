// Ordering situations: lists of pizzas and drinks that phrases add to, change and end.

import { german } from "../../../../../src/flow/locale/de/pack.ts";
import type { HeardList, WantedField } from "../../../../../src/flow/engine/understand/understanding.ts";
import { type Value, type ValueMap, valueMap } from "../../../../../src/flow/value/value.ts";
import { describe, expect, test } from "bun:test";
import { understand } from "../../../../../src/flow/engine/understand/understand.ts";
import type { ListeningPoint, Understood } from "../../../../../src/flow/engine/understand/understanding.ts";
import { point } from "../dialogue.ts";
import type { PhraseRows } from "../situation.ts";

const option = (id: string, ...synonyms: string[]) => ({ id, label: id, synonyms });

function field(name: string, wanted: WantedField["wanted"], more: Partial<WantedField> = {}): WantedField {
  return { name, wanted, synonyms: [], isOptional: false, onlyFor: [], ...more };
}

const pizzas = ["margherita", "salami", "funghi"];

const fields = [
  field("count", { kind: "number", integer: true, min: 1, max: 20 }, { default: 1 }),
  field(
    "size",
    {
      kind: "choice",
      fromData: false,
      options: [
        option("small", "little", "regular", "klein", "kleine", "kleinen"),
        option("large", "big", "groß", "große", "großen"),
      ],
    },
    { onlyFor: [["kind", pizzas]] },
  ),
  field("kind", {
    kind: "choice",
    fromData: false,
    options: [
      option("margherita", "cheese pizza", "margarita"),
      option("salami", "pepperoni"),
      option("funghi", "mushroom"),
      option("cola", "coke"),
      option("water", "mineral water", "wasser"),
    ],
  }),
];

export const entry = (count: number, size: string | null, kind: string | null): ValueMap =>
  valueMap([
    ["count", count],
    ["size", size],
    ["kind", kind],
  ]);

export const list = (role: HeardList["role"], ...entries: readonly ValueMap[]): HeardList => ({
  name: "order",
  synonyms: ["order", "pizza", "pizzas"],
  question: "What would you like to order?",
  fields,
  entries,
  role,
});

/** "2 large margherita, 1 cola"; "?" stands for what is asked for next. */
function written(value: Value | undefined): string {
  if (!Array.isArray(value) || value.length === 0) return "nothing";
  return value
    .map((each: ValueMap) => {
      const size =
        pizzas.some((pizza) => pizza === each["kind"]) || each["kind"] === null ? (each["size"] ?? "?") : "";
      return [each["count"], size, each["kind"] ?? "?"]
        .filter((word) => typeof word === "string" || typeof word === "number")
        .filter((word) => word !== "")
        .join(" ");
    })
    .join(", ");
}

function inShort(understood: Understood): string {
  const isReadBack = "decision" in understood && understood.decision === "confirm" ? "confirm " : "";
  switch (understood.type) {
    case "answer":
    case "confirmed": {
      const [first] = understood.values;
      if (first === undefined)
        return understood.type === "confirmed" ? (understood.yes ? "yes" : "no") : "unclear";
      if (first.name !== "order") return `${first.name}=${JSON.stringify(first.value)}`;
      return `${isReadBack}${written(first.value)}${first.isOver === true ? " over" : ""}`;
    }
    case "correction":
      return `${isReadBack}${written(understood.changes[0]?.value)}`;
    case "handler":
      return understood.name;
    default:
      return understood.type;
  }
}

export function situation(name: string, given: Partial<ListeningPoint>, rows: PhraseRows): void {
  describe(name, () => {
    for (const [said, meaning] of rows)
      test(`"${said}" → ${meaning}`, () => expect(inShort(understand(said, point(given)))).toBe(meaning));
  });
}

export const germanPoint = {
  pack: german,
  handlers: [...german.handlers].map(([name, phrases]) => ({ name, phrases, proposable: false })),
};

/** Its first entries. */
export const three = [entry(1, "large", "margherita"), entry(2, "small", "salami"), entry(1, null, "cola")];

const kiosk = [
  fields[0] ?? field("count", { kind: "number", integer: true }),
  field("kind", {
    kind: "choice",
    fromData: false,
    options: [
      { id: "cake", label: "Stück Kuchen", synonyms: ["slice of cake"] },
      { id: "wine", label: "Glas Wein", synonyms: ["glass of wine"] },
      { id: "apple", label: "Apfel", synonyms: ["apple"] },
      { id: "coffee", label: "Kaffee", synonyms: ["coffee"] },
    ],
  }),
];
export const drinks = { ...list("asked"), fields: kiosk };
