// Command dispatcher: carries out the commands of keys, buttons and menus of the canvas.

import type { FitViewOptions } from "@xyflow/react";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import { firstViewOf } from "./first-view.ts";
import { openMenuOfSelection } from "./open-menu.ts";
import { insertionPointAfter } from "./add-node.ts";
import { copyToClipboard, pasteFromClipboard } from "./clipboard.ts";
import type { Command, SimpleCommand } from "./keyboard-map.ts";
import type { CanvasNode } from "../elements/library-elements.ts";
import { neighbourOf } from "./arrow-keys.ts";
import { readingOrder } from "./reading-order.ts";
import { layoutOfPlaces } from "../elements/node-places.ts";
import { animationMs, type CanvasShell } from "../canvas-shell.ts";

const duplicateBy: CanvasPoint = [36, 36];

/** Returns false when there was nothing to do, so that the browser's own action for the key takes place. */
export function perform(shell: CanvasShell, command: Command): boolean {
  switch (command.do) {
    case "go":
      return go(shell, command);
    case "nudge":
      return nudge(shell, command.by);
    case "zoom":
      void shell.flow?.zoomTo(shell.flow.getZoom() * command.by, { duration: animationMs() });
      return true;
    default:
      simple[command.do](shell);
      return true;
  }
}

/** The node that the last arrow key left, to which the opposite arrow leads back. */
let cameFrom: string | undefined;

function go(shell: CanvasShell, { direction, isAdding }: Extract<Command, { do: "go" }>): boolean {
  const id = shell.active();
  if (id === undefined) return false;
  const next = neighbourOf(shell.graph(), shell.places(), { id, direction, from: cameFrom });
  if (next === undefined) return true;
  cameFrom = id;
  shell.goTo(next, isAdding);
  return true;
}

function nudge(shell: CanvasShell, [dx, dy]: readonly [number, number]): boolean {
  const places = shell.places();
  const moved = shell.selected().flatMap((id): readonly (readonly [string, CanvasPoint])[] => {
    const place = places.get(id);
    return place === undefined ? [] : [[id, [place[0] + dx, place[1] + dy]]];
  });
  if (moved.length > 0) shell.move(new Map(moved), "nudge");
  return true;
}

const simple: Readonly<Record<SimpleCommand, (shell: CanvasShell) => void>> = {
  undo: (shell) => travel(shell, "undo"),
  redo: (shell) => travel(shell, "redo"),
  delete: remove,
  duplicate(shell) {
    const ids = shell.selected();
    if (ids.length === 0) return;
    if (shell.edit({ op: "duplicate-nodes", ids, by: duplicateBy })) shell.focusStage();
  },
  copy: (shell) => void copyToClipboard(shell),
  cut(shell) {
    void copyToClipboard(shell).then((isCopied) => {
      if (isCopied) remove(shell);
    });
  },
  paste: (shell) => void pasteFromClipboard(shell),
  "select-all": (shell) => shell.select(readingOrder(shell.graph())),
  unselect: (shell) => shell.select([]),
  rename: (shell) => shell.ui.set({ renaming: shell.active() }),
  "open-form": openForm,
  connect(shell) {
    const { nodes, edge } = shell.editor.read().selection;
    const selectedEdge = nodes.length > 0 ? undefined : shell.graph().edges.find(({ id }) => id === edge);
    const node = selectedEdge?.from ?? shell.active();
    if (node !== undefined) shell.ui.set({ overlay: { kind: "connect", node, port: selectedEdge?.port } });
  },
  add: offerAfter,
  "set-start"(shell) {
    const id = shell.active();
    if (id !== undefined) shell.edit({ op: "set-start", id });
  },
  "go-to-start"(shell) {
    const [first] = readingOrder(shell.graph());
    if (first !== undefined) shell.goTo(first);
  },
  search: ({ ui }) => ui.set({ isSearching: true }),
  menu: openMenuOfSelection,
  map: ({ ui }) => ui.set({ isMapShown: !ui.read().isMapShown }),
  help: ({ ui }) => ui.set({ overlay: { kind: "help" } }),
  arrange(shell) {
    const places = shell.memory.arrange(shell.graph());
    shell.edit({ op: "move-nodes", places: layoutOfPlaces(places) });
    requestAnimationFrame(() => fitAll(shell));
  },
  fit: fitAll,
};

const wholeFlow: FitViewOptions<CanvasNode> = {
  padding: { top: "40px", bottom: "36px", x: "24px" },
  maxZoom: 1,
};

/** Shows a flow after it was opened. */
export function showInitially(shell: CanvasShell): void {
  const { flow, drawing, ui } = shell;
  if (flow === undefined || drawing === undefined) return;
  const order = readingOrder(shell.graph());
  const boxes = order.flatMap((id) => shell.boxOf(id) ?? []);
  const size = { width: drawing.clientWidth, height: drawing.clientHeight };
  const view = firstViewOf(boxes, boxes[0], size);
  if (view === undefined) return;
  ui.set({ isMapShown: view.isMapShown });
  void flow.setViewport({ x: view.x, y: view.y, zoom: view.zoom });
}

function fitAll({ flow }: CanvasShell): void {
  void flow?.fitView({ ...wholeFlow, duration: animationMs() });
}

function travel({ editor, ui }: CanvasShell, type: "undo" | "redo"): void {
  const { present } = editor.read().history;
  editor.dispatch({ type });
  const isDone = editor.read().history.present !== present;
  ui.announce(isDone ? { undo: "Undone.", redo: "Redone." }[type] : `There is nothing to ${type}.`);
}

/** Deletes what is selected and focuses a node that led to it, so that the keyboard continues from there. */
function remove(shell: CanvasShell): void {
  const { selection } = shell.editor.read();
  const { edges } = shell.graph();
  const ids = selection.nodes;
  if (ids.length > 0) {
    const next = edges.find(({ from, to }) => from !== "*" && ids.includes(to) && !ids.includes(from))?.from;
    if (!shell.edit({ op: "remove-nodes", ids })) return;
    shell.select(next === undefined ? [] : [next]);
  } else {
    const edge = edges.find(({ id }) => id === selection.edge);
    if (edge === undefined || !shell.edit({ op: "disconnect", node: edge.from, port: edge.port })) return;
    shell.select([]);
  }
  shell.focusStage();
}

function openForm(shell: CanvasShell): void {
  const { editor } = shell;
  const id = shell.active();
  if (shell.selected().length === 0 && id !== undefined) shell.select([id]);
  editor.dispatch({ type: "show", panel: "node" });
  requestAnimationFrame(() => {
    const form = document.getElementById("panel-node");
    const field = form?.querySelector<HTMLElement>("input, select, textarea");
    (field ?? form?.querySelector("button"))?.focus();
  });
}

function offerAfter(shell: CanvasShell): void {
  const id = shell.active();
  const next = insertionPointAfter(shell, id);
  if (id === undefined || next === undefined) {
    const at = shell.middle();
    shell.ui.set({ overlay: { kind: "choose", at, place: shell.placeAt(at), from: undefined } });
    return;
  }
  shell.show(id);
  shell.ui.set({ overlay: { kind: "choose", at: shell.pointBelow(id) ?? shell.middle(), ...next } });
}
