// Amount rules: numbers with their currency, scale, unit or percent sign.

import type { ReadAloud } from "./read-aloud.ts";
import { matchAt, type Place, type Rule, type Said } from "./spoken-rule.ts";

/** Signs of currencies and their ISO 4217 codes. Longer ones are found first. */
const currencySigns: readonly (readonly [sign: string, code: string])[] = [
  ["US$", "USD"],
  ["CA$", "CAD"],
  ["AU$", "AUD"],
  ["NZ$", "NZD"],
  ["HK$", "HKD"],
  ["C$", "CAD"],
  ["A$", "AUD"],
  ["S$", "SGD"],
  ["R$", "BRL"],
  ["$", "USD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", "JPY"],
  ["₹", "INR"],
  ["₽", "RUB"],
  ["₩", "KRW"],
  ["₪", "ILS"],
  ["₺", "TRY"],
  ["₴", "UAH"],
  ["zł", "PLN"],
  ["Kč", "CZK"],
  ["Fr.", "CHF"],
  ["SFr.", "CHF"],
];
const signCodes: ReadonlyMap<string, string> = new Map(currencySigns);

const signBefore = /(?:US|CA|AU|NZ|HK|[CASR])?\$|[€£¥₹₽₩₪₺₴]/y;
const codeBefore = /[A-Z]{3}(?=[ \u00a0]?\d)/y;
const currencyBehind = /[ \u00a0]?((?:US)?\$|[€£¥₹₽₩₪₺₴]|zł|Kč|[A-Z]{3}|S?Fr\.)(?![\p{L}\d])/uy;
const scaleBehind = /([ \u00a0]?)(\p{L}{1,10})(\.(?=[ ]?[€$£\p{L}]))?(?![\p{L}\d]|\.\p{L})/uy;
const unitBehind =
  /([ \u00a0]?)(%|‰|°[CF]?|[A-Za-zµμ]{1,6}(?:[²³23](?!\d))?(?:\/[hs](?!\p{L}))?)(\.(?= \p{Ll}))?(?![\p{L}\d²³])/uy;
const perBehind = / ?\/ ?(?=\p{L})/uy;

