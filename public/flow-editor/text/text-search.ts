// Text search: opens CodeMirror's search panel. Loaded on first use.

import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import type { Compartment } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

/** `place` is the compartment that receives the search extension on first use. */
export function openSearch(view: EditorView, place: Compartment): void {
  const isThere =
    Array.isArray(place.get(view.state)) && (place.get(view.state) as readonly unknown[]).length > 0;
  if (!isThere) {
    view.dispatch({ effects: place.reconfigure([search({ top: true }), keymap.of(searchKeymap)]) });
  }
  openSearchPanel(view);
}
