// Canvas state: state of the canvas besides the flow, such as the node being renamed, the open overlay and the nodes
// being dragged.

import { useSyncExternalStore } from "react";
import type { CanvasPoint } from "../../../src/flow/author/edit/edited-document.ts";
import type { NodePlaces } from "./elements/node-places.ts";

export interface PortRef {
  readonly node: string;
  readonly port: string;
}

export type Overlay =
  /** Offers a new node at `place` of the flow, shown at `at` of the window. */
  | {
      readonly kind: "choose";
      readonly at: CanvasPoint;
      readonly place: CanvasPoint;
      readonly from: PortRef | undefined;
    }
  | { readonly kind: "connect"; readonly node: string; readonly port: string | undefined }
  /** Offers the kinds that a node can be changed to. */
  | { readonly kind: "change"; readonly at: CanvasPoint; readonly id: string }
  /** Actions for the selection, or for the empty canvas. */
  | { readonly kind: "menu"; readonly at: CanvasPoint; readonly about: "nodes" | "edge" | "canvas" }
  | { readonly kind: "help" };

export interface CanvasState {
  readonly renaming: string | undefined;
  readonly overlay: Overlay | undefined;
  readonly isSearching: boolean;
  /** Whether the overview of the flow is shown. */
  readonly isMapShown: boolean;
  /** Positions of nodes while they are dragged. */
  readonly moving: NodePlaces | undefined;
  /** The last edit in words, for screen readers. */
  readonly announcement: string;
}

export class CanvasStore {
  #ui: CanvasState = {
    renaming: undefined,
    overlay: undefined,
    isSearching: false,
    isMapShown: false,
    moving: undefined,
    announcement: "",
  };
  readonly #listeners = new Set<() => void>();

  readonly read = (): CanvasState => this.#ui;

  readonly set = (change: Partial<CanvasState>): void => {
    this.#ui = { ...this.#ui, ...change };
    for (const listener of this.#listeners) listener();
  };

  /** A trailing no-break space makes a repeated text differ, because screen readers announce only changes. */
  readonly announce = (words: string): void => {
    this.set({ announcement: this.#ui.announcement === words ? `${words}\u00a0` : words });
  };

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** A part of the canvas's state; the view renders again when it changes. */
export function useCanvasState<T>(store: CanvasStore, select: (ui: CanvasState) => T): T {
  return useSyncExternalStore(store.listen, () => select(store.read()));
}
