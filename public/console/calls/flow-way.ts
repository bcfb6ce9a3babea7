// Flow way: which nodes a recorded call went through, what its variables held, and how the picture of its flow shows
// that. Pure.

import { listOf, textOf, valueOf } from "../../page/json-answer.ts";

export interface FlowWay {
  /** In their order; a node comes as often as the call came there. */
  readonly nodes: readonly string[];
  /** Name and last value; sensitive values arrive masked. */
  readonly variables: readonly (readonly [name: string, value: string])[];
}

/** Reads the events of GET /v1/sessions/{id}/recording?format=json. */
export function wayIn(recording: unknown): FlowWay {
  const nodes: string[] = [];
  const variables = new Map<string, string>();
  for (const event of listOf(recording, "events")) {
    const data = valueOf(event, "data");
    if (textOf(event, "type") === "flow-state") nodes.push(textOf(data, "state") ?? "");
    if (textOf(event, "type") === "flow-variable") {
      const value = valueOf(data, "value");
      const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
      variables.set(textOf(data, "key") ?? "", text);
    }
  }
  return { nodes, variables: [...variables] };
}

/** The edges of GET /v1/flows/{id}/graph between one node of the way and the next. */
export function edgesOn(nodes: readonly string[], graph: unknown): readonly string[] {
  const steps = new Set(nodes.slice(1).map((to, at) => JSON.stringify([nodes[at], to])));
  return listOf(graph, "edges").flatMap((edge) => {
    const isOn = steps.has(JSON.stringify([textOf(edge, "from"), textOf(edge, "to")]));
    const id = textOf(edge, "id");
    return isOn && id !== undefined ? [id] : [];
  });
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
