// Colour palette of drawn flows: light and dark, for pictures and for the canvas; nodes are coloured by kind. Text
// has a contrast of at least 4.5 to 1 on its background (WCAG 2.2, 1.4.3).

import { type WayName, ways } from "../../language/schema/way-keys.ts";
import type { EdgeKind } from "../document/targets.ts";

/** Background and text colours. `trouble` marks edges of failures, and nodes that are named but missing. */
export const paperColours = {
  light: { paper: "#f5f5f2", card: "#ffffff", ink: "#1b2023", soft: "#59636a", trouble: "#b02b2c" },
  dark: { paper: "#111416", card: "#191d20", ink: "#e9ecee", soft: "#9fa9b0", trouble: "#f58b84" },
} as const;

export interface EdgeStyle {
  readonly colour: "soft" | "trouble";
  /** Lengths of dash and gap in pixels; absent is a whole line. */
  readonly dash?: readonly [dash: number, gap: number];
  /** Name of its port if the document has none. */
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
