// Assistants of an account: words, abilities and voice of its sessions without a flow. The default one answers if
// none is named; null is the server's value.

import type { Store } from "../../db/port/store.ts";
import type { AssistantKey, AssistantRow, AssistantSettings } from "../../db/port/settings-store.ts";
import type { JsonObject } from "../../db/port/stored-rows.ts";
import { didYouMean } from "../base/closest-word.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { type ChangeAuthor, entriesOf } from "./audit-trail.ts";

export type ToolDefinitions = Readonly<Record<string, JsonObject>>;

const assistantsMax = 100;
/** About 8,000 tokens, paid at every turn. */
export const systemPromptBytesMax = 32 * 1_024;
export const toolsMax = 32;
/** Size as JSON: within its surrounding document it must stay a readable flow. */
const toolsBytesMax = 64 * 1_024;
const destinationsMax = 32;
const addressCharsMax = 256;

const deployments: AssistantSettings = { systemPrompt: null, tools: null, model: null, voice: null };

type Assistants = Pick<Store, "of">;

/** True for an assistant's id, in a place that also takes flows. */
export const isAssistantId = (id: string | undefined): boolean => id?.startsWith("asst_") ?? false;

/** The default one; nulls only for an account without settings. */
export async function readDefaultAssistant(store: Assistants, accountId: string): Promise<AssistantSettings> {
  return (await store.of(accountId).assistants.read({ accountId, id: accountId })) ?? deployments;
}

/** Rejects with `assistant/not-found`. */
export async function readAssistant(store: Assistants, key: AssistantKey): Promise<AssistantRow> {
  const assistantRow = isAssistantId(key.id) ? await store.of(key.accountId).assistants.read(key) : undefined;
  if (assistantRow === undefined) throw assistantNotFound();
  return assistantRow;
}

export async function setDefaultAssistant(
  store: Assistants,
  accountId: string,
  { set, ...doing }: ChangeAuthor & { readonly set: AssistantSettings },
): Promise<void> {
  const entries = entriesOf(doing, { accountId, action: "assistant.changed" });
  const row = { ...set, id: accountId, accountId, name: "", createdAt: doing.at, updatedAt: doing.at };
  // The default one does not count: an account with all its assistants may still set it.
  await store.of(accountId).assistants.put(row, Infinity, entries);
}

type NamedSettings = AssistantSettings & Pick<AssistantRow, "name">;

/** Rejects with `account/limit`. */
export async function createAssistant(
  store: Assistants,
  accountId: string,
  { set, ...doing }: ChangeAuthor & { readonly set: NamedSettings },
): Promise<AssistantRow> {
  const id = newId("asst", doing.at);
  const row = { ...set, id, accountId, createdAt: doing.at, updatedAt: doing.at };
  const entries = entriesOf(doing, { accountId, action: "assistant.made", target: id });
  if (await store.of(accountId).assistants.put(row, assistantsMax, entries)) return row;
  throw new Fault("account/limit", `An account has at most ${assistantsMax} assistants: delete one first.`);
}

/** Replaces it whole. Rejects with `assistant/not-found`. */
export async function changeAssistant(
  store: Assistants,
  key: AssistantKey,
  { set, ...doing }: ChangeAuthor & { readonly set: NamedSettings },
): Promise<AssistantRow> {
  const before = await readAssistant(store, key);
  const { accountId, id: target } = key;
  const changed = { ...set, updatedAt: doing.at };
  const entries = entriesOf(doing, { accountId, action: "assistant.changed", target });
  if (!(await store.of(accountId).assistants.change(key, changed, entries))) throw assistantNotFound();
  return { ...before, ...changed };
}

/** Rejects with `assistant/not-found`. */
export async function deleteAssistant(
  store: Assistants,
  key: AssistantKey,
  doing: ChangeAuthor,
): Promise<void> {
  const { accountId, id: target } = key;
  const entries = entriesOf(doing, { accountId, action: "assistant.removed", target });
  const isGone = isAssistantId(target) && (await store.of(accountId).assistants.remove(key, entries));
  if (!isGone) throw assistantNotFound();
}

export function assistantNotFound(): Fault {
  return new Fault(
    "assistant/not-found",
    "This account has no such assistant: GET /v1/assistants lists them.",
  );
}

/** Abilities of an assistant besides talking. */
export interface AssistantAbilities {
  /** Flow document of the HTTP tools, as JSON text; undefined: none. */
  readonly document: string | undefined;
  readonly endCall: boolean;
  readonly pressKeys: boolean;
  /** Addresses by the names offered to the model. */
  readonly transferTo: ReadonlyMap<string, string>;
}

const builtIn = ["end_call", "press_keys", "transfer"] as const;
const isBuiltIn = (name: string): boolean => builtIn.some((each) => each === name);

