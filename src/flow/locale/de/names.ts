// German names and written forms: how days, times and sums are written in a sentence.

import { namesOf } from "../spoken-forms.ts";
import { amountOf, currenciesOf, speakerOf, type WrittenForms } from "../speaker-of.ts";

export const months =
  "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
export const weekdays = "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag".split(" ");

/** Few currencies have a plural after a number in German. */
const currencies = currenciesOf(`
  EUR Euro|Euro|Cent|Cent, USD Dollar|Dollar|Cent|Cent, GBP Pfund|Pfund|Penny|Pence,
  CHF Franken|Franken|Rappen|Rappen, CAD kanadische Dollar|kanadische Dollar|Cent|Cent,
  AUD australische Dollar|australische Dollar|Cent|Cent, NZD Neuseeland-Dollar|Neuseeland-Dollar|Cent|Cent,
  HKD Hongkong-Dollar|Hongkong-Dollar|Cent|Cent, SGD Singapur-Dollar|Singapur-Dollar|Cent|Cent,
  JPY Yen|Yen|Sen|Sen, CNY Yuan|Yuan|Fen|Fen, INR Rupien|Rupien|Paisa|Paise,
  SEK schwedische Kronen|schwedische Kronen|Öre|Öre, NOK norwegische Kronen|norwegische Kronen|Öre|Öre,
  DKK dänische Kronen|dänische Kronen|Öre|Öre, PLN Zloty|Zloty|Groschen|Groschen,
  CZK tschechische Kronen|tschechische Kronen|Heller|Heller, HUF Forint|Forint|Filler|Filler,
  TRY Lira|Lira|Kurusch|Kurusch, RUB Rubel|Rubel|Kopeke|Kopeken, UAH Hrywnja|Hrywnja|Kopeke|Kopeken,
  KRW Won|Won|Jeon|Jeon, BRL Real|Real|Centavo|Centavos, MXN Peso|Peso|Centavo|Centavos,
  ZAR Rand|Rand|Cent|Cent, ILS Schekel|Schekel|Agora|Agorot
`);

const written: WrittenForms = {
  decimalMark: ",",
  thousandsMark: ".",
  weekdays,
  months,
  date: "{weekday}, {ordinal} {month}",
  dateOfYear: "{date} {year}",
  time: (hour, minute) => {
    if (minute === 0 && hour === 0) return "Mitternacht";
    return minute === 0 ? `${hour} Uhr` : `${hour}:${String(minute).padStart(2, "0")} Uhr`;
  },
  ordinal: (value) => `${value}.`,
  range: "von {from} bis {to}",
  rangeFrom: "ab {from}",
  rangeTo: "bis {to}",
  yes: "ja",
  no: "nein",
  and: "und",
  or: "oder",
  plus: "plus",
  minus: "minus",
  dot: "Punkt",
  hyphen: "Bindestrich",
  underscore: "Unterstrich",
  at: "at",
  one: "ein",
  units: namesOf(
    `
      seconds Sekunde|Sekunden, minutes Minute|Minuten, hours Stunde|Stunden, days Tag|Tage,
      nights Nacht|Nächte, weeks Woche|Wochen, months Monat|Monate, years Jahr|Jahre, mg Milligramm, g Gramm,
      kg Kilogramm, oz Unze|Unzen, lb britisches Pfund|britische Pfund, ml Milliliter, cl Zentiliter, l Liter,
      pt Pint|Pints, gal Gallone|Gallonen, mm Millimeter, cm Zentimeter, m Meter, km Kilometer, in Zoll,
      ft Fuß, mi Meile|Meilen, m2 Quadratmeter, ft2 Quadratfuß
    `,
  ),
  currencies,
};

export const amountText = amountOf(written);
export const speakGerman = speakerOf(written);
