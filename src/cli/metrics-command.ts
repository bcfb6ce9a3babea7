// Command `metrics`: prints what Prometheus and Grafana need to watch this version: alert rules, and a dashboard.

import { ruleFile } from "../metrics/alert-rules.ts";
import { dashboardJson } from "../metrics/dashboard.ts";
import { misuse } from "./mistakes/misuse.ts";

const prints: ReadonlyMap<string, () => string> = new Map([
  ["--rules", () => ruleFile()],
  ["--dashboard", dashboardJson],
]);

export function metrics(args: readonly string[]): number {
  const [option = "", ...rest] = args;
  const print = prints.get(option);
  if (print === undefined || rest.length > 0) {
    console.error(misuse("metrics --rules | --dashboard", args));
    return 2;
  }
  process.stdout.write(print());
  return 0;
}
