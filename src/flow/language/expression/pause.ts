// Pause: silence between the words of a spoken text, written as a hole that holds nothing else.

import { durationMs } from "../../value/duration.ts";
import type { Expr } from "./ast.ts";

const pauseMsMin = 50;
const pauseMsMax = 10_000;

/** The milliseconds of `pause('500ms')`; undefined for any other expression. */
export function pauseMsOf(expr: Expr): number | undefined {
  if (expr.type !== "call" || expr.name !== "pause") return undefined;
  const [duration] = expr.args;
  const ms =
    duration?.type === "literal" && typeof duration.value === "string"
      ? durationMs(duration.value)
      : undefined;
  return ms !== undefined && ms >= pauseMsMin && ms <= pauseMsMax ? ms : undefined;
}
