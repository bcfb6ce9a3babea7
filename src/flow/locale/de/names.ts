// German names: months, weekdays and sums of money, as they are written and said.

export const months =
  "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
export const weekdays = "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag".split(" ");

/** ISO 4217 code → currency, one hundredth, hundredths. Few currencies have a plural after a number in German. */
const currencies: ReadonlyMap<string, readonly [string, string, string]> = new Map([
  ["EUR", ["Euro", "Cent", "Cent"]],
  ["USD", ["Dollar", "Cent", "Cent"]],
  ["GBP", ["Pfund", "Penny", "Pence"]],
  ["CHF", ["Franken", "Rappen", "Rappen"]],
  ["CAD", ["kanadische Dollar", "Cent", "Cent"]],
  ["AUD", ["australische Dollar", "Cent", "Cent"]],
  ["NZD", ["Neuseeland-Dollar", "Cent", "Cent"]],
  ["HKD", ["Hongkong-Dollar", "Cent", "Cent"]],
  ["SGD", ["Singapur-Dollar", "Cent", "Cent"]],
  ["JPY", ["Yen", "Sen", "Sen"]],
  ["CNY", ["Yuan", "Fen", "Fen"]],
  ["INR", ["Rupien", "Paisa", "Paise"]],
  ["SEK", ["schwedische Kronen", "Öre", "Öre"]],
  ["NOK", ["norwegische Kronen", "Öre", "Öre"]],
  ["DKK", ["dänische Kronen", "Öre", "Öre"]],
  ["PLN", ["Zloty", "Groschen", "Groschen"]],
  ["CZK", ["tschechische Kronen", "Heller", "Heller"]],
  ["HUF", ["Forint", "Filler", "Filler"]],
  ["TRY", ["Lira", "Kurusch", "Kurusch"]],
  ["RUB", ["Rubel", "Kopeke", "Kopeken"]],
  ["UAH", ["Hrywnja", "Kopeke", "Kopeken"]],
  ["KRW", ["Won", "Jeon", "Jeon"]],
  ["BRL", ["Real", "Centavo", "Centavos"]],
  ["MXN", ["Peso", "Centavo", "Centavos"]],
  ["ZAR", ["Rand", "Cent", "Cent"]],
  ["ILS", ["Schekel", "Agora", "Agorot"]],
]);

/**
 * A sum such as "12 Euro und 50 Cent"; undefined for a code without a name here. `whole` is a numeral as it is to be
 * written, and `hundredths` are 0 to 99.
 */
export function amountText(whole: string, hundredths: number, currency: string): string | undefined {
  const names = currencies.get(currency);
  if (names === undefined) return undefined;
  const [name, cent, cents] = names;
  const main = `${whole === "1" ? "ein" : whole} ${name}`;
  const small = `${hundredths === 1 ? "ein" : hundredths} ${hundredths === 1 ? cent : cents}`;
  if (hundredths === 0) return main;
  return whole === "0" ? small : `${main} und ${small}`;
}
