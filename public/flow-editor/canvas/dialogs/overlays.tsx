// Overlays: the dialog or menu that is open over the canvas, if any.

import type { ReactNode } from "react";
import { ContextMenu } from "./context-menu.tsx";
import { ChangeChooser, KindChooser } from "./kind-chooser.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { useShell } from "../canvas-shell.ts";
import { useCanvasState } from "../canvas-state.ts";

export function Overlays(): ReactNode {
  const shell = useShell();
  const overlay = useCanvasState(shell.ui, (ui) => ui.overlay);
  switch (overlay?.kind) {
    case "choose":
      return <KindChooser {...overlay} />;
    case "change":
      return <ChangeChooser {...overlay} />;
    case "menu":
      return <ContextMenu {...overlay} />;
    case "connect":
      return <ConnectDialog {...overlay} />;
    case "help":
      return <HelpDialog />;
    case undefined:
      return undefined;
  }
}
