// Prometheus text: read as strictly as its exposition format 0.0.4 demands, and by Debian's promtool.

import type { Metrics } from "../../src/base/metrics.ts";

export interface MetricFamily {
  readonly type: string;
  readonly help: string;
  /**
   * Figures by their labels as written, `{law="…"}`; "" has none. Samples of a histogram with the ending, `_sum{…}`.
   */
  readonly series: ReadonlyMap<string, number>;
}

const sample =
  /^([a-z_]+)(\{[a-z_]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\["\\n])*")*\})? (\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const endings: Readonly<Record<string, readonly string[]>> = {
  histogram: ["_bucket", "_sum", "_count"],
};

/** Families by name, in order. Throws for texts outside the format. */
export function familiesOf(text: string): ReadonlyMap<string, MetricFamily> {
  const families = new Map<string, MetricFamily>();
  if (!text.endsWith("\n")) throw new Error("The last line has no end");
  const lines = text.slice(0, -1).split("\n");
  while (lines.length > 0) {
    const [, name = "", help = ""] = /^# HELP ([a-z_]+) (.+)$/.exec(lines.shift() ?? "") ?? [];
    const [, same, type = ""] =
      /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(lines.shift() ?? "") ?? [];
    if (name === "" || name !== same || families.has(name)) throw new Error(`Odd beginning of ${name}`);
    const series = new Map<string, number>();
    while (lines.length > 0 && !lines[0]!.startsWith("#")) {
      const line = lines.shift()!;
      const [, of = "", labels = "", figure] = sample.exec(line) ?? [];
      const ending = of.slice(name.length);
      const isKnown = of.startsWith(name) && (endings[type] ?? [""]).includes(ending);
      if (!isKnown || series.has(ending + labels)) throw new Error(`Odd line: ${line}`);
      series.set(ending + labels, Number(figure));
    }
    families.set(name, { type, help, series });
  }
  return families;
}

/** All series that an expression of Prometheus may name: families, and for histograms with their endings. */
export function seriesNames(text: string): ReadonlySet<string> {
  return new Set(
    Array.from(familiesOf(text), ([name, { type }]) =>
      (endings[type] ?? [""]).map((ending) => name + ending),
    ).flat(),
  );
}

/** The metrics as text now. */
export async function readingOf(metrics: Metrics): Promise<string> {
  return metrics.textOf(await metrics.figures());
}

/** Complaints of promtool about a text; "": none. */
export async function lintOf(text: string): Promise<string> {
  const lint = Bun.spawn(["promtool", "check", "metrics"], {
    stdin: new Blob([text]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([lint.stdout, lint.stderr].map((stream) => new Response(stream).text()));
  return said.join("");
}
