// English names and written forms: how days, times and sums are written in a sentence.

import { namesOf } from "../spoken-forms.ts";
import { amountOf, currenciesOf, speakerOf, type WrittenForms } from "../speaker-of.ts";

export const months =
  "January February March April May June July August September October November December".split(" ");
export const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

const currencies = currenciesOf(`
  USD dollar|dollars|cent|cents, EUR euro|euros|cent|cents, GBP pound|pounds|penny|pence,
  CHF franc|francs|centime|centimes, CAD Canadian dollar|Canadian dollars|cent|cents,
  AUD Australian dollar|Australian dollars|cent|cents,
  NZD New Zealand dollar|New Zealand dollars|cent|cents, HKD Hong Kong dollar|Hong Kong dollars|cent|cents,
  SGD Singapore dollar|Singapore dollars|cent|cents, JPY yen|yen|sen|sen, CNY yuan|yuan|fen|fen,
  INR rupee|rupees|paisa|paise, SEK Swedish krona|Swedish kronor|öre|öre,
  NOK Norwegian krone|Norwegian kroner|øre|øre, DKK Danish krone|Danish kroner|øre|øre,
  PLN zloty|zloty|grosz|groszy, CZK Czech koruna|Czech korunas|haler|halers,
  HUF forint|forints|filler|fillers, TRY lira|lira|kurus|kurus, RUB ruble|rubles|kopeck|kopecks,
  UAH hryvnia|hryvnias|kopiyka|kopiykas, KRW won|won|jeon|jeon, BRL real|reais|centavo|centavos,
  MXN peso|pesos|centavo|centavos, ZAR rand|rand|cent|cents, ILS shekel|shekels|agora|agorot
`);

/** 1st, 2nd, 3rd, 4th; 11th to 13th as well. */
export function ordinalEnding(value: number): string {
  const rest = Math.abs(value) % 100;
  if (rest >= 11 && rest <= 13) return "th";
  return ["th", "st", "nd", "rd"][rest % 10] ?? "th";
}

const written: WrittenForms = {
  decimalMark: ".",
  thousandsMark: ",",
  weekdays,
  months,
  date: "{weekday}, {month} {ordinal}",
  dateOfYear: "{date}, {year}",
  time: (hour, minute) => {
    if (minute === 0 && hour === 0) return "midnight";
    if (minute === 0 && hour === 12) return "noon";
    const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
    return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? "a.m." : "p.m."}`;
  },
  ordinal: (value) => `${value}${ordinalEnding(value)}`,
  range: "from {from} to {to}",
  rangeFrom: "from {from}",
  rangeTo: "until {to}",
  yes: "yes",
  no: "no",
  and: "and",
  or: "or",
  plus: "plus",
  minus: "minus",
  dot: "dot",
  hyphen: "hyphen",
  underscore: "underscore",
  at: "at",
  one: "1",
  units: namesOf(
    `
      seconds second, minutes minute, hours hour, days day, nights night, weeks week, months month,
      years year, mg milligram, g gram, kg kilogram, oz ounce, lb pound, ml milliliter, cl centiliter,
      l liter, pt pint, gal gallon, mm millimeter, cm centimeter, m meter, km kilometer, in inch|inches,
      ft foot|feet, mi mile, m2 square meter, ft2 square foot|square feet
    `,
    (one) => `${one}s`,
  ),
  currencies,
};

export const amountText = amountOf(written);
export const speakEnglish = speakerOf(written);
