// English names: months, weekdays, ordinal endings and sums of money, as they are written and said.

export const months =
  "January February March April May June July August September October November December".split(" ");
export const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** ISO 4217 code → singular, plural, one hundredth, hundredths. */
const currencies: ReadonlyMap<string, readonly [string, string, string, string]> = new Map([
  ["USD", ["dollar", "dollars", "cent", "cents"]],
  ["EUR", ["euro", "euros", "cent", "cents"]],
  ["GBP", ["pound", "pounds", "penny", "pence"]],
  ["CHF", ["franc", "francs", "centime", "centimes"]],
  ["CAD", ["Canadian dollar", "Canadian dollars", "cent", "cents"]],
  ["AUD", ["Australian dollar", "Australian dollars", "cent", "cents"]],
  ["NZD", ["New Zealand dollar", "New Zealand dollars", "cent", "cents"]],
  ["HKD", ["Hong Kong dollar", "Hong Kong dollars", "cent", "cents"]],
  ["SGD", ["Singapore dollar", "Singapore dollars", "cent", "cents"]],
  ["JPY", ["yen", "yen", "sen", "sen"]],
  ["CNY", ["yuan", "yuan", "fen", "fen"]],
  ["INR", ["rupee", "rupees", "paisa", "paise"]],
  ["SEK", ["Swedish krona", "Swedish kronor", "öre", "öre"]],
  ["NOK", ["Norwegian krone", "Norwegian kroner", "øre", "øre"]],
  ["DKK", ["Danish krone", "Danish kroner", "øre", "øre"]],
  ["PLN", ["zloty", "zloty", "grosz", "groszy"]],
  ["CZK", ["Czech koruna", "Czech korunas", "haler", "halers"]],
  ["HUF", ["forint", "forints", "filler", "fillers"]],
  ["TRY", ["lira", "lira", "kurus", "kurus"]],
  ["RUB", ["ruble", "rubles", "kopeck", "kopecks"]],
  ["UAH", ["hryvnia", "hryvnias", "kopiyka", "kopiykas"]],
  ["KRW", ["won", "won", "jeon", "jeon"]],
  ["BRL", ["real", "reais", "centavo", "centavos"]],
  ["MXN", ["peso", "pesos", "centavo", "centavos"]],
  ["ZAR", ["rand", "rand", "cent", "cents"]],
  ["ILS", ["shekel", "shekels", "agora", "agorot"]],
]);

/**
 * A sum such as "12 dollars and 50 cents"; undefined for a code without a name here. `whole` is a numeral as it is
 * to be written, and `hundredths` are 0 to 99.
 */
export function amountText(whole: string, hundredths: number, currency: string): string | undefined {
  const names = currencies.get(currency);
  if (names === undefined) return undefined;
  const [one, many, cent, cents] = names;
  const main = `${whole} ${whole === "1" ? one : many}`;
  const small = `${hundredths} ${hundredths === 1 ? cent : cents}`;
  if (hundredths === 0) return main;
  return whole === "0" ? small : `${main} and ${small}`;
}

/** 1st, 2nd, 3rd, 4th; 11th to 13th as well. */
export function ordinalEnding(value: number): string {
  const rest = Math.abs(value) % 100;
  if (rest >= 11 && rest <= 13) return "th";
  return ["th", "st", "nd", "rd"][rest % 10] ?? "th";
}
