// Context menu: actions for the selected nodes, for the selected edge, or for the empty canvas.

import type { ReactNode } from "react";
import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import { useEditorState } from "../../state/editor.ts";
import type { SimpleCommand } from "../actions/keyboard-map.ts";
import { perform } from "../actions/perform.ts";
import { type CanvasShell, useShell } from "../canvas-shell.ts";
import { FloatingMenu } from "./floating-menu.tsx";

export interface ContextMenuProps {
  /** A point of the window. */
  readonly at: CanvasPoint;
  readonly about: "nodes" | "edge" | "canvas";
}

interface MenuLine {
  readonly name: string;
  readonly keys: string;
  readonly act: (shell: CanvasShell, at: CanvasPoint) => void;
}

function line(name: string, keys: string, command: SimpleCommand): MenuLine {
  return { name, keys, act: (shell) => void perform(shell, { do: command }) };
}

const ofOne: readonly MenuLine[] = [
  line("Edit", "Enter", "open-form"),
  line("Rename", "F2", "rename"),
  line("Connect…", "C", "connect"),
  {
    name: "Change kind…",
    keys: "",
    act(shell, at) {
      const id = shell.active();
      if (id !== undefined) shell.ui.set({ overlay: { kind: "change", at, id } });
    },
  },
  line("Add node after it…", "N", "add"),
  line("Start here", "S", "set-start"),
];
const ofAny: readonly MenuLine[] = [
  line("Duplicate", "Ctrl+D", "duplicate"),
  line("Copy", "Ctrl+C", "copy"),
  line("Cut", "Ctrl+X", "cut"),
  line("Delete", "Del", "delete"),
];
const ofEdge: readonly MenuLine[] = [
  line("Change target…", "C", "connect"),
  {
    name: "Insert node…",
    keys: "",
    act(shell, at) {
      const { edge } = shell.editor.read().selection;
      const graphEdge = shell.graph().edges.find(({ id }) => id === edge);
      if (graphEdge === undefined) return;
      const from = { node: graphEdge.from, port: graphEdge.port };
      shell.ui.set({ overlay: { kind: "choose", at, place: shell.placeOfNew(at), from } });
    },
  },
  line("Delete edge", "Del", "delete"),
];
const ofCanvas: readonly MenuLine[] = [
  {
    name: "Add node here…",
    keys: "",
    act(shell, at) {
      const place = shell.placeOfNew(at);
      shell.ui.set({ overlay: { kind: "choose", at, place, from: undefined } });
    },
  },
  line("Paste", "Ctrl+V", "paste"),
  line("Select all", "Ctrl+A", "select-all"),
  line("Arrange nodes", "T", "arrange"),
  line("Fit to view", "F", "fit"),
  line("Find node", "Ctrl+F", "search"),
  line("Keyboard help", "?", "help"),
];

export function ContextMenu({ at, about }: ContextMenuProps): ReactNode {
  const shell = useShell();
  const nodes = useEditorState((state) => state.selection.nodes);
  const ofNodes = nodes.length === 1 ? [...ofOne, ...ofAny] : ofAny;
  const lines = { nodes: ofNodes, edge: ofEdge, canvas: ofCanvas }[about];
  const name = nodes.length === 1 ? shown(nodes[0] ?? "") : `${nodes.length} nodes`;
  return (
    <FloatingMenu at={at} label={{ nodes: name, edge: "The way", canvas: "Canvas" }[about]}>
      {lines.map(({ name: words, keys, act }) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="choice command"
          onClick={() => {
            shell.ui.set({ overlay: undefined });
            shell.focusStage();
            act(shell, at);
          }}
        >
          <span className="choice-name">{words}</span>
          {keys !== "" && (
            <span className="choice-keys" aria-hidden="true">
              {keys}
            </span>
          )}
        </button>
      ))}
    </FloatingMenu>
  );
}
