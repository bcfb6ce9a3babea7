// Selection bar: buttons for the commands on the selected nodes or edge, within reach of touch.

import type { ReactNode } from "react";
import { shown } from "../../../src/flow/author/draw/text-width.ts";
import { useEditorState } from "../state/editor.ts";
import type { SimpleCommand } from "./actions/keyboard-map.ts";
import { perform } from "./actions/perform.ts";
import { useShell } from "./canvas-shell.ts";
import { useCanvasState } from "./canvas-state.ts";

type BarCommand = readonly [command: SimpleCommand, name: string, keys: string];

const ofOne: readonly BarCommand[] = [
  ["open-form", "Edit", "Enter"],
  ["rename", "Rename", "F2"],
  ["connect", "Connect", "C"],
];
const ofAny: readonly BarCommand[] = [
  ["duplicate", "Duplicate", "Ctrl+D"],
  ["delete", "Delete", "Del"],
  ["copy", "Copy", "Ctrl+C"],
];
const ofOneLast: readonly BarCommand[] = [["set-start", "Start here", "S"]];
const ofEdge: readonly BarCommand[] = [
  ["connect", "Change target", "C"],
  ["delete", "Delete edge", "Del"],
];

export function SelectionBar(): ReactNode {
  const shell = useShell();
  const { nodes, edge } = useEditorState((state) => state.selection);
  const moving = useCanvasState(shell.ui, (ui) => ui.moving);
  if (moving !== undefined || (nodes.length === 0 && edge === undefined)) return undefined;
  const commands =
    nodes.length === 0 ? ofEdge : nodes.length === 1 ? [...ofOne, ...ofAny, ...ofOneLast] : ofAny;
  const about =
    nodes.length === 0 ? "The way" : nodes.length === 1 ? shown(nodes[0] ?? "") : `${nodes.length} nodes`;
  return (
    <div className="selection-bar" role="toolbar" aria-label="Selected">
      <bdi className="selection-name">{about}</bdi>
      {commands.map(([command, name, keys]) => (
        <button
          key={command}
          type="button"
          className="quiet"
          title={`${name} (${keys})`}
          onClick={() => perform(shell, { do: command })}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
