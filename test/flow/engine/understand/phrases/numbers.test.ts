// Phrases for numbers, amounts and lengths of time: none is cut at a word, and what stays unknown beside one is asked.

import { guests } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

const number = { name: "n", wanted: { kind: "number" as const, integer: false }, synonyms: [] };
const whole = { name: "n", wanted: { kind: "number" as const, integer: true }, synonyms: [] };
const money = { name: "m", wanted: { kind: "money" as const, currency: "USD" }, synonyms: [] };
const euros = { name: "m", wanted: { kind: "money" as const, currency: "EUR" }, synonyms: [] };
const called = (name: string, ...synonyms: string[]) => ({
  name,
  wanted: { kind: "number" as const, integer: true, min: 1 },
  synonyms,
});

const large: readonly (readonly [string, number])[] = [
  ["15k", 15_000],
  ["15 k", 15_000],
  ["about 15k please", 15_000],
  ["2.5k", 2_500],
  ["one billion", 1_000_000_000],
  ["two billion", 2_000_000_000],
  ["1.5 billion", 1_500_000_000],
  ["two lakh", 200_000],
  ["three crore", 30_000_000],
  ["a million and a half", 1_500_000],
  ["one million and a half", 1_500_000],
  ["one and a half million", 1_500_000],
  ["half a million", 500_000],
  ["a quarter of a million", 250_000],
  ["three quarters of a million", 750_000],
  ["two and a half thousand", 2_500],
  ["three hundred thousand", 300_000],
  ["five hundred thousand", 500_000],
  ["a thousand", 1_000],
  ["250k, i think", 250_000],
];
situation("large numbers", { asked: whole }, [
  ...large.map(([said, n]) => [said, `n=${n}`] as const),
  ...alike(
    "five instead of four / five rather than four / five, not four / not four, five / four, no, five",
    "n=5",
  ),
  ["instead of four, five", "n=5"],
  ["five people instead of four people", "confirm n=5"],
]);

situation("fractions", { asked: number }, [
  ...alike(
    "three quarters / three fourths / point seven five / 3/4 / 0.75 / zero point seven five",
    "n=0.75",
  ),
  ...alike("point five / a half / one half / 1/2 / zero point five / 0.5", "n=0.5"),
  ...alike("3 1/2 / three and a half / 3.5 / three point five", "n=3.5"),
  ...alike("one and three quarters / 1 3/4 / one point seven five", "n=1.75"),
  ...alike("a quarter / one quarter / point two five", "n=0.25"),
  ["two thirds", "n=0.666667"],
  ["one third", "n=0.333333"],
  ["two and a quarter", "n=2.25"],
  ["half a million", "n=500000"],
  ["two", "n=2"],
]);

situation("sums of money", { asked: money }, [
  ...alike(
    "three grand / three thousand dollars / 3k / $3,000 / 3 grand / three grand please / around three grand",
    "m=3000",
  ),
  ...alike(
    "a million and a half / one and a half million dollars / 1.5 million / a million and a half dollars",
    "m=1500000",
  ),
  ...alike("half a million dollars / half a million / five hundred k / 500k", "m=500000"),
  ["a grand", "m=1000"],
  ["two and a half grand", "m=2500"],
  ["a quarter of a million dollars", "m=250000"],
  ["two hundred and fifty thousand dollars", "m=250000"],
]);

situation("nights", { asked: called("nights", "nights", "night") }, [
  ...alike(
    "two weeks / a fortnight / two weeks please / for two weeks / 14 nights / fourteen days",
    "nights=14",
  ),
  ...alike("a week / one week / seven nights / for a week / just a week", "nights=7"),
  ["three nights", "nights=3"],
  ["three", "nights=3"],
  ["ten days", "nights=10"],
  ["a week and two nights", "nights=9"],
]);

