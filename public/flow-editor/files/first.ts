// What the editor opens with.

import { type EditorState, opened } from "../state.ts";

export async function firstState(): Promise<EditorState> {
  const answer = await fetch("/pages/welcome.flow.yaml");
  const text = answer.ok ? await answer.text() : "";
  return opened({ text, layout: {} }, { kind: "example", id: "welcome" }, true);
}
