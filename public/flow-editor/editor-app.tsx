// Editor app: lays out the bar, the canvas, the panels and the list of problems.

import { type ReactNode, useEffect, useRef } from "react";
import { openTheme } from "../page/page-theme.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { useEditor, useEditorState } from "./state/editor.ts";
import { FileMenu } from "./files/file-menu.tsx";
import { useFilesState } from "./files/files.ts";
import { callAddress } from "./files/test-page-address.ts";
import { InspectorPanel } from "./inspector/inspector-panel.tsx";
import { lazyPanel } from "./lazy-panel.tsx";
import { MessageView } from "./message-view.tsx";
import { ProblemsView } from "./problems-view.tsx";
import type { Panel } from "./state/editor-state.ts";
import { TextPanel } from "./text/text-panel.tsx";

/** Both load their code when they are first shown. */
const TryPanel = lazyPanel("try", () => import("./try/try-view.tsx").then(({ TryView }) => TryView));
const TestsPanel = lazyPanel("tests", () =>
  import("./tests/tests-view.tsx").then(({ TestsView }) => TestsView),
);

export function App(): ReactNode {
  const panel = useEditorState((state) => state.panel);
  return (
    <div className="editor" data-panel={panel}>
      <TopBar />
      <main>
        <Tabs chosen={panel} />
        <section className="canvas-place" id="canvas" aria-label="Canvas">
          <Canvas />
        </section>
        <Panels chosen={panel === "canvas" ? "node" : panel} />
        <ProblemsView />
        <MessageView />
      </main>
    </div>
  );
}

function TopBar(): ReactNode {
  const { signedInAs } = useFilesState();
  const testPage = useEditorState(({ origin }) => callAddress(origin)) ?? "/test";
  return (
    <header className="bar">
      <h1 className="brand">
        <img src="/pages/icon.svg" alt="" width="28" height="28" />
        Voice Flow
      </h1>
      <FileMenu />
      <UndoButtons />
      <button type="button" className="quiet pages-button" popoverTarget="pages">
        Pages
      </button>
      <nav aria-label="Pages" id="pages" popover="auto">
        <a href="/console">Console</a>
        <a href={testPage}>Test page</a>
        <a href="/docs">Docs</a>
        <a href="/swagger">API</a>
      </nav>
      {signedInAs !== undefined && (
        <span className="who soft" title={signedInAs}>
          {signedInAs}
        </span>
      )}
      <ThemeButton />
    </header>
  );
}

function UndoButtons(): ReactNode {
  const { dispatch } = useEditor();
  const history = useEditorState((state) => state.history);
  return (
    <div className="undo" role="group" aria-label="History">
      <button
        type="button"
        className="quiet"
        disabled={history.past.length === 0}
        onClick={() => dispatch({ type: "undo" })}
      >
        Undo
      </button>
      <button
        type="button"
        className="quiet"
        disabled={history.future.length === 0}
        onClick={() => dispatch({ type: "redo" })}
      >
        Redo
      </button>
    </div>
  );
}

function ThemeButton(): ReactNode {
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (toggle.current !== null) openTheme(toggle.current);
  }, []);
  return <button type="button" className="quiet" ref={toggle} />;
}

const tabs: readonly (readonly [Panel, string])[] = [
  ["canvas", "Canvas"],
  ["node", "Form"],
  ["text", "YAML"],
  ["try", "Try it"],
  ["tests", "Tests"],
];

/** The "Canvas" tab exists on small screens only; elsewhere the canvas is always visible. */
function Tabs({ chosen }: { readonly chosen: Panel }): ReactNode {
  const { dispatch } = useEditor();
  const move = (by: number): void => {
    const shown = tabs.filter(
      ([panel]) => document.getElementById(`tab-${panel}`)?.checkVisibility() === true,
    );
    const at = shown.findIndex(([panel]) => panel === chosen);
    const next = shown[(at + by + shown.length) % shown.length];
    if (next === undefined) return;
    dispatch({ type: "show", panel: next[0] });
    document.getElementById(`tab-${next[0]}`)?.focus();
  };
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label="Views of the flow"
      onKeyDown={({ key }) => {
        if (key === "ArrowRight") move(1);
        if (key === "ArrowLeft") move(-1);
      }}
    >
      {tabs.map(([panel, label]) => (
        <button
          key={panel}
          type="button"
          role="tab"
          id={`tab-${panel}`}
          className={`tab tab-${panel}`}
          aria-selected={panel === chosen}
          aria-controls={panel === "canvas" ? "canvas" : `panel-${panel}`}
          tabIndex={panel === chosen ? 0 : -1}
          onClick={() => dispatch({ type: "show", panel })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** All panels stay mounted: a conversation continues while another panel is shown. */
function Panels({ chosen }: { readonly chosen: Panel }): ReactNode {
  const views: readonly (readonly [Panel, ReactNode])[] = [
    ["node", <InspectorPanel key="node" />],
    ["text", <TextPanel key="text" />],
    ["try", <TryPanel key="try" />],
    ["tests", <TestsPanel key="tests" />],
  ];
  return (
    <div className="panels">
      {views.map(([panel, view]) => (
        <section
          key={panel}
          id={`panel-${panel}`}
          role="tabpanel"
          aria-labelledby={`tab-${panel}`}
          hidden={panel !== chosen}
          className="panel"
        >
          {view}
        </section>
      ))}
    </div>
  );
}
