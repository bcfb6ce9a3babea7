// Phrases that correct an earlier answer, as people say them: beside a yes, as a question, or by how much.

import { day, guests, ok, at, was } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

const booked = [was(guests, 4), was(day, "2026-11-21"), was(at, "20:00")];
const book = {
  asked: { ...ok, question: "4, Saturday, November 21st, 8 p.m. Shall I book it?" },
  correctable: booked,
};

situation("four people tomorrow at eight: shall I book it?", book, [
  ...alike(
    `yes, but for five people / I said five people / no, five people / make it five people / yes, but make it five people
    sorry, i said five people / could we be five people / actually five people / i meant five people
    can it be five people / yes but five guests / no, i said five people`,
    "correct guests=5",
  ),
  ...alike("five instead of four / not four, five / five rather than four", "correct guests=5"),
  ...alike(
    `could it be sunday / can we do sunday / could we do sunday instead / no, sunday
    the day after / make it sunday / i said sunday / a day later / one day later
    could we make it sunday / can it be sunday instead / yes, but on sunday`,
    "correct day=2026-11-22",
  ),
  ...alike(
    `an hour later / one hour later / could it be an hour later / make it an hour later
    make it nine p.m. / yes, but at nine p.m. / i said nine p.m. / no, one hour later please`,
    "correct at=21:00",
  ),
  ...alike("half an hour later / thirty minutes later / could it be half an hour later", "correct at=20:30"),
  ...alike("an hour earlier / one hour earlier please / make it an hour earlier", "correct at=19:00"),
  ...alike(
    "one more person / no, one more person / one person more / one more guest please",
    "confirm correct guests=5",
  ),
  ...alike("two more people / we are two more people", "correct guests=6"),
  ...alike("one person less / one less person / one fewer person", "confirm correct guests=3"),
  ...alike("a week later / one week later", "correct day=2026-11-28"),
  ["not tomorrow, the day after", "confirm correct day=2026-11-22"],
  ...alike("ten more people / four hours later", "unclear"),
  ["oh, could it be Sunday?", "correct day=2026-11-22"],
  ["could we come an hour later", "confirm correct at=21:00"],
  ["yes", "ok=true"],
  ["no", "ok=false"],
  ["yes please", "ok=true"],
]);

const coverage = {
  name: "coverage",
  wanted: { kind: "money" as const, currency: "USD" },
  synonyms: ["coverage"],
};
situation("what shall I change?", { asked: ok, correctable: [was(coverage, 250_000)] }, [
  ...alike(
    `change the coverage to five hundred thousand / change the coverage to five hundred thousand dollars
    make the coverage five hundred thousand / no, change coverage to 500k / the coverage should be half a million
    i'd like to change the coverage to five hundred thousand dollars`,
    "correct coverage=500000",
  ),
]);

const gebucht = {
  asked: ok,
  correctable: [
    was({ ...guests, synonyms: ["personen", "person", "leute"] }, 4),
    was(day, "2026-11-21"),
    was(at, "20:00"),
  ],
};
germanSituation("vier Personen morgen um acht: soll ich buchen?", gebucht, [
  ...alike(
    `ja, aber für fünf Personen / nein, fünf Personen
    doch lieber fünf Personen / machen Sie daraus fünf Personen`,
    "correct guests=5",
  ),
  ...alike(
    "Moment, Sonntag statt morgen / nein, Sonntag / lieber Sonntag / geht auch Sonntag / einen Tag später / nicht morgen, übermorgen",
    "correct day=2026-11-22",
  ),
  ...alike("eine Stunde später / bitte eine Stunde später / doch eine Stunde später", "correct at=21:00"),
  ...alike("eine halbe Stunde später / dreißig Minuten später", "correct at=20:30"),
  ...alike(
    "eine Person mehr / noch eine Person / nein, eine Person mehr / ich sagte fünf Personen / ich habe fünf Personen gesagt",
    "confirm correct guests=5",
  ),
  ...alike("eine Stunde früher", "correct at=19:00"),
  ["ja", "ok=true"],
]);

situation("words that only look like a correction by how much", book, [
  ["one more time", "handler repeat"],
  ...alike("one more thing / i have one more question / can my friend come later", "unclear"),
  ["yes, sunday", "confirm correct day=2026-11-22"],
  ["no, the day after tomorrow", "correct day=2026-11-22"],
]);
situation(
  "a correction by how much of what is read back",
  { confirming: { values: [{ ...guests, value: 4 }] } },
  [
    ["one more person", "confirm correct guests=5"],
    ["two more people", "correct guests=6"],
    ["ten more people", "unclear"],
  ],
);
