// Canvas: draws the flow as a diagram that mouse, touch and keyboard can edit.

import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { nodeKinds } from "../../../src/flow/author/document/node-kinds.ts";
import { drawingOf } from "../state/derived.ts";
import { useEditor, useEditorState } from "../state/editor.ts";
import { openMenuAt } from "./actions/open-menu.ts";
import { followState } from "./actions/follow-state.ts";
import { idOf } from "./elements/element-id.ts";
import { listenForTouch } from "./actions/touch-listener.ts";
import { listenForKeys } from "./actions/keyboard-listener.ts";
import { Overlays } from "./dialogs/overlays.tsx";
import { NodePalette } from "./node-palette.tsx";
import { SearchBox } from "./dialogs/search-box.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { CanvasShell, ShellProvider, useShell } from "./canvas-shell.ts";
import { DrawingArea, renderedNodesMax, zoomMax, zoomMin } from "./drawing-area.tsx";
import { HandlerStrip } from "./elements/handler-strip-view.tsx";
import { ViewToolbar } from "./zoom-tools.tsx";
import { useCanvasState } from "./canvas-state.ts";

export function Canvas(): ReactNode {
  const editor = useEditor();
  const [shell] = useState(() => new CanvasShell(editor));
  useEffect(() => {
    const stopKeys = listenForKeys(shell);
    const stopTouch = listenForTouch(shell, { zoomMin, zoomMax });
    const stopFollowing = followState(shell);
    return () => {
      stopKeys();
      stopTouch();
      stopFollowing();
    };
  }, [shell]);
  return (
    <ShellProvider value={shell}>
      <div className="canvas" style={colours}>
        <HandlerStrip />
        <div className="canvas-body">
          <NodePalette />
          <CanvasSheet />
        </div>
        <Announcer />
        <Overlays />
      </div>
    </ShellProvider>
  );
}

/** The drawing area below its toolbars. */
function CanvasSheet(): ReactNode {
  const shell = useShell();
  const { graph, isCurrent } = useEditorState(drawingOf);
  const isEmpty = graph.nodes.length === 0;
  return (
    <div
      className="canvas-stage"
      ref={(element) => {
        shell.stage = element ?? undefined;
      }}
      tabIndex={isEmpty || graph.nodes.length > renderedNodesMax ? 0 : -1}
      role="group"
      aria-label={isEmpty ? "Canvas: no nodes yet. Press N to add one" : "Canvas"}
      onFocus={({ target }) => {
        const id = target.matches(".react-flow__node:focus-visible") ? target.getAttribute("data-id") : null;
        if (id !== null && shell.selected().length === 0) shell.select([idOf(id)]);
      }}
      onPointerMove={({ clientX, clientY }) => {
        shell.pointer = [clientX, clientY];
      }}
      onPointerLeave={() => {
        shell.pointer = undefined;
      }}
    >
      <div className="canvas-bar">
        <ViewToolbar />
        <SelectionBar />
      </div>
      <div
        className="drawing"
        ref={(element) => {
          shell.drawing = element ?? undefined;
        }}
        onContextMenu={(event) => {
          const { target, clientX, clientY } = event;
          if (!(target instanceof Element) || target.closest("input, .search-box") !== null) return;
          event.preventDefault();
          if (shell.ui.read().overlay === undefined) openMenuAt(shell, [clientX, clientY], target);
        }}
      >
        <DrawingArea />
        {isEmpty && isCurrent && <EmptyCanvas />}
        {!isCurrent && (
          <p className="stale-note">
            {isEmpty ? "There is nothing to draw" : "Last valid version"}: the text cannot be read as YAML
            just now.
          </p>
        )}
        <SearchBox />
      </div>
    </div>
  );
}

function EmptyCanvas(): ReactNode {
  return (
    <div className="canvas-empty">
      <p className="empty-title">An empty flow</p>
      <p className="empty-wide">Add the first node: choose its kind on the left, or press N.</p>
      <p className="empty-small">Add the first node with the plus button.</p>
    </div>
  );
}

function Announcer(): ReactNode {
  const shell = useShell();
  const announcement = useCanvasState(shell.ui, (ui) => ui.announcement);
  return (
    <div className="unseen" role="status" aria-live="polite">
      {announcement}
    </div>
  );
}

/** Custom properties such as `--ask-wash`, which the style sheet takes by kind. */
const colours = Object.fromEntries(
  Object.entries(nodeKinds).flatMap(
    ([
      kind,
      {
        colours: { light, dark },
      },
    ]) =>
      (["wash", "line", "ink"] as const).map((name) => [
        `--${kind}-${name}`,
        `light-dark(${light[name]}, ${dark[name]})`,
      ]),
  ),
) as CSSProperties;
