// Figures of a benchmark: numbers with a unit, one per line, some with the number that README or NUMBERS.md claims. A
// quick run tests these claims.

import type { Claim } from "./capacity/claims.ts";

export interface Figure {
  readonly of: string;
  readonly value: number;
  /** Such as "ms"; empty for a count. */
  readonly unit: string;
  /** The claims, on the machine of NUMBERS.md. */
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly note?: string;
}

export interface Figures {
  readonly figures: readonly Figure[];
}

/** Prints each figure as soon as it is measured, because a benchmark takes minutes. */
export class FigureList implements Figures {
  readonly figures: Figure[] = [];
  readonly #tell: (line: string) => void;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  add(...figures: readonly Figure[]): void {
    this.figures.push(...figures);
    for (const figure of figures) this.#tell(lineOf(figure));
  }
}

/** Units that a slow or busy machine changes. A count is the same on every machine. */
const pacedUnits = new Set(["ms", "µs", "ns", "s", "a second", "times a second", "% of a core"]);
/** A short run beside other work distinguishes an order of magnitude from a claim, not a percentage. */
const slowerMax = 8;

/** Claims of the figures that have one. */
export function claimsOf({ figures }: Figures): readonly Claim[] {
  return figures.flatMap(({ of, value, unit, atMost, atLeast }): Claim[] => {
    const slack = pacedUnits.has(unit) ? slowerMax : 1;
    return [
      ...claimed(
        `${of}: ${[shown(value), unit].join(" ").trim()}, claimed ${atMost} at most`,
        atMost,
        (max) => value <= max * slack,
      ),
      ...claimed(
        `${of}: ${[shown(value), unit].join(" ").trim()}, claimed ${atLeast} at least`,
        atLeast,
        (min) => value >= min / slack,
      ),
    ];
  });
}

const claimed = (says: string, bound: number | undefined, holds: (bound: number) => boolean): Claim[] =>
  bound === undefined ? [] : [[says, holds(bound)]];

const shown = (value: number): string =>
  value.toLocaleString(
    "en",
    Math.abs(value) < 1_000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  );

export function lineOf({ of, value, unit, note }: Figure): string {
  return `  ${of.padEnd(58)} ${`${shown(value)} ${unit}`.padEnd(18)}${note ?? ""}`.trimEnd();
}
