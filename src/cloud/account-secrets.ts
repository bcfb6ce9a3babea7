// Secrets of an account: the credentials that its flows' tools send, and the keys that sign its hooks. They are
// sealed at rest, read only by tools, and sent only to their own hosts.

import type { AuditAuthor } from "../../db/port/audit-store.ts";
import type { SecretEntry, SecretKey } from "../../db/port/settings-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import type { Secret } from "../base/secret.ts";
import { websiteIn } from "../base/words/typed-address.ts";
import { type ChangeAuthor, entriesOf } from "./audit-trail.ts";
import { hashOf } from "./random-secret.ts";
import type { Vault } from "./vault.ts";

export interface AccountSecret {
  readonly value: Secret;
  readonly hosts: readonly string[];
}

const secretsMax = 100;

interface NewSecret extends SecretKey, AccountSecret {
  readonly at: number;
  readonly by?: AuditAuthor;
}

/** Sets or replaces it whole. Throws `request/invalid` for invalid hosts, and `account/limit`. */
export async function putSecret(
  store: Pick<Store, "of">,
  vault: Vault,
  { accountId, name, value, hosts, at, by }: NewSecret,
): Promise<SecretEntry> {
  const normalHosts = hosts.map(hostOf);
  const sealed = vault.seal(value, placeOfSecret({ accountId, name }));
  const secret = { accountId, name, sealed, hosts: normalHosts, at };
  const details = { count: normalHosts.length };
  const entries = entriesOf(
    { by, at },
    { accountId, action: "secret.set", target: secretTag({ accountId, name }), details },
  );
  if (!(await store.of(accountId).secrets.put(secret, secretsMax, entries)))
    throw new Fault("account/limit", `An account has at most ${secretsMax} secrets: delete one first.`);
  return { name, hosts: normalHosts };
}

/** Throws `secret/not-found`. */
export async function deleteSecret(
  store: Pick<Store, "of">,
  key: SecretKey,
  doing?: ChangeAuthor,
): Promise<void> {
  const { accountId } = key;
  const target = secretTag(key);
  const entries = entriesOf(doing, { accountId, action: "secret.removed", target });
  if (await store.of(accountId).secrets.remove(key, entries)) return;
  throw new Fault("secret/not-found", "There is no such secret: GET /v1/secrets lists them.");
}

/** Undefined if the account has none of that name. */
export async function readSecret(
  store: Pick<Store, "of">,
  vault: Vault,
  key: SecretKey,
): Promise<AccountSecret | undefined> {
  const row = await store.of(key.accountId).secrets.find(key);
  return row === undefined
    ? undefined
    : { value: vault.open(row.sealed, placeOfSecret(key)), hosts: row.hosts };
}

/** In a URL's spelling, for comparison. */
function hostOf(typed: string, index: number): string {
  const website = typed.includes("://") ? websiteIn(typed) : undefined;
  const text = website === undefined ? typed.replace(/\/$/, "") : hostAndPort(website);
  const url = /^[^\s/?#@\\]+$/.test(text) ? URL.parse(`https://${text}/`) : null;
  // A URL omits the port of https; here it is written, because http has another one.
  const port = /:(\d+)$/.exec(text)?.[1];
  if (url !== null && !text.includes("*"))
    return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
  const pointer = `/hosts/${index}`;
  const detail = "Must be a host name such as api.example.com, with or without a port.";
  throw new Fault("request/invalid", `The body does not fit its schema at "${pointer}": ${detail}`, {
    errors: [{ pointer, detail }],
  });
}

function hostAndPort({ protocol, host, port }: URL): string {
  return protocol === "http:" && port === "" ? `${host}:80` : host;
}

/** Tag in place of a name where names cannot be deleted: a reader who knows the name recognises the secret. */
export function secretTag(key: SecretKey): string {
  return `secret_${hashOf(placeOfSecret(key)).slice(0, 16)}`;
}

/** A sealed secret moved to another row does not open there. */
export function placeOfSecret({ accountId, name }: SecretKey): string {
  return `${accountId}/secret/${name}`;
}
