// Trace view: shows what the flow did, step by step, with times.

import { type ReactNode, useMemo } from "react";
import type { Program } from "../../../src/flow/language/program.ts";
import { useEditor } from "../state/editor.ts";
import type { ConversationEvent } from "./conversation-event.ts";
import { traceOf } from "./trace-lines.ts";

interface TraceViewProps {
  readonly program: Program;
  readonly log: readonly ConversationEvent[];
}

export function TraceView({ program, log }: TraceViewProps): ReactNode {
  const { dispatch } = useEditor();
  const lines = useMemo(() => traceOf(program, log), [program, log]);
  return (
    <details className="trace" open>
      <summary>Trace</summary>
      <ol aria-label="Trace">
        {lines.map(({ atMs, kind, text, node }, i) => (
          // The index is a stable key, because lines are only appended.
          <li key={i} className={kind}>
            <time>{(atMs / 1_000).toFixed(1)} s</time>
            {node === undefined ? (
              <span dir="auto">{text}</span>
            ) : (
              <button
                type="button"
                className="link"
                dir="auto"
                onClick={() => dispatch({ type: "select", selection: { nodes: [node] } })}
              >
                {text}
              </button>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
