// Search box: finds a node by its text and moves the view to it.

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { drawingOf } from "../../state/derived.ts";
import { useEditorState } from "../../state/editor.ts";
import { parsedTextOf } from "../../state/parsed-text.ts";
import { FilteredList } from "./filtered-list.tsx";
import { findNodes } from "../actions/node-search.ts";
import { useShell } from "../canvas-shell.ts";
import { useCanvasState } from "../canvas-state.ts";

export function SearchBox(): ReactNode {
  const shell = useShell();
  return useCanvasState(shell.ui, (ui) => ui.isSearching) ? <OpenSearch /> : undefined;
}

function OpenSearch(): ReactNode {
  const shell = useShell();
  const { graph } = useEditorState(drawingOf);
  const [query, setQuery] = useState("");
  const text = useEditorState((state) => state.history.present.text);
  const ids = useMemo(() => findNodes(graph, parsedTextOf(text).document, query), [graph, text, query]);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector("input")?.focus();
  }, []);
  const close = (): void => {
    shell.ui.set({ isSearching: false });
    shell.focusStage();
  };
  return (
    <div
      ref={place}
      className="search-box"
      role="search"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") close();
      }}
    >
      <FilteredList
        label="Find node"
        query={query}
        setQuery={setQuery}
        options={ids.map((id) => {
          const node = nodes.get(id);
          return { id, words: id, more: [node?.kind, node?.title].filter(Boolean).join(" · ") };
        })}
        take={(id) => {
          shell.ui.set({ isSearching: false });
          shell.select([id]);
          shell.center(id);
          shell.focus(id);
        }}
      />
      <button type="button" className="quiet" onClick={close}>
        Close
      </button>
    </div>
  );
}
