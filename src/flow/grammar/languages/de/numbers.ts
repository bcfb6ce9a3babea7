// German numbers, sums of money, measures, digits and letters.

import { type Rule, words } from "../../rules.ts";
import { sum } from "../../measures.ts";

const small: Record<string, number> = {
  zwei: 2,
  zwo: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  fuenf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  zwoelf: 12,
  dreizehn: 13,
  vierzehn: 14,
  fünfzehn: 15,
  sechzehn: 16,
  siebzehn: 17,
  achtzehn: 18,
  neunzehn: 19,
};
const tens: Record<string, number> = {
  zwanzig: 20,
  dreißig: 30,
  dreissig: 30,
  vierzig: 40,
  fünfzig: 50,
  fuenfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
};
export const below100: Record<string, number> = { eins: 1, ...small, ...tens };
for (const [ten, a] of Object.entries(tens))
  for (const [unit, b] of Object.entries({ ein: 1, ...small }))
    if (b < 10) below100[`${unit}und${ten}`] = a + b;
const list = (of: Record<string, number>): string =>
  Object.entries(of)
    .map(([word, n]) => `${word}=${n}`)
    .join(" ");
const only = (from: number, to: number): Record<string, number> =>
  Object.fromEntries(Object.entries(below100).filter(([, n]) => n >= from && n <= to));

/** "Zweihundertfünfzig" → zwei hundert fünfzig. */
export function apart(word: string): readonly string[] {
  if (!/hundert|tausend|million/.test(word) || word.length < 8) return [word];
  const parts = word
    .split(/(hundert|tausend|millionen|million)/)
    .map((part) => part.replace(/^und(?=.)/, ""))
    .filter((part) => part !== "");
  return parts.every((part) => /^(hundert|tausend|million(en)?|ein)$/.test(part) || part in below100)
    ? parts
    : [word];
}