const pointNumber = /(\d{1,3}(?:[,\u00a0\u202f]\d{3}){1,6}(?!\d)|\d{1,15})(?:\.(\d{1,12}))?(?!\d)/y;
const commaNumber =
  /(\d{1,3}(?:[.'’\u00a0\u202f]\d{3}){1,6}(?!\d)|\d{1,15})(?:,(\d{1,12})|\.(\d{1,2}|\d{4,12}))?(?!\d)/y;
const commaCents = /,(\d{2})(?![\d,])/y;
const height = /(\d{1,2})['’′](\d{1,2})(?:["”″])/y;
const rangeTo = /[-–—]/y;

/** Longer rows of digits are no number. */
const digitsMax = 15;

interface Numeral {
  readonly to: number;
  /** Integer part with the separators of the language. */
  readonly whole: string;
  readonly fraction: string | undefined;
}

/** A number in the notation of the language; a longer one is spoken digit by digit. */
function numeralAt(text: string, at: number, words: ReadAloud): Numeral | undefined {
  const match = matchAt(words.decimalMark === "," ? commaNumber : pointNumber, text, at);
  if (match === undefined) return undefined;
  const [all, whole = "", fraction = match[3]] = match;
  return { to: at + all.length, whole: whole.replaceAll(/\D/g, words.thousandsMark), fraction };
}

function numeralText({ whole, fraction }: Numeral, words: ReadAloud): string {
  return fraction === undefined ? whole : `${whole}${words.decimalMark}${fraction}`;
}

const isOne = ({ whole, fraction }: Numeral): boolean => whole === "1" && fraction === undefined;

interface Scale {
  readonly to: number;
  readonly said: string;
}

/** `k`, `million`, `Mio.` behind a number. `isSum`: behind a currency `m` and `b` are scales, too. */
function scaleAt(
  text: string,
  numeral: Numeral,
  how: { words: ReadAloud; isSum: boolean },
): Scale | undefined {
  const match = matchAt(scaleBehind, text, numeral.to);
  if (match === undefined) return undefined;
  const [all, gap = "", symbol = ""] = match;
  const { scales, gluedUnits } = how.words;
  const upper =
    how.isSum && gap === "" && /^[mbt]$/i.test(symbol) ? sumScales[symbol.toLowerCase()] : undefined;
  const names = scales.get(upper ?? symbol);
  if (names === undefined || (gap !== "" && gluedUnits.has(symbol))) return undefined;
  return { to: numeral.to + all.length, said: isOne(numeral) ? names[0] : names[1] };
}

const sumScales: Readonly<Record<string, string>> = { m: "M", b: "bn", t: "tn" };

/** `$12.50`, `€1.5M`, `USD 20`, `$10-20`, `US$5` */
export const sumWithSign: Rule = (place) => {
  const { text, at } = place;
  const sign = matchAt(signBefore, text, at)?.[0] ?? matchAt(codeBefore, text, at)?.[0];
  const code = sign === undefined ? undefined : (signCodes.get(sign) ?? sign);
  if (sign === undefined || code === undefined || place.words.amount("1", 0, code) === undefined)
    return undefined;
  const from = at + sign.length;
  return sumAt(place, /[ \u00a0]/.test(text[from] ?? "") ? from + 1 : from, code);
};

function sumAt({ text, words }: Place, from: number, code: string): Said | undefined {
  const first = numeralAt(text, from, words);
  if (first === undefined) return undefined;
  // $10-20 and $10–20: one currency for both.
  const dash = matchAt(rangeTo, text, first.to);
  const second = dash === undefined ? undefined : numeralAt(text, first.to + 1, words);
  if (second === undefined) return sumOf(text, first, { words, code });
  const end = sumOf(text, second, { words, code });
  return { ...end, said: `${numeralText(first, words)} ${words.words.to} ${end.said}` };
}

function sumOf(
  text: string,
  written: Numeral,
  { words, code }: { readonly words: ReadAloud; readonly code: string },
): Said {
  const cents = written.fraction === undefined ? matchAt(commaCents, text, written.to) : undefined;
  const numeral =
    cents === undefined ? written : { ...written, to: written.to + cents[0].length, fraction: cents[1] };
  const scale = scaleAt(text, numeral, { words, isSum: true });
  if (scale !== undefined) {
    const many = `${numeralText(numeral, words)} ${scale.said}`;
    return withPer(text, { to: scale.to, said: words.amount(many, 0, code) ?? `${many} ${code}` }, words);
  }
  const { whole, fraction = "00" } = numeral;
  const amount =
    fraction.length === 2
      ? words.amount(whole, Number(fraction), code)
      : words.amount(numeralText(numeral, words), 0, code);
  return withPer(text, { to: numeral.to, said: amount ?? `${numeralText(numeral, words)} ${code}` }, words);
}

/** `$20/month` */
function withPer(text: string, sum: Said, words: ReadAloud): Said {
  const slash = matchAt(perBehind, text, sum.to);
  if (slash === undefined) return sum;
  const from = sum.to + slash[0].length;
  const unit = matchAt(unitBehind, text, from);
  const name = unit === undefined ? undefined : words.units.get(unit[2] ?? "")?.[0];
  const rate = `${sum.said} ${words.words.per}`;
  if (unit === undefined || name === undefined) return { to: from, said: rate };
  return { to: from + unit[0].length, said: `${rate} ${name}` };
}

/** `12.50 €`, `1,5 Mio. €`, `80 km/h`, `10 %`, `5 million`, `10k` */
export const measured: Rule = (place) => {
  const { text, at, run, words } = place;
  const behind = at + run.length;
  const isPlain = run !== "" && run.length <= digitsMax && !/[.,'’\u00a0\u202f]/.test(text[behind] ?? "");
  const numeral = isPlain ? { to: behind, whole: run, fraction: undefined } : numeralAt(text, at, words);
  if (numeral === undefined) return undefined;
  const scale = scaleAt(text, numeral, { words, isSum: false });
  const end = scale?.to ?? numeral.to;
  const money = mayBeCurrency(text, end) ? matchAt(currencyBehind, text, end) : undefined;
  const code = money === undefined ? undefined : (signCodes.get(money[1] ?? "") ?? money[1]);
  const sum = code === undefined ? undefined : sumBehind({ numeral, scale, words, code });
  if (money !== undefined && sum !== undefined) {
    const to =
      end +
      money[0].length -
      (money[1]?.endsWith(".") === true && end + money[0].length === text.length ? 1 : 0);
    return withPer(text, { to, said: sum }, words);
  }
  const number = numeralText(numeral, words);
  if (scale !== undefined) return { to: scale.to, said: `${number} ${scale.said}` };
  return unitAt(place, numeral);
};

/** `5'11"` */
export const feetAndInches: Rule = ({ text, at, words }) => {
  const [feet, inches] = [words.units.get("ft"), words.units.get("in")];
  const match = matchAt(height, text, at);
  if (match === undefined || feet === undefined || inches === undefined) return undefined;
  const measure = `${match[1]} ${feet[1]} ${match[2]} ${inches[match[2] === "1" ? 0 : 1]}`;
  return { to: at + match[0].length, said: measure };
};

/** Whether a currency may begin at a position, after a blank or not: a cheap test, as it runs after each number. */
function mayBeCurrency(text: string, at: number): boolean {
  const first = text[at] ?? "";
  return /[A-Z$zK\u00a2-\uffff]/.test(/[ \u00a0]/.test(first) ? (text[at + 1] ?? "") : first);
}

function sumBehind(sum: {
  readonly numeral: Numeral;
  readonly scale: Scale | undefined;
  readonly words: ReadAloud;
  readonly code: string;
}): string | undefined {
  const { numeral, scale, words, code } = sum;
  const number = numeralText(numeral, words);
  if (scale !== undefined) return words.amount(`${number} ${scale.said}`, 0, code);
  const { whole, fraction = "00" } = numeral;
  return fraction.length === 2 ? words.amount(whole, Number(fraction), code) : words.amount(number, 0, code);
}

/** Characters after a unit that decide whether it is one. */
const streetCharsMax = 32;

interface Unit {
  /** End offset of the unit. */
  readonly to: number;
  readonly one: string;
  readonly many: string;
}

/** The unit after a number that ends at `at`. */
export function unitBehindNumber(text: string, at: number, words: ReadAloud): Unit | undefined {
  return unitOf({ text, at, words });
}

interface UnitPlace {
  readonly text: string;
  /** End offset of the number. */
  readonly at: number;
  readonly words: ReadAloud;
  /** True if an "m" after hours means minutes. */
  readonly isMinutes?: boolean;
  /** True if "in" after feet means inches. */
  readonly isInches?: boolean;
}

function unitOf({ text, at, words, isMinutes = false, isInches = false }: UnitPlace): Unit | undefined {
  const match = matchAt(unitBehind, text, at);
  if (match === undefined) return undefined;
  const [all, gap = "", symbol = ""] = match;
  const names = words.units.get(isMinutes && symbol === "m" && gap === "" ? "min" : symbol);
  const isApart = gap !== "" && words.gluedUnits.has(symbol) && !(isInches && symbol === "in");
  if (names === undefined || isApart) return undefined;
  const symbolEnd = at + gap.length + symbol.length;
  const mayBe =
    gap === "" || (words.isUnit?.(symbol, text.slice(symbolEnd, symbolEnd + streetCharsMax)) ?? true);
  if (!mayBe) return undefined;
  // "2B" is a terminal or a bus, while bytes are written with a blank.
  if (gap === "" && symbol === "B") return undefined;
  return { to: at + all.length, one: names[0], many: names[1] };
}

function unitAt({ text, at, words }: Place, numeral: Numeral): Said | undefined {
  // 3h 45m, 6 ft 2 in
  const isMinutes = /\dh $/.test(text.slice(Math.max(0, at - 3), at));
  const isInches = /\d ?(?:ft|feet) $/.test(text.slice(Math.max(0, at - 6), at));
  const unit = unitOf({ text, at: numeral.to, words, isMinutes, isInches });
  if (unit === undefined) return undefined;
  return {
    to: unit.to,
    said: `${numeralText(numeral, words)} ${isOne(numeral) ? unit.one : unit.many}`,
  };
}

/** Default: a plain number, as the language writes it. */
export const plainNumber: Rule = ({ text, at, words }) => {
  const numeral = numeralAt(text, at, words);
  return numeral === undefined ? undefined : { to: numeral.to, said: numeralText(numeral, words) };
};
