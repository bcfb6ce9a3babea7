// Secrets of an account: the credentials that its flows' tools send, and the keys that sign its hooks. They are
// sealed at rest, read back by tools only, and sent to no host that they are not meant for.

import { and, asc, count, eq } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { secrets } from "../../db/tables.ts";
import { Fault } from "../base/fault.ts";
import type { Secret } from "../base/secret.ts";
import type { Vault } from "./vault.ts";

export interface SecretEntry {
  readonly name: string;
  /** `host` or `host:port`; none: it is sent nowhere and can only sign. */
  readonly hosts: readonly string[];
}

export interface AccountSecret {
  readonly value: Secret;
  readonly hosts: readonly string[];
}

const secretsMax = 100;

/** In the order of their names; never with a value. */
export function listSecrets(db: Db, accountId: string): SecretEntry[] {
  return db
    .select({ name: secrets.name, hosts: secrets.hosts })
    .from(secrets)
    .where(eq(secrets.accountId, accountId))
    .orderBy(asc(secrets.name))
    .all();
}

/** Sets it or replaces it whole. Throws `request/invalid` for hosts that are none, and `account/limit`. */
export function putSecret(
  db: Db,
  vault: Vault,
  { accountId, name, value, hosts, at }: SecretEntry & { accountId: string; value: Secret; at: number },
): SecretEntry {
  const known = hosts.map(hostOf);
  const sealed = vault.seal(value, placeOf({ accountId, name }));
  db.transaction(
    (tx) => {
      checkRoom(tx, { accountId, name });
      tx.insert(secrets)
        .values({ accountId, name, sealed, hosts: known, updatedAt: at })
        .onConflictDoUpdate({
          target: [secrets.accountId, secrets.name],
          set: { sealed, hosts: known, updatedAt: at },
        })
        .run();
    },
    { behavior: "immediate" },
  );
  return { name, hosts: known };
}

/** Throws `secret/not-found`. */
export function deleteSecret(db: Db, key: SecretKey): void {
  const gone = db.delete(secrets).where(whereIs(key)).returning({ name: secrets.name }).get();
  if (gone !== undefined) return;
  throw new Fault("secret/not-found", "There is no such secret: GET /v1/secrets lists them.");
}

export function readSecret(db: Db, vault: Vault, key: SecretKey): AccountSecret | undefined {
  const row = db.select().from(secrets).where(whereIs(key)).get();
  return row === undefined ? undefined : { value: vault.open(row.sealed, placeOf(key)), hosts: row.hosts };
}

/** Seals every secret anew. Belongs into the transaction that changes the master key. */
export function resealSecrets(tx: Db, { from, to }: { readonly from: Vault; readonly to: Vault }): number {
  const rows = tx.select().from(secrets).all();
  for (const row of rows) {
    const sealed = to.seal(from.open(row.sealed, placeOf(row)), placeOf(row));
    tx.update(secrets).set({ sealed }).where(whereIs(row)).run();
  }
  return rows.length;
}

interface SecretKey {
  readonly accountId: string;
  readonly name: string;
}

function checkRoom(tx: Db, key: SecretKey): void {
  if (tx.select({ name: secrets.name }).from(secrets).where(whereIs(key)).get() !== undefined) return;
  const number = tx
    .select({ number: count() })
    .from(secrets)
    .where(eq(secrets.accountId, key.accountId))
    .get();
  if ((number?.number ?? 0) < secretsMax) return;
  throw new Fault("account/limit", `An account has at most ${secretsMax} secrets: delete one first.`);
}

/** As a URL spells it, so that it can be compared with one. */
function hostOf(text: string, index: number): string {
  const url = /^[^\s/?#@\\]+$/.test(text) ? URL.parse(`https://${text}/`) : null;
  // The port of https is not written in a URL; here it is, because http has another one.
  const port = /:(\d+)$/.exec(text)?.[1];
  if (url !== null && !text.includes("*"))
    return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
  const pointer = `/hosts/${index}`;
  const detail = "Must be a host name such as api.example.com, with or without a port.";
  throw new Fault("request/invalid", `The body does not fit its schema at "${pointer}": ${detail}`, {
    errors: [{ pointer, detail }],
  });
}

function whereIs({ accountId, name }: SecretKey) {
  return and(eq(secrets.accountId, accountId), eq(secrets.name, name));
}

/** A sealed secret that is moved to another row does not open there. */
function placeOf({ accountId, name }: SecretKey): string {
  return `${accountId}/secret/${name}`;
}