export const numbers: readonly Rule[] = [
  ...words("unit", list(only(1, 9))),
  { type: "unit", form: "(ein|eine|einen|einem|einer)", value: () => 1, cost: 0.02 },
  ...words("teen", list(only(10, 19))),
  ...words("ten", list(tens)),
  ...words(
    "compound",
    list(Object.fromEntries(Object.entries(below100).filter(([word, n]) => n > 20 && !(word in tens)))),
  ),
  { type: "small", form: "{unit}", say: (n) => (n > 0 && n < 10 ? [n] : undefined) },
  { type: "small", form: "{teen}", say: (n) => (n > 9 && n < 20 ? [n] : undefined) },
  { type: "small", form: "{ten}", say: (n) => (n > 19 && n < 100 && n % 10 === 0 ? [n] : undefined) },
  { type: "small", form: "{compound}", say: (n) => (n > 20 && n < 100 ? [n] : undefined) },
  { type: "small", form: "{unit} und {ten}", value: (a, b) => a + b },
  { type: "hundreds", form: "hundert", value: () => 100 },
  {
    type: "hundreds",
    form: "{small} hundert",
    value: (n) => n * 100,
    say: (n) => (n < 1000 && n % 100 === 0 ? [n / 100] : undefined),
  },
  {
    type: "hundreds",
    form: "{hundreds} [und] {small}",
    value: (a, b) => (a % 100 === 0 ? a + b : undefined),
    say: (n) => (n > 100 && n < 1000 && n % 100 > 0 ? [n - (n % 100), n % 100] : undefined),
  },
  { type: "below", form: "{small}", say: (n) => (n > 0 && n < 100 ? [n] : undefined) },
  { type: "below", form: "{hundreds}", say: (n) => (n >= 100 && n < 1000 ? [n] : undefined) },
  { type: "figure", form: "{figures}", value: (text) => (text.length < 12 ? Number(text) : undefined) },
  ...words("big", "tausend=1000 million|millionen|mio=1000000"),
  {
    type: "n",
    form: "(null|kein|keine|keinen|keiner)",
    value: () => 0,
    say: (n) => (n === 0 ? [] : undefined),
  },
  { type: "n", form: "{below}", say: (n) => (n > 0 && n < 1000 ? [n] : undefined) },
  { type: "n", form: "{figure}" },
  { type: "n", form: "{big}", cost: 0.02 },
  {
    type: "n",
    form: "{below} {big}",
    value: (a, b) => a * b,
    say: (n) =>
      n < 1e6 && n % 1000 === 0
        ? [n / 1000, 1000]
        : n >= 1e6 && n < 1e9 && n % 1e6 === 0
          ? [n / 1e6, 1e6]
          : undefined,
  },
  { type: "n", form: "{figure} {big}", value: (a, b) => a * b },
  { type: "n", form: "(anderthalb|eineinhalb) {big}", value: (b) => b * 1.5 },
  {
    type: "n",
    form: "{n} [und] {below}",
    value: (a, b) => (a >= 1000 && a % 1000 === 0 && b < 1000 ? a + b : undefined),
    say: (n) => (n > 1000 && n < 1e6 && n % 1000 > 0 ? [n - (n % 1000), n % 1000] : undefined),
  },
  {
    type: "n",
    form: "{n} {n}",
    value: (a, b) => (a >= 1e6 && a % 1e6 === 0 && b >= 1000 && b < 1e6 ? a + b : undefined),
    say: (n) => (n > 1e6 && n < 1e9 && n % 1e6 > 0 ? [n - (n % 1e6), n % 1e6] : undefined),
  },
  {
    type: "between",
    form: "(höchstens|mindestens|maximal|bis zu|unter|über|mehr als|weniger als|nicht mehr als) {number}",
    value: () => true,
    cost: -0.05,
  },
  { type: "between", form: "[zwischen|von] {n} (bis|-) {n}", value: () => true, cost: -0.05 },
  { type: "between", form: "zwischen {n} und {n}", value: () => true, cost: -0.05 },
  { type: "more", form: "[noch] {n} mehr", value: (n) => n },
  { type: "more", form: "noch {n}", value: (n) => n },
  { type: "more", form: "{n} weniger", value: (n) => -n },
  { type: "n", form: "(ein|einem) dutzend", value: () => 12 },
  { type: "n", form: "(ein halbes|einem halben|halbes) dutzend", value: () => 6 },
  {
    type: "part",
    form: "komma {unit}",
    value: String,
    say: (s) => (/^[1-9]$/.test(s) ? [Number(s)] : undefined),
  },
  { type: "part", form: "komma null", value: () => "0" },
  { type: "part", form: "komma {small}", value: String },
  { type: "part", form: "{part} {unit}", value: (a, b) => `${a}${b}`, cost: 0.05 },
  {
    type: "decimal",
    form: "{n} {part}",
    value: (a, b) => Number(`${a}.${b}`),
    say: (n) =>
      Number.isInteger(n) || Math.abs(n * 10 - Math.round(n * 10)) > 1e-9
        ? undefined
        : [Math.floor(n), String(Math.round((n % 1) * 10))],
  },
  { type: "decimal", form: "{figures} (,|.) {figures}", value: (a, b) => Number(`${a}.${b}`) },
  {
    type: "decimal",
    form: "(ein halbes|eine halbe|einen halben|halbe|halben|halbes|einer halben|einem halben)",
    value: () => 0.5,
  },
  { type: "decimal", form: "(eine|einer) (dreiviertel|drei viertel)", value: () => 0.75 },
  { type: "decimal", form: "(eine|einer) viertel", value: () => 0.25 },
  { type: "decimal", form: "(anderthalb|eineinhalb|anderthalbe)", value: () => 1.5 },
  { type: "decimal", form: "{n} und (ein halb|eine halbe|ein halbes|einen halben)", value: (n) => n + 0.5 },
  ...Object.entries(small)
    .filter(([, n]) => n < 10)
    .map(([word, n]): Rule => ({
      type: "decimal",
      form: `(${word}einhalb|${word}einhalbe)`,
      value: () => n + 0.5,
    })),
  { type: "decimal", form: "minus {n}", value: (n) => -n },
  { type: "number", form: "{n} von {n}", value: (a) => a, cost: -0.05 },
  { type: "number", form: "{n}", say: (n) => (Number.isInteger(n) ? [n] : undefined) },
  { type: "number", form: "{decimal}", say: (n) => [n] },
  ...ordinals(),
  {
    type: "ordinal",
    form: "{figures} .",
    value: (n) => (Number(n) > 0 && Number(n) < 32 ? Number(n) : undefined),
  },
  { type: "ordinal", form: "{figures} (te|ten|ter|tes)", value: Number },
];

