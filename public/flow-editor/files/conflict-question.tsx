// Conflict dialog: offers three choices when another person has saved the flow meanwhile. None of them loses work.

import { type ReactNode, useEffect, useState } from "react";
import { Dialog } from "../dialog.tsx";
import { useEditor, useEditorState } from "../state/editor.ts";
import { type FileDialog, useFiles } from "./files.ts";
import type { MergeResult } from "./merge-texts.ts";

export function ConflictDialog({
  dialog: { theirs, stored },
}: {
  readonly dialog: Extract<FileDialog, { about: "conflict" }>;
}): ReactNode {
  const { showDialog, continueFrom, keepBoth } = useFiles();
  const editor = useEditor();
  const mine = useEditorState((state) => state.history.present);
  const base = useEditorState((state) => state.stored);
  const [merged, setMerged] = useState<MergeResult | undefined>();
  useEffect(() => {
    void import("./merge-texts.ts").then(({ merge }) =>
      setMerged(merge(mine.text, { base: base?.text ?? "", theirs: theirs.text })),
    );
  }, [mine, base, theirs]);
  const join = (text: string): void => {
    continueFrom(stored, theirs, { text, layout: { ...theirs.layout, ...mine.layout } });
    const words = "Both changes are merged. Check the result, then save.";
    editor.dispatch({ type: "notify", message: { tone: "said", text: words } });
  };
  return (
    <Dialog title="This flow was saved elsewhere in the meantime" close={() => showDialog(undefined)}>
      <p>
        It is at revision {stored.revision} now. What you have here was made on an older one, so it was not
        saved.
      </p>
      <ol className="ways">
        <li>
          <button
            type="button"
            className="primary"
            disabled={merged === undefined || "conflicts" in merged}
            onClick={() => merged !== undefined && "text" in merged && join(merged.text)}
          >
            Merge both
          </button>
          <p>{merged === undefined ? "Comparing…" : wordsOf(merged)}</p>
        </li>
        <li>
          <button type="button" onClick={() => continueFrom(stored, theirs, theirs)}>
            Use saved version
          </button>
          <p>The saved revision is shown. Undo restores your version.</p>
        </li>
        <li>
          <button type="button" onClick={keepBoth}>
            Save mine as a copy
          </button>
          <p>Both versions are kept, as two flows.</p>
        </li>
      </ol>
    </Dialog>
  );
}

const linesShownMax = 5;

function wordsOf(merged: MergeResult): string {
  if ("text" in merged) return "Both of you changed different lines. The changes can be merged.";
  const { conflicts } = merged;
  const shown = conflicts.slice(0, linesShownMax).join(", ");
  const more = conflicts.length > linesShownMax ? " and more" : "";
  return `Both of you changed the same lines (line ${shown}${more}). Merge them by hand.`;
}
