// Command `metrics`: prints alert rules and a dashboard of this version for Prometheus and Grafana.

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
