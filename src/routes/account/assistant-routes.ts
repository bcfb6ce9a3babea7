// Routes of the assistant: words, abilities and voice of an account's sessions without a flow.

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import {
  abilitiesOf,
  type Assistant,
  checkPromptLength,
  promptDocument,
  promptFault,
  readAssistant,
  systemPromptBytesMax,
  type ToolDefinitions,
  toolFault,
  toolsMax,
} from "../../cloud/account-assistant.ts";
import { entriesOf } from "../../cloud/audit-trail.ts";
import type { FlowReader } from "../../cloud/flow-reader.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";

export interface AssistantRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly reader: Pick<FlowReader, "preview">;
}

const tools = Type.Union(
  [
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), { maxProperties: toolsMax }),
    Type.Null(),
  ],
  {
    description:
      "By name: HTTP tools as flows have them ({description, http, params, headers, body, timeout, retry, returns}), " +
      "and the built-in end_call: {}, press_keys: {} and transfer: {to: {name: address}}",
  },
);
const text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const chosen = (description: string) =>
  Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], { description }));
const prompt =
  "Prompt of the model. The deployment's own prompt comes first, and its rules win. " +
  "Expressions as flows have them see the session and its context, anew at each turn: " +
  "{{ today() }}, {{ context.name }}. " +
  `At most ${systemPromptBytesMax / 1_024} KiB; null: nothing is added`;
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

const shownAssistant = Type.Object(
  { system_prompt: text(prompt), tools, model: text(model), voice: text(voice) },
  { examples: [example] },
);
const given = requestBody(
  {
    system_prompt: Type.Optional(
      Type.Union([Type.String({ maxLength: systemPromptBytesMax }), Type.Null()], { description: prompt }),
    ),
    tools: Type.Optional(tools),
    model: chosen(model),
    voice: chosen(voice),
  },
  { examples: [{ system_prompt: "You answer for the harbour.", tools: { end_call: {} } }] },
);

export function assistantRoutes({ store, clock, gate, reader }: AssistantRouteOptions) {
  return new Elysia({ name: "assistant" })
    .get("/v1/assistant", async ({ request }) => shown(await readAssistant(store, gate.accountOf(request))), {
      response: { 200: standard(shownAssistant) },
      detail: operation({
        summary: "Read the assistant",
        description: "Assistant of sessions without a flow. null is the deployment's value.",
        tag: "providers",
        access: "account",
      }),
    })
    .put(
      "/v1/assistant",
      async ({ request, body }) => {
        const accountId = gate.accountOf(request);
        const { system_prompt: systemPrompt = null, model = null, voice = null } = body;
        const tools = (body.tools ?? null) as ToolDefinitions | null;
        if (systemPrompt !== null) {
          checkText(systemPrompt, "/system_prompt");
          await checkPrompt(systemPrompt, { reader, accountId });
        }
        if (model !== null) checkText(model, "/model");
        if (voice !== null) checkText(voice, "/voice");
        if (tools !== null) await checkTools(tools, { reader, accountId });
        const set = { systemPrompt, tools, model, voice };
        const at = clock.wall();
        const by = gate.authorOf(request);
        const entries = entriesOf({ by, at }, { accountId, action: "assistant.changed" });
        await store.of(accountId).assistants.put(accountId, { ...set, at }, entries);
        return shown(set);
      },
      {
        body: standard(given),
        response: { 200: standard(shownAssistant) },
        detail: operation({
          summary: "Set the assistant",
          description: "Replaces it whole; an absent field becomes null. Running sessions keep theirs.",
          tag: "providers",
          access: "account",
          problems: ["assistant/invalid", "flow/too-slow", "flow/busy"],
        }),
      },
    );
}

function shown({ systemPrompt, tools, model, voice }: Assistant) {
  return { system_prompt: systemPrompt, tools: tools === null ? null : { ...tools }, model, voice };
}

interface CheckParts extends Pick<AssistantRouteOptions, "reader"> {
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