function ordinals(): readonly Rule[] {
  const special: Record<number, string> = { 1: "erst", 3: "dritt", 7: "siebt", 8: "acht" };
  const stems = new Map<number, string>();
  for (const [word, n] of Object.entries(below100))
    if (n < 32 && !/ss|ue|oe|zwo/.test(word)) stems.set(n, special[n] ?? `${word}${n < 20 ? "t" : "st"}`);
  stems.set(7, "siebt");
  return [...stems].map(([n, stem]): Rule => ({
    type: "ordinal",
    form: `(${stem}en|${stem}e|${stem}er|${stem}es)`,
    value: () => n,
    say: (v) => (v === n ? [] : undefined),
  }));
}

export const measures: readonly Rule[] = [
  ...words("currency", "euro|euros|eur|€=EUR dollar|dollars|usd|$=USD pfund|gbp|£=GBP franken|chf=CHF"),
  ...words("cents", "cent|cents|rappen=1"),
  {
    type: "money",
    form: "{number} {currency}",
    value: (n, unit) => ({ n, unit }),
    say: ({ n, unit }) => (Number.isInteger(n) ? [n, unit] : undefined),
  },
  { type: "money", form: "{currency} {number}", value: (unit, n) => ({ n, unit }), cost: 0.02 },
  {
    type: "money",
    form: "{n} {currency} [und] {small} [{cents}]",
    value: (a, unit, b) => ({ n: a + b / 100, unit }),
    say: ({ n, unit }) =>
      n > 1 && !Number.isInteger(n) ? [Math.floor(n), unit, Math.round((n % 1) * 100), 1] : undefined,
  },
  {
    type: "money",
    form: "{n} {currency} [und] {figure} [{cents}]",
    value: (a, unit, b) => (b < 100 ? { n: a + b / 100, unit } : undefined),
  },
  { type: "money", form: "{money} (pro|die|im|am) {span}", value: (m) => m },
  {
    type: "price",
    form: "{small} {small}",
    value: (a, b) => (b >= 10 ? { n: a + b / 100 } : undefined),
    cost: 0.1,
  },
  {
    type: "money",
    form: "{n} {cents}",
    value: (n) => (n < 100 ? { n: n / 100 } : undefined),
    say: ({ n }) => (n < 1 ? [Math.round(n * 100), 1] : undefined),
  },
  ...words(
    "span",
    "minuten|minute|min=minutes stunden|stunde|std=hours tage|tag|tagen=days nächte|nacht|nächten|übernachtungen|übernachtung=nights wochen|woche=weeks monate|monat|monaten|monats=months jahre|jahr|jahren=years sekunden|sekunde=seconds",
  ),
  ...words(
    "measure",
    "kilo|kg|kilogramm|kilos=kg gramm|g=g liter|litern|l=l milliliter|ml=ml meter|metern|m=m kilometer|kilometern|km=km zentimeter|cm=cm pfund=lb tonnen|tonne=t quadratmeter|qm=m2",
  ),
  {
    type: "duration",
    form: "{number} {span}",
    value: (n, unit) => ({ n, unit }),
    say: ({ n, unit }) => [n, unit],
  },
  {
    type: "duration",
    form: "(ein|eine|einen|einer|einem) (ganze|ganzen|ganzes|volle) {span}",
    value: (unit) => ({ n: 1, unit }),
  },
  {
    type: "duration",
    form: "(eine|einer) (viertelstunde|viertel stunde)",
    value: () => ({ n: 15, unit: "minutes" }),
  },
  {
    type: "duration",
    form: "[eine|einer] (dreiviertelstunde|drei viertel stunde|dreiviertel stunde)",
    value: () => ({ n: 45, unit: "minutes" }),
  },
  {
    type: "duration",
    form: "{n} (stunde|stunden) [und] {small}",
    value: (h, m) => ({ n: h * 60 + m, unit: "minutes" }),
  },
  { type: "duration", form: "seit {duration}", value: (d) => d },
  { type: "duration", form: "{duration} [und] {duration}", value: sum, cost: 0.05 },
  { type: "duration", form: "{duration} (lang|insgesamt|ungefähr)", value: (d) => d },
  { type: "duration", form: "(ein paar|paar) {span}", value: () => undefined },
  {
    type: "quantity",
    form: "{number} {measure}",
    value: (n, unit) => ({ n, unit }),
    say: ({ n, unit }) => [n, unit],
  },
];

