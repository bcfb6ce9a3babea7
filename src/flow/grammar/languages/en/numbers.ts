// English numbers, sums of money, measures, digits and letters.

import { sum } from "../../measures.ts";
import { type Rule, words } from "../../rules.ts";

const units = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

export const numbers: readonly Rule[] = [
  ...words(
    "unit",
    units
      .map((word, n) => `${word}=${n}`)
      .slice(1)
      .join(" "),
  ),
  ...words("teen", teens.map((word, n) => `${word}=${n + 10}`).join(" ")),
  ...words(
    "ten",
    tens
      .map((word, n) => `${word}=${n * 10}`)
      .slice(2)
      .join(" ") + " fourty=40",
  ),
  ...words("big", "thousand|k|grand=1000 million|m=1000000"),
  { type: "small", form: "{unit}", say: (n) => (n > 0 && n < 10 ? [n] : undefined) },
  { type: "small", form: "{teen}", say: (n) => (n > 9 && n < 20 ? [n] : undefined) },
  { type: "small", form: "{ten}", say: (n) => (n > 19 && n < 100 && n % 10 === 0 ? [n] : undefined) },
  {
    type: "small",
    form: "{ten} {unit}",
    value: (a, b) => a + b,
    say: (n) => (n > 20 && n < 100 ? [n - (n % 10), n % 10] : undefined),
  },
  {
    type: "hundreds",
    form: "{small} hundred",
    value: (a) => a * 100,
    say: (n) => (n < 1000 && n % 100 === 0 ? [n / 100] : undefined),
  },
  { type: "hundreds", form: "hundred", value: () => 100, cost: 0.1 },
  { type: "hundreds", form: "a hundred", value: () => 100 },
  {
    type: "hundreds",
    form: "{hundreds} [and] {small}",
    value: (a, b) => (a % 100 === 0 ? a + b : undefined),
    say: (n) => (n > 100 && n < 1000 && n % 100 > 0 ? [n - (n % 100), n % 100] : undefined),
  },
  { type: "below", form: "{small}", say: (n) => (n > 0 && n < 100 ? [n] : undefined) },
  { type: "below", form: "{hundreds}", say: (n) => (n >= 100 && n < 1000 ? [n] : undefined) },
  { type: "figure", form: "{figures}", value: (text) => (text.length < 12 ? Number(text) : undefined) },
  { type: "n", form: "(zero|none|nil|nought)", value: () => 0, say: (n) => (n === 0 ? [] : undefined) },
  { type: "n", form: "{below}", say: (n) => (n > 0 && n < 1000 ? [n] : undefined) },
  { type: "n", form: "{figure}", value: (n) => n },
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
  { type: "n", form: "{figure}. {figures} {big}", value: (a, b, c) => Math.round(Number(`${a}.${b}`) * c) },
  { type: "n", form: "{figure} hundred", value: (a) => a * 100 },
  {
    type: "n",
    form: "{unit} {small} {big}",
    value: (a, b, c) => (b >= 10 ? (a * 100 + b) * c : undefined),
    cost: -0.05,
  },
  { type: "n", form: "a {big} and a half", value: (a) => a * 1.5, cost: -0.05 },
  { type: "n", form: "{small} and a half {big}", value: (a, b) => (a + 0.5) * b },
  { type: "single", form: "(a|an|a single|one single)", value: () => 1 },
  { type: "single", form: "no", value: () => 0 },
  { type: "more", form: "(add|plus) {n}", value: (n) => n },
  { type: "more", form: "{n} more", value: (n) => n },
  { type: "more", form: "(another|an extra) [{n}]", value: (n) => n ?? 1 },
  { type: "more", form: "{n} (less|fewer)", value: (n) => -n },
  { type: "n", form: "(a|one) {big}", value: (a) => a },
  { type: "n", form: "half a {big}", value: (a) => a / 2 },
  { type: "n", form: "(one|a) and a half {big}", value: (a) => a * 1.5 },
  { type: "n", form: "{big} and a half", value: (a) => a * 1.5 },
  { type: "n", form: "{small} point {unit} {big}", value: (a, b, c) => Math.round((a + b / 10) * c) },
  {
    type: "n",
    form: "{n} [and] {below}",
    value: (a, b) => (a >= 1000 && a % 1000 === 0 && b < 1000 ? a + b : undefined),
    say: (n) => (n > 1000 && n < 1e6 && n % 1000 > 0 ? [n - (n % 1000), n % 1000] : undefined),
  },
  {
    type: "n",
    form: "{n} {n}",
    value: (a, b) => (a >= 1e6 && a % 1e6 === 0 && b >= 1000 && b < 1e6 ? a + b : undefined),
    say: (n) => (n > 1e6 && n < 1e9 && n % 1e6 > 0 ? [n - (n % 1e6), n % 1e6] : undefined),
  },
  { type: "n", form: "[half] a dozen", value: () => 12 },
  { type: "n", form: "half a dozen", value: () => 6, cost: -0.1 },
  { type: "n", form: "{small} dozen", value: (n) => n * 12 },
  { type: "n", form: "(a|the) (couple|pair) [of]", value: () => 2 },
  { type: "n", form: "(a|the) couple [of] {big}", value: (b) => 2 * b, cost: -0.05 },
  { type: "n", form: "half dozen", value: () => 6 },
  { type: "number", form: "{n} out of {n}", value: (a) => a, cost: -0.05 },
  { type: "between", form: "[from] {n} (to|-|through) {n}", value: () => true, cost: -0.05 },
  {
    type: "between",
    form: "[from] {n} (to|-) {n} ({currency}|{measure}|{span})",
    value: () => true,
    cost: -0.1,
  },
  {
    type: "between",
    form: "between {n} and {n} ({currency}|{measure}|{span})",
    value: () => true,
    cost: -0.1,
  },
  { type: "between", form: "between {n} and {n}", value: () => true, cost: -0.05 },
  {
    type: "between",
    form: "(at most|at least|up to|no more than|less than|more than|under|over|not more than|fewer than|as many as) {number}",
    value: () => true,
    cost: -0.05,
  },
  { type: "colloquial", form: "{unit} {small}", value: (a, b) => (b >= 10 ? a * 100 + b : undefined) },
  { type: "n", form: "couple", value: () => 2, cost: 0.2 },
  {
    type: "part",
    form: "(point|dot) {unit}",
    value: String,
    say: (s) => (/^[1-9]$/.test(s) ? [Number(s)] : undefined),
  },
  { type: "part", form: "(point|dot) (zero|oh)", value: () => "0" },
  { type: "part", form: "(point|dot) {small}", value: String },
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
  { type: "decimal", form: "zero {part}", value: (a) => Number(`0.${a}`) },
  { type: "decimal", form: "{part}", value: (a) => Number(`0.${a}`) },
  { type: "decimal", form: "{figures} . {figures}", value: (a, b) => Number(`${a}.${b}`) },
  {
    type: "decimal",
    form: "{figures} , {figures}",
    value: (a, b) => (b.length < 3 ? Number(`${a}.${b}`) : undefined),
  },
  {
    type: "decimal",
    form: "{n} and (a|one) half",
    value: (n) => (n > 0 && n % 1000 === 0 ? undefined : n + 0.5),
  },
  { type: "decimal", form: "{n} and (a|one) quarter", value: (n) => n + 0.25 },
  { type: "decimal", form: "{n} and (three quarters|a three quarter|three quarter)", value: (n) => n + 0.75 },
  { type: "decimal", form: "(half a|half an|a half|one half)", value: () => 0.5, cost: 0.1 },
  { type: "decimal", form: "(three quarters|three quarters of a|three quarter)", value: () => 0.75 },
  { type: "decimal", form: "a quarter [of a|of an]", value: () => 0.25, cost: 0.1 },
  { type: "decimal", form: "(minus|negative) {n}", value: (n) => -n },
  { type: "number", form: "{n}", say: (n) => (Number.isInteger(n) ? [n] : undefined) },
  { type: "number", form: "{decimal}", say: (n) => [n] },
  ...words(
    "ordinal",
    "first|1st=1 second|2nd=2 third|3rd=3 fourth|4th=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth|twelth=12 thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19 twentieth=20 thirtieth=30",
  ),
  {
    type: "ordinal",
    form: "{ten} {ordinal}",
    value: (a, b) => (a < 40 && b < 10 ? a + b : undefined),
    say: (n) => (n > 20 && n % 10 > 0 ? [n - (n % 10), n % 10] : undefined),
  },
  { type: "ordinal", form: "{figure} (st|nd|rd|th)", value: (n) => (n < 400 ? n : undefined) },
];

