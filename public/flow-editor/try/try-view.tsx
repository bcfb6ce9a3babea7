// Try panel: a conversation with the present flow, saved or not.

import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { turnInWords } from "../../voice/call-state.ts";
import { useEditor, useEditorState } from "../state/editor.ts";
import { useFiles } from "../files/files.ts";
import { Composer } from "./caller-bar.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { MadeTestView } from "./recorded-test-view.tsx";
import { ObstacleView } from "./obstacle-view.tsx";
import { SetupView } from "./setup-view.tsx";
import type { ConversationState } from "./conversation-state.ts";
import { Conversations } from "./conversations.ts";
import { isSameConversation } from "./same-conversation.ts";
import { TraceView } from "./trace-view.tsx";
import { VariablesView } from "./variables-view.tsx";

export function TryView(): ReactNode {
  const editor = useEditor();
  const files = useFiles();
  const [conversations] = useState(() => new Conversations(editor, files));
  const state = useSyncExternalStore(conversations.listen, conversations.read);
  const { phase, begun, log } = state;
  const isBusy = phase === "starting" || phase === "open";
  return (
    <div className="try">
      <TryBar conversations={conversations} state={state} />
      {isBusy && <ChangedView conversations={conversations} state={state} />}
      <ObstacleView conversations={conversations} state={state} />
      {phase === "idle" && <SetupView conversations={conversations} state={state} />}
      {begun !== undefined && log.length > 0 && (
        <>
          <ConversationView state={state} />
          {phase === "open" && <Composer conversations={conversations} state={state} />}
          <MadeTestView conversations={conversations} state={state} />
          {phase === "over" && (
            <details className="setup-again">
              <summary>Test setup</summary>
              <SetupView conversations={conversations} state={state} />
            </details>
          )}
          <VariablesView program={begun.program} log={log} />
          <TraceView program={begun.program} log={log} />
        </>
      )}
    </div>
  );
}

interface TryProps {
  readonly conversations: Conversations;
  readonly state: ConversationState;
}

function TryBar({ conversations, state }: TryProps): ReactNode {
  const { phase, setup } = state;
  const isBusy = phase === "starting" || phase === "open";
  const first = setup.mode === "called" ? "Call" : "Start";
  const button = useRef<HTMLButtonElement>(null);
  // The focused control may have disappeared with the end of the conversation.
  useEffect(() => {
    if (phase === "over" && document.activeElement === document.body) button.current?.focus();
  }, [phase]);
  return (
    <div className="try-bar">
      <button ref={button} type="button" className={isBusy ? "" : "primary"} onClick={conversations.start}>
        {phase === "idle" ? first : phase === "over" ? "Again" : "Restart"}
      </button>
      {isBusy && (
        <button type="button" onClick={conversations.hangUp}>
          Hang up
        </button>
      )}
      <p role="status">{statusText(state)}</p>
    </div>
  );
}

function statusText({ phase, begun, call }: ConversationState): string {
  if (phase === "idle") return "";
  if (phase === "starting") return call.phase === "idle" ? "Starting…" : `${turnInWords(call)}…`;
  if (phase === "over") return "Conversation ended.";
  return begun?.mode === "called" ? turnInWords(call) : "Your turn";
}

/** A notice that a running conversation does not use the changed flow. */
function ChangedView({ conversations, state }: TryProps): ReactNode {
  const text = useEditorState(({ history }) => history.present.text);
  const begun = state.begun?.text;
  const isSame = useMemo(() => begun === undefined || isSameConversation(begun, text), [begun, text]);
  if (isSame) return null;
  return (
    <div className="note" role="status">
      <p>The flow has changed since this conversation started. Restart to try the change.</p>
      <button type="button" onClick={conversations.start}>
        Restart with changes
      </button>
    </div>
  );
}
