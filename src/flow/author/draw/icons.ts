// Icons of nodes: one for each kind, as paths of strokes in a square of 16 pixels.

import type { NodeKind } from "../document/document-graph.ts";

export const icons: Readonly<Record<NodeKind, string>> = {
  say: "M2.5 3.5h11v7h-6l-3 2.8v-2.8h-2zM5 6h6M5 8.2h4",
  ask: "M5.4 6a2.7 2.7 0 1 1 3.9 2.4c-.9.5-1.3 1-1.3 2M8 12.8v.3",
  menu: "M2.8 4h.4M6 4h7.2M2.8 8h.4M6 8h7.2M2.8 12h.4M6 12h7.2",
  converse: "M1.8 3h8v5.4h-4.4l-2 1.8v-1.8h-1.6zM11.6 6h2.6v5.2h-1.4v1.8l-2-1.8h-3.6v-1",
  answer_from:
    "M8 4.2c-1.6-1.2-3.6-1.5-5.5-1.2v9.2c1.9-.3 3.9 0 5.5 1.2c1.6-1.2 3.6-1.5 5.5-1.2v-9.2c-1.9-.3-3.9 0-5.5 1.2v9",
  tool: "M8 5.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8M8 2.2v2M8 11.8v2M2.2 8h2M11.8 8h2M3.9 3.9l1.4 1.4M10.7 10.7l1.4 1.4M3.9 12.1l1.4-1.4M10.7 5.3l1.4-1.4",
  call: "M2.5 3h11v10h-11zM5.2 8h5.4M8.4 5.8L10.6 8l-2.2 2.2",
  transfer: "M2.5 11.5c0-4 3-6 6.5-6h4M10.4 2.5l3.1 3l-3.1 3",
  press: "M4 3.5h.1M8 3.5h.1M12 3.5h.1M4 8h.1M8 8h.1M12 8h.1M4 12.5h.1M8 12.5h.1M12 12.5h.1",
  wait: "M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 1 0 0-11.6M8 4.8v3.4l2.4 1.6",
  record: "M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 1 0 0-11.6M8 6.4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2",
  branch:
    "M8 13.5v-5M8 8.5c0-3-4.5-2-4.5-5.5M8 8.5c0-3 4.5-2 4.5-5.5M1.9 4.6l1.6-1.8l1.6 1.8M10.9 4.6l1.6-1.8l1.6 1.8",
  end: "M3.5 3.5h9v9h-9z",
};
