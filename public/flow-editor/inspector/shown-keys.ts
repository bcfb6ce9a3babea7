// Shown keys: decides which keys of a map get a field, namely the written, required, usual and added ones.

import type { Fields } from "../../../src/flow/author/edit/data-at-path.ts";
import { kindOfNode } from "../../../src/flow/author/document/document-graph.ts";
import { nodeKinds } from "../../../src/flow/author/document/node-kinds.ts";
import type { Key, PlaceName } from "../../../src/flow/language/schema/shape.ts";
import { edgeKeys } from "../../../src/flow/language/schema/way-keys.ts";
import { keysOf, type MapPlace } from "../complete/shape-at-path.ts";

export interface ShownKeys {
  readonly shown: readonly Key[];
  /** Settings that can be added. */
  readonly others: readonly Key[];
  /** Written, but unknown to the language here. */
  readonly unknown: readonly string[];
}

/** Keys that always have a field, by the kind of map. */
const usualKeys: Partial<Record<PlaceName, readonly string[]>> = {
  flow: ["name", "description", "variables", "tools", "handlers", "tests"],
  variable: ["ask"],
  option: ["label", "synonyms"],
  handler: ["phrases", "say", "next"],
  tool: ["params"],
  exit: ["when"],
  on_end: ["summary", "extract"],
  extracted: ["description"],
  voice: ["name", "speed"],
  llm: ["model", "temperature"],
  wording: ["facts", "must_say"],
  dtmf: ["finish", "inter_digit"],
  limits: ["max_turns", "max_duration", "max_failures"],
  retention: ["audio", "words", "values", "numbers"],
  contract: ["answer_ms_p95", "wrong_read_backs", "not_understood", "completed"],
};

export interface ShownKeysInput extends MapPlace {
  readonly place: PlaceName;
  readonly map: Fields;
  /** Whether a key keeps its field although nothing is written, because it was added and is being filled. */
  readonly kept: (key: string) => boolean;
  /** Keys to leave out, because they are shown elsewhere. */
  readonly without?: readonly string[];
}

export function shownKeys({ place, map, kept, without = [], ...where }: ShownKeysInput): ShownKeys {
  const rows = keysOf(place, map, where).filter(({ name }) => !without.includes(name));
  const usual = place === "node" ? nodeKinds[kindOfNode(map)].fields : (usualKeys[place] ?? []);
  const isShown = ({ name, required }: Key): boolean =>
    map.has(name) || required === true || usual.includes(name) || kept(name);
  const shown = rows.filter(isShown);
  const rank = { node: rankOf, flow: flowRank, library: flowRank }[place as "node"];
  return {
    shown: rank === undefined ? shown : shown.toSorted((a, b) => rank(a) - rank(b)),
    // Verbs are not offered: a node gets its verb when it is created.
    others: rows.filter((key) => !isShown(key) && key.only?.includes(key.name) !== true),
    unknown: [...map.keys()].filter(
      (name) => !rows.some((key) => key.name === name) && !without.includes(name),
    ),
  };
}

/** The order of a flow's fields: first what identifies it, then its settings, its large sections last. */
const flowKeyOrder = [
  "name",
  "id",
  "description",
  "language",
  "languages",
  "timezone",
  "start",
  "start_speaker",
  "mode",
];

function flowRank({ name, shape }: Key): number {
  const at = flowKeyOrder.indexOf(name);
  if (at !== -1) return at;
  const isLarge = shape.is === "dictionary" || shape.is === "map" || shape.is === "list";
  return flowKeyOrder.length + Number(isLarge);
}

/** The order of a node's fields: the verb first, targets late, notes last. */
function rankOf({ name, only }: Key): number {
  if (only?.includes(name) === true) return 0;
  if (name === "note") return 4;
  return edgeKeys.includes(name) ? 3 : name === "say" ? 1 : 2;
}

/** Whether a key is required or the verb of its node, so that emptying its field does not remove it. */
export function isLasting({ name, required, only }: Key): boolean {
  return required === true || only?.includes(name) === true;
}
