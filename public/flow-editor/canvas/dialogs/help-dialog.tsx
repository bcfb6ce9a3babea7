// Help dialog: lists all keys of the canvas.

import type { ReactNode } from "react";
import { Dialog } from "../../dialog.tsx";
import { useShell } from "../canvas-shell.ts";

type KeyHelp = readonly [keys: string, does: string];

const groups: readonly (readonly [title: string, lines: readonly KeyHelp[]])[] = [
  [
    "Go",
    [
      ["↓ ↑", "go to the next or previous node along an edge"],
      ["← →", "go to the neighbouring node"],
      ["Home", "go to the start"],
      ["Ctrl + arrow", "extend the selection"],
      ["Shift + click", "add to or remove from the selection"],
      ["Shift + drag", "select all nodes in a box"],
      ["Ctrl+A", "select all"],
      ["Esc", "select nothing"],
      ["Ctrl+F", "find a node"],
    ],
  ],
  [
    "Change",
    [
      ["N", "add a node after the selected one"],
      ["C", "connect the selected node to…"],
      ["Enter", "edit the node in the form; Esc returns"],
      ["F2", "rename it"],
      ["S", "make the node the start"],
      ["Del", "delete the selection"],
      ["Ctrl+C Ctrl+X Ctrl+V", "copy, cut, paste"],
      ["Ctrl+D", "duplicate"],
      ["Ctrl+Z Ctrl+Shift+Z", "undo, redo"],
      ["Shift+F10", "open the menu; also a right click or a long press"],
    ],
  ],
  [
    "Look",
    [
      ["Shift + arrow", "move the selected nodes"],
      ["Alt + arrow", "move them by larger steps"],
      ["T", "tidy up"],
      ["F", "show all"],
      ["+ −", "zoom; also Ctrl + wheel"],
      ["M", "show or hide the overview"],
      ["?", "this list"],
    ],
  ],
];

export function HelpDialog(): ReactNode {
  const shell = useShell();
  return (
    <Dialog title="Keys of the canvas" close={() => shell.closeOverlay()}>
      <div className="help-groups">
        {groups.map(([title, lines]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {lines.map(([keys, does]) => (
                <div key={keys}>
                  <dt>
                    <kbd>{keys}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="help-note">
        Mouse: drag from a port below a node to another node to connect them, or to an empty place to add a
        node. Double-click a node to rename it, or an empty place to add a node.
      </p>
    </Dialog>
  );
}
