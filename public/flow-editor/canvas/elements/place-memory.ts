// Position memory: remembers where automatically placed nodes were first shown, so that they stay there while the
// flow grows.

import { drawingOf } from "../../state/derived.ts";
import type { Editor } from "../../state/editor.ts";
import type { EditorState } from "../../state/editor-state.ts";
import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import { arrange, placesOf, type NodePlaces, type EdgeRoutes } from "./node-places.ts";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";

const memories = new WeakMap<Editor, PlaceMemory>();

/** The one memory of an editor. */
export function placeMemoryOf(editor: Editor): PlaceMemory {
  const memory = memories.get(editor) ?? new PlaceMemory();
  memories.set(editor, memory);
  return memory;
}

class PlaceMemory {
  readonly #first = new Map<string, CanvasPoint>();
  #last: { readonly graph: Graph; readonly layout: object; readonly places: NodePlaces } | undefined;
  #routes: EdgeRoutes = new Map();

  /** Routes of the last automatic layout. */
  get routes(): EdgeRoutes {
    return this.#routes;
  }

  /** Places of the nodes; the same object for the same flow and layout. */
  of(state: EditorState): NodePlaces {
    const { graph } = drawingOf(state);
    const { past, future, present } = state.history;
    const { layout } = present;
    if (this.#last?.graph === graph && this.#last.layout === layout) return this.#last.places;
    // A state without history belongs to another flow that was opened.
    if (past.length === 0 && future.length === 0) this.#first.clear();
    else this.#followRename(graph);
    const { places, routes } = placesOf(graph, layout, this.#first);
    if (routes !== undefined) this.#routes = routes;
    for (const [id, place] of places) if (!this.#first.has(id)) this.#first.set(id, place);
    this.#last = { graph, layout, places };
    return places;
  }

  /** Lays out all nodes automatically. The routes are kept for later. */
  arrange(graph: Graph): NodePlaces {
    const { places, routes } = arrange(graph);
    this.#routes = routes;
    return places;
  }

  /** A renamed node keeps its position, also while its name is typed letter by letter in the text. */
  #followRename({ nodes }: Graph): void {
    const before = this.#last?.graph.nodes ?? [];
    if (before.length !== nodes.length) return;
    const changed = nodes.flatMap(({ id }, i) => {
      const was = before[i]?.id;
      return was === undefined || was === id ? [] : [{ was, id }];
    });
    const [only] = changed;
    const place = this.#last?.places.get(only?.was ?? "");
    if (only !== undefined && changed.length === 1 && place !== undefined) this.#first.set(only.id, place);
  }
}
