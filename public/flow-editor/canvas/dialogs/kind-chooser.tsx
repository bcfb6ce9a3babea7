// Kind chooser: a menu of node kinds, for a new node where it will lie, or for a node whose kind is to change.

import type { ReactNode } from "react";
import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import { kindsInOrder, type NodeKind, nodeKinds } from "../../../../src/flow/author/document/node-kinds.ts";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import { addNodeAt } from "../actions/add-node.ts";
import { KindIcon } from "../elements/kind-icon.tsx";
import { useShell } from "../canvas-shell.ts";
import type { PortRef } from "../canvas-state.ts";
import { FloatingMenu } from "./floating-menu.tsx";

export interface KindChooserProps {
  /** A point of the window. */
  readonly at: CanvasPoint;
  /** A position of the flow. */
  readonly place: CanvasPoint;
  readonly from: PortRef | undefined;
}

export function KindChooser({ at, place, from }: KindChooserProps): ReactNode {
  const shell = useShell();
  return (
    <FloatingMenu at={at} label={from === undefined ? "New node" : `New node after ${shown(from.node)}`}>
      {from !== undefined && (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="choice"
          onClick={() => shell.ui.set({ overlay: { kind: "connect", ...from } })}
        >
          <span className="choice-name">Connect to an existing node…</span>
        </button>
      )}
      <KindItems
        of={kindsInOrder}
        take={(kind) => {
          shell.ui.set({ overlay: undefined });
          addNodeAt(shell, kind, { place, from });
        }}
      />
    </FloatingMenu>
  );
}

export interface ChangeChooserProps {
  readonly at: CanvasPoint;
  /** The node whose kind changes. */
  readonly id: string;
}

export function ChangeChooser({ at, id }: ChangeChooserProps): ReactNode {
  const shell = useShell();
  const now = shell.graph().nodes.find((node) => node.id === id)?.kind;
  return (
    <FloatingMenu at={at} label={`Kind of ${shown(id)}`}>
      <KindItems
        of={kindsInOrder.filter((kind) => kind !== now)}
        take={(to) => {
          shell.ui.set({ overlay: undefined });
          shell.edit({ op: "change-kind", id, to });
          shell.focusStage();
        }}
      />
    </FloatingMenu>
  );
}

interface KindItemsProps {
  readonly of: readonly NodeKind[];
  readonly take: (kind: NodeKind) => void;
}

function KindItems({ of, take }: KindItemsProps): ReactNode {
  return of.map((kind) => (
    <button
      key={kind}
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`choice kind-${kind}`}
      onClick={() => take(kind)}
    >
      <KindIcon kind={kind} />
      <span className="choice-name">{nodeKinds[kind].name}</span>
      <span className="choice-does">{nodeKinds[kind].does}</span>
    </button>
  ));
}
