// What the canvas shows besides the flow itself: what is being renamed, what lies over it, what is being dragged.

import { useSyncExternalStore } from "react";
import type { CanvasPoint } from "../../../src/flow/author/edit/edited-document.ts";
import type { Places } from "./elements/node-places.ts";

export interface PortPlace {
  readonly node: string;
  readonly port: string;
}

export type Overlay =
  /** Offers a new node at `place` of the flow, shown at `at` of the window. */
  | {
      readonly kind: "choose";
      readonly at: CanvasPoint;
      readonly place: CanvasPoint;
      readonly from: PortPlace | undefined;
    }
  | { readonly kind: "connect"; readonly node: string; readonly port: string | undefined }
  | { readonly kind: "help" };

export interface Ui {
  readonly renaming: string | undefined;
  readonly overlay: Overlay | undefined;
  readonly isSearching: boolean;
  /** Where dragged nodes are, until they are let go. */
  readonly moving: Places | undefined;
  /** What was done last, for those who do not see it. */
  readonly said: string;
}

export class UiStore {
  #ui: Ui = { renaming: undefined, overlay: undefined, isSearching: false, moving: undefined, said: "" };
  readonly #listeners = new Set<() => void>();

  readonly read = (): Ui => this.#ui;

  readonly set = (change: Partial<Ui>): void => {
    this.#ui = { ...this.#ui, ...change };
    for (const listener of this.#listeners) listener();
  };

  /** The same words once more are told once more. */
  readonly say = (said: string): void => {
    this.set({ said: this.#ui.said === said ? `${said}\u00a0` : said });
  };

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useUi<T>(store: UiStore, select: (ui: Ui) => T): T {
  return useSyncExternalStore(store.listen, () => select(store.read()));
}
