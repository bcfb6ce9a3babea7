// Metrics registry: figures of this process under fixed names, as text for Prometheus (exposition format 0.0.4). What is
// counted costs one addition; what is measured is measured when somebody asks, and never otherwise.

import { assert } from "./assert.ts";

/** The content type of `read()`. */
export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

export interface Counter<V extends string> {
  /** `count`: 1 unless given. */
  readonly add: (value: V, count?: number) => void;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  /** The label's name; undefined: there is one series, without labels. */
  readonly label: string | undefined;
  /** By the values of the label. */
  readonly read: () => Promise<ReadonlyMap<string, number>>;
  /** What the figures of several processes come to. */
  readonly together: "sum" | "worst";
}

/** The figures of one metric of one process, to be sent to another. */
export interface MetricFigures {
  readonly name: string;
  /** It counts up as long as the process lives. */
  readonly isCounter: boolean;
  /** By the values of its label. */
  readonly series: ReadonlyMap<string, number>;
}

export interface CounterOptions<V extends string> {
  readonly help: string;
  readonly label: string;
  /** All values that the label ever has: each is there from the beginning, at zero, and no other can come. */
  readonly values: readonly V[];
}

export interface GaugeOptions {
  readonly help: string;
  readonly read: () => number | Promise<number>;
  /** Of several processes the sum unless given. */
  readonly together?: "sum" | "worst";
}

export interface GaugesOptions<V extends string> {
  readonly help: string;
  readonly label: string;
  readonly read: () => Readonly<Record<V, number>>;
}

export class Metrics {
  readonly #families: Family[] = [];

  /** `name` ends in `_total`. */
  counter<V extends string>(name: string, { help, label, values }: CounterOptions<V>): Counter<V> {
    const counts = new Map<string, number>(values.map((value) => [value, 0]));
    this.#declare({
      name,
      help,
      type: "counter",
      label,
      read: () => Promise.resolve(counts),
      together: "sum",
    });
    return {
      add: (value, count = 1) => {
        const before = counts.get(value);
        assert(before !== undefined, "a label has the values that were declared");
        counts.set(value, before + count);
      },
    };
  }

  /** One figure. `name` ends in its unit. */
  gauge(name: string, { help, read, together = "sum" }: GaugeOptions): void {
    const one = async (): Promise<ReadonlyMap<string, number>> => new Map([["", await read()]]);
    this.#declare({ name, help, type: "gauge", label: undefined, read: one, together });
  }

  /** Figures that differ in one label, of which `read` gives all. */
  gauges<V extends string>(name: string, { help, label, read }: GaugesOptions<V>): void {
    const all = (): Promise<ReadonlyMap<string, number>> => Promise.resolve(new Map(Object.entries(read())));
    this.#declare({ name, help, type: "gauge", label, read: all, together: "sum" });
  }

  /** All figures as they are now, those of other processes among them. */
  async read(others: readonly MetricFigures[] = []): Promise<string> {
    const families = await Promise.all(
      this.#families.map(async (family) => {
        const theirs = others.filter(({ name }) => name === family.name).map(({ series }) => series);
        return textOf(family, [await family.read(), ...theirs].reduce(combined(family)));
      }),
    );
    return families.join("");
  }

  /** All figures as they are now, for another process. */
  figures(): Promise<readonly MetricFigures[]> {
    return Promise.all(
      this.#families.map(async ({ name, type, read }) => ({
        name,
        isCounter: type === "counter",
        series: await read(),
      })),
    );
  }

  #declare(family: Family): void {
    assert(!this.#families.some(({ name }) => name === family.name), "each metric has a name of its own");
    this.#families.push(family);
  }
}

type Series = ReadonlyMap<string, number>;

function combined({ together }: Pick<Family, "together">): (a: Series, b: Series) => Series {
  const join = together === "sum" ? (x: number, y: number) => x + y : Math.max;
  return (a, b) => {
    const both = new Map(a);
    for (const [value, figure] of b) both.set(value, join(both.get(value) ?? 0, figure));
    return both;
  };
}

/** What counters of one process and of the one before it come to. */
export function addCounts(
  before: readonly MetricFigures[],
  figures: readonly MetricFigures[],
): readonly MetricFigures[] {
  const add = combined({ together: "sum" });
  return figures
    .filter(({ isCounter }) => isCounter)
    .map((one) => {
      const known = before.find(({ name }) => name === one.name);
      return known === undefined ? one : { ...one, series: add(known.series, one.series) };
    });
}

function textOf({ name, help, type, label }: Family, figures: Series): string {
  const series = Array.from(figures, ([value, figure]) => {
    const labels = label === undefined ? "" : `{${label}="${escaped(value)}"}`;
    return `${name}${labels} ${figure}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${series.join("")}`;
}

const escaped = (value: string): string =>
  value
    .replaceAll("\\", String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll("\n", String.raw`\n`);
