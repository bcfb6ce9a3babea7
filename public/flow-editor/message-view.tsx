// Message view: shows the editor's last message and the button for what can be done about it.

import type { ReactNode } from "react";
import { useEditor, useEditorState } from "./state/editor.ts";

export function MessageView(): ReactNode {
  const { dispatch } = useEditor();
  const message = useEditorState((state) => state.message);
  const { action, link } = message ?? {};
  return (
    <div className="message-place" role="status" aria-live="polite">
      {message !== undefined && (
        <div className={`message ${message.tone}`}>
          <p>{message.text}</p>
          {link !== undefined && <a href={link.address}>{link.label}</a>}
          {action !== undefined && (
            <button
              type="button"
              onClick={() => {
                dispatch({ type: "notify", message: undefined });
                dispatch(action.event);
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="quiet"
            onClick={() => dispatch({ type: "notify", message: undefined })}
          >
            Close
          </button>
        </div>
      )}
    </div>
  );
}
