// Colour palette of drawn flows: light and dark, one table for pictures and for the canvas. Text has a contrast of at
// least 4.5 to 1 on its background (WCAG 2.2, 1.4.3).

import type { NodeKind } from "../document/document-graph.ts";
import { type WayName, ways } from "../../language/schema/way-keys.ts";
import type { EdgeKind } from "../document/targets.ts";

/** Colours of a node. `ink` is for its verb and icon; its text has the paper's ink. */
export interface NodeColours {
  readonly wash: string;
  readonly line: string;
  readonly ink: string;
}

export interface Shades<T> {
  readonly light: T;
  readonly dark: T;
}

export const nodeColours: Readonly<Record<NodeKind, Shades<NodeColours>>> = {
  say: shades(["#e1faf3", "#66beab", "#006452"], ["#152d28", "#2f7063", "#8bddca"]),
  ask: shades(["#e6f5ff", "#7fafe2", "#1f5587"], ["#1b2937", "#43668a", "#a0cfff"]),
  menu: shades(["#eff2ff", "#9fa5e3", "#494b88"], ["#242637", "#5b5f8b", "#bfc5ff"]),
  converse: shades(["#fbeeff", "#c09ad2", "#674078"], ["#2e2333", "#72577f", "#e0baf1"]),
  answer_from: shades(["#eef7dc", "#9fb66b", "#47590c"], ["#262c19", "#5f6e3a", "#c0d68e"]),
  tool: shades(["#fff1df", "#cca369", "#724900"], ["#312515", "#7b5d33", "#ebc38c"]),
  call: shades(["#ffefe3", "#d99a77", "#7d3f17"], ["#352319", "#84573e", "#f9bb99"]),
  transfer: shades(["#e8f9e8", "#87ba88", "#29612d"], ["#1e2c1e", "#496e4a", "#a8daa9"]),
  press: shades(["#f3f0ff", "#ad9fe0", "#55408c"], ["#292437", "#665a8b", "#cdbfff"]),
  wait: shades(["#e8f6fb", "#85b3c3", "#275a69"], ["#1d2a2e", "#486974", "#a6d3e2"]),
  record: shades(["#ffecf1", "#dc93a3", "#7f384b"], ["#352125", "#85525e", "#fbb4c3"]),
  branch: shades(["#f7f4e1", "#b6ac70", "#5e5303"], ["#2b2817", "#6b6439", "#d6cc92"]),
  end: shades(["#f0f4f4", "#a2aeae", "#495556"], ["#252828", "#5d6565", "#c2cdce"]),
};

/** Background and text colours. `trouble` marks edges of failures, and nodes that are named but missing. */
export const paperColours = {
  light: { paper: "#f5f5f2", card: "#ffffff", ink: "#1b2023", soft: "#59636a", trouble: "#b02b2c" },
  dark: { paper: "#111416", card: "#191d20", ink: "#e9ecee", soft: "#9fa9b0", trouble: "#f58b84" },
} as const;

export interface EdgeStyle {
  readonly colour: "soft" | "trouble";
  /** Lengths of dash and gap in pixels; absent is a whole line. */
  readonly dash?: readonly [dash: number, gap: number];
  /** Name of its port where the document has no word for it. */
  readonly word: string;
}

const trouble = { colour: "trouble", dash: [5, 4] } as const;

const seldom = { colour: "soft", dash: [8, 4] } as const;
const seldomWays: ReadonlySet<WayName> = new Set(["without_llm", "not_found", "return"]);

const waysStyles = Object.fromEntries(
  ways.map(({ name, says }) => [name, { ...(seldomWays.has(name) ? seldom : trouble), word: says }]),
) as Readonly<Record<WayName, EdgeStyle>>;

export const edgeStyles: Readonly<Record<EdgeKind, EdgeStyle>> = {
  next: { colour: "soft", word: "next" },
  option: { colour: "soft", word: "option" },
  exit: { colour: "soft", word: "exit" },
  handler: { colour: "soft", dash: [2, 4], word: "handler" },
  ...waysStyles,
};

type Row = readonly [wash: string, line: string, ink: string];

function shades(light: Row, dark: Row): Shades<NodeColours> {
  const colours = ([wash, line, ink]: Row): NodeColours => ({ wash, line, ink });
  return { light: colours(light), dark: colours(dark) };
}
