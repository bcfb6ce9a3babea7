// Help dialog: lists all keys of the canvas.

import type { ReactNode } from "react";
import { Dialog } from "../../dialog.tsx";
import { useShell } from "../canvas-shell.ts";

type KeyHelp = readonly [keys: string, does: string];

const groups: readonly (readonly [title: string, lines: readonly KeyHelp[]])[] = [
  [
    "Go",
    [
      ["↓ ↑", "to the next node along its edges, or back"],
      ["← →", "to the node beside it"],
      ["Home", "to the start"],
      ["Ctrl + arrow", "select one more"],
      ["Shift + click", "select one more, or one less"],
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
      ["Enter", "edit it in the form; Esc leads back"],
      ["F2", "rename it"],
      ["S", "make it the start"],
      ["Del", "delete the selection"],
      ["Ctrl+C Ctrl+X Ctrl+V", "copy, cut, paste"],
      ["Ctrl+D", "duplicate"],
      ["Ctrl+Z Ctrl+Shift+Z", "undo, redo"],
      ["Shift+F10", "a menu of actions; also a right click or a long press"],
    ],
  ],
  [
    "Look",
    [
      ["Shift + arrow", "move the selected nodes"],
      ["Alt + arrow", "move them further"],
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
        With the mouse: drag from a point below a node to another node, or to an empty place for a new one.
        Double-click a node to change its name, or an empty place for a new node.
      </p>
    </Dialog>
  );
}
