// Hooks of an account: the receivers of its sessions' events, and the secrets that sign these events.

import type { AuditAuthor } from "../../db/port/audit-store.ts";
import type { HookEntry, HookKey } from "../../db/port/settings-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import type { Secret } from "../base/secret.ts";
import { readSecret } from "../cloud/account-secrets.ts";
import { type ChangeAuthor, entriesOf } from "../cloud/audit-trail.ts";
import type { Vault } from "../cloud/vault.ts";

export interface NewHook {
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: Secret;
  readonly at: number;
  readonly by?: AuditAuthor;
}

/** Hook declared by a flow: a secret of the account signs. */
export interface DeclaredHook {
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
}

export interface HookTarget {
  readonly url: string;
  readonly events: readonly string[];
  /** Signing secret: the hook's id, or the name of an account's secret. */
  readonly signer: string;
}

const hooksMax = 20;
/** Each event is stored once for each of them. */
const declaredMax = 20;
const secretSigner = "secret:";

/** Throws `account/limit`. */
export async function createHook(
  store: Pick<Store, "of">,
  vault: Vault,
  { accountId, url, events, secret, at, by }: NewHook,
): Promise<HookEntry> {
  const entry = { id: newId("hook", at), url, events, createdAt: at };
  const sealed = vault.seal(secret, placeOfHook({ accountId, id: entry.id }));
  const details = { count: events.length };
  const entries = entriesOf({ by, at }, { accountId, action: "hook.made", target: entry.id, details });
  if (!(await store.of(accountId).hooks.add({ ...entry, accountId, sealed }, hooksMax, entries)))
    throw new Fault("account/limit", `An account has at most ${hooksMax} hooks: delete one first.`);
  return entry;
}

/** undefined: unchanged. Throws `hook/not-found`, also for another account's. */
export async function changeHook(
  store: Pick<Store, "of">,
  key: HookKey,
  {
    url,
    events,
    ...doing
  }: ChangeAuthor & {
    readonly url?: string | undefined;
    readonly events?: readonly string[] | undefined;
  },
): Promise<HookEntry> {
  const { accountId, id: target } = key;
  const details = events === undefined ? {} : { count: events.length };
  const entries = entriesOf(doing, { accountId, action: "hook.changed", target, details });
  const changed = await store.of(accountId).hooks.change(key, { url, events }, entries);
  if (changed === undefined) throw unknownHook();
  return changed;
}

/** Hook with its signing secret. Throws `hook/not-found`, also for another account's. */
export async function findHook(
  store: Pick<Store, "of">,
  vault: Vault,
  { accountId, id }: HookKey,
): Promise<{ readonly hook: HookEntry; readonly secret: Secret }> {
  const hook = (await store.of(accountId).hooks.list(accountId)).find((each) => each.id === id);
  const secret = hook && (await signingSecret(store, vault, { accountId, signer: id }));
  if (hook === undefined || secret === undefined) throw unknownHook();
  return { hook, secret };
}

/** Throws `hook/not-found`, also for another account's. */
export async function deleteHook(
  store: Pick<Store, "of">,
  key: HookKey,
  doing?: ChangeAuthor,
): Promise<void> {
  const { accountId, id: target } = key;
  const entries = entriesOf(doing, { accountId, action: "hook.removed", target });
  if (await store.of(accountId).hooks.remove(key, entries)) return;
  throw unknownHook();
}

function unknownHook(): Fault {
  return new Fault("hook/not-found", "There is no such hook: GET /v1/hooks lists them.");
}

/** Receivers of a session's events: the account's hooks, and those declared by its flow. */
export function hookTargets(
  hooks: readonly HookEntry[],
  declared: readonly DeclaredHook[],
): readonly HookTarget[] {
  const ofAccount = hooks.map(({ url, events, id }) => ({ url, events, signer: id }));
  const ofFlow = declared
    .slice(0, declaredMax)
    .map(({ url, events, secret }) => ({ url, events, signer: secretSigner + secret }));
  return [...ofAccount, ...ofFlow];
}

/** Signing secret; `undefined` if the hook or the secret is gone. */
export async function signingSecret(
  store: Pick<Store, "of">,
  vault: Vault,
  { accountId, signer }: { readonly accountId: string; readonly signer: string },
): Promise<Secret | undefined> {
  if (signer.startsWith(secretSigner))
    return (await readSecret(store, vault, { accountId, name: signer.slice(secretSigner.length) }))?.value;
  const key = { accountId, id: signer };
  const sealed = await store.of(accountId).hooks.sealed(key);
  return sealed === undefined ? undefined : vault.open(sealed, placeOfHook(key));
}

/** A sealed secret moved to another row does not open there. */
export function placeOfHook({ accountId, id }: HookKey): string {
  return `${accountId}/hook/${id}`;
}
