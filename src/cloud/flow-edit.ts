// Editor update of a stored flow: joins the stored text with an editor's document, and checks the editor's further
// data.

import type { FlowLayout } from "../../db/port/stored-rows.ts";
import { Fault } from "../base/fault.ts";

export interface FlowEdit {
  readonly document: object;
  readonly layout?: FlowLayout;
  /** Old node names to new ones. */
  readonly renames?: Readonly<Record<string, string>>;
}

const renamesMax = 1_000;
export const layoutNodesMax = 1_000;
/** Pixels to any side; more than this no screen shows. */
export const coordinateMax = 1_000_000;

/**
 * A body is the document itself, or a wrapper with `document`, no key of a flow, and otherwise only `layout` and
 * `renames`. Throws `request/invalid` for a wrapper whose parts do not fit.
 */
export function flowEditIn(body: Readonly<Record<string, unknown>>): FlowEdit {
  const { document, layout, renames } = body;
  const isWrapper =
    isRecord(document) && !("voice_flow" in body) && Object.keys(body).every((key) => wrapperKeys.has(key));
  if (!isWrapper) return { document: body };
  return {
    document,
    ...(layout === undefined ? {} : { layout: layoutIn(layout) }),
    ...(renames === undefined ? {} : { renames: renamesIn(renames) }),
  };
}

const wrapperKeys: ReadonlySet<string> = new Set(["document", "layout", "renames"]);

/** Throws `request/invalid` unless it is a place for each node. */
export function layoutIn(value: unknown): FlowLayout {
  if (!isRecord(value)) throw unfit("/layout", "Expected an object of [x, y] by node.");
  const entries = Object.entries(value);
  if (entries.length > layoutNodesMax) throw unfit("/layout", `Holds more than ${layoutNodesMax} nodes.`);
  return Object.fromEntries(
    entries.map(([id, place]) => {
      const [x, y] = Array.isArray(place) && place.length === 2 ? (place as unknown[]) : [];
      if (!isCoordinate(x) || !isCoordinate(y))
        throw unfit(`/layout/${pointerPart(id)}`, "Expected [x, y] in pixels.");
      return [id, [x, y] as const];
    }),
  );
}

function isCoordinate(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= coordinateMax;
}

function renamesIn(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) throw unfit("/renames", "Expected an object of new names by old name.");
  const entries = Object.entries(value);
  if (entries.length > renamesMax) throw unfit("/renames", `Holds more than ${renamesMax} names.`);
  const names = entries.map(([old, now]): [string, string] => {
    if (typeof now !== "string") throw unfit(`/renames/${pointerPart(old)}`, "Expected the node's new name.");
    return [old, now];
  });
  if (new Set(names.map(([, now]) => now)).size < names.length) {
    throw unfit("/renames", "Gives two nodes the same name.");
  }
  return Object.fromEntries(names);
}

function pointerPart(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unfit(pointer: string, detail: string): Fault {
  return new Fault("request/invalid", `The body does not fit its schema at "${pointer}": ${detail}`, {
    errors: [{ pointer, detail }],
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
