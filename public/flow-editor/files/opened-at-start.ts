// Initial state: opens the unsaved draft, the flow in the address or the welcome flow.

import type { Message } from "../state/editor-state.ts";
import { type EditorState, opened } from "../state/editor-state.ts";
import { newFlow } from "../state/flow-origin.ts";
import type { FlowApi } from "./flow-api.ts";
import { readDraft } from "./unsaved-draft.ts";
import { readBuiltInFlow } from "./built-in-flows.ts";

const firstExample = "welcome";

/** The state to begin with. An unsaved draft comes first, with a message that offers to discard it. */
export async function initialState(api: FlowApi, address: URLSearchParams): Promise<EditorState> {
  const draft = readDraft();
  const asked = await askedState(api, address);
  if (draft !== undefined) {
    const { document, origin, stored } = draft;
    const discard = asked ?? (await exampleState(firstExample));
    const message: Message = {
      tone: "said",
      text: "Your unsaved changes were restored.",
      action: {
        label: "Discard changes",
        event: {
          type: "open",
          document: discard.history.present,
          origin: discard.origin,
          stored: discard.stored,
        },
      },
    };
    return { ...opened(document, origin, stored), message };
  }
  return asked ?? (await exampleState(firstExample));
}

/** `?flow=` opens a stored flow, `?example=` a built-in one. Undefined for a stored flow that cannot be read. */
async function askedState(api: FlowApi, address: URLSearchParams): Promise<EditorState | undefined> {
  const [flowId, example] = [address.get("flow"), address.get("example")];
  if (flowId !== null) {
    const read = await api.read(flowId);
    return "refused" in read ? undefined : openedFlow(read);
  }
  return example === null ? undefined : await exampleState(example);
}

function openedFlow({
  stored,
  document,
}: Exclude<Awaited<ReturnType<FlowApi["read"]>>, { refused: string }>) {
  return opened(document, { kind: "stored", ...stored }, document);
}

async function exampleState(id: string): Promise<EditorState> {
  const text = await readBuiltInFlow(id);
  if (text === undefined) return opened(newFlow, { kind: "new" }, newFlow);
  const document = { text, layout: {} };
  return opened(document, { kind: "example", id }, document);
}
