// German units: symbols of a measure or a scale after a number, and their spoken form.

import { namesOf } from "../../flow/locale/spoken-forms.ts";

/** Most measures have no plural after a number in German; these do. */
export const units = namesOf(
  `
    % Prozent, ‰ Promille, ° Grad, °C Grad Celsius, °F Grad Fahrenheit, km Kilometer, m Meter,
    cm Zentimeter, mm Millimeter, µm Mikrometer, nm Nanometer, km² Quadratkilometer, m² Quadratmeter,
    m2 Quadratmeter, qm Quadratmeter, cm² Quadratzentimeter, m³ Kubikmeter, m3 Kubikmeter, ha Hektar,
    km/h Kilometer pro Stunde, m/s Meter pro Sekunde, kg Kilogramm, g Gramm, mg Milligramm, µg Mikrogramm,
    t Tonne|Tonnen, Pfd Pfund, l Liter, L Liter, ml Milliliter, cl Zentiliter, hl Hektoliter, kB Kilobyte,
    KB Kilobyte, MB Megabyte, GB Gigabyte, TB Terabyte, Mbit/s Megabit pro Sekunde,
    Gbit/s Gigabit pro Sekunde, Mbps Megabit pro Sekunde, MB/s Megabyte pro Sekunde, W Watt, kW Kilowatt,
    MW Megawatt, kWh Kilowattstunde|Kilowattstunden, V Volt, mA Milliampere,
    mAh Milliamperestunde|Milliamperestunden, PS P S, Hz Hertz, kHz Kilohertz, MHz Megahertz, GHz Gigahertz,
    dB Dezibel, kcal Kilokalorie|Kilokalorien, kJ Kilojoule, hPa Hektopascal, h Stunde|Stunden,
    Std Stunde|Stunden, min Minute|Minuten, Min Minute|Minuten, s Sekunde|Sekunden, sek Sekunde|Sekunden,
    Sek Sekunde|Sekunden, ms Millisekunde|Millisekunden, Stk Stück, x mal
  `,
);

/** "5 x 3" is a product. */
export const gluedUnits: ReadonlySet<string> = new Set(["x", "k", "K", "M"]);

export const loneUnits: ReadonlySet<string> = new Set(
  "km kg cm mm km/h °C kWh kW MB GB TB MHz GHz kHz Mbit/s km² m² qm".split(" "),
);

export const scales = namesOf(`
  k tausend, K tausend, Tsd tausend, tsd tausend, tausend tausend, M Million|Millionen,
  Mio Million|Millionen, mio Million|Millionen, Million Million|Millionen, Millionen Million|Millionen,
  Mrd Milliarde|Milliarden, mrd Milliarde|Milliarden, Milliarde Milliarde|Milliarden,
  Milliarden Milliarde|Milliarden
`);
