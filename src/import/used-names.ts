// Used names: the variables that an imported flow really uses, so that none is declared needlessly.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import type { FlowDraft } from "./flow-draft.ts";

/** Every word of a draft that is a variable's id; an extra one does no harm. */
export function reachedNames(draft: FlowDraft): ReadonlySet<string> {
  const words = new Set<string>();
  const note = (text: string): void => {
    for (const [word] of text.matchAll(/[a-z][a-z0-9_]*/g)) words.add(word);
  };
  const look = (value: Plain): void => {
    if (typeof value === "string") note(value);
    else if (value instanceof Map) {
      for (const [key, each] of value) {
        note(key);
        look(each);
      }
    } else if (Array.isArray(value)) for (const each of value) look(each as Plain);
  };
  for (const node of draft.nodes.values()) look(node);
  if (draft.persona !== undefined) note(draft.persona);
  for (const { initial, id } of draft.variables.values())
    if (words.has(id) && initial !== undefined) note(initial);
  return words;
}
