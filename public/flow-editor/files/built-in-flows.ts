// Built-in flows: lists and loads the example flows that come with the server.

export interface Example {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** As the page lists them. */
export function listExamples(): readonly Example[] {
  const place = document.getElementById("examples");
  if (!(place instanceof HTMLTemplateElement)) return [];
  return Array.from(place.content.querySelectorAll("option"), ({ value, text, title }) => ({
    id: value,
    name: text,
    description: title,
  }));
}

/** Undefined: there is no such flow, or no server. */
export async function readExample(id: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`/pages/${encodeURIComponent(id)}.flow.yaml`);
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
