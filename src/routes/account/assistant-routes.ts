// Routes of assistants: words, abilities and voice of sessions without a flow. An account has a default one, and others
// by name.

import { Elysia, t } from "elysia";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import {
  changeAssistant,
  createAssistant,
  deleteAssistant,
  readAssistant,
  readDefaultAssistant,
  setDefaultAssistant,
} from "../../cloud/account-assistant.ts";
import type { FlowReader } from "../../cloud/flow-reader.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";
import {
  given,
  listed,
  named,
  settingsIn,
  shown,
  shownAssistant,
  shownNamed,
  shownRow,
} from "./assistant-schemas.ts";

export interface AssistantRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly reader: Pick<FlowReader, "preview">;
}

export function assistantRoutes(options: AssistantRouteOptions) {
  return new Elysia({ name: "assistants" })
    .use(defaultRoutes(options))
    .use(readingRoutes(options))
    .use(changingRoutes(options));
}

function defaultRoutes({ store, clock, gate, reader }: AssistantRouteOptions) {
  return new Elysia({ name: "default-assistant" })
    .get(
      "/v1/assistant",
      async ({ request }) => shown(await readDefaultAssistant(store, gate.accountOf(request))),
      {
        response: { 200: standard(shownAssistant) },
        detail: operation({
          summary: "Read the default assistant",
          description:
            "The assistant of sessions that name no flow and no assistant. null: the server's default applies.",
          tag: "providers",
          access: "account",
        }),
      },
    )
    .put(
      "/v1/assistant",
      async ({ request, body }) => {
        const accountId = gate.accountOf(request);
        const set = await settingsIn(body, { reader, accountId });
        await setDefaultAssistant(store, accountId, { set, by: gate.authorOf(request), at: clock.wall() });
        return shown(set);
      },
      {
        body: standard(given),
        response: { 200: standard(shownAssistant) },
        detail: operation({
          summary: "Set the default assistant",
          description:
            "Replaces all fields; absent fields become null. Running sessions keep the old settings.",
          tag: "providers",
          access: "account",
          problems: ["assistant/invalid", "flow/too-slow", "flow/busy"],
        }),
      },
    );
}

const params = t.Object({ assistant: t.String({ description: "The assistant_id" }) });

function readingRoutes({ store, gate }: AssistantRouteOptions) {
  return new Elysia({ name: "assistants-read" })
    .get(
      "/v1/assistants",
      async ({ request }) => {
        const accountId = gate.accountOf(request);
        return { assistants: (await store.of(accountId).assistants.list(accountId)).map(shownRow) };
      },
      {
        response: { 200: standard(listed) },
        detail: operation({
          summary: "List assistants",
          description: "Newest first. The default assistant is at `/v1/assistant`.",
          tag: "providers",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/assistants/:assistant",
      async ({ request, params: { assistant: id } }) =>
        shownRow(await readAssistant(store, { accountId: gate.accountOf(request), id })),
      {
        params,
        response: { 200: standard(shownNamed) },
        detail: operation({
          summary: "Read an assistant",
          description: "null: the server's default applies.",
          tag: "providers",
          access: "account",
          problems: ["assistant/not-found"],
        }),
      },
    );
}

function changingRoutes({ store, clock, gate, reader }: AssistantRouteOptions) {
  const doing = (request: Request) => ({ by: gate.authorOf(request), at: clock.wall() });
  const keyOf = (request: Request, id: string) => ({ accountId: gate.accountOf(request), id });
  return new Elysia({ name: "assistants-change" })
    .post(
      "/v1/assistants",
      async ({ request, body, set: answer }) => {
        const accountId = gate.accountOf(request);
        checkText(body.name, "/name");
        const set = { ...(await settingsIn(body, { reader, accountId })), name: body.name };
        const made = await createAssistant(store, accountId, { set, ...doing(request) });
        answer.status = 201;
        return shownRow(made);
      },
      {
        body: standard(named),
        response: { 201: standard(shownNamed) },
        detail: operation({
          summary: "Create an assistant",
          description: "Use its assistant_id as the flow_id of sessions, embeds and phone numbers.",
          tag: "providers",
          access: "account",
          problems: ["assistant/invalid", "account/limit", "flow/too-slow", "flow/busy"],
        }),
      },
    )
    .put(
      "/v1/assistants/:assistant",
      async ({ request, body, params: { assistant } }) => {
        const key = keyOf(request, assistant);
        checkText(body.name, "/name");
        const set = { ...(await settingsIn(body, { reader, ...key })), name: body.name };
        return shownRow(await changeAssistant(store, key, { set, ...doing(request) }));
      },
      {
        params,
        body: standard(named),
        response: { 200: standard(shownNamed) },
        detail: operation({
          summary: "Set an assistant",
          description:
            "Replaces all fields; absent fields become null. Running sessions keep the old settings.",
          tag: "providers",
          access: "account",
          problems: ["assistant/not-found", "assistant/invalid", "flow/too-slow", "flow/busy"],
        }),
      },
    )
    .delete(
      "/v1/assistants/:assistant",
      async ({ request, params: { assistant }, set }) => {
        await deleteAssistant(store, keyOf(request, assistant), doing(request));
        set.status = 204;
      },
      {
        params,
        detail: operation({
          summary: "Delete an assistant",
          description: "Running sessions continue. Embeds and phone numbers of the assistant refuse calls.",
          tag: "providers",
          access: "account",
          problems: ["assistant/not-found"],
          answer: { status: 204, says: "Deleted" },
        }),
      },
    );
}
