// Node view: draws a node with its name, its text, its problem marks and a port for each outgoing edge.

import { Handle, type NodeProps, Position } from "@xyflow/react";
import { memo, type ReactNode } from "react";
import { edgeStyles } from "../../../../src/flow/author/draw/palette.ts";
import type { PortSpot } from "../../../../src/flow/author/draw/node-size.ts";
import { type CanvasNode, entryHandle } from "./library-elements.ts";
import { type NodeSummary, type PortSummary, portLabel } from "./node-summary.ts";
import { keyOf } from "./element-id.ts";
import { KindIcon } from "./kind-icon.tsx";
import { NodeNameField } from "./node-name-field.tsx";

function FlowNodeView({ data }: NodeProps<CanvasNode>): ReactNode {
  const { summary, size, isRenaming } = data;
  const { id, kind, isStart, isPlaying, ports } = summary;
  return (
    <div
      // With `nokey` the library leaves a press with Shift to the node, and begins no box there.
      className={`flow-node nokey kind-${kind}${isPlaying ? " playing" : ""}${summary.errors.length > 0 ? " wrong" : ""}`}
    >
      <Handle
        type="target"
        position={Position.Top}
        id={entryHandle}
        isConnectableStart={false}
        className="entry"
      />
      {isStart && <span className="start-flag">Start</span>}
      <div className="node-head">
        <KindIcon kind={kind} />
        {isRenaming ? <NodeNameField id={id} /> : <bdi className="node-name">{size.name}</bdi>}
        <span className="node-kind">{kind}</span>
      </div>
      {size.titleLines.length > 0 && (
        <div className="node-title" dir="auto">
          {size.titleLines.map((line, i) => (
            <div key={i}>{line}</div>
          ))}
        </div>
      )}
      <Marks summary={summary} />
      <Problems summary={summary} />
      {size.height > size.cellsTop && <Cells summary={summary} spots={size.ports} top={size.cellsTop} />}
      {size.ports.map((spot, i) => (
        <PortHandle key={spot.id} spot={spot} port={ports[i]} />
      ))}
    </div>
  );
}

export const FlowNode = memo(FlowNodeView, (a, b) => a.data === b.data);

interface CellsProps {
  readonly summary: NodeSummary;
  readonly spots: readonly PortSpot[];
  /** Pixels from the node's upper edge. */
  readonly top: number;
}

function Cells({ summary, spots, top }: CellsProps): ReactNode {
  return (
    <div className="port-cells" style={{ top }}>
      {spots.map(({ id, kind, left, right, lines }, i) => {
        const tested = summary.ports[i]?.tested ?? "unknown";
        return (
          <div
            key={id}
            className={`port-cell port-${edgeStyles[kind].colour} port-${tested}`}
            style={{ width: right - left }}
          >
            <span dir="auto">
              {lines.map((line, row) => (
                <span key={row}>{line}</span>
              ))}
            </span>
          </div>
        );
      })}
    </div>
  );
}

interface PortProps {
  readonly spot: PortSpot;
  readonly port: PortSummary | undefined;
}

const stubs = { on: "", nowhere: "", back: "↩ back", lost: "not there" } as const;

function PortHandle({ spot: { id, kind, x }, port }: PortProps): ReactNode {
  const leads = port?.leads ?? "nowhere";
  return (
    <Handle
      type="source"
      position={Position.Bottom}
      id={keyOf(id)}
      className={`port port-${edgeStyles[kind].colour} leads-${leads}`}
      style={{ left: x }}
      title={port === undefined ? undefined : portLabel(port)}
    >
      {stubs[leads] !== "" && <span className="port-stub">{stubs[leads]}</span>}
    </Handle>
  );
}

function Marks({
  summary: { errors, warnings, untestedEdges },
}: {
  readonly summary: NodeSummary;
}): ReactNode {
  if (errors.length + warnings.length + untestedEdges === 0) return undefined;
  return (
    <div className="node-marks" aria-hidden="true">
      {errors.length > 0 && (
        <span className="mark-error" title={errors.join("\n")}>
          {errors.length}
        </span>
      )}
      {warnings.length > 0 && (
        <span className="mark-warning" title={warnings.join("\n")}>
          {warnings.length}
        </span>
      )}
      {untestedEdges > 0 && (
        <span className="mark-untested" title={`${untestedEdges} of its edges are untested`}>
          {untestedEdges}
        </span>
      )}
    </div>
  );
}

/**
 * Problems beside a node that is selected, or whose marks the pointer is on. The form gives screen readers the same.
 */
function Problems({ summary: { errors, warnings } }: { readonly summary: NodeSummary }): ReactNode {
  if (errors.length + warnings.length === 0) return undefined;
  return (
    <ul className="node-problems" aria-hidden="true">
      {errors.map((message) => (
        <li key={message} className="error">
          {message}
        </li>
      ))}
      {warnings.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
