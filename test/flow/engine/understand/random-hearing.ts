// Random listening points and random words there: words of the corpus mixed, cut, doubled and misspelt, and noise.

import type {
  AskedVariable,
  ListeningPoint,
  ValueRule,
} from "../../../../src/flow/engine/understand/understanding.ts";
import type { Random } from "../../../support/random.ts";
import {
  account,
  adults,
  anyTime,
  at,
  budget,
  children,
  comment,
  day,
  dept,
  email,
  flour,
  guest,
  guests,
  length,
  point,
  ok,
  phone,
  size,
  slotTimes,
  stay,
  was,
} from "./dialogue.ts";
import type { Value } from "../../../../src/flow/value/value.ts";

const code: AskedVariable = {
  name: "code",
  wanted: { kind: "code", mask: "AA-9999" },
  synonyms: ["booking code"],
};
const slot: AskedVariable = {
  name: "slot",
  wanted: {
    kind: "choice",
    fromData: true,
    options: ["Tuesday at 9:30 a.m.", "Tuesday at 2 p.m.", "Doctor Smith", ""].map((label, n) => ({
      id: `s${n}`,
      label,
      synonyms: [],
    })),
  },
  synonyms: [],
};
const birthday: AskedVariable = {
  name: "birthday",
  wanted: { kind: "date", max: "2026-11-20" },
  synonyms: ["birthday"],
};
const odd: AskedVariable = {
  name: "odd",
  wanted: { kind: "time", min: "22:00", max: "02:00" },
  synonyms: ["", "#", "at"],
};
const nowhere: AskedVariable = { name: "nowhere", wanted: { kind: "phone", region: "??" }, synonyms: [] };

const variables: readonly AskedVariable[] = [
  account,
  adults,
  { ...anyTime, name: "anyTime" },
  at,
  birthday,
  budget,
  children,
  code,
  comment,
  day,
  dept,
  email,
  flour,
  guest,
  guests,
  length,
  nowhere,
  odd,
  ok,
  phone,
  size,
  slot,
  slotTimes,
  stay,
];

/** Value that its type accepts. */
const example = (wanted: ValueRule): Value => {
  switch (wanted.kind) {
    case "boolean":
      return true;
    case "number":
    case "money":
    case "duration":
    case "amount":
      return 4;
    case "date_range":
      return "2026-11-21/2026-11-24";
    case "time_range":
      return "14:00/16:00";
    case "digits":
      return "123456";
    case "code":
      return "AB-1234";
    case "date":
      return "2026-11-21";
    case "time":
      return "19:30";
    case "phone":
      return "+33140123456";
    case "email":
      return "ada@example.com";
    case "name":
    case "text":
      return "Ada";
    case "choice":
      return wanted.options[0]?.id ?? "";
  }
};

export function randomListeningPoint(dice: Random): ListeningPoint {
  const some = (most: number): readonly AskedVariable[] => [
    ...new Set(Array.from({ length: dice.int(0, most) }, () => dice.pick(variables))),
  ];
  const asked = dice.chance(0.9) ? dice.pick(variables) : undefined;
  const open = some(3).filter((each) => each !== asked);
  const correctable = some(3)
    .filter((each) => each !== asked && !open.includes(each))
    .map((each, index) => was(each, example(each.wanted), index === 0 && dice.chance(0.5)));
  const confirming = some(2)
    .filter(() => dice.chance(0.2))
    .map((each) => ({ ...each, value: example(each.wanted) }));
  return point({
    ...(asked === undefined ? {} : { asked }),
    ...(asked !== undefined && dice.chance(0.1)
      ? { alternatives: { name: asked.name, values: [example(asked.wanted), "20:00", null] } }
      : {}),
    ...(confirming.length === 0 ? {} : { confirming: { values: confirming } }),
    ...(dice.chance(0.2) ? { handlers: [] } : {}),
    open,
    correctable,
    confidence: dice.chance(0.7) ? 1 : dice.next(),
  });
}

const noise = [
  "",
  "\u0000",
  "🙂",
  "٣",
  "é",
  "'",
  "’",
  "@",
  "@.",
  ".",
  "1/2/3",
  "99999999999999999999",
  "1e9",
  "7:",
  "p.m.p.m.",
  "ß",
  "\u202E",
  "__proto__",
  "constructor",
  "-",
  "+",
  "€€",
  "７:３０",
  "24th",
  "00",
  "a.b.c.d",
  "x".repeat(300),
];

/** `sentences`: real ones, which are what nearly right input is made of. */
export function randomUtterance(dice: Random, sentences: readonly string[]): string {
  const words = Array.from({ length: dice.int(1, 3) }, () => dice.pick(sentences))
    .join(" ")
    .split(" ");
  const length = dice.chance(0.02) ? dice.int(100, 600) : dice.int(1, 14);
  const said = Array.from({ length }, (_, index) => {
    const word = dice.chance(0.75) ? (words[index % words.length] ?? "") : dice.pick(words);
    if (dice.chance(0.03)) return dice.pick(noise);
    return dice.chance(0.05) ? misspelt(word, dice) : word;
  });
  return said.join(dice.chance(0.95) ? " " : "");
}

function misspelt(word: string, dice: Random): string {
  const at = dice.int(0, word.length);
  return dice.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + dice.pick(["a", "1", ".", "'", "-"]) + word.slice(at),
    word.toUpperCase(),
  ]);
}
