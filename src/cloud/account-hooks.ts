// Hooks of an account: the receivers of its sessions' events, and the secrets that sign these events.

import { and, count, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { hooks } from "../../db/tables.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import type { Secret } from "../base/secret.ts";
import { readSecret } from "./account-secrets.ts";
import type { Vault } from "./vault.ts";

export interface HookEntry {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly createdAt: number;
}

export interface NewHook {
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: Secret;
  readonly at: number;
}

/** One that a flow declares: a secret of the account signs. */
export interface DeclaredHook {
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
}

export interface HookTarget {
  readonly url: string;
  readonly events: readonly string[];
  /** Whose secret signs: the hook's id, or which one of the account's. */
  readonly signer: string;
}

const hooksMax = 20;
/** Each event is written down once for each of them. */
const declaredMax = 20;
const secretSigner = "secret:";

/** Throws `account/limit`. */
export function createHook(db: Db, vault: Vault, { accountId, url, events, secret, at }: NewHook): HookEntry {
  const entry = { id: newId("hook", at), url, events, createdAt: at };
  db.transaction(
    (tx) => {
      const own = tx.select({ number: count() }).from(hooks).where(eq(hooks.accountId, accountId)).get();
      if ((own?.number ?? 0) >= hooksMax)
        throw new Fault("account/limit", `An account has at most ${hooksMax} hooks: delete one first.`);
      tx.insert(hooks)
        .values({ ...entry, accountId, sealed: vault.seal(secret, placeOf({ accountId, id: entry.id })) })
        .run();
    },
    { behavior: "immediate" },
  );
  return entry;
}

/** Newest first. */
export function listHooks(db: Db, accountId: string): HookEntry[] {
  return db
    .select({ id: hooks.id, url: hooks.url, events: hooks.events, createdAt: hooks.createdAt })
    .from(hooks)
    .where(eq(hooks.accountId, accountId))
    .orderBy(desc(hooks.createdAt), desc(hooks.id))
    .all();
}

/** Throws `hook/not-found`, also for another account's. */
export function deleteHook(db: Db, { accountId, id }: { accountId: string; id: string }): void {
  const own = and(eq(hooks.id, id), eq(hooks.accountId, accountId));
  const gone = db.delete(hooks).where(own).returning({ id: hooks.id }).get();
  if (gone !== undefined) return;
  throw new Fault("hook/not-found", "There is no such hook: GET /v1/hooks lists them.");
}

/** The receivers of a session's events: the account's hooks, and those that its flow declares. */
export function hookTargets(db: Db, accountId: string, declared: readonly DeclaredHook[]): HookTarget[] {
  const own = listHooks(db, accountId).map(({ url, events, id }) => ({ url, events, signer: id }));
  const ofFlow = declared
    .slice(0, declaredMax)
    .map(({ url, events, secret }) => ({ url, events, signer: secretSigner + secret }));
  return [...own, ...ofFlow];
}

/** What signs; `undefined` when the hook or the secret is gone. */
export function signingSecret(
  db: Db,
  vault: Vault,
  { accountId, signer }: { readonly accountId: string; readonly signer: string },
): Secret | undefined {
  if (signer.startsWith(secretSigner))
    return readSecret(db, vault, { accountId, name: signer.slice(secretSigner.length) })?.value;
  const own = and(eq(hooks.id, signer), eq(hooks.accountId, accountId));
  const row = db.select().from(hooks).where(own).get();
  return row === undefined ? undefined : vault.open(row.sealed, placeOf(row));
}

/** Seals every hook's secret anew. Belongs into the transaction that changes the master key. */
export function resealHooks(tx: Db, { from, to }: { readonly from: Vault; readonly to: Vault }): number {
  const rows = tx.select().from(hooks).all();
  for (const row of rows) {
    const sealed = to.seal(from.open(row.sealed, placeOf(row)), placeOf(row));
    tx.update(hooks).set({ sealed }).where(eq(hooks.id, row.id)).run();
  }
  return rows.length;
}

function placeOf({ accountId, id }: { readonly accountId: string; readonly id: string }): string {
  return `${accountId}/hook/${id}`;
}
