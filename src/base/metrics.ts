// Metrics registry: figures of this process under fixed names, as text for Prometheus (exposition format 0.0.4).
// Every series exists from the beginning, at zero, so their number never grows; counting and observing cost some
// additions in preallocated arrays.

import { assert } from "./assert.ts";

/** The content type of `textOf`. */
export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

/** Label names, each with its full list of values. At most three. */
export type Labels = readonly (readonly [name: string, values: readonly string[]])[];

/** One value for each label, in order. */
export type ValuesOf<L extends Labels> = {
  readonly [I in keyof L]: L[I] extends readonly [string, readonly (infer V)[]] ? V : never;
};

/** Figures for each combination of values, preallocated: an event allocates nothing. */
interface Metric<L extends Labels, Figure> {
  readonly at: (...values: ValuesOf<L>) => Figure;
}

export type Counter<L extends Labels> = Metric<L, Pick<Figure, "add">>;
export type Gauge<L extends Labels> = Metric<L, Figure>;
export type Histogram<L extends Labels> = Metric<L, Distribution>;

export interface MetricOptions<L extends Labels> {
  readonly help: string;
  readonly labels?: L;
  /** Existing combinations of values; default: all. */
  readonly exist?: (...values: ValuesOf<L>) => boolean;
}

export interface GaugeOptions<L extends Labels> extends MetricOptions<L> {
  /** How figures of several processes combine; default: sum. */
  readonly together?: "sum" | "worst";
}

export interface HistogramOptions<L extends Labels> extends MetricOptions<L> {
  /** Upper bounds in order, without the infinite one. */
  readonly buckets: readonly number[];
}

/** Figures of one metric, for another process of the same version. */
export interface MetricFigures {
  readonly name: string;
  /** The figure never falls while the process lives. */
  readonly isCounter: boolean;
  readonly values: Float64Array;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly together: "sum" | "worst";
  readonly values: Float64Array;
  /** Beginnings of its lines, one per shown figure, made once. */
  readonly lines: readonly string[];
  /** Converts stored to shown values. */
  readonly shown: (values: Float64Array) => Float64Array;
}

/** Number of a combination of values; below zero: none. */
type Slot = (first?: string, second?: string, third?: string) => number;

/** Numbering of label values. */
interface Series {
  /** Names as written, by number. */
  readonly names: readonly string[];
  readonly slot: Slot;
}

export class Metrics {
  readonly #families: Family[] = [];
  readonly #measures: (() => void | Promise<void>)[] = [];

  /** `name` ends in `_total`. */
  counter<const L extends Labels = readonly []>(name: string, options: MetricOptions<L>): Counter<L> {
    return this.#simple(name, "counter", options);
  }

  /** `name` ends in its unit. */
  gauge<const L extends Labels = readonly []>(name: string, options: GaugeOptions<L>): Gauge<L> {
    return this.#simple(name, "gauge", options);
  }

  /** `name` ends in its unit. */
  histogram<const L extends Labels = readonly []>(name: string, options: HistogramOptions<L>): Histogram<L> {
    const { buckets, help } = options;
    assert(
      buckets.every((bound, i) => bound > (buckets[i - 1] ?? 0)),
      "the bounds of buckets grow from above 0",
    );
    const { names, slot } = seriesOf(options);
    // The infinite bucket and the sum come after the others.
    const width = buckets.length + 2;
    const bounds = Float64Array.from(buckets);
    const values = new Float64Array(names.length * width);
    const ends = [...buckets.map(String), "+Inf"].map((bound) => `le="${bound}"`);
    const lines = names.flatMap((labels) => [
      ...ends.map((end) => `${name}_bucket{${labels === "" ? end : `${labels},${end}`}} `),
      `${name}_sum${braced(labels)} `,
      `${name}_count${braced(labels)} `,
    ]);
    const shown = (kept: Float64Array): Float64Array => cumulated(kept, width);
    this.#declare({ name, help, type: "histogram", together: "sum", values, lines, shown });
    const all = names.map((_, i) => new Distribution(values.subarray(i * width, (i + 1) * width), bounds));
    return { at: found(all, slot) };
  }

  /** `work` sets gauges before each read of the figures. It neither throws nor rejects. */
  measure(work: () => void | Promise<void>): void {
    this.#measures.push(work);
  }

  /** Copies of all present figures. */
  async figures(): Promise<readonly MetricFigures[]> {
    await Promise.all(this.#measures.map(async (work) => work()));
    return this.#families.map(({ name, type, values }) => ({
      name,
      isCounter: type !== "gauge",
      values: values.slice(),
    }));
  }

  /** `ownFigures`: of this process. `others`: of other processes. */
  textOf(ownFigures: readonly MetricFigures[], others: readonly MetricFigures[] = []): string {
    const valuesByName = new Map(ownFigures.map(({ name, values }) => [name, values]));
    return this.#families
      .map((family) => {
        const theirs = others.filter(({ name }) => name === family.name).map(({ values }) => values);
        const values = [valuesByName.get(family.name) ?? family.values, ...theirs].reduce(
          combined(family.together),
        );
        return familyText(family, values);
      })
      .join("");
  }

  #simple<L extends Labels>(name: string, type: "counter" | "gauge", options: GaugeOptions<L>): Gauge<L> {
    const { help, together = "sum" } = options;
    const { names, slot } = seriesOf(options);
    const values = new Float64Array(names.length);
    const lines = names.map((labels) => `${name}${braced(labels)} `);
    this.#declare({ name, help, type, together, values, lines, shown: (kept) => kept });
    const all = names.map((_, i) => new Figure(values.subarray(i, i + 1)));
    return { at: found(all, slot) };
  }

  #declare(family: Family): void {
    assert(!this.#families.some(({ name }) => name === family.name), "each metric has a name of its own");
    this.#families.push(family);
  }
}

