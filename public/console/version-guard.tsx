// Version guard: asks for a reload when the server has another version than the page, and when a view cannot show the
// server's answer. Otherwise page and server are assumed to have one version: no answer is checked.

import { Component, type ReactNode, useRef } from "react";
import { request } from "../page/api-request.ts";
import { words } from "./console-words.ts";
import { useAnswer } from "./use-answer.ts";

const pollMs = 60_000;

/** Empty while the server has the version with which the page was opened. */
export function VersionNotice(): ReactNode {
  const version = useAnswer(request("GET /health"), pollMs).body?.version;
  const first = useRef(version);
  first.current ??= version;
  return version === first.current ? null : <Reload text={words.reload.updated} />;
}

interface ViewGuardState {
  readonly isBroken: boolean;
}

/** React asks for a class here: https://react.dev/reference/react/Component, "Catching rendering errors". */
export class ViewGuard extends Component<{ readonly children: ReactNode }, ViewGuardState> {
  override readonly state: ViewGuardState = { isBroken: false };

  static getDerivedStateFromError(): ViewGuardState {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Reload text={words.reload.broken} /> : this.props.children;
  }
}

function Reload({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="trouble" role="alert">
      <p>{text}</p>
      <button type="button" onClick={() => location.reload()}>
        {words.reload.reload}
      </button>
    </div>
  );
}
