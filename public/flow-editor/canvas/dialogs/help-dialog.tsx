// Help dialog: lists all keys of the canvas.

import type { ReactNode } from "react";
import { Dialog } from "../../dialog.tsx";
import { useShell } from "../canvas-shell.ts";

type KeyHelp = readonly [keys: string, does: string];

const groups: readonly (readonly [title: string, lines: readonly KeyHelp[]])[] = [
  [
    "Go",
    [
      ["↓ ↑", "to the next node along its ways, or back"],
      ["← →", "to the node beside it"],
      ["Home", "to the start"],
      ["Ctrl + arrow", "select one more"],
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
      ["Del", "delete what is selected"],
      ["Ctrl+C Ctrl+X Ctrl+V", "copy, cut, paste"],
      ["Ctrl+D", "duplicate"],
      ["Ctrl+Z Ctrl+Shift+Z", "undo, redo"],
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
      ["Shift + drag", "select all nodes in a box"],
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
