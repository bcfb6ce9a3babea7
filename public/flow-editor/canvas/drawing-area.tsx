// Drawing area: shows the flow with React Flow and handles mouse and touch on it.

import {
  Background,
  ConnectionLineType,
  MiniMap,
  ReactFlow,
  SelectionMode,
  type Viewport,
} from "@xyflow/react";
import { type DragEvent, memo, type MouseEvent as ReactMouseEvent, type ReactNode, useMemo } from "react";
import { kindOfDrag, addNodeAt } from "./actions/add-node.ts";
import { connectPorts, dropNewEdge, dropMovedEdge, reconnectEdge } from "./actions/connect-edge.ts";
import { useCanvasElements } from "./elements/canvas-elements.ts";
import type { CanvasEdge, CanvasNode } from "./elements/library-elements.ts";
import { FlowEdge } from "./elements/flow-edge.tsx";
import { FlowNode } from "./elements/flow-node.tsx";
import { idOf } from "./elements/element-id.ts";
import { mapSize } from "./actions/first-view.ts";
import { showInitially } from "./actions/perform.ts";
import { endDrag, dragNodes, selectEdge, selectNodes } from "./actions/pointer-selection.ts";
import { type CanvasShell, useShell } from "./canvas-shell.ts";
import { useCanvasState } from "./canvas-state.ts";

const nodeTypes = { flow: FlowNode };
const edgeTypes = { flow: FlowEdge };
/** With one of these keys a click adds a node to the selection, or removes it. */
const addingKeys = ["Shift", "Control", "Meta"];
export const zoomMin = 0.04;
export const zoomMax = 2;
/** Below this zoom the text of nodes is hidden: it is unreadable, and drawing it takes long. */
const farZoom = 0.3;
/** Above this number of nodes only the visible ones are rendered. */
export const renderedNodesMax = 80;

export function DrawingArea(): ReactNode {
  const shell = useShell();
  const { nodes, edges } = useCanvasElements(shell);
  return <Flow shell={shell} nodes={nodes as CanvasNode[]} edges={edges as CanvasEdge[]} />;
}

interface FlowProps {
  readonly shell: CanvasShell;
  // The library's own lists; it does not write into them.
  readonly nodes: CanvasNode[];
  readonly edges: CanvasEdge[];
}

const Flow = memo(({ shell, nodes, edges }: FlowProps): ReactNode => {
  const isMapShown = useCanvasState(shell.ui, (ui) => ui.isMapShown);
  const callbacks = useMemo(() => callbacksOf(shell), [shell]);
  return (
    <ReactFlow<CanvasNode, CanvasEdge>
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      {...callbacks}
      aria-label="Flow"
      minZoom={zoomMin}
      maxZoom={zoomMax}
      panOnScroll
      onlyRenderVisibleElements={nodes.length > renderedNodesMax}
      zoomOnDoubleClick={false}
      nodeDragThreshold={4}
      selectionMode={SelectionMode.Partial}
      connectionLineType={ConnectionLineType.Bezier}
      connectionRadius={24}
      connectOnClick={false}
      edgesFocusable={false}
      deleteKeyCode={null}
      panActivationKeyCode={null}
      multiSelectionKeyCode={addingKeys}
      disableKeyboardA11y
      zIndexMode="manual"
    >
      <Background gap={24} size={1.4} />
      {isMapShown && nodes.length > 0 && (
        <MiniMap<CanvasNode>
          style={mapSize}
          pannable
          zoomable
          nodeColor={mapColour}
          nodeBorderRadius={8}
          ariaLabel="Overview of the flow"
        />
      )}
    </ReactFlow>
  );
});
Flow.displayName = "Flow";

function mapColour({ data }: CanvasNode): string {
  return `var(--${data.summary.kind}-line)`;
}

function offerAt(shell: CanvasShell, { clientX, clientY }: ReactMouseEvent): void {
  const at = [clientX, clientY] as const;
  shell.ui.set({ overlay: { kind: "choose", at, place: shell.placeOfNew(at), from: undefined } });
}

/** Created once for each canvas, so that a new function never causes a render. */
function callbacksOf(shell: CanvasShell) {
  return {
    onInit: (flow: NonNullable<CanvasShell["flow"]>): void => {
      shell.flow = flow;
      showInitially(shell);
    },
    onNodesChange: (changes: Parameters<typeof selectNodes>[1]): void => {
      selectNodes(shell, changes);
      dragNodes(shell, changes);
    },
    onEdgesChange: (changes: Parameters<typeof selectEdge>[1]): void => selectEdge(shell, changes),
    onNodeDragStop: (): void => endDrag(shell),
    onSelectionDragStop: (): void => endDrag(shell),
    onNodeDoubleClick: (_: unknown, node: CanvasNode): void => shell.ui.set({ renaming: idOf(node.id) }),
    onConnect: (connection: Parameters<typeof connectPorts>[1]): void => connectPorts(shell, connection),
    onConnectEnd: (event: MouseEvent | TouchEvent, drop: Parameters<typeof dropNewEdge>[2]): void => {
      if (!shell.isReconnecting) dropNewEdge(shell, event, drop);
    },
    onReconnectStart: (): void => {
      shell.isReconnecting = true;
    },
    onReconnect: (edge: CanvasEdge, connection: Parameters<typeof connectPorts>[1]): void => {
      shell.isReconnecting = false;
      reconnectEdge(shell, edge, connection);
    },
    // No `onReconnect` in between means that the end was dropped outside of ports.
    onReconnectEnd: (event: MouseEvent | TouchEvent, edge: CanvasEdge): void => {
      if (shell.isReconnecting) dropMovedEdge(shell, edge, event);
      shell.isReconnecting = false;
    },
    onMove: (_: unknown, { zoom }: Viewport): void => {
      shell.stage?.classList.toggle("far", zoom < farZoom);
    },
    onDoubleClick: (event: ReactMouseEvent): void => {
      if (event.target instanceof Element && event.target.matches(".react-flow__pane")) offerAt(shell, event);
    },
    onDragOver: (event: DragEvent): void => {
      if (kindOfDrag(event) === undefined) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    onDrop: (event: DragEvent): void => {
      const kind = kindOfDrag(event);
      if (kind === undefined) return;
      event.preventDefault();
      addNodeAt(shell, kind, { place: shell.placeOfNew([event.clientX, event.clientY]), from: undefined });
    },
  };
}
