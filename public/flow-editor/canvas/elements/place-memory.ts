// Where nodes that nobody placed were first shown: they stay there while the flow grows around them.

import { drawingOf } from "../../state/derived.ts";
import type { Editor } from "../../state/editor.ts";
import type { EditorState } from "../../state/editor-state.ts";
import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import { arrange, placesOf, type Places, type Routes } from "./node-places.ts";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";

const memories = new WeakMap<Editor, PlaceMemory>();

/** Of the flow that is edited: one, whoever asks. */
export function memoryOf(editor: Editor): PlaceMemory {
  const memory = memories.get(editor) ?? new PlaceMemory();
  memories.set(editor, memory);
  return memory;
}

class PlaceMemory {
  readonly #first = new Map<string, CanvasPoint>();
  #last: { readonly graph: Graph; readonly layout: object; readonly places: Places } | undefined;
  #routes: Routes = new Map();

  /** Of the layout that was made last. */
  get routes(): Routes {
    return this.#routes;
  }

  /** The same object for the same flow and layout. */
  of(state: EditorState): Places {
    const { graph } = drawingOf(state);
    const { past, future, present } = state.history;
    const { layout } = present;
    if (this.#last?.graph === graph && this.#last.layout === layout) return this.#last.places;
    // Another flow was opened.
    if (past.length === 0 && future.length === 0) this.#first.clear();
    else this.#follow(graph);
    const { places, routes } = placesOf(graph, layout, this.#first);
    if (routes !== undefined) this.#routes = routes;
    for (const [id, place] of places) if (!this.#first.has(id)) this.#first.set(id, place);
    this.#last = { graph, layout, places };
    return places;
  }

  /** All nodes' places by the automatic layout, which are shown from now on where nobody placed them. */
  arrange(graph: Graph): Places {
    const { places, routes } = arrange(graph);
    this.#routes = routes;
    return places;
  }

  /** A node lies where it lay, whatever it is called: also letter by letter, while somebody types its name. */
  #follow({ nodes }: Graph): void {
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
