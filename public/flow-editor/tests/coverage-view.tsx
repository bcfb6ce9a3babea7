// Coverage view: shows how much of the flow its tests cover, and the edges that no test takes.

import type { ReactNode } from "react";
import type { Coverage, UntestedBranch } from "../../../src/flow/author/testing/coverage.ts";
import { drawingOf } from "../state/derived.ts";
import { useEditor } from "../state/editor.ts";
import { type CoverageLine, coverageLines, type UntestedItem } from "./coverage-lines.ts";

interface CoverageViewProps {
  readonly coverage: Coverage;
  readonly isStale: boolean;
}

export function CoverageView({ coverage, isStale }: CoverageViewProps): ReactNode {
  const editor = useEditor();
  const edgeOf = ({ from, port, to }: UntestedBranch): string | undefined =>
    drawingOf(editor.read()).graph.edges.find(
      (edge) => edge.from === from && edge.port === port && edge.to === to,
    )?.id;
  return (
    <section className="coverage" aria-label="Coverage" data-stale={isStale}>
      <h2>Test coverage {isStale && <span className="stale">stale</span>}</h2>
      {coverageLines(coverage, edgeOf).map((line) => (
        <LineView key={line.label} line={line} />
      ))}
    </section>
  );
}

function LineView({ line }: { readonly line: CoverageLine }): ReactNode {
  const { label, all, tested, untested } = line;
  return (
    <div className="coverage-line">
      <div className="coverage-head">
        <span>{label}</span>
        <meter min={0} max={all} value={tested} aria-label={label} />
        <b>
          {tested} of {all}
        </b>
      </div>
      {untested.length > 0 && (
        <details open={label === "Branches"}>
          <summary>{untested.length} untested</summary>
          <ul>
            {untested.map((one) => (
              <UntestedLine key={`${one.label} ${one.line ?? ""}`} one={one} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function UntestedLine({ one }: { readonly one: UntestedItem }): ReactNode {
  const { dispatch } = useEditor();
  const { label, node, edge, line } = one;
  return (
    <li>
      {node === undefined ? (
        <span dir="auto">{label}</span>
      ) : (
        <button
          type="button"
          className="link"
          dir="auto"
          onClick={() =>
            dispatch({
              type: "select",
              selection: { nodes: [node], ...(edge === undefined ? {} : { edge }) },
            })
          }
        >
          {label}
        </button>
      )}{" "}
      {line !== undefined && (
        <button
          type="button"
          className="quiet small"
          aria-label={`Line ${line}: ${label}`}
          onClick={() => dispatch({ type: "show-text", position: { line, column: 1 } })}
        >
          line {line}
        </button>
      )}
    </li>
  );
}
