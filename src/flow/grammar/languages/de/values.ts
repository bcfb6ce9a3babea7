// German values: forms of numbers, money, measures and dictation.

import type { Forms } from "../../forms.ts";

export const values: Forms = {
  smallCompound: "{compound}",
  smallSum: "{unit} und {ten}",
  hundredsOf: "{small} hundert",
  hundred: "hundert",
  zero: "(null|kein|keine|keinen|keiner|keine einzige|kein einziger|gar keine|gar keinen|[noch|gar|bisher] nichts)",
  bigOne: "{big} ~0.02",
  bigAndHalf: "(anderthalb|eineinhalb) {big}",
  between: `(mindestens|unter|über|mehr als|weniger als|länger als|kürzer als) ({number}|{duration})
    [zwischen|von] {n} (bis|-) {n}
    zwischen {n} und {n}`,
  bigQuarter: "(eine|einer|ne) viertel {big}",
  bigHalf: "(eine|einer|ne) halbe {big}",
  more: `[noch] {n} mehr
    noch {n}`,
  less: "{n} weniger",
  decade: "{off} {ten}",
  dozen: "(ein|einem) dutzend",
  dozens: "{small} dutzend",
  none: "[noch|bisher|bis jetzt|überhaupt|leider|nein] [noch|gar] (keine|keinen|keins)",
  metreFigures: "{metre} {small}",
  quantityAndHalf: "{n} {measure} und ein (halbes|halber)",
  halfDozen: "(ein halbes|einem halben|halbes) dutzend ~0",
  fraction: `komma {unit}
    komma {small}`,
  fractionZero: "komma null",
  half: "(ein halb|einhalb|ein halber|ein halbes|eine halbe|einen halben|halbe|halben|halbes|einer halben|einem halben)",
  quarter: "(eine|einer|ein) viertel",
  singleNone: "ohne",
  nths: "{unit} {nths}",
  threeQuarters: "[eine|einer] (dreiviertel|drei viertel)",
  nAndHalf: "{n} [und] (einhalb|ein halb|eine halbe|ein halbes|einen halben)",
  negative: "minus {n}",
  quantityMore: "{n} {measure} [und] {n}",
  outOf: `{n} von {n}
    {n} (stern|sterne|sternen|punkt|punkte|punkten) [von {n}]`,
  ordinalDot: "{figures} .",
  ordinalFigure: "{figures} (te|ten|ter|tes)",
  moneyPer: "{money} (pro|die|im|am) {span}",
  durationOne: `{aspan}
    (ein|eine|einen|einer|einem) (ganze|ganzen|ganzes|volle) {span}`,
  quarterHour: "(eine|einer) (viertelstunde|viertel stunde)",
  threeQuarterHour: "[eine|einer] (dreiviertelstunde|drei viertel stunde|dreiviertel stunde)",
  hoursMinutes: "{n} (stunde|stunden) [und] {small}",
  durationItself: `[schon] seit [gut|knapp|rund|etwa|ungefähr|circa] {duration} ~0
    [schon|gut|knapp|rund] {duration} ~0
    {duration} (länger|mehr|weniger) (nicht|geht nicht) ~0
    {duration} (lang|insgesamt|ungefähr) ~0`,
  letterAsIn: "{letter} (wie|für) {word}",
  doubleLetter: "doppeltes {char}",
  digitZero: "null",
  digitsBelow100: "{compound}",
  digitsHundredAnd: "{unit} hundert [und] [{small}]",
  letterWith: "mit {char} [am ende|hinten|vorne]",
  letterCase:
    "ohne {char}\n(alles|alle) [in] (klein|kleingeschrieben|groß|zusammen|kleinbuchstaben)\n(klein|kleingeschrieben|zusammengeschrieben|großes|kleines|in einem wort|ein wort|ohne leerzeichen)",
};