/** Throws `assistant/invalid`. The flow language reads the document and defines HTTP tools. */
export function abilitiesOf(tools: ToolDefinitions): AssistantAbilities {
  const names = Object.keys(tools);
  if (names.length > toolsMax) throw invalid("/tools", `an assistant has at most ${toolsMax} tools`);
  for (const name of ["end_call", "press_keys"]) {
    const [key] = Object.keys(tools[name] ?? {});
    if (key !== undefined) throw invalid(`/tools/${name}/${key}`, `${name} has no settings: write {}`);
  }
  const httpTools = Object.entries(tools).filter(([name]) => !isBuiltIn(name));
  for (const [name, tool] of httpTools) {
    if (Object.hasOwn(tool, "confirm"))
      throw invalid(
        `/tools/${name}/confirm`,
        "only flows ask for confirmation themselves: write it into the system prompt",
      );
  }
  return {
    document: httpTools.length === 0 ? undefined : documentOf(Object.fromEntries(httpTools)),
    endCall: Object.hasOwn(tools, "end_call"),
    pressKeys: Object.hasOwn(tools, "press_keys"),
    transferTo: Object.hasOwn(tools, "transfer") ? destinationsOf(tools["transfer"] ?? {}) : new Map(),
  };
}

/** A flow with the tools and no action, so that they are read, checked and compiled like those of flows. */
function documentOf(tools: ToolDefinitions): string {
  const text = JSON.stringify(tools);
  if (Buffer.byteLength(text) > toolsBytesMax)
    throw invalid("/tools", `all tools together have at most ${toolsBytesMax / 1_024} KiB`);
  const secrets = new Set(
    Array.from(text.matchAll(/\bsecrets\.([A-Za-z][A-Za-z0-9_]*)/g), ([, name]) => name),
  );
  return idleFlow({ ...(secrets.size === 0 ? {} : { secrets: [...secrets] }), tools });
}

const idleFlow = (parts: object): string =>
  JSON.stringify({
    voice_flow: 1,
    id: "assistant",
    language: "en",
    start: "end",
    ...parts,
    nodes: { end: { end: "done" } },
  });

/**
 * A flow whose persona is the prompt, so that its expressions are read like those of flows; undefined: it has none.
 */
export function promptDocument(prompt: string): string | undefined {
  return prompt.includes("{{") ? idleFlow({ persona: prompt }) : undefined;
}

/** Throws `assistant/invalid` for a prompt that is too long. */
export function checkPromptLength(prompt: string): void {
  if (Buffer.byteLength(prompt) <= systemPromptBytesMax) return;
  throw invalid("/system_prompt", `must have at most ${systemPromptBytesMax / 1_024} KiB in UTF-8`);
}

function destinationsOf(transfer: JsonObject): ReadonlyMap<string, string> {
  for (const key of Object.keys(transfer)) {
    if (key === "to") continue;
    throw invalid(
      `/tools/transfer/${key}`,
      `is not a known key: ${didYouMean(key, ["to"]) ?? "the only key is to"}`,
    );
  }
  const { to } = transfer;
  const entries = typeof to === "object" && to !== null && !Array.isArray(to) ? Object.entries(to) : [];
  if (entries.length === 0 || entries.length > destinationsMax) {
    const example = '{"front_desk": "tel:+33140000000"}';
    throw invalid(
      "/tools/transfer/to",
      `must be 1 to ${destinationsMax} addresses by name, such as ${example}`,
    );
  }
  return new Map(entries.map(([name, address]) => [name, destination(name, address)]));
}

function destination(name: string, address: unknown): string {
  const pointer = `/tools/transfer/to/${name}`;
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(name))
    throw invalid(
      pointer,
      "a name has lower-case letters, digits and _, begins with a letter, and has at most 64",
    );
  if (
    typeof address === "string" &&
    address.length <= addressCharsMax &&
    /^(?:tel|sip|sips):\S+$/.test(address)
  )
    return address;
  throw invalid(pointer, `must be a tel: or sip: address of at most ${addressCharsMax} characters`);
}

function invalid(pointer: string, detail: string): Fault {
  const sentence = `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
  return new Fault("assistant/invalid", `The assistant is invalid at "${pointer}": ${sentence}`, {
    errors: [{ pointer, detail: sentence }],
  });
}

/** Findings of the flow language about the document, at the places of the body. Throws other errors unchanged. */
export function toolFault(error: unknown): unknown {
  return faultOf(error, "tools", ({ pointer, message, hint }) => ({
    pointer: pointer.startsWith("/tools") ? pointer : "/tools",
    detail: sentenceOf(message, hint),
  }));
}

/** Fault of the prompt. */
export function promptFault(error: unknown): unknown {
  return faultOf(error, "system_prompt", ({ code, message, hint }) => {
    const [, name = ""] = /^there is no variable '([^']*)'/.exec(message) ?? [];
    const isUnknown = code === "VF201" && name !== "" && name !== "secrets";
    const way = `an assistant has no variables: the values of a session are in context.${name}, and literal braces are written in quotes: {{ '{{' }}`;
    return { pointer: "/system_prompt", detail: sentenceOf(message, isUnknown ? way : hint) };
  });
}

const sentenceOf = (message: string, hint: string | undefined): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${hint === undefined ? "" : `: ${hint}`}`;

type Diagnostic = NonNullable<Fault["options"]["diagnostics"]>[number];
type Place = (diagnostic: Diagnostic) => { readonly pointer: string; readonly detail: string };

function faultOf(error: unknown, what: "tools" | "system_prompt", place: Place): unknown {
  if (!(error instanceof Fault) || error.code !== "flow/invalid") return error;
  const errors = (error.options.diagnostics ?? []).filter(({ severity }) => severity === "error").map(place);
  const [first] = errors;
  const where = first === undefined ? "" : ` at "${first.pointer}": ${first.detail}`;
  return new Fault("assistant/invalid", `The assistant's ${what} cannot be used${where}`, { errors });
}
