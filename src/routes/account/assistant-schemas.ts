// Schemas of assistants: their shapes in requests and answers, and the checks beyond a shape.

import { type Static, Type } from "typebox";
import type { AssistantRow, AssistantSettings } from "../../../db/port/settings-store.ts";
import {
  abilitiesOf,
  checkPromptLength,
  promptDocument,
  promptFault,
  systemPromptBytesMax,
  type ToolDefinitions,
  toolFault,
  toolsMax,
} from "../../cloud/account-assistant.ts";
import type { FlowReader } from "../../cloud/flow-reader.ts";
import { requestBody } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";
import { checkText } from "../http/well-formed-text.ts";

const tools = Type.Union(
  [
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), { maxProperties: toolsMax }),
    Type.Null(),
  ],
  {
    description:
      "Tools by name: HTTP tools as in flows ({description, http, params, headers, body, timeout, retry, returns}), " +
      "and the built-in end_call: {}, press_keys: {} and transfer: {to: {name: address}}",
  },
);
const text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const chosen = (description: string) =>
  Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], { description }));
const prompt =
  "System prompt. The server's own prompt precedes it and takes priority. " +
  "Expressions, as in flows, are evaluated at each turn with the session and its context: " +
  "{{ today() }}, {{ context.name }}. " +
  `At most ${systemPromptBytesMax / 1_024} KiB; null: no additional prompt`;
const model = "A model of the account's llm_provider; null: that of GET /v1/providers";
const voice = "A voice of the account's tts_provider; null: that of GET /v1/providers";
const example = {
  system_prompt: "You answer for the harbour. Be brief.",
  tools: {
    tide: {
      description: "The water level at a harbour",
      http: "GET https://tides.example.com/v1/level?harbour={{ harbour }}",
      params: { harbour: "text" },
      headers: { authorization: "Bearer {{ secrets.TIDES_KEY }}" },
    },
    end_call: {},
    transfer: { to: { harbour_master: "tel:+33140000000" } },
  },
  model: null,
  voice: null,
};

export const shownAssistant = Type.Object(
  { system_prompt: text(prompt), tools, model: text(model), voice: text(voice) },
  { examples: [example] },
);
const settings = {
  system_prompt: Type.Optional(
    Type.Union([Type.String({ maxLength: systemPromptBytesMax }), Type.Null()], { description: prompt }),
  ),
  tools: Type.Optional(tools),
  model: chosen(model),
  voice: chosen(voice),
};
export const given = requestBody(settings, {
  examples: [{ system_prompt: "You answer for the harbour.", tools: { end_call: {} } }],
});

const name = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Name for your lists, such as Front desk",
});
const namedExample = { name: "Front desk", ...example };
export const named = requestBody({ name, ...settings }, { examples: [namedExample] });
const shownNamedExample = {
  assistant_id: "asst_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
  ...namedExample,
  created_at: 1_795_000_000,
  updated_at: 1_795_000_000,
};
export const shownNamed = Type.Object(
  {
    assistant_id: Type.String({ description: "Accepted wherever a flow_id is" }),
    name,
    ...shownAssistant.properties,
    created_at: Type.Number({ description: "Seconds since the Unix epoch" }),
    updated_at: Type.Number({ description: "Seconds since the Unix epoch" }),
  },
  { examples: [shownNamedExample] },
);
export const listed = Type.Object(
  { assistants: Type.Array(shownNamed) },
  { examples: [{ assistants: [shownNamedExample] }] },
);

/** Settings of a body; absent ones are null. Rejects with `assistant/invalid`. */
export async function settingsIn(body: Static<typeof given>, parts: CheckParts): Promise<AssistantSettings> {
  const { system_prompt: systemPrompt = null, model = null, voice = null } = body;
  const tools = (body.tools ?? null) as ToolDefinitions | null;
  if (systemPrompt !== null) {
    checkText(systemPrompt, "/system_prompt");
    await checkPrompt(systemPrompt, parts);
  }
  if (model !== null) checkText(model, "/model");
  if (voice !== null) checkText(voice, "/voice");
  if (tools !== null) await checkTools(tools, parts);
  return { systemPrompt, tools, model, voice };
}

export function shown({ systemPrompt, tools, model, voice }: AssistantSettings) {
  return { system_prompt: systemPrompt, tools: tools === null ? null : { ...tools }, model, voice };
}

/** `seconds` as in all answers. */
export function shownRow({ id, name, createdAt, updatedAt, ...row }: AssistantRow) {
  const times = { created_at: seconds(createdAt), updated_at: seconds(updatedAt) };
  return { assistant_id: id, name, ...shown(row), ...times };
}

interface CheckParts {
  readonly reader: Pick<FlowReader, "preview">;
  readonly accountId: string;
}

async function checkPrompt(prompt: string, { reader, accountId }: CheckParts): Promise<void> {
  checkPromptLength(prompt);
  const document = promptDocument(prompt);
  if (document === undefined) return;
  try {
    await reader.preview(document, accountId);
  } catch (error) {
    throw promptFault(error);
  }
}

async function checkTools(tools: ToolDefinitions, { reader, accountId }: CheckParts): Promise<void> {
  checkTexts(tools);
  const { document } = abilitiesOf(tools);
  if (document === undefined) return;
  try {
    await reader.preview(document, accountId);
  } catch (error) {
    throw toolFault(error);
  }
}

function checkTexts(data: unknown): void {
  if (typeof data === "string") return checkText(data, "/tools");
  if (typeof data !== "object" || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    checkText(key, "/tools");
    checkTexts(value);
  }
}
