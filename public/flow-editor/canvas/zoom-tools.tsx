// View toolbar: buttons to zoom, show all, tidy up, search and open the help.

import type { ReactNode } from "react";
import type { Command } from "./actions/keyboard-map.ts";
import { perform } from "./actions/perform.ts";
import { useShell } from "./canvas-shell.ts";

interface ToolButton {
  readonly name: string;
  readonly keys: string;
  readonly icon: string;
  readonly command: Command;
}

const zoomStep = 1.25;
/** Icons are strokes in a square of 16 pixels. */
const tools: readonly ToolButton[] = [
  { name: "Add node", keys: "N", icon: "M8 3v10M3 8h10", command: { do: "add" } },
  {
    name: "Zoom in",
    keys: "+",
    icon: "M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3L14 14M7 5v4M5 7h4",
    command: { do: "zoom", by: zoomStep },
  },
  {
    name: "Zoom out",
    keys: "−",
    icon: "M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3L14 14M5 7h4",
    command: { do: "zoom", by: 1 / zoomStep },
  },
  {
    name: "Fit to view",
    keys: "F",
    icon: "M2.5 6v-3.5h3.5M10 2.5h3.5v3.5M13.5 10v3.5h-3.5M6 13.5h-3.5v-3.5",
    command: { do: "fit" },
  },
  {
    name: "Arrange nodes",
    keys: "T",
    icon: "M5.5 2.5h5v3h-5zM2 10.5h5v3h-5zM9 10.5h5v3h-5zM8 5.5v2.5M4.5 10.5v-2.5h7v2.5",
    command: { do: "arrange" },
  },
  {
    name: "Overview",
    keys: "M",
    icon: "M2.5 3.5h11v9h-11zM8.5 8h3.5v3h-3.5z",
    command: { do: "map" },
  },
  {
    name: "Find node",
    keys: "Ctrl+F",
    icon: "M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3L14 14",
    command: { do: "search" },
  },
  {
    name: "Keyboard help",
    keys: "?",
    icon: "M5.6 6a2.4 2.4 0 1 1 3.5 2.2c-.8.5-1.1.9-1.1 1.7M8 12.6v.2",
    command: { do: "help" },
  },
];

export function ViewToolbar(): ReactNode {
  const shell = useShell();
  return (
    <div className="tools" role="toolbar" aria-label="View">
      {tools.map(({ name, keys, icon, command }) => (
        <button
          key={name}
          type="button"
          className={`tool tool-${command.do}`}
          title={`${name} (${keys})`}
          aria-label={name}
          onClick={() => perform(shell, command)}
        >
          <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
            <path d={icon} />
          </svg>
        </button>
      ))}
    </div>
  );
}
