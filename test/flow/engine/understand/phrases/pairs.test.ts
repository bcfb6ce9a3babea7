// Phrases with two values of one kind: each goes to the variable that is named beside it, and a doubt is asked.

import { adults, anyTime, children, day, guests } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

const named = (name: string, kind: "date" | "time", ...synonyms: string[]) => ({
  name,
  wanted: { kind },
  synonyms,
});
const stay = {
  asked: named("from", "date", "check-in", "arriving", "arrive", "from"),
  open: [named("to", "date", "check-out", "leaving", "leave", "until")],
};
const right = "from=2026-11-23 to=2026-11-25";

situation("a stay", stay, [
  ...alike(
    `check-in on Monday and check-out on Wednesday
    check-in Monday, check-out Wednesday
    check in on monday check out on wednesday
    from Monday until Wednesday
    arriving Monday and leaving Wednesday
    arriving on monday, leaving on wednesday
    i'd like to arrive on monday and leave on wednesday
    we arrive monday and we leave wednesday
    leaving on wednesday, arriving on monday
    check-out on Wednesday and check-in on Monday
    leaving Wednesday and arriving Monday
    monday check-in, wednesday check-out
    monday check in and wednesday check out
    um, check-in on monday, and then check-out on wednesday please
    check-in would be monday, check-out would be wednesday
    from monday the twenty third until wednesday the twenty fifth
    the check-in is on monday and the check-out is on wednesday`,
    right,
  ),
  ["check-in on monday", "from=2026-11-23"],
  ["check-out on wednesday", "to=2026-11-25"],
  ["until wednesday", "to=2026-11-25"],
  ["monday", "from=2026-11-23"],
  ["monday or tuesday", "from=2026-11-23|2026-11-24"],
]);

const trip = {
  asked: named("out", "date", "outbound", "leaving", "going"),
  open: [named("back", "date", "return", "returning", "coming back")],
};
situation("a trip there and back", trip, [
  ...alike(
    `outbound on Monday, return on Wednesday
    return on Wednesday, outbound on Monday
    leaving Monday and returning Wednesday
    Monday outbound, Wednesday return
    returning wednesday, leaving monday
    wednesday return and monday outbound
    going on monday and coming back on wednesday
    coming back on wednesday and going on monday
    outbound monday return wednesday`,
    "out=2026-11-23 back=2026-11-25",
  ),
]);

const shift = {
  asked: named("opens", "time", "opens", "open"),
  open: [named("closes", "time", "closes", "close")],
};
situation("two times", shift, [
  ...alike(
    `it opens at 8 a.m. and closes at 6 p.m. / it closes at 6 p.m. and opens at 8 a.m. / opens 8am, closes 6pm
    open at 08:00 and close at 18:00`,
    "opens=08:00 closes=18:00",
  ),
]);

situation("two numbers", { asked: adults, open: [children] }, [
  ...alike(
    `two adults and three kids / three kids and two adults / adults two, kids three / two adults, three children
    we're two adults and three kids / kids three and adults two / 2 adults 3 kids / it's two grown ups with three kids`,
    "adults=2 children=3",
  ),
  ["two adults and no kids", "adults=2 children=0"],
]);

const plain = { asked: named("from", "date"), open: [named("to", "date")] };
situation("two days without names", plain, [
  ["monday", "from=2026-11-23"],
  ["monday or wednesday", "from=2026-11-23|2026-11-25"],
]);

const aufenthalt = {
  asked: named("from", "date", "anreise", "ankunft", "von"),
  open: [named("to", "date", "abreise", "bis")],
};
germanSituation("ein Aufenthalt", aufenthalt, [
  ...alike(
    `Anreise am Montag und Abreise am Mittwoch
    von Montag bis Mittwoch
    Anreise Montag, Abreise Mittwoch
    Abreise am Mittwoch, Anreise am Montag
    Montag Anreise, Mittwoch Abreise
    Ankunft am Montag, Abreise am Mittwoch bitte
    Abreise Mittwoch und Anreise Montag
    also, Anreise am Montag und dann Abreise am Mittwoch`,
    right,
  ),
  ["Anreise am Montag", "from=2026-11-23"],
  ["bis Mittwoch", "to=2026-11-25"],
]);

situation("a number within a time", { asked: guests, open: [day, anyTime] }, [
  ["around a quarter to one at night", "at=00:45"],
  ["my birthday is the fourteenth around a quarter to one at night", "day=2026-12-14 at=00:45"],
  ["tomorrow around a quarter to one at night", "day=2026-11-21 at=00:45"],
  ["four people at a quarter to one at night", "guests=4 at=00:45"],
]);
