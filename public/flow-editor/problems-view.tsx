// Problems view: lists the checker's problems, each with a link to its place in the text.

import { type ReactNode, useState } from "react";
import { fieldsOf } from "../../src/flow/author/edit/data-at-path.ts";
import type { Problem } from "../../src/flow/language/source/problem.ts";
import { useEditor, useEditorState } from "./state/editor.ts";
import { parsedTextOf } from "./state/parsed-text.ts";
import { problemCount } from "./state/problem-count.ts";

/** A longer list is not readable; authors correct the first problems first anyway. */
const shownMax = 100;

export function ProblemsView(): ReactNode {
  const problems = useEditorState((state) => state.checked?.problems);
  const [open, setOpen] = useState(false);
  if (problems === undefined) return <footer className="problems">Checking…</footer>;
  const summary = problemCount(problems) || "No problems";
  return (
    <footer className="problems" aria-label="Problems">
      <button
        type="button"
        className="quiet"
        aria-expanded={open}
        disabled={problems.length === 0}
        onClick={() => setOpen(!open)}
      >
        {summary}
      </button>
      {open && problems.length > 0 && (
        <ol className="problem-list">
          {problems.slice(0, shownMax).map((problem) => (
            <ProblemLine
              key={`${problem.code} ${problem.line} ${problem.column} ${problem.message}`}
              problem={problem}
            />
          ))}
        </ol>
      )}
    </footer>
  );
}

function ProblemLine({ problem }: { readonly problem: Problem }): ReactNode {
  const { dispatch } = useEditor();
  const { severity, code, line, column, message, hint } = problem;
  const node = useEditorState(({ history }) => nodeOf(problem, history.present.text));
  return (
    <li className={severity}>
      <button
        type="button"
        className="link"
        onClick={() => dispatch({ type: "show-text", position: { line, column } })}
      >
        {line}:{column}
      </button>{" "}
      {node !== undefined && (
        <>
          <button
            type="button"
            className="link"
            aria-label={`Show the node ${node}`}
            onClick={() => {
              dispatch({ type: "select", selection: { nodes: [node] } });
              dispatch({ type: "show", panel: "node" });
            }}
          >
            {node}
          </button>{" "}
        </>
      )}
      <span className="severity">{severity}</span> {message}
      {hint !== undefined && <span className="hint"> — {hint}</span>} <code>{code}</code>
    </li>
  );
}

/** The node that a problem is in, as long as the flow has it. */
function nodeOf({ pointer }: Problem, text: string): string | undefined {
  const [, place, key] = pointer.split("/");
  const id = key?.replaceAll("~1", "/").replaceAll("~0", "~");
  if (place !== "nodes" || id === undefined) return undefined;
  return fieldsOf(parsedTextOf(text).document.get("nodes")).has(id) ? id : undefined;
}
