// German measures: how units of durations and amounts are said, and what else callers call them.

import type { MeasureUnit } from "../../value/measure-unit.ts";

export const measureNames: Readonly<Record<MeasureUnit, readonly [one: string, many: string]>> = {
  seconds: ["Sekunde", "Sekunden"],
  minutes: ["Minute", "Minuten"],
  hours: ["Stunde", "Stunden"],
  days: ["Tag", "Tage"],
  nights: ["Nacht", "Nächte"],
  weeks: ["Woche", "Wochen"],
  months: ["Monat", "Monate"],
  years: ["Jahr", "Jahre"],
  mg: ["Milligramm", "Milligramm"],
  g: ["Gramm", "Gramm"],
  kg: ["Kilogramm", "Kilogramm"],
  oz: ["Unze", "Unzen"],
  lb: ["britisches Pfund", "britische Pfund"],
  ml: ["Milliliter", "Milliliter"],
  cl: ["Zentiliter", "Zentiliter"],
  l: ["Liter", "Liter"],
  pt: ["Pint", "Pints"],
  gal: ["Gallone", "Gallonen"],
  mm: ["Millimeter", "Millimeter"],
  cm: ["Zentimeter", "Zentimeter"],
  m: ["Meter", "Meter"],
  km: ["Kilometer", "Kilometer"],
  in: ["Zoll", "Zoll"],
  ft: ["Fuß", "Fuß"],
  mi: ["Meile", "Meilen"],
  m2: ["Quadratmeter", "Quadratmeter"],
  ft2: ["Quadratfuß", "Quadratfuß"],
};
