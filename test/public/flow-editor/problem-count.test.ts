// Number of problems in words, and the number that a part of the form shows.

import { expect, test } from "bun:test";
import { FieldProblems } from "../../../public/flow-editor/inspector/field-problems.ts";
import { problemCount } from "../../../public/flow-editor/state/problem-count.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";

const problem = (severity: Problem["severity"], pointer = ""): Problem => ({
  code: "VF111",
  severity,
  message: "It needs more.",
  line: 1,
  column: 1,
  end_line: 1,
  end_column: 2,
  pointer,
});

const cases: readonly [words: string, severities: readonly Problem["severity"][]][] = [
  ["", []],
  ["1 error", ["error"]],
  ["1 remark", ["info"]],
  ["2 errors, 1 warning, 3 remarks", ["info", "error", "info", "warning", "error", "info"]],
];

test.each(cases)("problem count: %p", (words, severities) => {
  expect(problemCount(severities.map((severity) => problem(severity)))).toBe(words);
});

test("field problems: all within a part are counted, and few are shown beside a field", () => {
  const inside = Array.from({ length: 7 }, (_, i) => problem("error", `/variables/v${i}`));
  const problems = new FieldProblems([...inside, problem("error", "/variables_of_others")]);
  expect(problemCount(problems.within("/variables", Infinity))).toBe("7 errors");
  expect(problems.within("/variables")).toHaveLength(5);
});
