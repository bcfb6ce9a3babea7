// Draft storage: keeps unsaved work in the browser, so that a reload or a crash loses nothing.

import type { FlowDocument } from "../../../src/flow/author/edit/edited-document.ts";
import type { Editor } from "../state/editor.ts";
import type { Origin } from "../state/flow-origin.ts";
import { type EditorState, isUnsaved } from "../state/editor-state.ts";

export interface UnsavedDraft {
  readonly document: FlowDocument;
  readonly origin: Origin;
  readonly stored: FlowDocument | undefined;
}

/** Written to sessionStorage for a reload of the tab, and to localStorage for a tab that was closed. */
const storageKey = "voice-flow-editor-draft";
const debounceMs = 400;

/** From now on stores unsaved work after each change, and removes it once it is saved. */
export function keepDrafts(editor: Editor): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept: EditorState["history"]["present"] | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const state = editor.read();
    kept = state.history.present;
    if (isUnsaved(state)) writeDraft(state);
    else forgetDraft();
  };
  editor.listen(() => {
    const { history, stored } = editor.read();
    if (timer !== undefined || (history.present === kept && stored !== kept)) return;
    timer = setTimeout(keep, debounceMs);
  });
  addEventListener("pagehide", keep);
}

/** The stored draft: the tab's own, else the browser's. Undefined when there is none that can be read. */
export function readDraft(): UnsavedDraft | undefined {
  for (const storage of storages()) {
    try {
      const draft: unknown = JSON.parse(storage.getItem(storageKey) ?? "null");
      if (isDraft(draft)) return draft;
    } catch {
      // An unreadable entry counts as none.
    }
  }
  return undefined;
}

function forgetDraft(): void {
  for (const storage of storages()) storage.removeItem(storageKey);
}

function writeDraft({ history, origin, stored }: EditorState): void {
  const draft: UnsavedDraft = { document: history.present, origin, stored };
  for (const storage of storages()) {
    try {
      storage.setItem(storageKey, JSON.stringify(draft));
    } catch {
      // The storage is full: the work then lives only as long as the page.
    }
  }
}

/** Empty where the browser forbids storage. */
function storages(): readonly Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

/** Written by this page, perhaps by an older version of it. */
function isDraft(value: unknown): value is UnsavedDraft {
  if (typeof value !== "object" || value === null || !("document" in value) || !("origin" in value))
    return false;
  const { document, origin } = value;
  const isDocument =
    typeof document === "object" && document !== null && "text" in document && "layout" in document;
  const isOrigin = typeof origin === "object" && origin !== null && "kind" in origin;
  return isDocument && typeof document.text === "string" && isOrigin;
}
