// English measures: how units of durations and amounts are said, and what else callers call them.

import type { MeasureUnit } from "../../value/measure-unit.ts";

export const measureNames: Readonly<Record<MeasureUnit, readonly [one: string, many: string]>> = {
  seconds: ["second", "seconds"],
  minutes: ["minute", "minutes"],
  hours: ["hour", "hours"],
  days: ["day", "days"],
  nights: ["night", "nights"],
  weeks: ["week", "weeks"],
  months: ["month", "months"],
  years: ["year", "years"],
  mg: ["milligram", "milligrams"],
  g: ["gram", "grams"],
  kg: ["kilogram", "kilograms"],
  oz: ["ounce", "ounces"],
  lb: ["pound", "pounds"],
  ml: ["milliliter", "milliliters"],
  cl: ["centiliter", "centiliters"],
  l: ["liter", "liters"],
  pt: ["pint", "pints"],
  gal: ["gallon", "gallons"],
  mm: ["millimeter", "millimeters"],
  cm: ["centimeter", "centimeters"],
  m: ["meter", "meters"],
  km: ["kilometer", "kilometers"],
  in: ["inch", "inches"],
  ft: ["foot", "feet"],
  mi: ["mile", "miles"],
  m2: ["square meter", "square meters"],
  ft2: ["square foot", "square feet"],
};
