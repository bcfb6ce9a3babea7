// The tab "Try it": what it takes is loaded when it is looked at first.

import { lazy, type ReactNode, Suspense, useRef } from "react";
import { useEditorState } from "../editor.ts";

const TryView = lazy(() => import("./try-view.tsx").then(({ TryView: view }) => ({ default: view })));

export function TryPanel(): ReactNode {
  const isShown = useEditorState(({ panel }) => panel === "try");
  const wasShown = useRef(false);
  wasShown.current ||= isShown;
  if (!wasShown.current) return null;
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <TryView />
    </Suspense>
  );
}
