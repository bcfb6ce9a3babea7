// The canvas's hands: it tells the editor, moves what is seen, and puts the focus where it belongs.

import type { ReactFlowInstance } from "@xyflow/react";
import { createContext, useContext } from "react";
import type { NodeSize } from "../../../src/flow/author/draw/node-size.ts";
import type { CanvasPoint } from "../../../src/flow/author/edit/edited-document.ts";
import type { Operation } from "../../../src/flow/author/edit/operation.ts";
import type { Graph } from "../../../src/flow/author/document/document-graph.ts";
import { drawingOf } from "../state/derived.ts";
import type { Editor } from "../state/editor.ts";
import type { CanvasEdge, CanvasNode } from "./elements/library-elements.ts";
import { keyOf } from "./elements/element-id.ts";
import { flowOrder } from "./actions/reading-order.ts";
import { memoryOf } from "./elements/place-memory.ts";
import { layoutOfPlaces, type Places } from "./elements/node-places.ts";
import { said } from "./actions/announcement.ts";
import { nodeSize } from "./elements/node-sizes.ts";
import { UiStore } from "./canvas-state.ts";

/** An element that comes into view is there after a frame or two. */
const focusFramesMax = 12;
/** Of what floats over the flow. */
const barHeight = 56;
/** The middle of what a new node takes, from its corner. */
export const newHead = { x: 66, y: 16 };
const readableZoom = 0.75;

export interface NodeBox extends NodeSize {
  readonly x: number;
  readonly y: number;
}

export class CanvasShell {
  readonly ui = new UiStore();
  readonly memory: ReturnType<typeof memoryOf>;
  readonly editor: Editor;
  flow: ReactFlowInstance<CanvasNode, CanvasEdge> | undefined;
  /** Where nodes and edges are drawn. */
  stage: HTMLElement | undefined;
  /** Where the pointer was last, in the window; undefined before it came. */
  pointer: CanvasPoint | undefined;
  /** It was used last of all that the page shows. */
  isInUse = true;
  /** An end of an edge is in somebody's hand. */
  isReconnecting = false;
  #wanted: string | undefined;

  constructor(editor: Editor) {
    this.editor = editor;
    this.memory = memoryOf(editor);
  }

  graph(): Graph {
    return drawingOf(this.editor.read()).graph;
  }

  places(): Places {
    return this.memory.of(this.editor.read());
  }

  selected(): readonly string[] {
    return this.editor.read().selection.nodes;
  }

  /** The node that keys are about: the one that was selected last, else the first. */
  active(): string | undefined {
    const graph = this.graph();
    const known = new Set(graph.nodes.map(({ id }) => id));
    return this.selected().findLast((id) => known.has(id)) ?? flowOrder(graph)[0];
  }

  /** False when it was refused; the editor says why. */
  edit(operation: Operation, mergeKey?: string): boolean {
    const before = this.editor.read().history.present;
    this.editor.tell({ type: "edit", operation, ...(mergeKey === undefined ? {} : { mergeKey }) });
    const isDone = this.editor.read().history.present !== before;
    if (isDone) this.ui.say(said(operation, this.selected()));
    return isDone;
  }

  /** All that is shown gets its place for good, so that nothing else moves later. */
  move(places: Places, mergeKey?: string): void {
    const all = new Map([...this.places(), ...places]);
    this.edit({ op: "move-nodes", places: layoutOfPlaces(all) }, mergeKey);
  }

  /** False when it was refused. */
  rename(id: string, to: string): boolean {
    return this.edit({ op: "rename-node", id, to });
  }

  select(nodes: readonly string[]): void {
    this.editor.tell({ type: "select", selection: { nodes } });
  }

  /** Selects it, brings it into view and gives it the focus. */
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

  /** It may not be there yet, and a dialog that closes lets nothing else have the focus for a frame. */
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

  /** Pans only when the node can not be seen as a whole. */
  show(id: string): void {
    const box = this.boxOf(id);
    const { flow, stage } = this;
    if (box === undefined || flow === undefined || stage === undefined) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [box.x * zoom + x, box.y * zoom + y];
    const isIn =
      left >= 0 &&
      top >= barHeight &&
      left + box.width * zoom <= stage.clientWidth &&
      top + box.height * zoom <= stage.clientHeight - barHeight;
    if (!isIn) this.center(id, zoom);
  }

  center(id: string, zoom = Math.max(readableZoom, this.flow?.getZoom() ?? 1)): void {
    const box = this.boxOf(id);
    if (box === undefined) return;
    void this.flow?.setCenter(box.x + box.width / 2, box.y + box.height / 2, {
      zoom,
      duration: animationMs(),
    });
  }

  /** With what comes after it below. */
  showAtTop(id: string): void {
    const box = this.boxOf(id);
    const { flow, stage } = this;
    if (box === undefined || flow === undefined || stage === undefined) return;
    const x = stage.clientWidth / 2 - (box.x + box.width / 2) * readableZoom;
    void flow.setViewport({ x, y: 2 * barHeight - box.y * readableZoom, zoom: readableZoom });
  }

  boxOf(id: string): NodeBox | undefined {
    const node = this.graph().nodes.find((each) => each.id === id);
    const place = this.places().get(id);
    if (node === undefined || place === undefined) return undefined;
    return { ...nodeSize(node), x: place[0], y: place[1] };
  }

  /** Of the flow, at a point of the window. */
  placeAt([x, y]: CanvasPoint): CanvasPoint {
    const place = this.flow?.screenToFlowPosition({ x, y }) ?? { x, y };
    return [Math.round(place.x), Math.round(place.y)];
  }

  /** Of the flow, for a new node whose head comes to lie at a point of the window. */
  placeOfNew(at: CanvasPoint): CanvasPoint {
    const [x, y] = this.placeAt(at);
    return [x - newHead.x, y - newHead.y];
  }

  /** Of the window. */
  middle(): CanvasPoint {
    const box = this.stage?.getBoundingClientRect();
    return box === undefined ? [0, 0] : [box.left + box.width / 2, box.top + box.height / 2];
  }

  /** Gives the focus back to where the keys of the canvas work. */
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

export function animationMs(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180;
}

const ShellContext = createContext<CanvasShell | undefined>(undefined);

export const ShellProvider = ShellContext.Provider;

export function useShell(): CanvasShell {
  const shell = useContext(ShellContext);
  if (shell === undefined) throw new Error("There is no canvas around this view");
  return shell;
}
