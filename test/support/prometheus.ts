// Prometheus text: read as strictly as its exposition format 0.0.4 is written, and by Debian's promtool where it is
// installed.

export interface MetricFamily {
  readonly type: string;
  readonly help: string;
  /** Figures by their labels as written, `{law="…"}`; "" has none. */
  readonly series: ReadonlyMap<string, number>;
}

const sample = /^([a-z_]+)(\{[a-z_]+="(?:[^"\\\n]|\\["\\n])*"\})? (\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/** By name, in their order. Throws for whatever the format does not allow. */
export function familiesOf(text: string): ReadonlyMap<string, MetricFamily> {
  const families = new Map<string, MetricFamily>();
  if (!text.endsWith("\n")) throw new Error("The last line has no end");
  const lines = text.slice(0, -1).split("\n");
  while (lines.length > 0) {
    const [, name = "", help = ""] = /^# HELP ([a-z_]+) (.+)$/.exec(lines.shift() ?? "") ?? [];
    const [, same, type = ""] = /^# TYPE ([a-z_]+) (counter|gauge)$/.exec(lines.shift() ?? "") ?? [];
    if (name === "" || name !== same || families.has(name)) throw new Error(`Odd beginning of ${name}`);
    const series = new Map<string, number>();
    while (lines.length > 0 && !lines[0]!.startsWith("#")) {
      const line = lines.shift()!;
      const [, of, labels = "", figure] = sample.exec(line) ?? [];
      if (of !== name || series.has(labels)) throw new Error(`Odd line: ${line}`);
      series.set(labels, Number(figure));
    }
    families.set(name, { type, help, series });
  }
  return families;
}

/** What promtool has to say against a text; "" is nothing, and also what a machine without promtool says. */
export async function lintOf(text: string): Promise<string> {
  const promtool = Bun.which("promtool");
  if (promtool === null) return "";
  const lint = Bun.spawn([promtool, "check", "metrics"], {
    stdin: new Blob([text]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([lint.stdout, lint.stderr].map((stream) => new Response(stream).text()));
  return said.join("");
}