export const measures: readonly Rule[] = [
  ...words(
    "currency",
    "dollars|dollar|bucks|buck|usd|$=USD pounds|pound|quid|gbp|£=GBP euros|euro|eur|€=EUR francs|chf=CHF",
  ),
  ...words("cents", "cents|cent|pence|p|pennies=1"),
  {
    type: "money",
    form: "{number} [us|of] {currency}",
    value: (n, unit) => ({ n, unit }),
    say: ({ n, unit }) => (Number.isInteger(n) ? [n, unit] : undefined),
  },
  { type: "money", form: "{currency} {number}", value: (unit, n) => ({ n, unit }), cost: 0.02 },
  {
    type: "money",
    form: "(a|one) {currency} [and] {small} [{cents}]",
    value: (unit, b) => ({ n: 1 + b / 100, unit }),
    cost: -0.02,
  },
  { type: "money", form: "(a|one) {currency}", value: (unit) => ({ n: 1, unit }) },
  {
    type: "money",
    form: "{n} {currency} [and] {small} [{cents}]",
    value: (a, unit, b) => ({ n: a + b / 100, unit }),
    say: ({ n, unit }) =>
      n > 1 && !Number.isInteger(n) ? [Math.floor(n), unit, Math.round((n % 1) * 100), 1] : undefined,
  },
  {
    type: "money",
    form: "{n} {currency} [and] {figure} [{cents}]",
    value: (a, unit, b) => (b < 100 ? { n: a + b / 100, unit } : undefined),
  },
  { type: "money", form: "{n} {currency} and (a half|fifty)", value: (n, unit) => ({ n: n + 0.5, unit }) },
  {
    type: "money",
    form: "{n} {cents}",
    value: (n) => (n < 100 ? { n: n / 100 } : undefined),
    say: ({ n }) => (n < 1 ? [Math.round(n * 100), 1] : undefined),
  },
  { type: "money", form: "(a|half a) {big} {currency}", value: (n, unit) => ({ n, unit }), cost: 0.1 },
  {
    type: "price",
    form: "{small} {small}",
    value: (a, b) => (b >= 10 ? { n: a + b / 100 } : undefined),
    cost: 0.1,
  },
  { type: "money", form: "{money} (a|per|each) {span}", value: (m) => m },
  {
    type: "price",
    form: "{figure} {figure}",
    value: (a, b) => (b >= 10 && b < 100 ? { n: a + b / 100 } : undefined),
    cost: 0.1,
  },
  ...words(
    "span",
    "minutes|minute|mins|min=minutes hours|hour|hrs|hr|h=hours days|day=days nights|night=nights weeks|week=weeks fortnights|fortnight=fortnights months|month=months years|year|yrs=years seconds|second|secs=seconds",
  ),
  ...words(
    "measure",
    "kilos|kilo|kg|kgs|kilograms|kilogram|kilogrammes=kg grams|gram|grammes|g=g litres|litre|liters|liter|l=l millilitres|milliliters|ml=ml metres|metre|meters|meter|m=m kilometres|kilometers|kilometre|km=km centimetres|centimeters|cm=cm miles|mile=mi pounds|lbs|lb=lb ounces|ounce|oz=oz tons|tonnes|tonne|ton=t pints|pint=pt gallons|gallon=gal square_metres|square_meters|sqm=m2 square_feet|square_foot=ft2 feet|foot=ft inches|inch=in",
  ),
  {
    type: "duration",
    form: "{number} {span}",
    value: (n, unit) => (unit === "fortnights" ? { n: n * 14, unit: "days" } : { n, unit }),
    say: ({ n, unit }) => [n, unit],
  },
  {
    type: "duration",
    form: "(a|an|one|the [whole]) [whole|full] {span}",
    value: (unit) => (unit === "fortnights" ? { n: 14, unit: "days" } : { n: 1, unit }),
  },
  { type: "duration", form: "{n} and a half {span}", value: (n, unit) => ({ n: n + 0.5, unit }), cost: -0.1 },
  { type: "duration", form: "{n} {span} and a half", value: (n, unit) => ({ n: n + 0.5, unit }) },
  { type: "duration", form: "[a|an|one] {span} and a half", value: (unit) => ({ n: 1.5, unit }) },
  { type: "duration", form: "(half|a half|half of) (a|an) {span}", value: (unit) => ({ n: 0.5, unit }) },
  { type: "duration", form: "[a] quarter [of] an hour", value: () => ({ n: 15, unit: "minutes" }) },
  { type: "duration", form: "three quarters of an hour", value: () => ({ n: 45, unit: "minutes" }) },
  { type: "duration", form: "{duration} [and] {duration}", value: sum, cost: 0.05 },
  { type: "duration", form: "(couple|couple of) {span}", value: (unit) => ({ n: 2, unit }) },
  {
    type: "duration",
    form: "{n} (hour|hours) [and] {small}",
    value: (h, m) => ({ n: h * 60 + m, unit: "minutes" }),
  },
  {
    type: "duration",
    form: "(an|one) hour [and] {small}",
    value: (m) => ({ n: 60 + m, unit: "minutes" }),
    cost: -0.02,
  },
  {
    type: "duration",
    form: "[a] (half hour|quarter hour)",
    value: () => ({ n: 30, unit: "minutes" }),
    cost: 0.1,
  },
  { type: "duration", form: "[a] quarter hour", value: () => ({ n: 15, unit: "minutes" }) },
  {
    type: "duration",
    form: "(an|one) hour and a quarter",
    value: () => ({ n: 75, unit: "minutes" }),
    cost: -0.05,
  },
  {
    type: "duration",
    form: "(an|one) hour and three quarters",
    value: () => ({ n: 105, unit: "minutes" }),
    cost: -0.05,
  },
  { type: "duration", form: "overnight", value: () => ({ n: 1, unit: "nights" }) },
  {
    type: "duration",
    form: "{duration} [long|straight|only|in total|or so|altogether]",
    value: (d) => d,
    cost: 0.01,
  },
  {
    type: "quantity",
    form: "{number} [of] {measure}",
    value: (n, unit) => ({ n, unit }),
    say: ({ n, unit }) => [n, unit],
  },
  { type: "quantity", form: "(a|one) {measure}", value: (unit) => ({ n: 1, unit }) },
  { type: "quantity", form: "(half a|half) {measure}", value: (unit) => ({ n: 0.5, unit }) },
  {
    type: "quantity",
    form: "{quantity} and {quantity}",
    value: (a, b) => (a.unit === b.unit ? undefined : { ...a, more: b }),
  },
  {
    type: "quantity",
    form: "{n} {measure} [and] {n}",
    value: (n, unit, more) =>
      unit === "kg" && more >= 100 && more < 1000 ? { n: n + more / 1000, unit } : undefined,
  },
];

