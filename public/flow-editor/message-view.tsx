// Message view: shows the editor's last message as a toast, with a button for its remedy.

import { type ReactNode, useEffect, useState } from "react";
import { useEditor, useEditorState } from "./state/editor.ts";
import type { Message } from "./state/editor-state.ts";
import { closesAfterMs } from "./state/message-time.ts";

export interface MessageViewProps {
  /** Milliseconds for which a message without a question is shown. */
  readonly ms?: number;
}

/** Both regions always exist: screen readers announce only changes in a region that they know. */
export function MessageView({ ms }: MessageViewProps): ReactNode {
  const message = useEditorState((state) => state.message);
  const isFailed = message?.tone === "failed";
  return (
    <div className="toasts">
      <div role="status" aria-live="polite">
        {message !== undefined && !isFailed && <Toast message={message} ms={ms} />}
      </div>
      <div role="alert">{message !== undefined && isFailed && <Toast message={message} ms={ms} />}</div>
    </div>
  );
}

interface ToastProps {
  readonly message: Message;
  readonly ms: number | undefined;
}

function Toast({ message, ms }: ToastProps): ReactNode {
  const { dispatch } = useEditor();
  const [isHeld, setHeld] = useState(false);
  const { tone, text, link, action } = message;
  const close = (): void => dispatch({ type: "notify", message: undefined });
  const after = isHeld ? undefined : closesAfterMs(message, ms);
  useEffect(() => {
    if (after === undefined) return;
    const timer = setTimeout(() => dispatch({ type: "notify", message: undefined }), after);
    return () => clearTimeout(timer);
  }, [message, after, dispatch]);
  return (
    <div
      className={`toast ${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
    >
      <p>{text}</p>
      {link !== undefined && <a href={link.address}>{link.label}</a>}
      {action !== undefined && (
        <button
          type="button"
          onClick={() => {
            close();
            dispatch(action.event);
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="quiet" onClick={close}>
        Close
      </button>
    </div>
  );
}
