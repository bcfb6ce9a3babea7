// Node kinds: one row for each kind of node in authors' terms, for menus, forms, drawings and edits.

import type { Verb } from "../../language/schema/verbs.ts";
import type { EdgeKind } from "./targets.ts";

/** Colours of a node. `ink`: for its verb and icon; its text has the paper's ink. */
export interface NodeColours {
  readonly wash: string;
  readonly line: string;
  readonly ink: string;
}

export interface Shades<T> {
  readonly light: T;
  readonly dark: T;
}

interface KindFacts {
  readonly name: string;
  readonly does: string;
  /** Path of strokes in a square of 16 pixels. */
  readonly icon: string;
  readonly colours: Shades<NodeColours>;
  /** Ports that exist even without data. */
  readonly ports: readonly EdgeKind[];
  /** Keys with one target, set in a new node; menus, branches and exits of conversations hold several. */
  readonly targets: Readonly<Record<string, "next" | "failure">>;
  /** Keys that always have a field in a form, beside the verb. */
  readonly fields: readonly string[];
  /** Value of its verb in a new node; absent if it depends on the flow (`src/flow/author/edit/new-node.ts`). */
  readonly sample?: string;
  /** A drawing's title is the word at its verb rather than its spoken text. */
  readonly isNamedByVerb?: true;
}

