// Parts of Retell's exports: edges, instructions and the flow around them, as short functions.

export type Export = Record<string, unknown>;

export const said = (text: string) => ({ type: "static_text", text });
export const asked = (text: string) => ({ type: "prompt", text });
export const when = (prompt: string, to?: string) => ({
  id: `e-${prompt}`,
  transition_condition: { type: "prompt", prompt },
  destination_node_id: to,
});
export const given = (
  equations: readonly (readonly [string, string, string?])[],
  to?: string,
  operator = "&&",
) => ({
  id: `q-${to}`,
  transition_condition: {
    type: "equation",
    operator,
    equations: equations.map(([left, op, right]) => ({ left, operator: op, right })),
  },
  destination_node_id: to,
});
export const otherwise = (to?: string) => ({
  id: "else",
  transition_condition: { type: "prompt", prompt: "Else" },
  destination_node_id: to,
});
export const end = (id = "end", text = "Goodbye.") => ({ id, type: "end", instruction: said(text) });
export const flow = (nodes: readonly unknown[], more: Export = {}): Export => ({
  start_node_id: (nodes[0] as { id?: string } | undefined)?.id,
  start_speaker: "agent",
  model_choice: { type: "cascading", model: "gpt-5" },
  nodes,
  ...more,
});
