// Options of a choice: by their names, parts of them, their places, and the days and times in their labels.

import { describe, expect, test } from "bun:test";
import { dayOf } from "../../../src/flow/grammar/calendar.ts";
import { hear } from "../../../src/flow/grammar/hearing.ts";
import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import type { Slot } from "../../../src/flow/grammar/scene.ts";
import type { Option } from "../../../src/flow/grammar/variables.ts";

const desks: readonly Option[] = [
  { id: "sales", label: "sales", synonyms: ["new order"] },
  { id: "billing", label: "billing office", synonyms: ["invoice", "card"] },
  { id: "theft", label: "theft of a bicycle", synonyms: ["card"] },
  { id: "yearly", label: "yearly" },
];

/** `taken sales`, `asked billing theft`, or nothing where no option was named. */
const told = (words: string, options = desks, more: Partial<Slot> & { fromData?: true } = {}) => {
  const { fromData, ...slot } = more;
  const variable = { name: "v", type: "choice" as const, options, ...(fromData && { fromData }) };
  const [decision] = hear(words, {
    slots: [{ variable, isAsked: true, ...slot }],
    language: languageOf("en"),
    now: { today: dayOf("2027-03-10"), minute: 600 },
  }).decisions;
  if (decision === undefined) return "";
  return [decision.verdict, decision.value, ...(decision.choices ?? [])]
    .filter((part) => part !== undefined)
    .join(" ");
};

describe("an option is meant", () => {
  test("by each of its names, with articles inside and a pronoun behind", () => {
    expect(told("sales")).toBe("taken sales");
    expect(told("a new order please")).toBe("taken sales");
    expect(told("theft of the bicycle")).toBe("taken theft");
    expect(told("the yearly one")).toBe("taken yearly");
  });

  test("by a long enough part of its name", () => {
    expect(told("office")).toBe("taken billing");
    expect(told("bicycle")).toBe("taken theft");
    expect(told("of")).toBe("");
  });

  test("by its place from either end", () => {
    expect(told("the first one")).toBe("taken sales");
    expect(told("the second one")).toBe("taken billing");
    expect(told("the last one")).toBe("taken yearly");
    expect(told("the fifth one")).not.toContain("taken");
  });

  test("by its number when that is the whole answer", () => {
    expect(told("two")).toBe("taken billing");
    expect(told("nine")).toBe("");
    expect(told("two of my friends came yesterday")).not.toContain("taken");
  });
});

const menu: readonly Option[] = [
  { id: "margherita", label: "Margherita" },
  { id: "salami", label: "Salami" },
  { id: "cola", label: "cola" },
  { id: "plain", label: "no dairy" },
  { id: "wheat", label: "gluten free" },
  { id: "long", label: "10 by 20" },
  { id: "bus", label: "53-seater" },
];

describe("an option is meant with a question", () => {
  test("by a word that is nearly its name, as recognisers write it", () => {
    expect(told("a mergerita please", menu)).toBe("read_back margherita");
    expect(told("i would like salammi", menu)).toBe("read_back salami");
    expect(told("we had peppermint", menu)).toBe("");
  });

  test("by a short word that sounds like it when nothing else was said", () => {
    expect(told("a polar", menu)).toBe("read_back cola");
    expect(told("a polar bear with it", menu)).toBe("");
  });

  test("by no word that is near to two of them", () => {
    const near = [
      { id: "a", label: "cabins" },
      { id: "b", label: "cabina" },
    ];
    expect(told("cabinx", near)).toBe("");
  });
});

describe("an option is meant in other words", () => {
  test("by its number, in words or in figures", () => {
    expect(told("the ten by twenty", menu)).toBe("taken long");
    expect(told("the fifty three seater", menu)).toBe("taken bus");
    expect(told("10 by 20", menu)).toBe("taken long");
  });

  test("by another denial of the same", () => {
    expect(told("without dairy", menu)).toBe("taken plain");
    expect(told("i don't eat gluten", menu)).not.toContain("taken");
  });

  test("by no number beside other words", () => {
    expect(told("salami, for three houses", menu)).toContain("salami");
    expect(told("i have three houses", menu)).toBe("");
  });
});

describe("the agent asks which option is meant", () => {
  test("when a name belongs to two options", () => {
    expect(told("card")).toBe("asked billing theft");
  });

  test("when two options are named without a rule", () => {
    expect(told("sales or billing")).toBe("asked sales billing");
  });
});

test("an earlier answer is corrected by a whole name, and by a part of one with a question", () => {
  const filled = { isAsked: false, isFilled: true };
  expect(told("no, the billing office", desks, filled)).toBe("taken billing");
  expect(told("no, office", desks, filled)).not.toContain("taken");
});

describe("options from data", () => {
  const slots: readonly Option[] = [
    { id: "s1", label: "10 a.m." },
    { id: "s2", label: "2 p.m." },
    { id: "s3", label: "Friday 4 p.m." },
  ];
  const fromData = { fromData: true } as const;

  test("are meant by the time or the day in their labels", () => {
    expect(told("at ten", slots, fromData)).toBe("taken s1");
    expect(told("two o'clock", slots, fromData)).toBe("taken s2");
    expect(told("on friday", slots, fromData)).toBe("taken s3");
    expect(told("at eleven", slots, fromData)).not.toContain("s");
  });

  test("are meant by their day when there is only one", () => {
    expect(told("on friday", slots.slice(2), fromData)).toBe("taken s3");
  });

  test("that share the given day are not distinguished by it", () => {
    const all = slots.map(({ id }, at): Option => ({ id, label: `Friday ${at + 1} p.m.` }));
    expect(told("on friday", all, fromData)).not.toContain("taken");
  });

  test("are no times when their labels are the author's", () => {
    expect(told("at eleven", [...slots, { id: "s4", label: "11 a.m." }])).not.toContain("taken");
  });
});