const letters =
  "ay=A bee=B cee|see|sea=C dee=D ee=E ef|eff=F gee=G aitch|haitch=H eye=I jay=J kay=K el|ell=L em=M en=N oh=O pee|pea=P cue|queue=Q are|ar=R ess=S tee|tea=T you=U vee=V double_you|double_u=W ex=X why|wye=Y zed|zee=Z";
const alphabet =
  "alpha|alfa=A bravo=B charlie=C delta=D echo=E foxtrot=F golf=G hotel=H india=I juliet|juliett=J kilo=K lima=L mike=M november=N oscar=O papa=P quebec=Q romeo=R sierra=S tango=T uniform=U victor=V whiskey|whisky=W x-ray|xray=X yankee=Y zulu=Z";
export const dictation: readonly Rule[] = [
  { type: "char", form: "{letter}", say: (c) => (/^\p{L}$/u.test(String(c)) ? [c] : undefined) },
  ...words("char", letters, 0.3),
  ...words("char", alphabet, 0.2),
  {
    type: "char",
    form: "{letter} (as in|for|like|like in) {word}",
    value: (c, word) => (word[0] === c.toLowerCase() ? c : undefined),
    cost: -0.2,
  },
  {
    type: "char",
    form: "(double|two) {char}",
    value: (c) => (c.length === 1 ? c + c : undefined),
    cost: -0.1,
  },
  { type: "dig", form: "{unit}", value: String, say: (c) => (/^[1-9]$/.test(c) ? [Number(c)] : undefined) },
  {
    type: "dig",
    form: "(zero|oh|o|nought|naught|null|zeros)",
    value: () => "0",
    say: (c) => (c === "0" ? [] : undefined),
  },
  { type: "dig", form: "{figures}" },
  { type: "dig", form: "{teen}", value: String },
  { type: "dig", form: "{ten}", value: String, cost: 0.05 },
  { type: "dig", form: "{ten} {unit}", value: (a, b) => String(a + b), cost: 0 },
  { type: "dig", form: "{small} hundred", value: (a) => `${a}00`, cost: 0.05 },
  { type: "dig", form: "{unit} thousand", value: (a) => `${a}000`, cost: 0.05 },
  { type: "dig", form: "{unit} hundred [and] {small}", value: (a, b) => String(a * 100 + b), cost: 0.02 },
  {
    type: "dig",
    form: "(double|two times) {dig}",
    value: (c) => (c.length === 1 ? c + c : undefined),
    cost: -0.1,
  },
  {
    type: "dig",
    form: "(triple|treble) {dig}",
    value: (c) => (c.length === 1 ? c + c + c : undefined),
    cost: -0.1,
  },
  { type: "dig", form: "two (zeros|zeroes|oh s)", value: () => "00", cost: -0.1 },
  { type: "digs", form: "{dig}", say: (s) => (s.length === 1 ? [s] : undefined) },
  {
    type: "digs",
    form: "{digs} [|-|.|,|/|and then|then|um|uh|er|and|dash] {dig}",
    value: (a, b) => a + b,
    cost: 0.001,
    say: (s) => (s.length > 1 ? [s.slice(0, -1), s.slice(-1)] : undefined),
  },
  { type: "mix", form: "{letters}" },
  { type: "mix", form: "{mix} [-|dash] {letters}", value: (a, b) => a + b },
  { type: "char", form: "(capital|letter|big) {char}", value: (c) => c, cost: -0.01 },
  { type: "char", form: "x ray", value: () => "X" },
  {
    type: "char",
    form: "{letter} (as in|for|like) x ray",
    value: (c) => (c === "X" ? c : undefined),
    cost: -0.3,
  },
  { type: "phone", form: "(plus|+) {digs}", value: (s) => `+${s}`, say: (s) => [s.slice(1)] },
  { type: "mix", form: "{char}", say: (s) => (s.length === 1 ? [s] : undefined) },
  { type: "mix", form: "{dig}", say: (s) => (/^\d$/.test(s) ? [s] : undefined) },
  {
    type: "mix",
    form: "{mix} [|-|.|,|/|and then|then|dash|space|hyphen] {char}",
    value: (a, b) => a + b,
    cost: 0.001,
    say: (s) => (s.length > 1 && /\D$/.test(s) ? [s.slice(0, -1), s.slice(-1)] : undefined),
  },
  {
    type: "mix",
    form: "{mix} [|-|.|,|/|and then|then|dash|space|hyphen] {dig}",
    value: (a, b) => a + b,
    cost: 0.001,
    say: (s) => (s.length > 1 && /\d$/.test(s) ? [s.slice(0, -1), s.slice(-1)] : undefined),
  },
];
