// Test row: shows whether a test passed, the step where it failed, the actual result, and the transcript.

import type { ReactNode } from "react";
import type { TestResult } from "../../../src/flow/author/testing/test-report.ts";
import { useEditor } from "../state/editor.ts";
import type { ListedTest } from "./test-list.ts";

interface TestRowProps {
  readonly test: ListedTest;
  readonly run: () => void;
}

export function TestRow({ test, run }: TestRowProps): ReactNode {
  const { dispatch } = useEditor();
  const { name, position, result, isStale } = test;
  const status = result === undefined ? "new" : result.failure === undefined ? "passed" : "failed";
  return (
    <li className={`test ${status}`} data-stale={isStale && result !== undefined}>
      <div className="test-head">
        <span className="mark" role="img" aria-label={words[status]}>
          {marks[status]}
        </span>
        <button
          type="button"
          className="link test-name"
          dir="auto"
          title={`Line ${position.line}`}
          onClick={() => dispatch({ type: "show-text", position })}
        >
          {name}
        </button>
        <button type="button" className="quiet" aria-label={`Run ${name} alone`} onClick={run}>
          Run
        </button>
      </div>
      {result !== undefined && <FailureView result={result} />}
      {result !== undefined && result.transcript.length > 0 && <TranscriptView result={result} />}
    </li>
  );
}

const marks = { passed: "✓", failed: "✗", new: "·" } as const;
const words = { passed: "passed", failed: "failed", new: "not run yet" } as const;

interface FailureViewProps {
  readonly result: Pick<TestResult, "failure" | "nodes">;
}

export function FailureView({ result: { failure, nodes } }: FailureViewProps): ReactNode {
  const { dispatch } = useEditor();
  if (failure === undefined) return null;
  // Nodes of called flows (`flow/node`) are not on this canvas.
  const node = nodes.findLast((each) => !each.includes("/"));
  const { step, line, column, message, expected, got } = failure;
  return (
    <div className="failure">
      <p>
        <button
          type="button"
          className="link"
          onClick={() => dispatch({ type: "show-text", position: { line, column } })}
        >
          {step === undefined ? `Line ${line}` : `Step ${step + 1}, line ${line}`}
        </button>
        : <span dir="auto">{message}</span>
      </p>
      {node !== undefined && (
        <p>
          Stopped at{" "}
          <button
            type="button"
            className="link"
            dir="auto"
            onClick={() => dispatch({ type: "select", selection: { nodes: [node] } })}
          >
            {node}
          </button>
        </p>
      )}
      {expected !== undefined && (
        <dl>
          <dt>Expected</dt>
          <dd dir="auto">{expected}</dd>
          <dt>Got</dt>
          <dd dir="auto">{got}</dd>
        </dl>
      )}
    </div>
  );
}

const speakers = { agent: "Agent", caller: "Caller", outside: "Outside" } as const;

function TranscriptView({ result }: { readonly result: TestResult }): ReactNode {
  return (
    <details className="played">
      <summary>Transcript</summary>
      <ol>
        {result.transcript.map(({ from, text }, i) => (
          // The index is a stable key, because the transcript of a finished run does not change.
          <li key={i} className={from}>
            <span className="speaker">{speakers[from]}</span> <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
      <p className="remark">
        Nodes: <span dir="auto">{result.nodes.join(" → ")}</span>
      </p>
    </details>
  );
}
