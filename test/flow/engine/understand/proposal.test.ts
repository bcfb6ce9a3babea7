// Model proposals: accepted only if the caller said the value and the type accepts it.

import { describe, expect, test } from "bun:test";
import type {
  ListeningPoint,
  UncheckedProposal,
} from "../../../../src/flow/engine/understand/understanding.ts";
import { understandProposal } from "../../../../src/flow/engine/understand/proposal.ts";
import { account, anyTime, at, day, dept, guests, point, inShort, phone } from "./dialogue.ts";

const told = (proposal: UncheckedProposal, words: string, given: Partial<ListeningPoint>): string =>
  inShort(understandProposal(proposal, words, point(given)));

const table = { asked: guests, open: [day, at] };
const words = "We would be me, my wife and the twins, on the last day of the month";
const set = (name: string, value: unknown, quote: unknown) => ({ set: { [name]: { value, quote } } });

describe("a proposal", () => {
  const rows: readonly (readonly [what: string, proposal: UncheckedProposal, meaning: string])[] = [
    ["with a quote is read back first", set("guests", 4, "me, my wife and the twins"), "confirm guests=4"],
    [
      "may fill others that are open",
      set("day", "2026-11-30", "the last day of the month"),
      "confirm day=2026-11-30",
    ],
    ["quotes in any case", set("guests", 4, "My Wife AND the twins!"), "confirm guests=4"],
    ["without a quote is nothing", set("guests", 4, undefined), "unclear"],
    ["with an empty quote is nothing", set("guests", 4, "  "), "unclear"],
    ["with words nobody said is nothing", set("guests", 4, "four people"), "unclear"],
    ["out of range is nothing", set("guests", 40, "the twins"), "unclear"],
    ["of the wrong type is nothing", set("guests", "4", "the twins"), "unclear"],
    ["with a date that is none is nothing", set("day", "2026-11-31", "the last day"), "unclear"],
    ["for a variable that is not open is nothing", set("phone", "+33140123456", "the twins"), "unclear"],
    [
      "of a prototype's key is nothing",
      { set: JSON.parse('{"__proto__":{"value":4,"quote":"twins"}}') as unknown },
      "unclear",
    ],
    ["that is a list is nothing", { set: [4] }, "unclear"],
    ["of none is none", { ...set("guests", 4, "the twins"), none: true }, "unclear"],
    ["may name a handler that has a `when`", { handler: "hours" }, "handler hours"],
    ["may not name another one", { handler: "operator" }, "unclear"],
  ];
  for (const [what, proposal, meaning] of rows) {
    test(what, () => expect(told(proposal, words, table)).toBe(meaning));
  }
  test("is never surer than 0.75, nor than the recogniser", () => {
    const meaning = (confidence: number) =>
      understandProposal(set("guests", 4, "the twins"), words, point({ ...table, confidence }));
    expect(meaning(1)).toMatchObject({ confidence: 0.75, decision: "confirm" });
    expect(meaning(0.5)).toMatchObject({ confidence: 0.5 });
    expect(meaning(0.45).type).toBe("answer");
    expect(meaning(0.44).type).toBe("unclear");
  });
  test("is doubtful when the type does not read it in the quote, and gives way when the type certainly reads another", () => {
    const values = (given: UncheckedProposal, said: string) => {
      const meaning = understandProposal(given, said, point(table));
      return meaning.type === "answer" ? meaning.values : [];
    };
    const doubted = { name: "day", value: "2026-12-24", isDoubtful: true } as const;
    expect(values(set("day", "2026-12-24", "before the holidays"), "before the holidays")).toEqual([doubted]);
    expect(values(set("day", "2026-12-24", "tomorrow"), "then tomorrow")).toEqual([
      { name: "day", value: "2026-11-21" },
    ]);
    expect(values(set("day", "2026-11-21", "tomorrow"), "then tomorrow")).toEqual([
      { name: "day", value: "2026-11-21" },
    ]);
    // Two readings, of which the model may know the meant one; a third value is none of them.
    const any = { asked: guests, open: [anyTime] };
    expect(understandProposal(set("at", "20:00", "eight"), "eight will do", point(any))).toMatchObject({
      values: [{ name: "at", value: "20:00" }],
    });
    expect(understandProposal(set("at", "09:00", "eight"), "eight will do", point(any))).toMatchObject({
      values: [{ name: "at", value: "09:00", isDoubtful: true }],
    });
    // The quote is only a part of a longer value, and a turn ends at its line.
    expect(values(set("at", "20:00", "eight"), "one\nat half past eight in the evening\nthirty")).toEqual([
      { name: "at", value: "20:30" },
    ]);
  });
  test("names an option of the menu", () => {
    expect(told({ option: "support" }, "my thing is dead", { asked: dept })).toBe("confirm dept=support");
    expect(told({ option: "nothing" }, "my thing is dead", { asked: dept })).toBe("unclear");
  });
  test("has only digits that were said", () => {
    const said = "it is one two three, four five six I believe";
    expect(told(set("account", "123456", "one two three, four five six"), said, { asked: account })).toBe(
      "confirm account=123456",
    );
    expect(told(set("account", "123457", "one two three, four five six"), said, { asked: account })).toBe(
      "unclear",
    );
  });
  test("may add a country code to a phone number, and no other digit", () => {
    const said = "that is oh one, forty, twelve, thirty four, fifty six";
    expect(told(set("phone", "+33140123456", "oh one, forty"), said, { asked: phone })).toBe(
      "confirm phone=+33140123456",
    );
    expect(told(set("phone", "+33140123457", "oh one, forty"), said, { asked: phone })).toBe("unclear");
  });
});

test("list entries count only at the list's own question", () => {
  const list = { name: "order", synonyms: [], entries: [], fields: [listed] } as const;
  const proposal = set("order", [{ kind: "tea" }], "something hot");
  const meant = (role: "asked" | "answered") =>
    told(proposal, "something hot", { lists: [{ ...list, role }] });
  expect([meant("asked"), meant("answered")]).toEqual(['confirm order=[{"kind":"tea"}]', "unclear"]);
});

const listed = {
  name: "kind",
  wanted: { kind: "choice", fromData: false, options: [{ id: "tea", label: "tea", synonyms: [] }] },
  synonyms: [],
  isOptional: false,
  onlyFor: [],
} as const;
