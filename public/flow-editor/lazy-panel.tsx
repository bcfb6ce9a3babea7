// Lazy panel: loads a panel when it is first shown, and says so when loading fails.

import { type ComponentType, lazy, type ReactNode, Suspense, useRef } from "react";
import { useEditorState } from "./state/editor.ts";
import type { Panel } from "./state/editor-state.ts";

/** The panel is loaded when it is first shown, and stays mounted afterwards. */
export function lazyPanel(panel: Panel, load: () => Promise<ComponentType>): () => ReactNode {
  const View = lazy(() =>
    load().then(
      (view) => ({ default: view }),
      () => ({ default: Missing }),
    ),
  );
  return () => {
    const isShown = useEditorState((state) => state.panel === panel);
    const wasShown = useRef(false);
    wasShown.current ||= isShown;
    if (!wasShown.current) return null;
    return (
      <Suspense fallback={<p>Loading…</p>}>
        <View />
      </Suspense>
    );
  };
}

function Missing(): ReactNode {
  return (
    <p role="alert">
      This part of the page could not be loaded. Reload the page when the server is back. Unsaved changes are
      kept.
    </p>
  );
}
