// English units: symbols of a measure or a scale after a number, and their spoken form.

import { namesOf } from "../../flow/locale/spoken-forms.ts";

export const units = namesOf(
  `
    % percent|percent, ‰ per mille|per mille, ° degree, °C degree Celsius|degrees Celsius,
    °F degree Fahrenheit|degrees Fahrenheit, km kilometer, m meter, cm centimeter, mm millimeter,
    µm micrometer, μm micrometer, nm nanometer, mi mile, ft foot|feet, yd yard, in inch|inches,
    km² square kilometer, km2 square kilometer, m² square meter, m2 square meter, sqm square meter,
    cm² square centimeter, ft² square foot|square feet, m³ cubic meter, m3 cubic meter, ha hectare,
    km/h kilometer per hour|kilometers per hour, kph kilometer per hour|kilometers per hour,
    kmh kilometer per hour|kilometers per hour, m/s meter per second|meters per second,
    mph mile per hour|miles per hour, mpg mile per gallon|miles per gallon, kg kilogram, g gram,
    mg milligram, µg microgram, lb pound, lbs pound, oz ounce, l liter, L liter, ml milliliter,
    mL milliliter, cl centiliter, dl deciliter, gal gallon, tbsp tablespoon, tsp teaspoon, qt quart,
    pt pint, B byte, kB kilobyte, KB kilobyte, MB megabyte, GB gigabyte, TB terabyte, PB petabyte,
    kbit/s kilobit per second|kilobits per second, Mbit/s megabit per second|megabits per second,
    Gbit/s gigabit per second|gigabits per second, kbps kilobit per second|kilobits per second,
    Mbps megabit per second|megabits per second, Gbps gigabit per second|gigabits per second,
    MB/s megabyte per second|megabytes per second, W watt, kW kilowatt, MW megawatt, Wh watt hour,
    kWh kilowatt hour, V volt, mA milliampere, mAh milliampere hour, Hz hertz|hertz,
    kHz kilohertz|kilohertz, MHz megahertz|megahertz, GHz gigahertz|gigahertz, dB decibel, kcal kilocalorie,
    kJ kilojoule, hPa hectopascal, bpm beat per minute|beats per minute,
    rpm revolution per minute|revolutions per minute, px pixel, dpi dot per inch|dots per inch, h hour,
    hr hour, hrs hour, min minute, mins minute, s second, sec second, secs second, ms millisecond,
    µs microsecond, yr year, yrs year, wk week, pp page, x times|times
  `,
  (one) => `${one}s`,
);

/** "5 in the room" has no inches, and "5 x 3" is a product. */
export const gluedUnits: ReadonlySet<string> = new Set(["in", "x", "K", "k", "M", "m.", "B.", "bn", "T"]);

export const loneUnits: ReadonlySet<string> = new Set(
  "km kg cm mm km/h mph °C °F kWh kW MB GB TB MHz GHz kHz Mbit/s Mbps Gbps km² m²".split(" "),
);

export const scales = namesOf(`
  k thousand, K thousand, thousand thousand, M million, mn million, mio million, million million,
  bn billion, billion billion, tn trillion, trillion trillion
`);
