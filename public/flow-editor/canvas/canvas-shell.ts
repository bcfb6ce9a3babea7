// Canvas shell: the side effects of the canvas. It sends edits to the editor, moves the viewport and sets the focus.

import type { ReactFlowInstance } from "@xyflow/react";
import { createContext, useContext } from "react";
import type { CanvasPoint } from "../../../src/flow/author/edit/edited-document.ts";
import type { Operation } from "../../../src/flow/author/edit/operation.ts";
import type { Graph } from "../../../src/flow/author/document/document-graph.ts";
import { drawingOf } from "../state/derived.ts";
import type { Editor } from "../state/editor.ts";
import type { CanvasEdge, CanvasNode } from "./elements/library-elements.ts";
import { keyOf } from "./elements/element-id.ts";
import { readingOrder } from "./actions/reading-order.ts";
import { placeMemoryOf } from "./elements/place-memory.ts";
import { layoutOfPlaces, type NodePlaces } from "./elements/node-places.ts";
import { readableZoom } from "./actions/first-view.ts";
import { announcementOf } from "./actions/announcement.ts";
import { type NodeBox, nodeSize } from "./elements/node-sizes.ts";
import { CanvasStore } from "./canvas-state.ts";

/** Animation frames to wait for an element to be rendered; one that scrolls into view needs one or two. */
const focusFramesMax = 12;
/** Pixels between the edge of the drawing and a node that is brought into view. */
const edgeSpace = 12;
/** Pixels above a node that is scrolled to the top, for its mark. */
const topSpace = 40;
/** Offset of a new node's heading from its upper left corner, in pixels. */
export const newHead = { x: 66, y: 16 };

export class CanvasShell {
  readonly ui = new CanvasStore();
  readonly memory: ReturnType<typeof placeMemoryOf>;
  readonly editor: Editor;
  flow: ReactFlowInstance<CanvasNode, CanvasEdge> | undefined;
  /** The element of the drawing and its toolbars, whose keys the canvas takes. */
  stage: HTMLElement | undefined;
  /** The element in which nodes and edges are drawn. */
  drawing: HTMLElement | undefined;
  /** Last position of the pointer in window pixels; undefined while it is elsewhere. */
  pointer: CanvasPoint | undefined;
  /** Whether the canvas was the last part of the page that was used. */
  isInUse = true;
  /** Whether the end of an edge is being dragged. */
  isReconnecting = false;
  #wanted: string | undefined;

  constructor(editor: Editor) {
    this.editor = editor;
    this.memory = placeMemoryOf(editor);
  }

  graph(): Graph {
    return drawingOf(this.editor.read()).graph;
  }

  places(): NodePlaces {
    return this.memory.of(this.editor.read());
  }

  selected(): readonly string[] {
    return this.editor.read().selection.nodes;
  }

  /** The node that keyboard commands apply to: the last selected one, else the first in reading order. */
  active(): string | undefined {
    const graph = this.graph();
    const nodeIds = new Set(graph.nodes.map(({ id }) => id));
    return this.selected().findLast((id) => nodeIds.has(id)) ?? readingOrder(graph)[0];
  }

  /** Applies an edit. Returns false when it was refused, which the editor reports. */
  edit(operation: Operation, mergeKey?: string): boolean {
    const before = this.editor.read().history.present;
    this.editor.dispatch({ type: "edit", operation, ...(mergeKey === undefined ? {} : { mergeKey }) });
    const isDone = this.editor.read().history.present !== before;
    if (isDone) this.ui.announce(announcementOf(operation, this.selected()));
    return isDone;
  }

  /** Moves nodes and stores the positions of all others too, so that the automatic layout moves none of them later. */
  move(places: NodePlaces, mergeKey?: string): void {
    const all = new Map([...this.places(), ...places]);
    this.edit({ op: "move-nodes", places: layoutOfPlaces(all) }, mergeKey);
  }

  /** Returns false when the name was refused. */
  rename(id: string, to: string): boolean {
    return this.edit({ op: "rename-node", id, to });
  }

  select(nodes: readonly string[]): void {
    this.editor.dispatch({ type: "select", selection: { nodes } });
  }

  /** Selects a node, brings it into view and gives it the focus. */
  goTo(id: string, isAdding = false): void {
    const others = isAdding ? this.selected().filter((each) => each !== id) : [];
    this.select([...others, id]);
    this.focus(id);
  }

  focus(id: string): void {
    this.show(id);
    this.#wanted = id;
    this.#focusSoon(focusFramesMax);
  }

  /**
   * Retries for some frames: the element may not be rendered yet, and a closing dialog keeps the focus for a frame.
   */
  #focusSoon(frames: number): void {
    const id = this.#wanted;
    if (id === undefined || frames === 0) return;
    const element = this.elementOf(id);
    element?.focus({ preventScroll: true });
    if (element !== undefined && document.activeElement === element) this.#wanted = undefined;
    else requestAnimationFrame(() => this.#focusSoon(frames - 1));
  }

