// Test suite of a flow: runs all its embedded tests in small steps, so that the caller may stop or do other work in
// between.

import type { FlowTest } from "../../language/compile/compile-tests.ts";
import type { LoadedFlow } from "../../language/load-flow.ts";
import { pointerOf } from "../../language/source/problem.ts";
import type { Program } from "../../language/program.ts";
import { readSource, type Source } from "../../language/source/source-reader.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { playTest } from "./run-test.ts";
import type { TestModels } from "./judged/test-model.ts";
import type { CoverageRecord, UnplacedResult, TestResult } from "./test-report.ts";
import type { TestSteps } from "./settle.ts";

export interface FlowTestReport {
  readonly passed: boolean;
  readonly tests: readonly TestResult[];
  readonly coverage: Coverage;
}

/** Tests of one flow; later ones are reported as not run. */
const testsMax = 500;
/** UTF-16 units of all transcripts together; later tests have none. */
const transcriptCharsMax = 1_024 * 1_024;
/** Steps of the engine for all tests of a flow together: far more than hundreds of tests need. */
const stepsMax = 50_000;

export class FlowTests {
  readonly #text: string;
  readonly #program: Program;
  readonly #tests: readonly FlowTest[];
  readonly #models: TestModels;
  readonly #outcomes: UnplacedResult[] = [];
  readonly #records = new Map<string, CoverageRecord[]>();

  /** `text`: the loaded text, without errors. `models`: those of a deployment; their owner awaits each step. */
  constructor(
    text: string,
    { program, tests }: Required<Pick<LoadedFlow, "program" | "tests">>,
    models: TestModels = {},
  ) {
    this.#text = text;
    this.#models = models;
    this.#program = program;
    this.#tests = tests;
  }

  *run(): TestSteps {
    let left = stepsMax;
    let chars = 0;
    for (const test of this.#tests.slice(0, testsMax)) {
      const playing = playTest(this.#program, test, this.#models);
      let next = playing.next();
      for (; next.done !== true && left > 0; left--) {
        yield next.value;
        next = playing.next();
      }
      if (next.done !== true) return;
      const { outcome } = next.value;
      chars += outcome.transcript.reduce((sum, { text }) => sum + text.length, 0);
      this.#outcomes.push(chars > transcriptCharsMax ? { ...outcome, transcript: [] } : outcome);
      for (const [flow, record] of next.value.coverage)
        this.#records.set(flow, [...this.through(flow), record]);
    }
  }

  /** Number of tests that have been run. */
  get done(): number {
    return this.#outcomes.length;
  }

  get flow(): string {
    return this.#program.id;
  }

  /** Path of these tests through a flow: their own, or a called one. */
  through(flow: string): readonly CoverageRecord[] {
    return this.#records.get(flow) ?? [];
  }

  /** Report so far: a test that was not run is a failure. */
  get report(): FlowTestReport {
    return this.reportWith([]);
  }

  /** Report that includes tests of other flows that passed this one. */
  reportWith(others: readonly CoverageRecord[]): FlowTestReport {
    const missed = this.#tests
      .slice(this.#outcomes.length)
      .map((test, index) =>
        notRun(
          test,
          this.#outcomes.length + index < testsMax
            ? "it was not run: the tests before it took all the time that there is"
            : `it was not run: a flow has at most ${testsMax} tests`,
        ),
      );
    const source = readSource(this.#text);
    const tests = [...this.#outcomes, ...missed].map((outcome) => placed(outcome, source));
    return {
      passed: tests.every(({ failure }) => failure === undefined),
      tests,
      coverage: coverageOf(this.#text, [...this.through(this.flow), ...others]),
    };
  }
}

/** Runs all tests at once. */
export function runFlowTests(
  text: string,
  loaded: Required<Pick<LoadedFlow, "program" | "tests">>,
): FlowTestReport {
  const tests = new FlowTests(text, loaded);
  for (const _ of tests.run());
  return tests.report;
}

function notRun({ name, path }: FlowTest, message: string): UnplacedResult {
  return { name, mistake: { path, message }, transcript: [], nodes: [], outcome: null };
}

function placed({ mistake, ...outcome }: UnplacedResult, source: Source): TestResult {
  if (mistake === undefined) return outcome;
  const { line, column } = source.placeOf(mistake.path);
  return { ...outcome, failure: { ...mistake, pointer: pointerOf(mistake.path), line, column } };
}
