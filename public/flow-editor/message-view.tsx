// What the editor has to say about what was just done, with the way out beside it.

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