  elementOf(id: string): HTMLElement | undefined {
    return this.stage?.querySelector<HTMLElement>(`.react-flow__node[data-id="${keyOf(id)}"]`) ?? undefined;
  }

  /** Pans if a part of the node is invisible: as little as possible, or until the node is in the middle. */
  show(id: string, how: "near" | "middle" = "near"): void {
    const box = this.boxOf(id);
    const { flow, drawing } = this;
    if (box === undefined || flow === undefined || drawing === undefined) return;
    const { x, y, zoom } = flow.getViewport();
    const dx = shiftInto(box.x * zoom + x, box.width * zoom, [edgeSpace, drawing.clientWidth - edgeSpace]);
    const dy = shiftInto(box.y * zoom + y, box.height * zoom, [edgeSpace, drawing.clientHeight - edgeSpace]);
    if (dx === 0 && dy === 0) return;
    if (how === "middle") this.center(id, zoom);
    else void flow.setViewport({ x: x + dx, y: y + dy, zoom }, { duration: animationMs() });
  }

  center(id: string, zoom = Math.max(readableZoom, this.flow?.getZoom() ?? 1)): void {
    const box = this.boxOf(id);
    if (box === undefined) return;
    void this.flow?.setCenter(box.x + box.width / 2, box.y + box.height / 2, {
      zoom,
      duration: animationMs(),
    });
  }

  /** Scrolls a node to the top, with room for the nodes below it. */
  showAtTop(id: string): void {
    const box = this.boxOf(id);
    const { flow, drawing } = this;
    if (box === undefined || flow === undefined || drawing === undefined) return;
    const x = drawing.clientWidth / 2 - (box.x + box.width / 2) * readableZoom;
    void flow.setViewport({ x, y: topSpace - box.y * readableZoom, zoom: readableZoom });
  }

  boxOf(id: string): NodeBox | undefined {
    const node = this.graph().nodes.find((each) => each.id === id);
    const place = this.places().get(id);
    if (node === undefined || place === undefined) return undefined;
    return { ...nodeSize(node), x: place[0], y: place[1] };
  }

  /** Converts a point of the window to a position of the flow, in whole pixels. */
  placeAt([x, y]: CanvasPoint): CanvasPoint {
    const place = this.flow?.screenToFlowPosition({ x, y }) ?? { x, y };
    return [Math.round(place.x), Math.round(place.y)];
  }

  /** The position for a new node whose heading should lie at a point of the window. */
  placeOfNew(at: CanvasPoint): CanvasPoint {
    const [x, y] = this.placeAt(at);
    return [x - newHead.x, y - newHead.y];
  }

  /** The middle of the canvas as a point of the window. */
  middle(): CanvasPoint {
    const box = this.drawing?.getBoundingClientRect();
    return box === undefined ? [0, 0] : [box.left + box.width / 2, box.top + box.height / 2];
  }

  /** The point of the window just below a node's left corner. Undefined when there is no such node. */
  pointBelow(id: string): CanvasPoint | undefined {
    const box = this.boxOf(id);
    const point = box && this.flow?.flowToScreenPosition({ x: box.x, y: box.y + box.height + 12 });
    return point && [point.x, point.y];
  }

  /** Focuses the canvas as a whole, once no dialog has the focus any more, so that its keys work. */
  focusCanvas(frames = focusFramesMax): void {
    requestAnimationFrame(() => {
      if (document.querySelector("dialog[open]") === null) this.stage?.focus({ preventScroll: true });
      else if (frames > 0) this.focusCanvas(frames - 1);
    });
  }

  /** Focuses the active node, or the empty canvas, so that its keys work. */
  focusStage(): void {
    const id = this.active();
    if (id !== undefined) this.focus(id);
    else requestAnimationFrame(() => this.stage?.focus({ preventScroll: true }));
  }

  closeOverlay(): void {
    this.ui.set({ overlay: undefined });
    this.focusStage();
  }
}

/** The shortest shift that moves a stretch into a range; a longer stretch begins at the range's beginning. */
function shiftInto(at: number, length: number, [min, max]: readonly [number, number]): number {
  if (at < min || length > max - min) return min - at;
  return Math.min(0, max - length - at);
}

/** Milliseconds of an animation; 0 for people who prefer reduced motion. */
export function animationMs(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180;
}

const ShellContext = createContext<CanvasShell | undefined>(undefined);

export const ShellProvider = ShellContext.Provider;

/** The shell of the surrounding canvas. Throws outside of one. */
export function useShell(): CanvasShell {
  const shell = useContext(ShellContext);
  if (shell === undefined) throw new Error("There is no canvas around this view");
  return shell;
}
