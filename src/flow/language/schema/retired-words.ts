// Retired words: words that earlier documents may use and the table no longer teaches. Each keeps its meaning for
// ever, and the checker names what to write instead.

import type { PlaceName, Shape } from "./shape.ts";
import * as s from "./shapes.ts";

export interface RetiredWord {
  readonly key: string;
  readonly places: readonly PlaceName[];
  /** Verbs whose key it is; if absent, all. */
  readonly only?: readonly string[];
  /** Allowed value: of a removed key, or the earlier values of a changed one. */
  readonly shape: Shape;
  /** Why it went, without a full stop. */
  readonly message: string;
  readonly hint: string;
}

const byFix = "check --fix does it";

const retired: readonly RetiredWord[] = [
  {
    key: "history",
    places: ["node"],
    only: ["converse"],
    shape: s.oneOf("all", "none"),
    message: "'history' is a number of turns",
    hint: `write 100 for all and 0 for none; ${byFix}`,
  },
  {
    key: "style",
    places: ["voice"],
    shape: s.words,
    message: "no voice has a 'style'",
    hint: `remove it; ${byFix}`,
  },
  {
    key: "barge_in",
    places: ["node", "defaults"],
    shape: s.oneOf("dtmf"),
    message: "'dtmf' lets keys cut in where words may not",
    hint: "write false for a sentence that must be heard, or leave it out; it still works",
  },
  {
    key: "when_filled",
    places: ["node"],
    only: ["ask", "menu"],
    shape: s.oneOf("confirm"),
    message: "reading back has one word, 'confirm', which is about answers",
    hint: "ask a question of yes or no with the value in it; it still works",
  },
  {
    key: "kind",
    places: ["flow"],
    shape: s.oneOf("flow"),
    message: "every document is a flow",
    hint: `remove it; ${byFix}`,
  },
  {
    key: "kind",
    places: ["library"],
    shape: s.oneOf("library"),
    message:
      "parts shared by 'include' can be written in each flow, and a part of a conversation is a flow to 'call'",
    hint: "check --fix FLOW LIBRARY copies it into the flow; it still works",
  },
  {
    key: "include",
    places: ["flow"],
    shape: s.listOf(s.nameOf("library")),
    message: "the parts of a library can be written in the flow itself",
    hint: "check --fix FLOW LIBRARY copies it here; it still works",
  },
];

/** Whether a finding names a kind of map: libraries are read, as flows that include them go on to work. */
export function isTaught(place: string): boolean {
  return place !== "library";
}

/** Meaning of a key or its value, where it is a word of earlier documents. */
export function retiredWord(
  key: string,
  { place, owner }: { readonly place: PlaceName; readonly owner: string | undefined },
): RetiredWord | undefined {
  return retired.find(
    (word) =>
      word.key === key &&
      word.places.includes(place) &&
      (word.only === undefined || (owner !== undefined && word.only.includes(owner))),
  );
}
