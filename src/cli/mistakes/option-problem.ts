// Option problem: wrong options of a command, found by `parseArgs` of node:util, in our words.

import { unknownOption } from "./misuse.ts";

/** One sentence. `options` are the possible ones, such as `--out`. */
export function optionProblem(error: unknown, options: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, kind, option = ""] = /^(Unknown option|Option) '([^ '=]+)/.exec(message) ?? [];
  if (kind === undefined) return message;
  if (kind === "Option") return `${option} ${/not take/.test(message) ? "takes no value" : "needs a value"}`;
  return unknownOption(option, options);
}