const alphabet =
  "anton=A ärger=Ä berta=B bertha=B cäsar=C caesar=C dora=D emil=E friedrich=F gustav=G heinrich=H ida=I julius=J kaufmann=K konrad=K ludwig=L martha=M nordpol=N otto=O paula=P quelle=Q richard=R samuel=S siegfried=S theodor=T ulrich=U viktor=V wilhelm=W xanthippe=X ypsilon=Y zacharias=Z zeppelin=Z alpha=A bravo=B charlie=C delta=D echo=E foxtrott=F golf=G hotel=H india=I juliett=J lima=L mike=M november=N oscar=O papa=P quebec=Q romeo=R sierra=S tango=T uniform=U victor=V whiskey=W xray=X yankee=Y zulu=Z";
export const dictation: readonly Rule[] = [
  { type: "char", form: "{letter}", say: (c) => (/^\p{L}$/u.test(String(c)) ? [c] : undefined) },
  ...words(
    "char",
    "be=B ce=C de=D ef=F ge=G ha=H jot=J ka=K el=L em=M en=N pe=P ku=Q er=R es=S te=T vau|fau=V we=W ix=X zet|zett=Z",
    0.3,
  ),
  ...words("char", alphabet, 0.2),
  {
    type: "char",
    form: "{letter} (wie|für) {word}",
    value: (c, word) => (word[0] === c.toLowerCase() ? c : undefined),
    cost: -0.2,
  },
  {
    type: "char",
    form: "(doppel|zweimal|zwei mal|doppeltes) {char}",
    value: (c) => (c.length === 1 ? c + c : undefined),
    cost: -0.1,
  },
  { type: "dig", form: "{unit}", value: String, say: (c) => (/^[1-9]$/.test(c) ? [Number(c)] : undefined) },
  { type: "dig", form: "null", value: () => "0", say: (c) => (c === "0" ? [] : undefined) },
  { type: "dig", form: "{figures}" },
  { type: "dig", form: "{teen}", value: String },
  { type: "dig", form: "{ten}", value: String, cost: 0.05 },
  { type: "dig", form: "{compound}", value: String },
  { type: "dig", form: "{unit} hundert [{small}]", value: (a, b) => String(a * 100 + (b ?? 0)), cost: 0.02 },
  {
    type: "dig",
    form: "(doppel|zweimal|zwei mal) {dig}",
    value: (c) => (c.length === 1 ? c + c : undefined),
    cost: -0.1,
  },
  {
    type: "dig",
    form: "(dreimal|drei mal) {dig}",
    value: (c) => (c.length === 1 ? c + c + c : undefined),
    cost: -0.1,
  },
  { type: "digs", form: "{dig}", say: (s) => (s.length === 1 ? [s] : undefined) },
  {
    type: "digs",
    form: "{digs} [|-|.|,|/|und dann|dann|äh|ähm|und] {dig}",
    value: (a, b) => a + b,
    cost: 0.001,
    say: (s) => (s.length > 1 ? [s.slice(0, -1), s.slice(-1)] : undefined),
  },
  { type: "mix", form: "{letters}" },
  { type: "mix", form: "{mix} [-] {letters}", value: (a, b) => a + b },
  { type: "mix", form: "{char}", say: (s) => (s.length === 1 ? [s] : undefined) },
  { type: "mix", form: "{dig}", say: (s) => (/^\d$/.test(s) ? [s] : undefined) },
  {
    type: "mix",
    form: "{mix} [|-|.|,|/|und dann|dann|strich|bindestrich] {char}",
    value: (a, b) => a + b,
    cost: 0.001,
    say: (s) => (s.length > 1 && /\D$/.test(s) ? [s.slice(0, -1), s.slice(-1)] : undefined),
  },
  {
    type: "mix",
    form: "{mix} [|-|.|,|/|und dann|dann|strich|bindestrich] {dig}",
    value: (a, b) => a + b,
    cost: 0.001,
    say: (s) => (s.length > 1 && /\d$/.test(s) ? [s.slice(0, -1), s.slice(-1)] : undefined),
  },
  { type: "phone", form: "(plus|+) {digs}", value: (s) => `+${s}`, say: (s) => [s.slice(1)] },
];
