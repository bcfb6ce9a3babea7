// What an editor of flows holds: the text, and where its nodes lie.

/** The text is the truth; everything that is shown is made of it. */
export interface FlowDocument {
  readonly text: string;
  /** May know nodes that the text does not have, while somebody types. */
  readonly layout: Layout;
}

/** In pixels, by the id of the node; one without an entry is laid out by whoever draws. */
export type Layout = Readonly<Record<string, Point>>;

export type Point = readonly [x: number, y: number];

/** A node may have the name of something that every object has. */
export function placeOf(layout: Layout, id: string): Point | undefined {
  return Object.hasOwn(layout, id) ? layout[id] : undefined;
}