/** One number of a metric. */
class Figure {
  readonly #value: Float64Array;

  constructor(value: Float64Array) {
    this.#value = value;
  }

  /** `by`: of counters not below zero. */
  add(by: number): void {
    this.#value[0] = (this.#value[0] ?? 0) + by;
  }

  set(value: number): void {
    this.#value[0] = value;
  }
}

/** Number of observations per bucket, and their sum. */
class Distribution {
  readonly #values: Float64Array;
  readonly #bounds: Float64Array;

  constructor(values: Float64Array, bounds: Float64Array) {
    this.#values = values;
    this.#bounds = bounds;
  }

  observe(value: number): void {
    const values = this.#values;
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1;
    values[bucket] = (values[bucket] ?? 0) + 1;
    const sum = values.length - 1;
    values[sum] = (values[sum] ?? 0) + value;
  }
}

/** The compiler knows the number of values; this finds the figure of them. */
function found<L extends Labels, F>(all: readonly F[], slot: Slot): Metric<L, F>["at"] {
  const at = (first?: string, second?: string, third?: string): F => {
    const figure = all[slot(first, second, third)];
    assert(figure !== undefined, "a label has the values that were declared");
    return figure;
  };
  return at as Metric<L, F>["at"];
}

/** Sum of the counters of a process and of its predecessor. */
export function addCounts(
  before: readonly MetricFigures[],
  figures: readonly MetricFigures[],
): readonly MetricFigures[] {
  const add = combined("sum");
  return figures
    .filter(({ isCounter }) => isCounter)
    .map((one) => {
      const earlier = before.find(({ name }) => name === one.name);
      return earlier === undefined ? one : { ...one, values: add(earlier.values, one.values) };
    });
}

function combined(together: Family["together"]): (a: Float64Array, b: Float64Array) => Float64Array {
  return together === "sum"
    ? (a, b) => a.map((value, i) => value + (b[i] ?? 0))
    : (a, b) => a.map((value, i) => Math.max(value, b[i] ?? 0));
}

/** Converts counts per bucket to cumulative counts, with the sum and the total. */
function cumulated(kept: Float64Array, width: number): Float64Array {
  const shown = new Float64Array((kept.length / width) * (width + 1));
  for (let from = 0, to = 0; from < kept.length; from += width, to += width + 1) {
    let count = 0;
    for (let bucket = 0; bucket < width - 1; bucket++) {
      count += kept[from + bucket] ?? 0;
      shown[to + bucket] = count;
    }
    shown[to + width - 1] = kept[from + width - 1] ?? 0;
    shown[to + width] = count;
  }
  return shown;
}

function familyText({ name, help, type, lines, shown }: Family, values: Float64Array): string {
  let text = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  shown(values).forEach((value, i) => (text += `${lines[i] ?? ""}${value}\n`));
  return text;
}

function seriesOf<L extends Labels>({ labels, exist }: MetricOptions<L>): Series {
  const all: Labels = labels ?? [];
  assert(all.length <= 3, "a metric has at most three labels");
  const combinations = all.reduce<readonly (readonly string[])[]>(
    (before, [, values]) => before.flatMap((some) => values.map((value) => [...some, value])),
    [[]],
  );
  const isThere = exist as ((...values: readonly string[]) => boolean) | undefined;
  const names: string[] = [];
  const slots = Int32Array.from(combinations, (values) => {
    if (isThere?.(...values) === false) return -1;
    return names.push(values.map((value, i) => `${all[i]?.[0]}="${escaped(value)}"`).join(",")) - 1;
  });
  const places = all.map(([, values], i) => {
    const stride = all.slice(i + 1).reduce((product, [, some]) => product * some.length, 1);
    return new Map(values.map((value, number) => [value, number * stride]));
  });
  return { names, slot: slotOf(places, slots) };
}

function slotOf(
  [one, two, three]: readonly ReadonlyMap<string, number>[],
  slots: Readonly<Int32Array>,
): Slot {
  const place = (of: ReadonlyMap<string, number> | undefined, value: string | undefined): number =>
    of === undefined ? 0 : (of.get(value ?? "") ?? Number.NaN);
  return (first, second, third) => slots[place(one, first) + place(two, second) + place(three, third)] ?? -1;
}

const braced = (labels: string): string => (labels === "" ? "" : `{${labels}}`);

const escaped = (value: string): string =>
  value
    .replaceAll("\\", String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll("\n", String.raw`\n`);
