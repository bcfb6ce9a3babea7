// Embeds of an account: public places of its flows, such as a web page, where visitors may talk without a key. Their
// use is limited, and the account pays.

import type { AuditAuthor } from "../../db/port/audit-store.ts";
import type { EmbedBrand, EmbedKey, EmbedSettings, EmbedState } from "../../db/port/embed-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { isHostName } from "../base/setting-reader.ts";
import { websiteIn } from "../base/words/typed-address.ts";
import { isAssistantId, readAssistant } from "./account-assistant.ts";
import { type ChangeAuthor, entriesOf } from "./audit-trail.ts";
import { randomText } from "./random-secret.ts";
import { getFlow } from "./stored-flows.ts";

export interface EmbedRequest extends EmbedSettings {
  readonly accountId: string;
  readonly flowId: string;
  readonly at: number;
  readonly by?: AuditAuthor | undefined;
}

export const embedTokenPrefix = "vfe_";
/** The token is public; at this length no stranger finds one by guessing. */
const tokenChars = 24;
const embedsMax = 100;
const originCharsMax = 256;
export const originsMax = 20;

type Embeds = Pick<Store, "of">;

/** Throws `flow/not-found`, `assistant/not-found`, `account/limit`, and `request/invalid` for an invalid origin. */
export async function createEmbed(store: Embeds, { by, at, ...given }: EmbedRequest): Promise<EmbedState> {
  const { accountId, flowId } = given;
  const wanted = { ...given, origins: originsIn(given.origins) };
  if (isAssistantId(flowId)) await readAssistant(store, { accountId, id: flowId });
  else await getFlow(store, { accountId, flowId });
  const id = newId("emb", at);
  const embed = { ...wanted, id, token: embedTokenPrefix + randomText(tokenChars), createdAt: at };
  const details = { flow: flowId };
  const entries = entriesOf({ by, at }, { accountId, action: "embed.made", target: id, details });
  if (await store.of(accountId).embeds.add(embed, embedsMax, entries))
    return {
      embed: { ...embed, usedMicros: 0, revokedAt: null },
      use: { sessions: 0, reservedMs: 0 },
      refusals: [],
    };
  throw new Fault("account/limit", `An account has at most ${embedsMax} embeds: revoke one first.`);
}

/** Throws `embed/not-found`, also for another account's. */
export async function getEmbed(store: Embeds, key: EmbedKey, at: number): Promise<EmbedState> {
  const embedState = await store.of(key.accountId).embeds.find(key, at);
  if (embedState === undefined) throw notFound();
  return embedState;
}

/** Throws `embed/not-found`, also for a revoked one, and `request/invalid` for an invalid origin. */
export async function changeEmbed(
  store: Embeds,
  key: EmbedKey,
  { set: given, ...doing }: ChangeAuthor & { readonly set: Partial<EmbedSettings> },
): Promise<EmbedState> {
  const { accountId, id: target } = key;
  const set = { ...given, ...(given.origins && { origins: originsIn(given.origins) }) };
  const details = { count: Object.keys(set).length };
  const entries = entriesOf(doing, { accountId, action: "embed.changed", target, details });
  if (!(await store.of(accountId).embeds.change(key, set, entries))) throw notFound();
  return await getEmbed(store, key, doing.at);
}

/** A running visitor may finish the paid minute. Throws `embed/not-found`, also for a revoked one. */
export async function revokeEmbed(store: Embeds, key: EmbedKey, doing: ChangeAuthor): Promise<void> {
  const { accountId, id: target } = key;
  const entries = entriesOf(doing, { accountId, action: "embed.revoked", target });
  const gone = await store.of(accountId).embeds.revoke({ ...key, at: doing.at }, entries);
  if (!gone) throw notFound();
}

/** Undefined for a text that cannot be a token, without a lookup. */
export async function embedOfToken(store: Pick<Store, "embeds">, token: string) {
  return /^vfe_[0-9A-Za-z]{24}$/.test(token) ? await store.embeds.byToken(token) : undefined;
}

/** Name for visitors, the rest of the brand, and the origins whose pages may show the agent. */
export interface EmbeddedAgent extends Omit<EmbedBrand, "agentName"> {
  readonly name: string;
  readonly origins: readonly string[];
}

/** Agent of a public token; undefined for an unknown or revoked one, or a deleted flow. */
export async function agentOfEmbed(
  store: Pick<Store, "of" | "embeds">,
  token: string,
): Promise<EmbeddedAgent | undefined> {
  const embed = await embedOfToken(store, token);
  if (embed?.revokedAt !== null) return undefined;
  const { accountId, flowId, origins, agentName, picture, colour, greeting } = embed;
  const { flows, assistants } = store.of(accountId);
  const agent = isAssistantId(flowId)
    ? await assistants.read({ accountId, id: flowId })
    : await flows.find({ accountId, flowId });
  return agent && { name: agentName ?? agent.name, picture, colour, greeting, origins };
}

function notFound(): Fault {
  return new Fault("embed/not-found", "There is no such embed: GET /v1/embeds lists them.");
}

/** In the browser's form, or no page would ever match. */
function originsIn(typed: readonly string[]): readonly string[] {
  return [...new Set(typed.map(originIn))];
}

function originIn(typed: string, index: number): string {
  const url = typed.length > originCharsMax ? undefined : websiteIn(typed);
  if (url !== undefined && isHostName(url.hostname)) return url.origin;
  const detail =
    "Must be the address of a website, such as https://shop.example, without a path or a wildcard.";
  const pointer = `/origins/${index}`;
  const message = `The body does not fit its schema at "${pointer}": ${detail}`;
  throw new Fault("request/invalid", message, { errors: [{ pointer, detail }] });
}