situation("minutes", { asked: called("minutes", "minutes", "minute") }, [
  ...alike("two hours / 120 minutes / for two hours", "minutes=120"),
  ...alike("a couple of hours / two hours a day / two hours every day", "confirm minutes=120"),
  ...alike(
    "an hour and a half / one and a half hours / ninety minutes / one hour thirty / an hour and thirty minutes",
    "minutes=90",
  ),
  ...alike("half an hour / thirty minutes / thirty / half an hour please / about half an hour", "minutes=30"),
  ...alike("three quarters of an hour / forty five minutes", "minutes=45"),
  ...alike("an hour / one hour / sixty minutes / about an hour", "minutes=60"),
  ...alike("one hour fifteen / an hour and fifteen minutes / an hour and a quarter", "minutes=75"),
  ["a quarter of an hour", "minutes=15"],
  ["two and a half hours", "minutes=150"],
]);

situation("a number beside words that are not understood", { asked: guests }, [
  ...alike("two lorries / two zillion", "confirm guests=2"),
  ...alike("two weeks / two hours / two hours a day / half past two / two p.m. / two o'clock", "unclear"),
  ["four people", "guests=4"],
  ["four guests please", "guests=4"],
]);

const germanLarge: readonly (readonly [string, number])[] = [
  ["eine halbe Million", 500_000],
  ["anderthalb Millionen", 1_500_000],
  ["eineinhalb Millionen", 1_500_000],
  ["zweieinhalb tausend", 2_500],
  ["eine Milliarde", 1_000_000_000],
  ["zwei Milliarden", 2_000_000_000],
  ["15k", 15_000],
  ["fünf statt vier", 5],
  ["fünf anstatt vier", 5],
  ["fünf und nicht vier", 5],
  ["eine Million", 1_000_000],
];
germanSituation(
  "große Zahlen",
  { asked: whole },
  germanLarge.map(([said, n]) => [said, `n=${n}`] as const),
);
germanSituation("Bruchteile", { asked: number }, [
  ...alike("drei Viertel / dreiviertel / null Komma sieben fünf / 0,75", "n=0.75"),
  ...alike("ein halb / null Komma fünf / 0,5 / die Hälfte", "n=0.5"),
  ["zwei Drittel", "n=0.666667"],
  ["ein Viertel", "n=0.25"],
]);
germanSituation("Beträge", { asked: euros }, [
  ...alike("dreitausend Euro / 3.000 Euro / drei Mille / 3000", "m=3000"),
  ["eine halbe Million Euro", "m=500000"],
  ["anderthalb Millionen Euro", "m=1500000"],
]);
germanSituation("Minuten", { asked: called("minuten", "minuten", "minute") }, [
  ...alike("zwei Stunden / 120 Minuten", "minuten=120"),
  ...alike("eine halbe Stunde / dreißig Minuten / eine halbe Stunde bitte", "minuten=30"),
  ...alike("anderthalb Stunden / eineinhalb Stunden / neunzig Minuten / eine Stunde dreißig", "minuten=90"),
  ...alike("eine Dreiviertelstunde / fünfundvierzig Minuten / eine dreiviertel Stunde", "minuten=45"),
  ...alike("eine Stunde / sechzig Minuten", "minuten=60"),
  ...alike("eine Viertelstunde / fünfzehn Minuten", "minuten=15"),
]);
germanSituation("Nächte", { asked: called("naechte", "nächte", "nacht") }, [
  ...alike("zwei Wochen / vierzehn Nächte / vierzehn Tage / für zwei Wochen", "naechte=14"),
  ...alike("eine Woche / sieben Nächte", "naechte=7"),
  ["ein, zwei Nächte", "confirm naechte=2"],
]);
germanSituation(
  "wie viele Leute",
  { asked: guests },
  alike("ich komme allein / allein / ich bin allein / nur ich", "guests=1"),
);

const miles = { name: "distance", wanted: { kind: "number" as const, integer: false }, synonyms: ["miles"] };
situation("how far is it in miles?", { asked: miles }, [
  ...alike("a mile and a half / one mile and a half / one and a half miles", "distance=1.5"),
  ["a mile", "distance=1"],
  ["ten miles and a half", "distance=10.5"],
  ["half a mile", "distance=0.5"],
]);
situation("how many people, and half a one", { asked: guests }, [
  ["two people and a half", "invalid guests=2.5"],
]);
