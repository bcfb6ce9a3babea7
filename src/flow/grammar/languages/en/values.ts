// English values: forms of numbers, money, measures and dictation.

import type { Forms } from "../../forms.ts";

export const values: Forms = {
  smallSum: "{ten} {unit}",
  hundredsOf: "{small} hundred",
  hundred: `a hundred
    hundred ~0.1`,
  zero: "(zero;none|nil|nought|nothing|(nothing|none) (yet|so far|at all)|not a (single one|one))",
  aHundred: "a hundred",
  nLooseBig: "{unit} {small} {big}",
  bigOne: "(a|one) {big}",
  bigHalf: "half a {big}",
  bigAndHalf: `a {big} and a half ~-0.05
    (one|a) and a half {big}
    {big} and a half`,
  bigTwo: "[a|the] couple [of] {big}",
  nHalfBig: "{small} and a half {big}",
  nTenthsBig: "{small} point {unit} {big}",
  decade: "[in] [his|her|my|the] [{off}] {tens}",
  dozen: "[half] a dozen",
  halfDozen: "(half a|half) dozen",
  dozens: "{small} dozen",
  pair: `(a|the) (couple|pair) [of]
    couple ~0.2`,
  fraction: `(point;dot) {unit}
    (point|dot) {small}`,
  fractionZero: "(point|dot) (zero|oh)",
  decimalBelowOne: `zero {fraction}
    {fraction}`,
  decimalComma: "{figures} , {figures}",
  nAndHalf: "{n} and (a|one) half",
  nAndQuarter: "{n} and (a|one) quarter",
  nAndThreeQuarters: "{n} and (three quarters|a three quarter|three quarter)",
  half: "(half a|half an|a half|one half) ~0.1\nhalf ~0.4",
  quarter: "(a|one) (quarter|fourth) [of a|of an] ~0.1",
  nths: "{unit} {nths}",
  threeQuarters: "(three quarters|three quarters of a|three quarter)",
  negative: "(minus;negative) {n}",
  outOf: `{n} out of {n}
    {n} (star|stars|point|points) [out of {n}]
    {n} / {n} ~0.1`,
  between: `[from] {n} (to|-|through) {n}
    [from] {n} (to|-) {n} ({currency}|{measure}|{span}) ~-0.1
    between {n} and {n} ({currency}|{measure}|{span}) ~-0.1
    between {n} and {n}
    (at least|less than|more than|longer than|under|over|fewer than|as many as) ({number}|{duration}|{money})
    (that|this|no|which) one ~-0.3
    the {span}`,
  bigQuarter: "(a|one) quarter [of a] {big}",
  moneyNote: "a {note}",
  moneyPerNumber: "{number} (per|a) (night|day|week|month|hour|person|head|guest)",
  priceZero: "{small} oh {unit}",
  colloquial: "{unit} {small}",
  ordinalSum: "{ten} {ordinal}",
  ordinalFigure: "{figure} (st|nd|rd|th)",
  single: "(a|an|a single|one single)",
  singleNone: "(no|without|without any)",
  more: `(add|plus) {n}
    {n} more
    (another|an extra) [{n}]`,
  less: "{n} (less|fewer)",
  money: "{number} (us|of) {currency}",
  moneyOneCents: "(a|one) {currency} [and] {small} [{cents}]",
  moneyHalf: "{n} {currency} and (a half|fifty)",
  moneyPer: "{money} (a|per|each) ({span}|person|head|guest)",
  durationOne: `{aspan}
    (a|an|one) [whole|full] {span}
    the (whole|full|entire) {span}`,
  durationHalf: `half {aspan}
    (half|a half|half of) (a|an) {span}`,
  durationAndHalf: `{n} and a half {span}
    {n} {span} and a half ~0`,
  durationOneAndHalf: `{aspan} and a half
    [a|an|one] {span} and a half`,
  hoursMinutes: `{n} (hour|hours|h) [and] {small}
    {n} (hour|hours|h) [and] {figure}`,
  hourMinutes: "(an|one) hour [and] {small}",
  quarterHour: "[a] quarter (of an hour;an hour|hour)",
  threeQuarterHour: "three quarters of an hour",
  hourAndQuarter: "(an|one) hour and a quarter",
  duration: "{n} (full|whole|long|good|quick) {span}",
  durationItself: "{duration} [(a|per|each|every) {span}] [long|straight|only|in total|or so|altogether]",
  quantity: "{number} of {measure}",
  quantityAndHalf: "{n} {measure} and a half",
  quantityOneAndHalf: "(a|one) {measure} and a half",
  quantityMore: "{n} {measure} [and] {n}",
  letterAsIn: "{letter} (as in|for|like|like in) {word}",
  letterX: "{letter} (as in|for|like) x ray",
  doubleLetter: "two {char}",
  capital: "(capital|letter|big) {char}",
  digitZero: "(zero|oh;o|nought|naught|null|zeros)",
  digitsSum: "{ten} {unit}",
  digitsHundred: "{small} hundred",
  digitsHundredAnd: `{unit} hundred and {small}
    {unit} hundred {teen}
    {unit} hundred {ten} [{unit}]
    {unit} hundred {unit} ~0.051`,
  letterWith: "with [a|an|the] {char} [at the end|in the middle|at the front]",
  letterCase: `without [a|an|the] {char}
    (all|everything) [in] (lowercase|lower case|small letters|capitals|uppercase|upper case)
    (lowercase|lower case|in small letters|in capitals|capital|uppercase|all one word|one word|all together|no spaces|spelled)`,
  doubleZero: "two (zeros|zeroes|oh s)",
  digitsJoined: "{digs} dash {dig}",
};
