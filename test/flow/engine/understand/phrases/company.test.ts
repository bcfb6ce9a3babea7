// Phrases of callers who count people one by one, and of prices. What was not said itself is read back, never stored.

import { adults, budget, children, guests } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

situation("how many people?", { asked: guests }, [
  ...alike(
    `two people and a baby / two and a baby / two adults and a baby / two people plus a toddler / 2 people and 1 baby
    a couple and their baby / two people and our son / we're two adults and one child / two adults, one kid
    two people with a baby / two people plus one`,
    "confirm guests=3",
  ),
  ...alike(
    "me and my wife / my wife and i / my husband and me, please / just me and my son",
    "confirm guests=2",
  ),
  ...alike(
    "two adults and three kids / two adults and maybe three kids / three women, two men",
    "confirm guests=5",
  ),
  ...alike(
    "two people and a dog / two people and a high chair / we're two and a dog / two people with a high chair",
    "confirm guests=2",
  ),
  ...alike(
    "me, my wife and our two kids / two people and another two / two, plus two more / me plus three",
    "confirm guests=4",
  ),
  ...alike("two people and some kids / two people and kids", "confirm guests=2"),
  ["four people and my parents", "confirm guests=6"],
  ["fifteen people and a baby", "invalid guests=16"],
  ["eight people, i think", "guests=8"],
  ["two or three people", "guests=2|3"],
  ["two people", "guests=2"],
  ["four people, no, five people", "guests=5"],
  ["a guest", "guests=1"],
]);

situation("adults and children are asked for", { asked: adults, open: [children] }, [
  ["two adults and a baby", "confirm adults=2"],
  ["one adult and one kid", "adults=1 children=1"],
  ["an adult and a child", "adults=1 children=1"],
  ["two adults and maybe three noisy kids", "adults=2 children=3"],
  ["not sure, two adults and three kids", "confirm adults=2 children=3"],
]);

const floors = { name: "floor", wanted: { kind: "number" as const, integer: true }, synonyms: ["floor"] };
situation("what is counted are no people", { asked: floors }, [["two and a baby", "confirm floor=2"]]);

situation("how much?", { asked: budget }, [
  ...alike("twelve ninety nine", "confirm budget=12.99"),
  ...alike("twelve ninety nine euros / twelve ninety-nine euros", "confirm budget=12.99"),
  ["nine ninety five", "confirm budget=9.95"],
  ["twelve fifty", "confirm budget=12.5"],
  ["twelve fifty euros", "confirm budget=12.5"],
  ["twelve euros fifty", "budget=12.5"],
  ["a million and a half", "budget=1500000"],
  ["three grand", "budget=3000"],
]);
const upTo500 = { ...budget, wanted: { kind: "money" as const, currency: "EUR", max: 500 } };
situation("how much, up to 500?", { asked: upTo500 }, [
  ["twelve fifty euros", "confirm budget=12.5"],
  ["twelve fifty", "budget=12.5"],
]);

const gäste = {
  name: "gäste",
  wanted: { kind: "number" as const, integer: true, min: 1, max: 12 },
  synonyms: ["Personen", "Gäste"],
};
germanSituation("wie viele Personen?", { asked: gäste }, [
  ...alike(
    `zwei Personen und ein Baby / zwei Erwachsene und ein Kind / zwei und ein Baby / zwei mit unserem Sohn
    zwei Erwachsene, ein Kind / für uns zwei und unsere Tochter`,
    "confirm gäste=3",
  ),
  ...alike("meine Frau und ich / ich und meine Frau", "confirm gäste=2"),
  ["zwei Personen und ein Hund", "confirm gäste=2"],
  ...alike("eine / eine bitte / eine Person / ich komme allein", "gäste=1"),
  ["einen Moment", "handler wait"],
  ["zwei oder drei Personen", "gäste=2|3"],
]);
germanSituation("wie viel?", { asked: budget }, [
  ...alike("zwölf neunundneunzig / zwölf neunundneunzig Euro", "confirm budget=12.99"),
  ["zwölf fünfzig", "confirm budget=12.5"],
  ["zwölf Euro neunundneunzig", "budget=12.99"],
]);
