// Handler strip: lists the handlers and defaults that hold at every node, and the nodes they lead to.

import type { ReactNode } from "react";
import { resume } from "../../../../src/flow/language/model/flow-graph.ts";
import { edgeStyles } from "../../../../src/flow/author/draw/palette.ts";
import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import type { GraphEdge } from "../../../../src/flow/author/document/document-graph.ts";
import { drawingOf } from "../../state/derived.ts";
import { useEditorState } from "../../state/editor.ts";
import { useShell } from "../canvas-shell.ts";

export function HandlerStrip(): ReactNode {
  const { graph } = useEditorState(drawingOf);
  const edges = graph.edges.filter(({ from }) => from === "*");
  if (edges.length === 0) return undefined;
  const nodes = new Set(graph.nodes.map(({ id }) => id));
  return (
    <div className="strip" role="group" aria-label="At every node">
      <span className="strip-head">At every node</span>
      <ul>
        {edges.map((edge) => (
          <li key={edge.id}>
            <HandlerChip edge={edge} isThere={edge.to === resume || nodes.has(edge.to)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function HandlerChip({ edge, isThere }: { readonly edge: GraphEdge; readonly isThere: boolean }): ReactNode {
  const shell = useShell();
  const { kind, label, to, id } = edge;
  const isSelected = useEditorState((state) => state.selection.edge === id);
  const words = kind === "handler" ? "" : `${edgeStyles[kind].word} `;
  const target = to === resume ? "back to the interrupted node" : shown(to);
  return (
    <button
      type="button"
      className={`chip chip-${kind}${isThere ? "" : " lost"}`}
      aria-pressed={isSelected}
      title={isThere ? undefined : `There is no node '${shown(to)}'`}
      onClick={() => {
        shell.editor.dispatch({ type: "select", selection: { nodes: [], edge: id } });
        if (isThere && to !== resume) shell.show(to);
      }}
      onDoubleClick={() => shell.ui.set({ overlay: { kind: "connect", node: "*", port: edge.port } })}
    >
      <bdi className="chip-name">{`${words}${shown(label)}`.trim()}</bdi>
      <span aria-hidden="true"> → </span>
      <span className="unseen"> leads to </span>
      <bdi>{target}</bdi>
      {!isThere && <span className="chip-lost"> does not exist</span>}
    </button>
  );
}
