// Text panel: shows the YAML as plain text at once, and in CodeMirror when that has loaded.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Editor, useEditor, useEditorState } from "../state/editor.ts";

/** Styles inside the shadow tree, which the page's style sheet does not reach. */
const inside = `
  :host { display: grid; grid-template-rows: minmax(0, 1fr) auto; height: 100%; min-height: 0; }
  .code { min-height: 0; overflow: hidden; }
  .cm-editor { height: 100%; }
  #code-keys { margin: 0; padding: 0.35rem 0.75rem; font-size: var(--type-caption); color: var(--soft); border-top: 1px solid var(--line); }
`;

const keys =
  "Tab indents (Escape, then Tab leaves the text). Ctrl+Space completes, Ctrl+F finds, F12 or Ctrl+click opens the named node.";

export function TextPanel(): ReactNode {
  const editor = useEditor();
  const isShown = useEditorState(({ panel }) => panel === "text");
  const host = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  const [loading, setLoading] = useState<"not yet" | "there" | "failed">("not yet");
  useEffect(() => {
    if (!isShown || isAsked.current || host.current === null) return;
    isAsked.current = true;
    openCodeMirror(editor, host.current).then(
      () => setLoading("there"),
      () => setLoading("failed"),
    );
  }, [isShown, editor]);
  return (
    <div className="text-place">
      {loading === "failed" && (
        <p role="alert" className="text-failed">
          The text editor could not be loaded. Reload the page when the server is back.
        </p>
      )}
      {loading !== "there" && isShown && <PlainText />}
      <div className="text-host" ref={host} hidden={loading !== "there"} />
    </div>
  );
}

function PlainText(): ReactNode {
  const text = useEditorState(({ history }) => history.present.text);
  return (
    <pre className="text-plain" tabIndex={0} aria-label="YAML of the flow, read only">
      {text}
    </pre>
  );
}

async function openCodeMirror(editor: Editor, host: HTMLElement): Promise<void> {
  const { CodeMirrorView } = await import("./codemirror.ts");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(inside);
  root.adoptedStyleSheets = [sheet];
  const parent = document.createElement("div");
  parent.className = "code";
  const description = document.createElement("p");
  description.id = "code-keys";
  description.textContent = keys;
  root.append(parent, description);
  host.hidden = false;
  new CodeMirrorView(editor, { parent, root });
}
