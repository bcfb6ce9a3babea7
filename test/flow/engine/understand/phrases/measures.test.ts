// Phrases for durations and amounts. What is said in another unit is converted, and a bare number counts the unit that the
// question names; where it names none, the number is read back.

import { flour, length } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

const nights = {
  name: "nights",
  wanted: { kind: "duration" as const, unit: "nights" as const, integer: true, min: 1, max: 30 },
  synonyms: [],
};
const months = {
  name: "term",
  wanted: { kind: "duration" as const, unit: "months" as const, integer: false },
  synonyms: [],
};
const milk = {
  name: "milk",
  wanted: { kind: "amount" as const, unit: "l" as const, integer: false },
  synonyms: [],
};

situation("for how long?", { asked: length }, [
  ...alike(
    "an hour and a half / one and a half hours / ninety minutes / it takes 90 min / about ninety minutes please",
    "length=90",
  ),
  ...alike("half an hour / thirty minutes / about half an hour", "length=30"),
  ...alike("three quarters of an hour / 45 minutes", "length=45"),
  ...alike("an hour and ten / one hour and ten please", "length=70"),
  ...alike("three to four hours / three or four hours", "length=180|240"),
  ["until three", "confirm length=3"],
  ["an hour and twenty or so", "confirm length=60"],
  ...alike("one hour fifteen / an hour and fifteen minutes", "length=75"),
  ...alike("two hours / an hour, no, two hours", "length=120"),
  ...alike("a couple of hours / two hours a day / two hours per day", "confirm length=120"),
  ...alike(
    "wait a minute / give me a second / just a second / one moment / hold on a minute",
    "handler wait",
  ),
  ...alike("I don't know / no idea", "unclear"),
  ["not sure, maybe an hour", "confirm length=60"],
  ["ninety", "confirm length=90"],
  ["two kilos", "unclear"],
  ["at least two hours", "unclear"],
  ["two days", "invalid length=2880"],
]);

situation("how many hours, kept in minutes", { asked: { ...length, question: "How many hours?" } }, [
  ["two", "length=120"],
  ["two hours", "length=120"],
]);

situation("how many nights?", { asked: { ...nights, question: "How many nights?" } }, [
  ...alike("two weeks / a fortnight / fourteen nights / fourteen", "nights=14"),
  ...alike("a week and two days / nine nights", "nights=9"),
  ["half a day", "invalid nights=0.5"],
]);

situation("for how many months?", { asked: months }, [
  ["a year and a half", "term=18"],
  ["two years", "term=24"],
  ["half a year", "term=6"],
  ["six months", "term=6"],
]);

germanSituation("wie lange?", { asked: length }, [
  ...alike("neunzig Minuten / anderthalb Stunden / eineinhalb Stunden", "length=90"),
  ...alike("eine halbe Stunde / dreißig Minuten", "length=30"),
  ...alike("zwei Stunden / zwei Stunden lang / so zwei Stunden", "length=120"),
  ["eine Dreiviertelstunde", "length=45"],
  ...alike("eine Minute bitte / warten Sie eine Minute / Moment bitte", "handler wait"),
  ["zwei Stunden und zehn Minuten", "length=130"],
]);

germanSituation("wie viele Nächte?", { asked: { ...nights, question: "Wie viele Nächte?" } }, [
  ...alike("zwei Wochen / vierzehn Nächte / vierzehn", "nights=14"),
]);

situation("how much flour?", { asked: flour }, [
  ...alike("two kilos / 2kg / two kilograms of flour please", "flour=2"),
  ...alike("half a kilo / 500 grams / five hundred grams", "flour=0.5"),
  ["a kilo and a half", "flour=1.5"],
  ["two pounds", "flour=0.9072"],
  ["two", "confirm flour=2"],
  ["two hours", "unclear"],
]);

situation("how much milk?", { asked: milk }, [
  ...alike("half a litre / half a liter / 500 ml", "milk=0.5"),
  ["two liters", "milk=2"],
]);

germanSituation("wie viel?", { asked: flour }, [
  ...alike("zwei Kilo / vier Pfund", "flour=2"),
  ...alike("ein halbes Kilo / 500 Gramm / ein Pfund / fünfhundert Gramm Mehl", "flour=0.5"),
  ["anderthalb Kilo", "flour=1.5"],
]);

germanSituation("wie viel Milch?", { asked: milk }, [
  ...alike("einen halben Liter / ein halber Liter", "milk=0.5"),
  ["anderthalb Liter", "milk=1.5"],
]);

const answered = { ...length, value: 60, echoed: false };
situation(
  "a duration is changed",
  { asked: { name: "ok", wanted: { kind: "boolean" }, synonyms: [] }, correctable: [answered] },
  [
    ["no, ninety minutes", "correct length=90"],
    ["half an hour longer", "correct length=90"],
    ["make it two hours", "correct length=120"],
  ],
);