/** In menu order. `branch` says nothing and only chooses an edge. */
export const nodeKinds: Readonly<Record<Verb | "branch", KindFacts>> = {
  say: {
    name: "Say",
    does: "Speaks and continues",
    icon: "M2.5 3.5h11v7h-6l-3 2.8v-2.8h-2zM5 6h6M5 8.2h4",
    colours: shades(["#e1faf3", "#66beab", "#006452"], ["#152d28", "#2f7063", "#8bddca"]),
    ports: ["next"],
    targets: { next: "next" },
    fields: ["say", "next"],
  },
  ask: {
    name: "Ask",
    does: "Asks, and keeps the answer",
    icon: "M5.4 6a2.7 2.7 0 1 1 3.9 2.4c-.9.5-1.3 1-1.3 2M8 12.8v.3",
    colours: shades(["#e6f5ff", "#7fafe2", "#1f5587"], ["#1b2937", "#43668a", "#a0cfff"]),
    ports: ["next", "give_up"],
    targets: { next: "next" },
    fields: ["say", "next"],
  },
  menu: {
    name: "Menu",
    does: "Lets the caller choose an edge",
    icon: "M2.8 4h.4M6 4h7.2M2.8 8h.4M6 8h7.2M2.8 12h.4M6 12h7.2",
    colours: shades(["#eff2ff", "#9fa5e3", "#494b88"], ["#242637", "#5b5f8b", "#bfc5ff"]),
    ports: ["next", "give_up"],
    targets: {},
    fields: ["say", "goto"],
  },
  branch: {
    name: "Branch",
    does: "Chooses an edge by conditions",
    icon: "M8 13.5v-5M8 8.5c0-3-4.5-2-4.5-5.5M8 8.5c0-3 4.5-2 4.5-5.5M1.9 4.6l1.6-1.8l1.6 1.8M10.9 4.6l1.6-1.8l1.6 1.8",
    colours: shades(["#f7f4e1", "#b6ac70", "#5e5303"], ["#2b2817", "#6b6439", "#d6cc92"]),
    ports: ["next"],
    targets: {},
    fields: ["next"],
  },
  tool: {
    name: "Tool",
    does: "Asks another system",
    icon: "M8 5.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8M8 2.2v2M8 11.8v2M2.2 8h2M11.8 8h2M3.9 3.9l1.4 1.4M10.7 10.7l1.4 1.4M3.9 12.1l1.4-1.4M10.7 5.3l1.4-1.4",
    colours: shades(["#fff1df", "#cca369", "#724900"], ["#312515", "#7b5d33", "#ebc38c"]),
    ports: ["next", "error"],
    targets: { next: "next", on_error: "failure" },
    fields: ["with", "save", "next", "on_error"],
    isNamedByVerb: true,
  },
  converse: {
    name: "Converse",
    does: "A language model talks until an exit",
    icon: "M1.8 3h8v5.4h-4.4l-2 1.8v-1.8h-1.6zM11.6 6h2.6v5.2h-1.4v1.8l-2-1.8h-3.6v-1",
    colours: shades(["#fbeeff", "#c09ad2", "#674078"], ["#2e2333", "#72577f", "#e0baf1"]),
    ports: ["give_up", "without_llm"],
    targets: { without_llm: "failure" },
    fields: ["say", "exits"],
    isNamedByVerb: true,
  },
  answer_from: {
    name: "Answer",
    does: "Answers from the flow's knowledge",
    icon: "M8 4.2c-1.6-1.2-3.6-1.5-5.5-1.2v9.2c1.9-.3 3.9 0 5.5 1.2c1.6-1.2 3.6-1.5 5.5-1.2v-9.2c-1.9-.3-3.9 0-5.5 1.2v9",
    colours: shades(["#eef7dc", "#9fb66b", "#47590c"], ["#262c19", "#5f6e3a", "#c0d68e"]),
    ports: ["next", "not_found", "give_up"],
    targets: { next: "next", not_found: "failure" },
    fields: ["next", "not_found"],
  },
  transfer: {
    name: "Transfer",
    does: "Hands the call over",
    icon: "M2.5 11.5c0-4 3-6 6.5-6h4M10.4 2.5l3.1 3l-3.1 3",
    colours: shades(["#e8f9e8", "#87ba88", "#29612d"], ["#1e2c1e", "#496e4a", "#a8daa9"]),
    ports: ["return", "failed"],
    targets: { on_failed: "next" },
    fields: ["say", "on_failed"],
    // 555-0100 to 0199 are reserved for fictional use in North America.
    sample: "tel:+12025550100",
  },
  press: {
    name: "Press",
    does: "Presses keys of the phone",
    icon: "M4 3.5h.1M8 3.5h.1M12 3.5h.1M4 8h.1M8 8h.1M12 8h.1M4 12.5h.1M8 12.5h.1M12 12.5h.1",
    colours: shades(["#f3f0ff", "#ad9fe0", "#55408c"], ["#292437", "#665a8b", "#cdbfff"]),
    ports: ["next"],
    targets: { next: "next" },
    fields: ["say", "next"],
    sample: "1w2",
  },
  wait: {
    name: "Wait",
    does: "Pauses, or waits for an event",
    icon: "M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 1 0 0-11.6M8 4.8v3.4l2.4 1.6",
    colours: shades(["#e8f6fb", "#85b3c3", "#275a69"], ["#1d2a2e", "#486974", "#a6d3e2"]),
    ports: ["next", "timeout"],
    targets: { next: "next" },
    fields: ["next"],
    sample: "2s",
  },
  record: {
    name: "Record",
    does: "Records the caller's words",
    icon: "M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 1 0 0-11.6M8 6.4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2",
    colours: shades(["#ffecf1", "#dc93a3", "#7f384b"], ["#352125", "#85525e", "#fbb4c3"]),
    ports: ["next", "failed"],
    targets: { next: "next" },
    fields: ["say", "next"],
  },
  call: {
    name: "Call",
    does: "Runs another flow and comes back",
    icon: "M2.5 3h11v10h-11zM5.2 8h5.4M8.4 5.8L10.6 8l-2.2 2.2",
    colours: shades(["#ffefe3", "#d99a77", "#7d3f17"], ["#352319", "#84573e", "#f9bb99"]),
    ports: ["next", "error"],
    targets: { next: "next", on_error: "failure" },
    fields: ["with", "save", "next", "on_error"],
    isNamedByVerb: true,
    sample: "another-flow",
  },
  end: {
    name: "End",
    does: "Says goodbye and hangs up",
    icon: "M3.5 3.5h9v9h-9z",
    colours: shades(["#f0f4f4", "#a2aeae", "#495556"], ["#252828", "#5d6565", "#c2cdce"]),
    ports: [],
    targets: {},
    fields: ["say"],
  },
};

/** A node without a verb is a `say`, or a `branch`. */
export type NodeKind = keyof typeof nodeKinds;

export const kindsInOrder = Object.keys(nodeKinds) as readonly NodeKind[];

type Row = readonly [wash: string, line: string, ink: string];

function shades(light: Row, dark: Row): Shades<NodeColours> {
  const colours = ([wash, line, ink]: Row): NodeColours => ({ wash, line, ink });
  return { light: colours(light), dark: colours(dark) };
}
