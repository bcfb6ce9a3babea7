// Metrics registry: figures of this process under fixed names, as text for Prometheus (exposition format 0.0.4). What is
// counted costs one addition; what is measured is measured when somebody asks, and never otherwise.

import { assert } from "./assert.ts";

/** The content type of `read()`. */
export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

export interface Counter<V extends string> {
  readonly add: (value: V) => void;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  /** The label's name; undefined: there is one series, without labels. */
  readonly label: string | undefined;
  /** By the values of the label. */
  readonly read: () => Promise<ReadonlyMap<string, number>>;
}

export interface CounterOptions<V extends string> {
  readonly help: string;
  readonly label: string;
  /** All values that the label ever has: each is there from the beginning, at zero, and no other can come. */
  readonly values: readonly V[];
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
    this.#declare({ name, help, type: "counter", label, read: () => Promise.resolve(counts) });
    return {
      add: (value) => {
        const count = counts.get(value);
        assert(count !== undefined, "a label has the values that were declared");
        counts.set(value, count + 1);
      },
    };
  }

  /** One figure. `name` ends in its unit. */
  gauge(
    name: string,
    { help, read }: { readonly help: string; readonly read: () => number | Promise<number> },
  ): void {
    const one = async (): Promise<ReadonlyMap<string, number>> => new Map([["", await read()]]);
    this.#declare({ name, help, type: "gauge", label: undefined, read: one });
  }

  /** Figures that differ in one label, of which `read` gives all. */
  gauges<V extends string>(name: string, { help, label, read }: GaugesOptions<V>): void {
    const all = (): Promise<ReadonlyMap<string, number>> => Promise.resolve(new Map(Object.entries(read())));
    this.#declare({ name, help, type: "gauge", label, read: all });
  }

  /** All figures as they are now. */
  async read(): Promise<string> {
    const families = await Promise.all(this.#families.map(textOf));
    return families.join("");
  }

  #declare(family: Family): void {
    assert(!this.#families.some(({ name }) => name === family.name), "each metric has a name of its own");
    this.#families.push(family);
  }
}

async function textOf({ name, help, type, label, read }: Family): Promise<string> {
  const series = Array.from(await read(), ([value, figure]) => {
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
