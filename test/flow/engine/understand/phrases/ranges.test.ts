// Phrases for a beginning and an end: of days and of times, at once or one after the other, and changed by one of them.

import { slotTimes, stay } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

const ok = { name: "ok", wanted: { kind: "boolean" as const }, synonyms: [] };
const known = (value: string) => ({ ...stay, wanted: { kind: "date_range" as const, known: value } });

situation("which days?", { asked: stay }, [
  ...alike(
    `from Monday until Wednesday / Monday to Wednesday / between Monday and Wednesday / until Wednesday from Monday
    arriving on Monday and leaving on Wednesday / check in Monday check out Wednesday / Monday for two nights
    two nights from Monday / from Monday, no, from Tuesday to Thursday, sorry, Monday to Wednesday`,
    "stay=2026-11-23/2026-11-25",
  ),
  ...alike(
    "from the first to the fourth of December / December first to fourth / 2026-12-01 to 2026-12-04",
    "stay=2026-12-01/2026-12-04",
  ),
  ...alike(
    "10-12 December / December 10-12 / between 10 and 12 December / from 10 to 12 December / ten to twelve December / 10 until December 12",
    "stay=2026-12-10/2026-12-12",
  ),
  ["12 to 10 December", "invalid stay=../2026-12-10"],
  ["Friday until Sunday", "stay=2026-11-27/2026-11-29"],
  ["from Friday for a week", "stay=2026-11-27/2026-12-04"],
  ["from the 28th of December until the 3rd of January", "stay=2026-12-28/2027-01-03"],
  ["from Monday to Wednesday, no, Thursday", "stay=2026-11-23/2026-11-26"],
  ["Wednesday and Friday", "confirm stay=2026-11-25/2026-11-27"],
  ["is it cheaper from Monday to Wednesday", "confirm stay=2026-11-23/2026-11-25"],
  ["Monday for three days", "stay=2026-11-23/2026-11-25|2026-11-23/2026-11-26"],
  ...alike("next week / sometime next week / all of next week", "confirm stay=2026-11-23/2026-11-29"),
  ...alike("every weekend / next week is bad / I can't do next week", "unclear"),
  ["this weekend", "confirm stay=2026-11-21/2026-11-22"],
  ["next weekend", "stay=2026-11-21/2026-11-22|2026-11-28/2026-11-29"],
  ...alike("next month / in December", "confirm stay=2026-12-01/2026-12-31"),
  ["next week from Tuesday to Thursday", "stay=2026-11-24/2026-11-26"],
  ["this week from Saturday to Sunday", "stay=2026-11-21/2026-11-22"],
  ["a week from Tuesday to Thursday", "stay=2026-12-01/2026-12-03"],
  ["from Monday", "invalid stay=2026-11-23/.."],
  ["until Wednesday", "invalid stay=../2026-11-25"],
  ...alike("Friday or Saturday / for three nights / not next week", "unclear"),
]);

situation("until when?", { asked: known("2026-11-23/..") }, [
  ...alike(
    "Wednesday / until Wednesday / two nights / for two nights / till the 25th",
    "stay=2026-11-23/2026-11-25",
  ),
  ["from Tuesday", "invalid stay=2026-11-24/.."],
  ["from Tuesday to Thursday", "stay=2026-11-24/2026-11-26"],
]);

germanSituation("welche Tage?", { asked: stay }, [
  ...alike(
    "von Montag bis Mittwoch / zwischen Montag und Mittwoch / Montag für zwei Nächte / Anreise am Montag und Abreise am Mittwoch",
    "stay=2026-11-23/2026-11-25",
  ),
  ...alike("vom ersten bis zum vierten Dezember / vom 1. bis 4.12.", "stay=2026-12-01/2026-12-04"),
  ...alike("10.-12. Dezember / 10.–12.12. / vom 10.12.-12.12.", "stay=2026-12-10/2026-12-12"),
  ["ab Freitag für eine Woche", "stay=2026-11-27/2026-12-04"],
  ...alike("nächste Woche / die ganze nächste Woche", "confirm stay=2026-11-23/2026-11-29"),
  ...alike("dieses Wochenende / am Wochenende", "confirm stay=2026-11-21/2026-11-22"),
  ...alike("nächsten Monat / im Dezember", "confirm stay=2026-12-01/2026-12-31"),
  ["bis Sonntag", "invalid stay=../2026-11-22"],
]);

const booked = { ...known("2026-11-23/2026-11-25"), value: "2026-11-23/2026-11-25", echoed: false };
situation("a stay is changed", { asked: ok, correctable: [booked] }, [
  ...alike(
    "until Thursday instead / no, until Thursday / no, three nights / one more night / another night / a day longer",
    "correct stay=2026-11-23/2026-11-26",
  ),
  ["no, from Tuesday", "correct stay=2026-11-24/2026-11-25"],
  ["one night less", "correct stay=2026-11-23/2026-11-24"],
  ["no, Thursday to Saturday", "correct stay=2026-11-26/2026-11-28"],
  ["no, the dates are wrong", "correct stay=?"],
]);

germanSituation("ein Aufenthalt wird geändert", { asked: ok, correctable: [booked] }, [
  ...alike(
    "nein, bis Donnerstag / doch lieber bis Donnerstag / noch eine Nacht",
    "correct stay=2026-11-23/2026-11-26",
  ),
]);

situation("which hours?", { asked: slotTimes }, [
  ...alike("two to four pm / from two to four in the afternoon / 14:00 to 16:00", "slotTimes=14:00/16:00"),
  ...alike(
    "2 to 4 pm / 2-4pm / 2 - 4 pm / 2–4 p.m. / from 2pm-4pm / 14-16 / 14:00-16:00",
    "slotTimes=14:00/16:00",
  ),
  ...alike("from nine to five / nine till five / 9-5", "slotTimes=09:00/17:00"),
  ...alike("between ten and two", "slotTimes=10:00/14:00"),
  ["from ten to four", "slotTimes=10:00/16:00"],
  ["ten pm to two am", "slotTimes=22:00/02:00"],
  ...alike("between two and four / two to four / at two for two hours", "slotTimes=02:00/04:00|14:00/16:00"),
  ["from two", "invalid slotTimes=14:00/.."],
]);

const opened = { ...slotTimes, wanted: { kind: "time_range" as const, min: "08:00", max: "18:00" } };
situation("which hours, within those of the day?", { asked: opened }, [
  ...alike("between two and four / two to four / from two for two hours", "slotTimes=14:00/16:00"),
]);

germanSituation("von wann bis wann?", { asked: opened }, [
  ...alike(
    `zwischen zwei und vier / von zwei bis vier / von 14 bis 16 Uhr / ab zwei für zwei Stunden / 14-16 Uhr / 14 – 16 Uhr
    2-4 Uhr / von 14:00-16:00`,
    "slotTimes=14:00/16:00",
  ),
  ["von halb neun bis zehn", "slotTimes=08:30/10:00"],
]);
