// Flow path: the nodes that a recorded call went through, the values of its variables, and their display in the flow's
// picture. Pure.

import type { ApiAnswer } from "../../page/api-request.ts";
import { valueText } from "./call-record.ts";

export interface FlowWay {
  /** Visited nodes in order, once for each visit. */
  readonly nodes: readonly string[];
  /** Name and last value; sensitive values arrive masked. */
  readonly variables: readonly (readonly [name: string, value: string])[];
}

type Recording = ApiAnswer<"GET /v1/sessions/:session_id/recording">;

/** Reads the path from the events of a recording. */
export function wayIn({ events }: Pick<Recording, "events">): FlowWay {
  const nodes: string[] = [];
  const variables = new Map<string, string>();
  for (const { type, data } of events) {
    if (type === "flow-state") nodes.push(valueText(data["state"]));
    if (type === "flow-variable") variables.set(valueText(data["key"]), valueText(data["value"]));
  }
  return { nodes, variables: [...variables] };
}

type Edge = Pick<ApiAnswer<"GET /v1/flows/:flow_id/graph">["edges"][number], "id" | "from" | "to">;

/** The edges of a graph between consecutive nodes of the path. */
export function edgesOn(nodes: readonly string[], edges: readonly Edge[]): readonly string[] {
  const steps = new Set(nodes.slice(1).map((to, at) => JSON.stringify([nodes[at], to])));
  return edges.filter(({ from, to }) => steps.has(JSON.stringify([from, to]))).map(({ id }) => id);
}

/** The picture as a data URL, with these edges drawn heavily. */
export function pictureAddress(svg: string, edges: readonly string[]): string {
  const selector = edges.map((id) => `[data-edge=${quoted(id)}]`).join(",");
  const style =
    selector === "" ? "" : `<style>${selector}{stroke-width:4px;stroke-dasharray:none;opacity:1}</style>`;
  const marked = svg.replace("</svg>", () => `${style}</svg>`);
  return `data:image/svg+xml,${encodeURIComponent(marked)}`;
}

/** A CSS string inside XML: the names of nodes may break both. */
function quoted(text: string): string {
  const safe = Array.from(text, (letter) =>
    /[\w-]/.test(letter) ? letter : `\\${(letter.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${safe.join("")}"`;
}
