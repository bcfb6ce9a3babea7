// Edge editing: connects, reconnects and drops the edges that are dragged on the canvas.

import type { Connection, FinalConnectionState } from "@xyflow/react";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import type { CanvasEdge } from "../elements/library-elements.ts";
import { idOf } from "../elements/element-id.ts";
import type { CanvasShell } from "../canvas-shell.ts";
import type { PortRef } from "../canvas-state.ts";

type DropState = Pick<FinalConnectionState, "isValid" | "fromNode" | "fromHandle">;

/** A new edge was dropped on a node: connects them. */
export function connectPorts(shell: CanvasShell, { source, sourceHandle, target }: Connection): void {
  if (sourceHandle === null) return;
  shell.edit({ op: "connect", node: idOf(source), port: idOf(sourceHandle), to: idOf(target) });
}

/** An end of an edge was moved: its target, or the port that it comes from. One step of undo. */
export function reconnectEdge(shell: CanvasShell, old: CanvasEdge, connection: Connection): void {
  const before = old.data?.edge;
  const { source, sourceHandle, target } = connection;
  if (before === undefined || sourceHandle === null) return;
  const isSamePort = idOf(source) === before.from && idOf(sourceHandle) === before.port;
  if (isSamePort && idOf(target) === before.to) return;
  const mergeKey = `reconnect ${before.id}`;
  if (!isSamePort && !shell.edit({ op: "disconnect", node: before.from, port: before.port }, mergeKey))
    return;
  shell.edit({ op: "connect", node: idOf(source), port: idOf(sourceHandle), to: idOf(target) }, mergeKey);
}

/** A dragged edge was dropped outside of ports: on a node it connects, on the empty canvas it offers a new node. */
export function dropNewEdge(shell: CanvasShell, event: MouseEvent | TouchEvent, drop: DropState): void {
  const port = drop.fromHandle;
  if (
    drop.isValid === true ||
    drop.fromNode === null ||
    port?.type !== "source" ||
    typeof port.id !== "string"
  )
    return;
  connectOrOffer(shell, { node: idOf(drop.fromNode.id), port: idOf(port.id) }, pointOf(event));
}

/** The end of an edge was dropped outside of ports. */
export function dropMovedEdge(shell: CanvasShell, edge: CanvasEdge, event: MouseEvent | TouchEvent): void {
  const graphEdge = edge.data?.edge;
  if (graphEdge !== undefined)
    connectOrOffer(shell, { node: graphEdge.from, port: graphEdge.port }, pointOf(event));
}

function connectOrOffer(shell: CanvasShell, from: PortRef, at: CanvasPoint): void {
  const below = document.elementFromPoint(...at);
  if (below === null || shell.stage?.contains(below) !== true) return;
  const key = below.closest(".react-flow__node")?.getAttribute("data-id");
  if (key !== null && key !== undefined) {
    shell.edit({ op: "connect", ...from, to: idOf(key) });
    return;
  }
  shell.ui.set({ overlay: { kind: "choose", at, place: shell.placeOfNew(at), from } });
}

function pointOf(event: MouseEvent | TouchEvent): [number, number] {
  const point = "changedTouches" in event ? event.changedTouches[0] : event;
  return point === undefined ? [0, 0] : [point.clientX, point.clientY];
}
