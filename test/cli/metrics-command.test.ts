// Command `metrics`: prints a rule file and a dashboard, and nothing else.

import { expect, test } from "bun:test";
import { ruleFile } from "../../src/metrics/alert-rules.ts";
import { dashboardExpressions } from "../../src/metrics/dashboard.ts";
import { product } from "../support/servers/product.ts";

function run(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...product, "metrics", ...args]);
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
}

test("metrics command: --rules prints the rule file", () => {
  const { code, out, err } = run("--rules");
  expect([code, out, err]).toEqual([0, ruleFile(), ""]);
});

interface Placed {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

test("metrics command: --dashboard prints a dashboard with panels side by side, in rows", () => {
  const { code, out } = run("--dashboard");
  expect(code).toBe(0);
  const { panels, title } = JSON.parse(out) as { panels: readonly Placed[]; title: string };
  expect(title).toBe("Voice Flow");
  expect(panels.filter(({ type }) => type === "row").map((row) => row.title)).toEqual([
    "Calls",
    "Latency",
    "Providers",
    "Hooks and money",
    "Machine",
  ]);
  expect(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))).toEqual([
    ...dashboardExpressions,
  ]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { gridPos } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(x).toBeLessThan(24);
        expect(taken.has(`${x} ${y}`)).toBe(false);
        taken.add(`${x} ${y}`);
      }
    }
  }
});

test.each([[[]], [["--rule"]], [["--rules", "x"]]])("metrics command: %p prints the usage", (args) => {
  const { code, out, err } = run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("metrics --rules | --dashboard");
});
