// Flow way: which nodes a recorded call went through, what its variables held, and how the picture of its flow shows
// that. Pure.

import type { ApiAnswer } from "../../page/api-request.ts";
import { valueText } from "./call-record.ts";

export interface FlowWay {
  /** In their order; a node comes as often as the call came there. */
  readonly nodes: readonly string[];
  /** Name and last value; sensitive values arrive masked. */
  readonly variables: readonly (readonly [name: string, value: string])[];
}

type Recording = ApiAnswer<"GET /v1/sessions/:session_id/recording">;

/** Reads the events of a recording. */
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

/** The edges of a graph between one node of the way and the next. */
export function edgesOn(nodes: readonly string[], edges: readonly Edge[]): readonly string[] {
  const steps = new Set(nodes.slice(1).map((to, at) => JSON.stringify([nodes[at], to])));
  return edges.filter(({ from, to }) => steps.has(JSON.stringify([from, to]))).map(({ id }) => id);
}

/** The picture as an address, with these edges drawn heavily. */
export function pictureAddress(svg: string, edges: readonly string[]): string {
  const selector = edges.map((id) => `[data-edge=${quoted(id)}]`).join(",");
  const style =
    selector === "" ? "" : `<style>${selector}{stroke-width:4px;stroke-dasharray:none;opacity:1}</style>`;
  const marked = svg.replace("</svg>", () => `${style}</svg>`);
  return `data:image/svg+xml,${encodeURIComponent(marked)}`;
}

/** A string of CSS inside XML: both may stumble over what authors call their nodes. */
function quoted(text: string): string {
  const safe = Array.from(text, (letter) =>
    /[\w-]/.test(letter) ? letter : `\\${(letter.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${safe.join("")}"`;
}
