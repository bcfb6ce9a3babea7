// Measure: the units in which durations and amounts are counted, and how they convert.

/** Months and years have no fixed number of days, so they are a dimension of their own. */
export type Dimension = "time" | "calendar" | "mass" | "volume" | "length" | "area";

/** Units by dimension, each with its size in the first one. */
const sizes = {
  time: { minutes: 1, seconds: 1 / 60, hours: 60, days: 1_440, nights: 1_440, weeks: 10_080 },
  calendar: { months: 1, years: 12 },
  mass: { g: 1, mg: 0.001, kg: 1_000, oz: 28.349523125, lb: 453.59237 },
  volume: { ml: 1, cl: 10, l: 1_000, pt: 473.176473, gal: 3_785.411784 },
  length: { cm: 1, mm: 0.1, m: 100, km: 100_000, in: 2.54, ft: 30.48, mi: 160_934.4 },
  area: { m2: 1, ft2: 0.09290304 },
} as const satisfies Record<Dimension, Record<string, number>>;

export const durationUnits = [
  "seconds",
  "minutes",
  "hours",
  "days",
  "nights",
  "weeks",
  "months",
  "years",
] as const;
export const amountUnits = [
  "mg",
  "g",
  "kg",
  "oz",
  "lb",
  "ml",
  "cl",
  "l",
  "pt",
  "gal",
  "mm",
  "cm",
  "m",
  "km",
  "in",
  "ft",
  "mi",
  "m2",
  "ft2",
] as const;

export type MeasureUnit = (typeof durationUnits)[number] | (typeof amountUnits)[number];

export interface Size {
  readonly dimension: Dimension;
  /** In the first unit of the dimension. */
  readonly size: number;
}

const dimensions = ["time", "calendar", "mass", "volume", "length", "area"] as const;

const sizesByUnit: ReadonlyMap<string, Size> = new Map(
  dimensions.flatMap((dimension) =>
    Object.entries(sizes[dimension]).map(([unit, size]) => [unit, { dimension, size }] as const),
  ),
);

export const isMeasureUnit = (name: string): name is MeasureUnit => sizesByUnit.has(name);

/** The dimension and size of a unit. */
export const sizeOf = (unit: MeasureUnit): Size => sizesByUnit.get(unit) ?? { dimension: "time", size: 1 };
