// Quantities: sums of money, spans of time, and measures.

import type { Span } from "../measures.ts";
import { always } from "./meaning.ts";

const minutes: Readonly<Record<string, number>> = {
  seconds: 1 / 60,
  minutes: 1,
  hours: 60,
  days: 1440,
  weeks: 10_080,
  months: 43_200,
  years: 518_400,
};

/** "Two hours and thirty minutes" */
function sum(a: Span, b: Span): Span | undefined {
  const [big, little] = [minutes[a.unit], minutes[b.unit]];
  if (big === undefined || little === undefined || little >= big) return undefined;
  if (a.unit === "years" && b.unit === "months") return { n: a.n * 12 + b.n, unit: "months" };
  return { n: (a.n * big + b.n * little) / little, unit: b.unit };
}

const of = (n: number, unit: string): Span =>
  unit === "fortnights" ? { n: n * 14, unit: "days" } : { n, unit };
/** Hundredths of a pound have another name: words of `cents` with 2. */
const centsOf = (unit: string): number => (unit === "GBP" ? 2 : 1);
const cents = (n: number): number => Math.round((n % 1) * 100);

const saidOf =
  (wanted: number) =>
  ({ n, unit }: Span): readonly unknown[] | undefined =>
    n === wanted ? [unit] : undefined;
const saidMinutes =
  (wanted: number) =>
  ({ n, unit }: Span): readonly unknown[] | undefined =>
    n === wanted && unit === "minutes" ? [] : undefined;

export const quantities = {
  /** "Mid eighties" */
  decade: { type: "decade", value: (by = 5, n = 0) => n + by },
  money: {
    type: "money",
    value: of,
    say: ({ n, unit }: Span) => (Number.isInteger(n) ? [n, unit] : undefined),
  },
  moneyFirst: { type: "money", value: (unit: string, n: number) => ({ n, unit }), cost: 0.02 },
  moneyOneCents: {
    type: "money",
    value: (unit: string, b: number) => ({ n: 1 + b / 100, unit }),
    cost: -0.02,
  },
  moneyCents: {
    type: "money",
    value: (a: number, unit: string, b: number) => (b < 100 ? { n: a + b / 100, unit } : undefined),
    say: ({ n, unit }: Span) =>
      n > 1 && !Number.isInteger(n) ? [Math.floor(n), unit, cents(n), centsOf(unit)] : undefined,
  },
  /** "Twelve euros fifty". */
  moneyThen: {
    type: "money",
    value: (a: number, unit: string, b: number) => (b < 100 ? { n: a + b / 100, unit } : undefined),
    say: ({ n, unit }: Span) =>
      n > 1 && !Number.isInteger(n) && cents(n) > 9 ? [Math.floor(n), unit, cents(n)] : undefined,
  },
  moneyHalf: { type: "money", value: (n: number, unit: string) => ({ n: n + 0.5, unit }) },
  centsOnly: {
    type: "money",
    value: (n: number) => (n < 100 ? { n: n / 100 } : undefined),
    say: ({ n, unit }: Span) => (n > 0 && n < 1 ? [Math.round(n * 100), centsOf(unit)] : undefined),
  },
  moneyNote: { type: "money", value: (n: number) => ({ n }) },
  moneyPerNumber: { type: "money", value: (n: number) => ({ n }), cost: 0.02 },
  /** "Four oh five". */
  priceZero: { type: "price", value: (a: number, b: number) => ({ n: a + b / 100 }), cost: 0.1 },
  moneyPer: { type: "money", value: (sumOfMoney: Span) => sumOfMoney },
  /** "Ten fifty". */
  price: {
    type: "price",
    value: (a: number, b: number) => (b >= 10 && b < 100 ? { n: a + b / 100 } : undefined),
    cost: 0.1,
  },
  durationOne: { type: "duration", value: (unit: string) => of(1, unit), say: saidOf(1) },
  duration: {
    type: "duration",
    value: of,
    say: ({ n, unit }: Span) => (n === 1 ? undefined : [n, unit]),
  },
  durationHalf: { type: "duration", value: (unit: string) => of(0.5, unit), say: saidOf(0.5) },
  durationAndHalf: {
    type: "duration",
    value: (n: number, unit: string) => of(n + 0.5, unit),
    cost: -0.1,
    say: ({ n, unit }: Span) => (n > 2 && n % 1 === 0.5 ? [n - 0.5, unit] : undefined),
  },
  durationOneAndHalf: { type: "duration", value: (unit: string) => of(1.5, unit), say: saidOf(1.5) },
  hoursMinutes: { type: "duration", value: (h: number, m: number) => of(h * 60 + m, "minutes") },
  hourMinutes: { type: "duration", value: (m: number) => of(60 + m, "minutes"), cost: -0.02 },
  quarterHour: { type: "duration", value: always({ n: 15, unit: "minutes" }), say: saidMinutes(15) },
  threeQuarterHour: { type: "duration", value: always({ n: 45, unit: "minutes" }), say: saidMinutes(45) },
  hourAndQuarter: { type: "duration", value: always({ n: 75, unit: "minutes" }), cost: -0.05 },
  durationSum: {
    type: "duration",
    value: sum,
    cost: 0.05,
    say: ({ n, unit }: Span) =>
      unit === "minutes" && n > 60 && n % 60 > 0
        ? [
            { n: Math.floor(n / 60), unit: "hours" },
            { n: n % 60, unit },
          ]
        : undefined,
  },
  durationItself: { type: "duration", value: (span: Span) => span, cost: 0.01 },
  quantity: { type: "quantity", value: of, say: ({ n, unit }: Span) => [n, unit] },
  quantityAndHalf: { type: "quantity", value: (n: number, unit: string) => of(n + 0.5, unit), cost: -0.1 },
  quantityOneAndHalf: { type: "quantity", value: (unit: string) => of(1.5, unit), cost: -0.1 },
  /** "One kilo two hundred". */
  quantityMore: {
    type: "quantity",
    value: (n: number, unit: string, more: number) =>
      unit === "kg" && more >= 100 && more < 1000
        ? { n: n + more / 1000, unit }
        : unit === "m" && more < 100 && (n < 3 || more >= 10)
          ? { n: n + more / 100, unit }
          : undefined,
  },
};
