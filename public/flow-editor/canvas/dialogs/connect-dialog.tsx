// Connect dialog: leads an edge to another node that is chosen by name. It serves keyboards, screen readers, touch
// and targets that are out of sight.

import { type ReactNode, useId, useMemo, useState } from "react";
import { resume } from "../../../../src/flow/language/model/flow-graph.ts";
import { portWords } from "../../../../src/flow/author/draw/node-size.ts";
import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import { Dialog } from "../../dialog.tsx";
import { useEditorState } from "../../state/editor.ts";
import { drawingOf } from "../../state/derived.ts";
import { type PortSummary, portSummariesOf, portLabel } from "../elements/node-summary.ts";
import { parsedTextOf } from "../../state/parsed-text.ts";
import { FilteredList } from "./filtered-list.tsx";
import { findNodes } from "../actions/node-search.ts";
import { type CanvasShell, useShell } from "../canvas-shell.ts";
import type { PortRef } from "../canvas-state.ts";

export interface ConnectProps {
  /** A node's id; `*` for the handlers, which hold at every node. */
  readonly node: string;
  /** The port to connect; undefined chooses the first unconnected one. */
  readonly port: string | undefined;
}

const nowhere = "nowhere";

export function ConnectDialog({ node, port: wish }: ConnectProps): ReactNode {
  const shell = useShell();
  const { graph } = useEditorState(drawingOf);
  const ports = portsAt(graph, node);
  const [chosen, choose] = useState(wish ?? (ports.find(({ to }) => to === undefined) ?? ports[0])?.id);
  const [query, setQuery] = useState("");
  const portId = useId();
  const port = ports.find(({ id }) => id === chosen);
  const text = useEditorState((state) => state.history.present.text);
  const ids = useMemo(() => findNodes(graph, parsedTextOf(text).document, query), [graph, text, query]);
  const isHandler = port?.kind === "handler";
  const others = [...(isHandler ? [resume] : []), ...(port?.to === undefined ? [] : [nowhere])];
  const names = [...ids.map((id) => `node ${id}`), ...(query.trim() === "" ? others : [])];
  const take = (name: string): void => {
    if (port === undefined) return;
    shell.ui.set({ overlay: undefined });
    lead(shell, { node, port: port.id }, name);
    shell.focusStage();
  };
  return (
    <Dialog
      title={node === "*" ? "Connect every node" : `Connect ${shown(node)}`}
      close={() => shell.closeOverlay()}
    >
      {ports.length === 0 ? (
        <p>The call ends at this node, so no edge starts here.</p>
      ) : (
        <>
          <label htmlFor={portId}>Way</label>
          <select id={portId} value={chosen} onChange={({ target }) => choose(target.value)}>
            {ports.map((each) => (
              <option key={each.id} value={each.id}>
                {portLabel(each)}
              </option>
            ))}
          </select>
          <FilteredList
            label="Connect to"
            query={query}
            setQuery={setQuery}
            options={names.map((name) => ({ id: name, ...wordsOf(graph, name) }))}
            take={take}
          />
        </>
      )}
    </Dialog>
  );
}

function wordsOf({ nodes }: Graph, name: string): { readonly words: string; readonly more: string } {
  if (name === nowhere) return { words: "Nowhere", more: "this edge ends here" };
  if (name === resume) return { words: "Back to the interrupted node", more: "" };
  const id = name.slice("node ".length);
  const node = nodes.find((each) => each.id === id);
  return { words: id, more: [node?.kind, node?.title].filter(Boolean).join(" · ") };
}

function lead(shell: CanvasShell, { node, port }: PortRef, name: string): void {
  if (name === nowhere) shell.edit({ op: "disconnect", node, port });
  else shell.edit({ op: "connect", node, port, to: name === resume ? resume : name.slice("node ".length) });
}

/** The ports of a node. For `*` they are taken from the edges, because handlers have no node. */
function portsAt(graph: Graph, node: string): readonly PortSummary[] {
  if (node !== "*") return portSummariesOf(graph, node);
  return graph.edges.flatMap(({ from, port, kind, label, to }) => {
    const words = portWords({ id: port, kind, label });
    return from === "*"
      ? [{ id: port, kind, words, to, leads: "on" as const, tested: "unknown" as const }]
      : [];
  });
}
