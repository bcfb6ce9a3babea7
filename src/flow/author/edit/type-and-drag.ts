// Text edits without parsing: typing in the text, and dragging nodes on the canvas. Neither has to understand the
// document.

import { fieldsOf } from "./data-at-path.ts";
import { type FlowDocument, type NodePositions, positionOf } from "./edited-document.ts";
import { draftOf, type RefusedEdit, refused, type WrittenDocument } from "./document-draft.ts";

/**
 * Takes a typed text. A node with only a changed key keeps its position; positions of removed nodes are kept for an
 * undo.
 */
export function replacedText(document: FlowDocument, text: string): WrittenDocument {
  if (text === document.text) return { document };
  const rename = renameIn(document, text);
  if (rename === undefined) return { document: { text, layout: document.layout } };
  const [old, now] = rename;
  const places = Object.entries(document.layout).map(
    ([id, place]) => [id === old ? now : id, place] as const,
  );
  return { document: { text, layout: Object.fromEntries(places) } };
}

function renameIn(
  { text: before, layout }: FlowDocument,
  text: string,
): readonly [string, string] | undefined {
  if (Object.keys(layout).length === 0) return undefined;
  const [old, now] = [before, text].map((each) => draftOf({ text: each, layout }));
  if (old === undefined || now === undefined || "refused" in old || "refused" in now) return undefined;
  const [ids, fresh] = [[...old.nodes.keys()], [...fieldsOf(now.data.get("nodes")).keys()]];
  const changed = ids.filter((id, i) => id !== fresh[i]);
  const [gone = ""] = changed;
  const came = fresh[ids.indexOf(gone)] ?? "";
  const isOne = ids.length === fresh.length && changed.length === 1 && !old.nodes.has(came);
  return isOne && positionOf(layout, gone) !== undefined && positionOf(layout, came) === undefined
    ? [gone, came]
    : undefined;
}

/** Pixels to any side: further than screens show, and the limit of the server. */
const coordinateMax = 1_000_000;

/** Sets positions of nodes, in pixels. Refuses positions beyond the limit. */
export function movedNodes(document: FlowDocument, places: NodePositions): WrittenDocument | RefusedEdit {
  const entries = Object.entries(places);
  const isFit = (value: number): boolean => Math.abs(value) <= coordinateMax;
  if (!entries.every(([, place]) => place.length === 2 && place.every(isFit))) {
    return refused("That is further away than a canvas reaches.");
  }
  const isStill = entries.every(([id, [x, y]]) => {
    const position = positionOf(document.layout, id);
    return position !== undefined && position[0] === x && position[1] === y;
  });
  if (isStill) return { document };
  return { document: { text: document.text, layout: { ...document.layout, ...places } } };
}
