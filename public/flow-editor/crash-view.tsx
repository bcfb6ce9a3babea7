// Crash view: replaces the page when rendering fails, with a button to download the flow so that no work is lost.

import { Component, type ReactNode } from "react";
import type { Editor } from "./state/editor.ts";
import { download } from "../page/download.ts";

interface CrashViewProps {
  readonly editor: Editor;
  readonly children: ReactNode;
}

interface CrashViewState {
  readonly why: string | undefined;
}

/** React asks for a class here: https://react.dev/reference/react/Component, "Catching rendering errors". */
export class CrashView extends Component<CrashViewProps, CrashViewState> {
  override readonly state: CrashViewState = { why: undefined };

  static getDerivedStateFromError(error: unknown): CrashViewState {
    return { why: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { why } = this.state;
    if (why === undefined) return this.props.children;
    const { text } = this.props.editor.read().history.present;
    return (
      <main className="mishap">
        <h1>The editor cannot show this flow.</h1>
        <p>
          This is a bug in the editor. Please report it with this message: <bdi>{why}</bdi>
        </p>
        <p role="alert">Your flow is as you left it. Download it, then reload the page.</p>
        <button type="button" className="primary" onClick={() => download(new Blob([text]), "flow.yaml")}>
          Download YAML
        </button>
        <button type="button" onClick={() => location.reload()}>
          Reload page
        </button>
      </main>
    );
  }
}
