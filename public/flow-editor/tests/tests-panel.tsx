// The embedded tests of the flow. What it takes to show them is loaded when they are looked at first.

import { lazy, type ReactNode, Suspense, useRef } from "react";
import { useEditorState } from "../editor.ts";

const TestsView = lazy(() => import("./tests-view.tsx").then(({ TestsView: view }) => ({ default: view })));

export function TestsPanel(): ReactNode {
  const isShown = useEditorState(({ panel }) => panel === "tests");
  const wasShown = useRef(false);
  wasShown.current ||= isShown;
  if (!wasShown.current) return null;
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <TestsView />
    </Suspense>
  );
}
