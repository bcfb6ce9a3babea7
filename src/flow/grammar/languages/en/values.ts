// English values: forms of numbers, money, measures and dictation.

import type { Forms } from "../../forms.ts";

export const values: Forms = {
  smallSum: "{ten} {unit}",
  hundredsOf: "{small} hundred",
  hundred: `a hundred
    hundred ~0.1`,
  zero: "(zero;none|nil|nought|nothing|(nothing|none) (yet|so far|at all)|not a (single one|one))",
  aHundred: "a hundred",
  nHundred: "{figure} hundred",
  nLooseBig: "{unit} {small} {big}",
  bigOne: "(a|one) {big}",
  bigHalf: "half a {big}",
  bigAndHalf: `a {big} and a half ~-0.05
    (one|a) and a half {big}
    {big} and a half`,
  bigTwo: "[a|the] couple [of] {big}",
  nHalfBig: "{small} and a half {big}",
  nTenthsBig: "{small} point {unit} {big}",
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
    (at least|less than|more than|longer than|under|over|fewer than|as many as) ({number}|{duration})
    (that|this|no|which) one ~-0.3
    the {span}`,
  atMost: `(at most|at the most|up to|no more than|not more than|maximum) {number}
    (at most|at the most|up to|no more than|not more than|maximum|at least|less than|more than|under|over) {money}
    (at most|at the most|up to|no more than|not more than|maximum) {duration}
    {number} (at most|at the most|maximum|max|tops)
    {money} (at most|at the most|maximum|max|tops)`,
  bigQuarter: "(a|one) quarter [of a] {big}",
  bigThreeQuarters: "three quarters of a {big}",
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
  moneyOne: "(a|one) {currency}",
  moneyOneCents: "(a|one) {currency} [and] {small} [{cents}]",
  moneyHalf: "{n} {currency} and (a half|fifty)",
  moneyPer: "{money} (a|per|each) ({span}|person|head|guest)",
  durationOne: `{aspan}
    (a|an|one) [whole|full] {span}
    the (whole|full|entire) {span}`,
  durationTwo: "(couple|couple of) {span}",
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
  halfHour: "[a] half hour",
  threeQuarterHour: "three quarters of an hour",
  hourAndQuarter: "(an|one) hour and a quarter",
  hourAndThreeQuarters: "(an|one) hour and three quarters",
  overnight: "overnight",
  duration: "{n} (full|whole|long|good|quick) {span}",
  durationItself: "{duration} [(a|per|each|every) {span}] [long|straight|only|in total|or so|altogether]",
  quantity: "{number} of {measure}",
  quantityOne: "(a|one) {measure}",
  quantityAndHalf: "{n} {measure} and a half",
  quantityOneAndHalf: "(a|one) {measure} and a half",
  timesPer: "{times} (a|per|every|each) {span}",
  numberPlural: "[{ten}] {plural}",
  quantityHalf: "(half a|half) {measure}",
  quantityMore: "{n} {measure} [and] {n}",
  letterAsIn: "{letter} (as in|for|like|like in) {word}",
  letterX: "{letter} (as in|for|like) x ray",
  doubleLetter: "two {char}",
  capital: "(capital|letter|big) {char}",
  digitZero: "(zero|oh;o|nought|naught|null|zeros)",
  digitsSum: "{ten} {unit}",
  digitsHundred: "{small} hundred",
  digitsThousand: "{unit} thousand",
  digitsHundredAnd: `{unit} hundred and {small}
    {unit} hundred {teen}
    {unit} hundred {ten} [{unit}]
    {unit} hundred {unit} ~0.051`,
  letterCase: `(all|everything) [in] (lowercase|lower case|small letters|capitals|uppercase|upper case)
    (lowercase|lower case|in small letters|in capitals|capital|uppercase|all one word|one word|all together|no spaces|spelled)`,
  spellingNote: `(with|without) (a|an|one|two|double) {char} [at the end]
    (with|without) {char} (and|not) [a|an] {char}
    {char} not {char}`,
  doubleZero: "two (zeros|zeroes|oh s)",
  digitsJoined: "{digs} dash {dig}",
};
