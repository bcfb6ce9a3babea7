// Tests view: runs the flow's tests, all or one, and shows failures and coverage.

import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useEditor } from "../state/editor.ts";
import { FirstProblems } from "../first-problems.tsx";
import { parsedTextOf } from "../state/parsed-text.ts";
import { CoverageView } from "./coverage-view.tsx";
import { FirstTest } from "./first-test-view.tsx";
import { listedTests, externalIdsOf } from "./test-list.ts";
import { useVisibleText } from "./visible-text.ts";
import { runSecondsMax } from "./start-run.ts";
import { TestRow } from "./test-row.tsx";
import { TestRuns } from "./test-runs.ts";
import type { TestsState } from "./tests-state.ts";

export function TestsView(): ReactNode {
  const editor = useEditor();
  const [runs] = useState(() => new TestRuns(editor));
  const state = useSyncExternalStore(runs.listen, runs.read);
  const text = useVisibleText("tests");
  const tests = useMemo(() => listedTests(text, state.known), [text, state.known]);
  const missing = useMemo(() => externalIdsOf(parsedTextOf(text).document), [text]);
  const count = tests?.length ?? 0;
  // Opening the panel runs the tests.
  useEffect(() => {
    if (count > 0 && runs.read().last === undefined && runs.read().running === undefined) runs.start();
  }, [runs, count]);
  if (tests !== undefined && tests.length === 0) return <FirstTest />;
  const { last } = state;
  return (
    <div className="tests">
      <RunBar runs={runs} state={state} count={count} isStale={last !== undefined && last.text !== text} />
      {missing.length > 0 && <MissingFlows ids={missing} />}
      {last?.result.type === "invalid" && last.text === text && <Invalid state={state} />}
      {tests === undefined ? (
        <p>The tests cannot be listed because the YAML has an error.</p>
      ) : (
        <ul className="test-list" aria-label="Tests of this flow">
          {tests.map((test) => (
            <TestRow key={`${test.index} ${test.name}`} test={test} run={() => runs.start(test.index)} />
          ))}
        </ul>
      )}
      {last?.result.type === "ran" && (
        <CoverageView coverage={last.result.report.coverage} isStale={last.text !== text} />
      )}
    </div>
  );
}

interface RunBarProps {
  readonly runs: TestRuns;
  readonly state: TestsState;
  readonly count: number;
  readonly isStale: boolean;
}

function RunBar({ runs, state, count, isStale }: RunBarProps): ReactNode {
  const { running } = state;
  return (
    <div className="run-bar">
      {running === undefined ? (
        <button type="button" className="primary" onClick={() => runs.start()}>
          {count === 1 ? "Run test" : `Run ${count} tests`}
        </button>
      ) : (
        <button type="button" onClick={() => runs.stop()}>
          Stop
        </button>
      )}
      <p role="status">
        {summaryOf(state)} {isStale && running === undefined && <span className="stale">stale</span>}
      </p>
    </div>
  );
}

function summaryOf({ running, last, ended }: TestsState): string {
  if (running !== undefined)
    return running.all === 0 ? "Running…" : `Running, ${running.done} of ${running.all} done`;
  if (ended === "stopped") return "Stopped.";
  if (ended === "too-long")
    return `Stopped after ${runSecondsMax} s. A test never ends, or there are too many tests. Run them one by one to find the cause.`;
  if (ended === "broken") return "The tests could not be started. Reload the page.";
  if (last?.result.type !== "ran") return "";
  const { report, ms } = last.result;
  const failed = report.tests.filter(({ failure }) => failure !== undefined).length;
  const time = ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`;
  return failed === 0
    ? `${report.tests.length === 1 ? "It passes" : `All ${report.tests.length} pass`}, in ${time}.`
    : `${failed} of ${report.tests.length} failed, in ${time}.`;
}

function Invalid({ state }: { readonly state: TestsState }): ReactNode {
  if (state.last?.result.type !== "invalid") return null;
  const errors = state.last.result.problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return <p className="note warned">A library has no tests of its own.</p>;
  return (
    <div className="note warned">
      <p>A flow with errors cannot run. Correct them first:</p>
      <FirstProblems problems={errors} />
    </div>
  );
}

function MissingFlows({ ids }: { readonly ids: readonly string[] }): ReactNode {
  return (
    <p className="remark">
      This page lacks flows that this flow calls or includes:{" "}
      {ids.map((id, i) => (
        <span key={id}>
          {i > 0 && ", "}
          <code>{id}</code>
        </span>
      ))}
      . Here a flow that is called answers by a mock under its id, and fails without one; what a library
      brings is missing. Once the flow is saved, the server runs its tests with the real ones.
    </p>
  );
}
