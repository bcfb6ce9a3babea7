// Problem count: the numbers of errors, warnings and remarks in words.

import type { Problem } from "../../../src/flow/language/source/problem.ts";

const words: readonly (readonly [Problem["severity"], string])[] = [
  ["error", "error"],
  ["warning", "warning"],
  ["info", "remark"],
];

/** "1 error, 2 remarks"; empty if there are none. */
export function problemCount(problems: readonly Problem[]): string {
  return words
    .flatMap(([severity, word]) => {
      const count = problems.filter((problem) => problem.severity === severity).length;
      return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
    })
    .join(", ");
}
