// Built-in flows: lists and loads the example flows that come with the server.

export interface BuiltInFlow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** The flows in the page's `examples` template; empty when the page has none. */
export function listBuiltInFlows(): readonly BuiltInFlow[] {
  const place = document.getElementById("examples");
  if (!(place instanceof HTMLTemplateElement)) return [];
  return Array.from(place.content.querySelectorAll("option"), ({ value, text, title }) => ({
    id: value,
    name: text,
    description: title,
  }));
}

/** The flow's YAML. Undefined when there is no such flow or the server does not answer. */
export async function readBuiltInFlow(id: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`/pages/${encodeURIComponent(id)}.flow.yaml`);
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
