// Node form: shows a node's kind, name, sources and fields.

import { type CSSProperties, type ReactNode, useId } from "react";
import { fieldsOf, valueAt } from "../../../src/flow/author/edit/data-at-path.ts";
import { kindsInOrder, type NodeKind, nodeKinds } from "../../../src/flow/author/document/node-kinds.ts";
import { LineIndex } from "../../../src/flow/language/source/positions.ts";
import { kindOfNode } from "../../../src/flow/author/document/document-graph.ts";
import { verbFacts } from "../../../src/flow/language/schema/verbs.ts";
import { useEditorState } from "../state/editor.ts";
import { drawingOf } from "../state/derived.ts";
import { treeAt } from "../state/parsed-text.ts";
import { useForm } from "./form.ts";
import { labelOf } from "./labels.ts";
import { NameField } from "./fields/name-field.tsx";
import { RecordForm } from "./record-form.tsx";

export function NodeForm({ id }: { readonly id: string }): ReactNode {
  const { document, parsed, dispatch, edit, attempt } = useForm();
  const path = ["nodes", id];
  const node = fieldsOf(valueAt(document, path));
  const kind = kindOfNode(node);
  const isStart = document.get("start") === id;
  const look = (): void => {
    const tree = treeAt(parsed.tree, path);
    if (tree === undefined) return;
    const { line, column } = new LineIndex(parsed.text).rangeOf(tree.from, tree.to);
    dispatch({ type: "show-text", position: { line, column } });
  };
  return (
    <form
      className="inspector"
      tabIndex={-1}
      onSubmit={(event) => event.preventDefault()}
      aria-label={`Node ${id}`}
    >
      <header className="form-head" data-kind={kind}>
        <KindSymbol kind={kind} />
        <div className="form-title">
          <h2>{labelOf(kind)}</h2>
          <p className="help">{docOf(kind)}</p>
        </div>
        <div className="row-of-buttons">
          <button
            type="button"
            className="small"
            onClick={() => dispatch({ type: "select", selection: { nodes: [] } })}
          >
            The flow
          </button>
          {isStart ? (
            <span className="badge start">Start</span>
          ) : (
            <button type="button" className="small" onClick={() => edit({ op: "set-start", id })}>
              Start here
            </button>
          )}
          <button type="button" className="small" onClick={look}>
            Show in YAML
          </button>
        </div>
      </header>
      <div className="key-field">
        <span className="key-name">Name</span>
        <NameField
          name={id}
          label="Name of the node"
          rename={(to) => attempt({ op: "rename-node", id, to })}
        />
      </div>
      <KindField id={id} kind={kind} />
      <SourceNodes id={id} />
      <RecordForm place="node" path={path} value={node} />
    </form>
  );
}

function KindField({ id, kind }: { readonly id: string; readonly kind: NodeKind }): ReactNode {
  const { edit } = useForm();
  const fieldId = useId();
  return (
    <div className="key-field">
      <label className="key-name" htmlFor={fieldId}>
        Kind
      </label>
      <select
        id={fieldId}
        value={kind}
        onChange={({ target }) => edit({ op: "change-kind", id, to: target.value as NodeKind })}
      >
        {kindsInOrder.map((each) => (
          <option key={each} value={each}>
            {labelOf(each)}
          </option>
        ))}
      </select>
    </div>
  );
}

const docOf = (kind: NodeKind): string =>
  kind === "branch" ? "Selects the next node by conditions." : verbFacts[kind].doc;

function KindSymbol({ kind }: { readonly kind: NodeKind }): ReactNode {
  return (
    <svg
      className="kind-sign"
      style={coloursOf(kind)}
      viewBox="0 0 16 16"
      width="22"
      height="22"
      aria-hidden="true"
    >
      <path d={nodeKinds[kind].icon} />
    </svg>
  );
}

/** The canvas's colours of a kind, for both themes. */
function coloursOf(kind: NodeKind): CSSProperties {
  const { light, dark } = nodeKinds[kind].colours;
  return {
    background: `light-dark(${light.wash}, ${dark.wash})`,
    borderColor: `light-dark(${light.line}, ${dark.line})`,
    stroke: `light-dark(${light.ink}, ${dark.ink})`,
  };
}

const shownMax = 12;

function SourceNodes({ id }: { readonly id: string }): ReactNode {
  const { dispatch } = useForm();
  const { graph } = useEditorState(drawingOf);
  const from = [
    ...new Set(graph.edges.filter(({ to, from: one }) => to === id && one !== id).map((edge) => edge.from)),
  ];
  if (from.length === 0) return null;
  return (
    <p className="came-from">
      <span>Reached from</span>
      {from.slice(0, shownMax).map((each) =>
        each === "*" ? (
          <span key={each}>any node</span>
        ) : (
          <button
            key={each}
            type="button"
            className="small"
            dir="auto"
            onClick={() => dispatch({ type: "select", selection: { nodes: [each] } })}
          >
            {each}
          </button>
        ),
      )}
      {from.length > shownMax && <span>and {from.length - shownMax} more</span>}
    </p>
  );
}
