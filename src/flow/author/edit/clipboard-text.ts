// Clipboard text: nodes as YAML, for pasting into another flow or a mail.

import { splice } from "../../language/source/splice.ts";
import { plainOf } from "../../language/source/yaml-tree.ts";
import { type Fields, fieldsOf, isFields, isList, put } from "./data-at-path.ts";
import { type NodePositions, positionOf, type CanvasPoint } from "./edited-document.ts";
import {
  begin,
  composeCached,
  type DocumentDraft,
  type RefusedEdit,
  refused,
  type WrittenDocument,
  written,
} from "./document-draft.ts";
import {
  nodesMax,
  type RenamedCopies,
  renamedAmong,
  tooManyNodes,
  withoutStrays,
  withStart,
} from "./edit-nodes.ts";

const clipCharsMax = 256 * 1_024;
const noNodes = "There are no nodes in the copied text: copy nodes, or YAML that begins with 'nodes:'.";

/** YAML with `nodes` and their `layout`. Unknown ids are left out. */
export function clipOf({ nodes, document }: DocumentDraft, ids: readonly string[]): string {
  const wanted = new Set(ids);
  const copied = new Map([...nodes].filter(([id]) => wanted.has(id)));
  const layout = new Map(
    [...copied.keys()].flatMap((id) => {
      const place = positionOf(document.layout, id);
      return place === undefined ? [] : [[id, [...place]] as const];
    }),
  );
  const whole = new Map<string, unknown>([
    ["nodes", copied],
    ...(layout.size === 0 ? [] : [["layout", layout] as const]),
  ]);
  return splice("", whole).text;
}

/** Pastes nodes under free names. The first is placed at `at`; the others keep their distances to it. */
export function paste(
  draft: DocumentDraft,
  { clip, at }: { readonly clip: string; readonly at?: CanvasPoint },
): WrittenDocument | RefusedEdit {
  const begun = draft.data.size === 0 ? begin(draft.document) : draft;
  if ("refused" in begun) return begun;
  const copied = nodesIn(clip);
  if ("refused" in copied) return copied;
  const { data, nodes, document } = begun;
  if (nodes.size + copied.nodes.size > nodesMax) return refused(tooManyNodes);
  const renamed = renamedAmong(copied.nodes, (id) => nodes.has(id));
  const all = new Set([...nodes.keys(), ...renamed.added.keys()]);
  const pasted = withoutStrays(renamed.added, (id) => all.has(id));
  const whole = put(data, ["nodes"], new Map([...nodes, ...pasted])) as Fields;
  const layout = { ...document.layout, ...placesOf(copied.layout, renamed, at) };
  const [first] = pasted.keys();
  const started = nodes.size === 0 ? withStart(whole, first) : whole;
  return written(begun, { data: started, layout, selected: [...pasted.keys()] });
}

interface Clip {
  readonly nodes: Fields;
  readonly layout: ReadonlyMap<string, CanvasPoint>;
}

/** A document, or only the content of its `nodes`. */
function nodesIn(clip: string): Clip | RefusedEdit {
  if (clip.length > clipCharsMax) return refused("What was copied is too long for a flow: copy fewer nodes.");
  const { root } = composeCached(clip);
  const data = root?.kind === "map" ? (plainOf(root) as Fields) : undefined;
  if (data === undefined) return refused(noNodes);
  const under = data.get("nodes");
  const nodes = isFields(under) ? under : data;
  if (nodes.size === 0 || ![...nodes.values()].every(isFields)) return refused(noNodes);
  return { nodes, layout: nodes === data ? new Map() : layoutIn(fieldsOf(data.get("layout"))) };
}

function layoutIn(layout: Fields): ReadonlyMap<string, CanvasPoint> {
  return new Map(
    [...layout].flatMap(([id, place]) => {
      const [x, y] = isList(place) ? place : [];
      return typeof x === "number" && typeof y === "number" ? [[id, [x, y] as const] as const] : [];
    }),
  );
}

/** Grid for nodes without a position, in pixels: about the size of a node. */
const column = 280;
const row = 180;

function placesOf(
  layout: ReadonlyMap<string, CanvasPoint>,
  { names }: RenamedCopies,
  at: CanvasPoint | undefined,
): NodePositions {
  const ids = [...names.keys()];
  const places = ids.map((id) => layout.get(id));
  const [origin] = places.filter((place) => place !== undefined);
  const perRow = Math.ceil(Math.sqrt(ids.length));
  const entries = ids.flatMap((id, i): readonly (readonly [string, CanvasPoint])[] => {
    const name = names.get(id) ?? id;
    const place = places[i];
    if (place !== undefined && origin !== undefined) {
      const [x, y] = at === undefined ? [0, 0] : [at[0] - origin[0], at[1] - origin[1]];
      return [[name, [place[0] + x, place[1] + y]]];
    }
    if (at === undefined) return [];
    return [[name, [at[0] + (i % perRow) * column, at[1] + Math.floor(i / perRow) * row]]];
  });
  return Object.fromEntries(entries);
}
