// New nodes from the palette: dragged to a place, or put where they fit.

import type { DragEvent } from "react";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import type { NodeKind } from "../../../../src/flow/author/document/document-graph.ts";
import { kinds } from "../elements/node-kinds.ts";
import { freePlace } from "../elements/node-places.ts";
import { type CanvasShell, newHead } from "../canvas-shell.ts";
import type { PortPlace } from "../canvas-state.ts";

const kindType = (kind: NodeKind): string => `application/x-flow-${kind}`;
/** From where a node lies to one that it leads to. */
const below = 72;

export function beginDrag({ dataTransfer }: DragEvent, kind: NodeKind): void {
  dataTransfer.setData(kindType(kind), kind);
  dataTransfer.effectAllowed = "copy";
}

/** While something is dragged only the types of its data are known. */
export function kindOfDrag({ dataTransfer }: DragEvent): NodeKind | undefined {
  return kinds.find(({ kind }) => dataTransfer.types.includes(kindType(kind)))?.kind;
}

export function addAt(shell: CanvasShell, kind: NodeKind, { place: at, from }: NextPlace): void {
  const isFirst = shell.graph().nodes.length === 0;
  const isAdded = shell.edit({ op: "add-node", kind, at, ...(from === undefined ? {} : { from }) });
  if (!isAdded) return;
  const id = shell.active();
  if (isFirst && id !== undefined) shell.showAtTop(id);
  shell.focusStage();
}

/** After the selected node if a way of it is free, else in the middle of what is seen. */
export function add(shell: CanvasShell, kind: NodeKind): void {
  const next = shell.selected().length === 1 ? placeAfter(shell, shell.active()) : undefined;
  if (next?.from === undefined)
    addAt(shell, kind, { place: freeAt(shell, shell.placeAt(shell.middle())), from: undefined });
  else addAt(shell, kind, next);
}

export interface NextPlace {
  readonly place: CanvasPoint;
  /** Its first way that leads nowhere yet. */
  readonly from: PortPlace | undefined;
}

export function placeAfter(shell: CanvasShell, id: string | undefined): NextPlace | undefined {
  const box = id === undefined ? undefined : shell.boxOf(id);
  if (id === undefined || box === undefined) return undefined;
  const { nodes, edges } = shell.graph();
  const ports = nodes.find((node) => node.id === id)?.ports ?? [];
  const free = ports.find((port) => !edges.some((edge) => edge.from === id && edge.port === port.id));
  const spot = free === undefined ? undefined : box.ports.find((port) => port.id === free.id);
  const x = box.x + (spot?.x ?? box.width / 2) - newHead.x;
  return {
    place: freeAt(shell, [x, box.y + box.height + below]),
    from: free === undefined ? undefined : { node: id, port: free.id },
  };
}

function freeAt(shell: CanvasShell, wish: CanvasPoint): CanvasPoint {
  return freePlace(wish, shell.graph(), shell.places());
}
