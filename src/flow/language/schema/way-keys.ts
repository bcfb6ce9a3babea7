// Edge keys of a node: the keys whose value is one target. A row here makes a key an edge for the checks, the drawing,
// the editor, the completion and the coverage of tests; the table of nodes says which verbs have the key.

/** `name`: of the way in graphs and traces. `says`: on a drawing, where the document has no word for it. */
export const ways = [
  { key: "give_up", name: "give_up", says: "give up" },
  { key: "on_error", name: "error", says: "error" },
  { key: "on_return", name: "return", says: "comes back" },
  { key: "on_failed", name: "failed", says: "failed" },
  { key: "on_no_answer", name: "no_answer", says: "no answer" },
  { key: "on_timeout", name: "timeout", says: "timeout" },
  { key: "without_llm", name: "without_llm", says: "without model" },
  { key: "not_found", name: "not_found", says: "not found" },
] as const;

export type WayKey = (typeof ways)[number]["key"];
export type WayName = (typeof ways)[number]["name"];

/** All keys of a node that lead to other nodes. */
export const edgeKeys: readonly string[] = ["next", "goto", "exits", ...ways.map(({ key }) => key)];

const keys = new Map<string, WayKey>(ways.map(({ name, key }) => [name, key]));

/** The key of an edge by its name; undefined for a name that several targets share, such as `next`. */
export const keyOfWay = (name: string): WayKey | undefined => keys.get(name);
