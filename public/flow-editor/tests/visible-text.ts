// Visible text hook: the flow's text, updated only while its panel is shown. For panels that take long over it.

import { useRef } from "react";
import { useEditor, useEditorState } from "../state/editor.ts";
import type { Panel } from "../state/editor-state.ts";

/** While the panel is hidden, the text as it was when it was last shown. */
export function useVisibleText(panel: Panel): string {
  const { read } = useEditor();
  const last = useRef(read().history.present.text);
  return useEditorState((state) => {
    if (state.panel === panel) last.current = state.history.present.text;
    return last.current;
  });
}
