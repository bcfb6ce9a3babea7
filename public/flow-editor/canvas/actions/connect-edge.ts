// What becomes of a line that was dragged from a port, or of an edge's end that was let go somewhere else.

import type { Connection, FinalConnectionState } from "@xyflow/react";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import type { CanvasEdge } from "../elements/library-elements.ts";
import { idOf } from "../elements/element-id.ts";
import type { CanvasShell } from "../canvas-shell.ts";
import type { PortPlace } from "../canvas-state.ts";

type Drop = Pick<FinalConnectionState, "isValid" | "fromNode" | "fromHandle">;

export function connected(shell: CanvasShell, { source, sourceHandle, target }: Connection): void {
  if (sourceHandle === null) return;
  shell.edit({ op: "connect", node: idOf(source), port: idOf(sourceHandle), to: idOf(target) });
}

/** An end of an edge was moved: its target, or the port that it comes from. One step of undo. */
export function reconnected(shell: CanvasShell, old: CanvasEdge, connection: Connection): void {
  const way = old.data?.way;
  const { source, sourceHandle, target } = connection;
  if (way === undefined || sourceHandle === null) return;
  const isSamePort = idOf(source) === way.from && idOf(sourceHandle) === way.port;
  if (isSamePort && idOf(target) === way.to) return;
  const mergeKey = `reconnect ${way.id}`;
  if (!isSamePort && !shell.edit({ op: "disconnect", node: way.from, port: way.port }, mergeKey)) return;
  shell.edit({ op: "connect", node: idOf(source), port: idOf(sourceHandle), to: idOf(target) }, mergeKey);
}

/** Not on a port: on a node it leads there, on nothing a new node is offered there. */
export function dropped(shell: CanvasShell, event: MouseEvent | TouchEvent, drop: Drop): void {
  const port = drop.fromHandle;
  if (
    drop.isValid === true ||
    drop.fromNode === null ||
    port?.type !== "source" ||
    typeof port.id !== "string"
  )
    return;
  leadTo(shell, { node: idOf(drop.fromNode.id), port: idOf(port.id) }, pointOf(event));
}

export function edgeDropped(shell: CanvasShell, edge: CanvasEdge, event: MouseEvent | TouchEvent): void {
  const way = edge.data?.way;
  if (way !== undefined) leadTo(shell, { node: way.from, port: way.port }, pointOf(event));
}

function leadTo(shell: CanvasShell, from: PortPlace, at: CanvasPoint): void {
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
