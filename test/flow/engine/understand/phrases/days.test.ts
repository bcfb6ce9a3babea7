// Phrases for days of a month and for two days at once. A day that was not said for sure is asked.

import { day } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

situation("which day?", { asked: day }, [
  ...alike("Friday the third / friday 3rd / friday the 3rd", "day=2026-12-03|2026-12-04"),
  ["friday the fourth", "day=2026-12-04"],
  ["friday the 27th", "day=2026-11-27"],
  ...alike(
    "the last Friday in November / last friday of november / the last friday of the month / on the last friday in november",
    "day=2026-11-27",
  ),
  ...alike("the first monday in december / first monday of next month", "day=2026-12-07"),
  ["the second to last friday in november", "day=2026-11-20"],
  ["the second friday of december 2027", "day=2027-12-10"],
  ...alike("the fifth of next month / on the fifth of next month", "day=2026-12-05"),
  ["the first friday", "day=2026-12-04|2027-01-01"],
  ...alike("the sixth friday in november / two fridays in december", "unclear"),
  ["fridays in december", "confirm day=2026-11-27"],
  ["third of December or the fourth", "day=2026-12-03|2026-12-04"],
  ...alike("before Friday / after Friday / every Friday / around Friday / Friday at the earliest", "unclear"),
  ["two Fridays", "confirm day=2026-11-27"],
  ["a month from today", "day=2026-12-20"],
  ["from the third to the fifth of march", "day=2027-03-03|2027-03-05"],
]);

germanSituation("welcher Tag?", { asked: day }, [
  ...alike("Freitag der dritte / Freitag den dritten", "day=2026-12-03|2026-12-04"),
  ...alike("am letzten Freitag im November / der letzte Freitag im November", "day=2026-11-27"),
  ...alike("nach Freitag / vor dem Freitag / bis Freitag / jeden Freitag", "unclear"),
  ["der erste Montag im Dezember", "day=2026-12-07"],
  ["am vorletzten Freitag im November", "day=2026-11-20"],
  ...alike("am fünften nächsten Monats / am fünften des nächsten Monats", "day=2026-12-05"),
  ["am letzten Montag im nächsten Monat", "day=2026-12-28"],
]);

const from = { name: "from", wanted: { kind: "date" as const }, synonyms: ["check-in"] };
const to = { name: "to", wanted: { kind: "date" as const }, synonyms: ["check-out"] };
situation("two days that are not named", { asked: from, open: [to] }, [
  ...alike(
    "Monday and Wednesday / Wednesday and Monday / Monday to Wednesday / Monday, then Wednesday / from Monday until Wednesday",
    "confirm from=2026-11-23 to=2026-11-25",
  ),
  ["Wednesday to Monday", "confirm from=2026-11-25 to=2026-11-30"],
  ...alike(
    "December first to fourth / from December first to December fourth / from the first to the fourth of december",
    "confirm from=2026-12-01 to=2026-12-04",
  ),
  ["from the third to the fifth of march", "confirm from=2027-03-03 to=2027-03-05"],
  ["december 30th to 2nd", "confirm from=2026-12-30 to=2027-01-02"],
  ["from december thirtieth 2026 until the second", "confirm from=2026-12-30 to=2027-01-02"],
  ["from the 30th to january 2nd 2027", "confirm from=2026-12-30 to=2027-01-02"],
  ["check-in Monday and Wednesday", "confirm from=2026-11-23 to=2026-11-25"],
  ["Monday, check-in Wednesday", "confirm from=2026-11-25 to=2026-11-30"],
  ...alike(
    "check-in friday and check-out sunday / check-out sunday, check-in friday / friday, check-out sunday",
    "confirm from=2026-11-27 to=2026-11-29",
  ),
  ["check-in on the 10th, check-out on the 8th", "confirm from=2026-12-10 to=2026-12-08"],
  ...alike("until sunday / to sunday", "confirm to=2026-11-22"),
  ["check-out on sunday", "to=2026-11-22"],
  ["Monday or Wednesday", "from=2026-11-23|2026-11-25"],
  ["Monday, no, Wednesday", "from=2026-11-25"],
  ["Monday", "from=2026-11-23"],
]);
situation(
  "one day of the two is out of range",
  { asked: from, open: [{ ...to, wanted: { kind: "date", max: "2026-11-24" } }] },
  [["Monday and Wednesday", "from=2026-11-23|2026-11-25"]],
);

const time = (name: string) => ({ name, wanted: { kind: "time" as const }, synonyms: [] });
situation("two times", { asked: time("opens"), open: [time("closes")] }, [
  ["8 a.m. to 6 p.m.", "confirm opens=08:00 closes=18:00"],
]);

const anreise = { ...from, synonyms: ["Anreise"] };
const abreise = { ...to, synonyms: ["Abreise"] };
germanSituation("zwei Tage", { asked: anreise, open: [abreise] }, [
  ...alike(
    "von Montag bis Mittwoch / Montag und Mittwoch / Montag bis Mittwoch",
    "confirm from=2026-11-23 to=2026-11-25",
  ),
  ["Anreise am Donnerstag und Abreise am Montag", "confirm from=2026-11-26 to=2026-11-30"],
  ["bis Sonntag", "confirm to=2026-11-22"],
  ["Mittwoch bis Montag", "confirm from=2026-11-25 to=2026-11-30"],
  ["vom ersten bis vierten Dezember", "confirm from=2026-12-01 to=2026-12-04"],
  ["vom 30. Dezember bis 2. Januar", "confirm from=2026-12-30 to=2027-01-02"],
  ["Anreise am Montag und Abreise am Mittwoch", "from=2026-11-23 to=2026-11-25"],
]);

const rooms = { name: "rooms", wanted: { kind: "number" as const, integer: true }, synonyms: ["rooms"] };
situation("rooms beside a day", { asked: from, open: [rooms] }, [
  ["friday for two nights", "from=2026-11-27"],
  ["two rooms from friday", "from=2026-11-27 rooms=2"],
]);

const born = { name: "born", wanted: { kind: "date" as const, max: "2026-11-20" }, synonyms: [] };
situation("a date of birth", { asked: born }, [
  ["may third nineteen eighty four", "born=1984-05-03"],
  ...alike("the third of may 84 / may third eighty four / may the third, 84", "born=1984-05-03"),
  ["december second oh one", "born=2001-12-02"],
  ...alike("nineteen eighty may third", "confirm born=2026-05-03"),
]);
