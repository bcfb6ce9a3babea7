// Message view: shows the editor's last message and the button for what can be done about it.

import type { ReactNode } from "react";
import { useEditor, useEditorState } from "./state/editor.ts";

export function MessageView(): ReactNode {
  const { tell } = useEditor();
  const message = useEditorState((state) => state.message);
  const way = message?.way;
  return (
    <div className="message-place" role="status" aria-live="polite">
      {message !== undefined && (
        <div className={`message ${message.tone}`}>
          <p>{message.text}</p>
          {way !== undefined && (
            <button
              type="button"
              onClick={() => {
                tell({ type: "tell", message: undefined });
                tell(way.event);
              }}
            >
              {way.label}
            </button>
          )}
          <button type="button" className="quiet" onClick={() => tell({ type: "tell", message: undefined })}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}
