// Node insertion: adds a node from the palette where it is dropped, or below the selected node.

import type { DragEvent } from "react";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import { kindsInOrder, type NodeKind } from "../../../../src/flow/author/document/node-kinds.ts";
import { freePlace } from "../elements/node-places.ts";
import { type CanvasShell, newHead } from "../canvas-shell.ts";
import type { PortRef } from "../canvas-state.ts";

const kindType = (kind: NodeKind): string => `application/x-flow-${kind}`;
/** Pixels between the lower edge of a node and a node that is added below it. */
const below = 72;

/** Puts the kind into the drag's data, whose MIME type also names it. */
export function beginDrag({ dataTransfer }: DragEvent, kind: NodeKind): void {
  dataTransfer.setData(kindType(kind), kind);
  dataTransfer.effectAllowed = "copy";
}

/**
 * The kind of node being dragged. During a drag browsers reveal only the types of the data, so the type names the
 * kind.
 */
export function kindOfDrag({ dataTransfer }: DragEvent): NodeKind | undefined {
  return kindsInOrder.find((kind) => dataTransfer.types.includes(kindType(kind)));
}

/** Adds a node; with `from` it is also connected to that port. Positions are pixels of the flow. */
export function addNodeAt(shell: CanvasShell, kind: NodeKind, { place: at, from }: InsertionPoint): void {
  const isFirst = shell.graph().nodes.length === 0;
  const isAdded = shell.edit({ op: "add-node", kind, at, ...(from === undefined ? {} : { from }) });
  if (!isAdded) return;
  const id = shell.active();
  if (isFirst && id !== undefined) shell.showAtTop(id);
  shell.focusStage();
}

/** Adds a node after the selected one if that has a port to begin at, else in the middle of the viewport. */
export function addNode(shell: CanvasShell, kind: NodeKind): void {
  const next = shell.selected().length === 1 ? insertionPointAfter(shell, shell.active()) : undefined;
  if (next?.from === undefined)
    addNodeAt(shell, kind, { place: freePlaceNear(shell, shell.placeAt(shell.middle())), from: undefined });
  else addNodeAt(shell, kind, next);
}

export interface InsertionPoint {
  readonly place: CanvasPoint;
  /** The first port that is not connected yet, or leads to an end; undefined when there is none. */
  readonly from: PortRef | undefined;
}

/** Where a node added after `id` would lie. Undefined when there is no such node. */
export function insertionPointAfter(shell: CanvasShell, id: string | undefined): InsertionPoint | undefined {
  const box = id === undefined ? undefined : shell.boxOf(id);
  if (id === undefined || box === undefined) return undefined;
  const { nodes, edges } = shell.graph();
  const ports = nodes.find((node) => node.id === id)?.ports ?? [];
  const ends = new Set(nodes.flatMap((node) => (node.kind === "end" ? [node.id] : [])));
  const free = ports.find(
    (port) => !edges.some((edge) => edge.from === id && edge.port === port.id && !ends.has(edge.to)),
  );
  const spot = free === undefined ? undefined : box.ports.find((port) => port.id === free.id);
  const x = box.x + (spot?.x ?? box.width / 2) - newHead.x;
  return {
    place: freePlaceNear(shell, [x, box.y + box.height + below]),
    from: free === undefined ? undefined : { node: id, port: free.id },
  };
}

function freePlaceNear(shell: CanvasShell, wish: CanvasPoint): CanvasPoint {
  return freePlace(wish, shell.graph(), shell.places());
}
