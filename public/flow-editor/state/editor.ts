// Editor store: holds the one editor state of the page and notifies its listeners. Views read it with
// `useEditorState`.

import { createContext, useContext, useSyncExternalStore } from "react";
import { type EditorEvent, type EditorState, step } from "./editor-state.ts";
import { type AskServer, FlowCheck } from "./flow-check.ts";

/** An event as views dispatch it: the store adds the time of an edit. */
export type EditorAction =
  Exclude<EditorEvent, { type: "edit" }> | Omit<Extract<EditorEvent, { type: "edit" }>, "atMs">;

export class Editor {
  readonly check: FlowCheck;
  #state: EditorState;
  readonly #listeners = new Set<() => void>();

  constructor(state: EditorState, ask: AskServer) {
    this.check = new FlowCheck(ask);
    this.#state = state;
  }

  readonly read = (): EditorState => this.#state;

  /** Applies an action synchronously, then notifies the listeners if the state changed. */
  readonly dispatch = (action: EditorAction): void => {
    const event = action.type === "edit" ? { ...action, atMs: performance.now() } : action;
    const state = step(this.#state, event);
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  };

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const EditorContext = createContext<Editor | undefined>(undefined);

export const EditorProvider = EditorContext.Provider;

/** The page's editor, for dispatching. Throws outside of its provider. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === undefined) throw new Error("There is no editor around this view");
  return editor;
}

/**
 * A part of the state; the view renders again when it changes. `select` must return the same value for the same
 * state.
 */
export function useEditorState<T>(select: (state: EditorState) => T): T {
  const editor = useEditor();
  return useSyncExternalStore(editor.listen, () => select(editor.read()));
}
