// Command `ledger`: prints every entry of an account, including a deleted one, and the proof that the entries add up
// to the balance.

import { microsPerCent } from "../billing/price.ts";
import type { LedgerEntry } from "../../db/port/ledger-store.ts";
import type { Store } from "../../db/port/store.ts";
import { prove } from "../billing/proof.ts";
import { findAccount } from "../cloud/accounts.ts";
import { configOrSay } from "./command-config.ts";
import { noAccount, orSay, withStore } from "./stored-data.ts";
import { invocation } from "./invocation.ts";
import { misuse } from "./mistakes/misuse.ts";

/** Exits with 1 when something does not add up. */
export async function ledger(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (name === undefined || args.length !== 1) {
    console.error(misuse("ledger ACCOUNT|EMAIL", args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return orSay(config, () =>
    withStore(config, async (store) => {
      const account = await accountOrDeleted(store, name);
      if (account !== undefined) return await print(store, account);
      const left = `for a deleted account, use its id, which the entry account.deleted of ${invocation} audit export shows`;
      console.error(`${noAccount(name)}; ${left}.`);
      return 1;
    }),
  );
}

interface Shown {
  readonly id: string;
  readonly email: string;
}

/** A deleted account keeps no email, but a ledger under its id. */
async function accountOrDeleted(store: Pick<Store, "accounts">, name: string): Promise<Shown | undefined> {
  const account = await findAccount(store.accounts, name);
  if (account !== undefined) return account;
  const [id] = await store.accounts.leftAmong([name]);
  return id === undefined ? undefined : { id, email: "(deleted)" };
}

async function print(store: Pick<Store, "of">, { id, email }: Shown): Promise<number> {
  const { entries, sums, balanceMicros, heldMicros, faults } = prove(await store.of(id).ledger.books(id));
  console.log(`${id}  ${email}\n`);
  for (const entry of entries) console.log(lineOf(entry));
  console.log(`
granted ${cents(sums.grant)} - settled ${cents(sums.settle)} = balance ${cents(balanceMicros)} cents
held ${cents(sums.hold)} - settled ${cents(sums.settle)} - released ${cents(sums.release)} = open ${cents(heldMicros)} cents
available ${cents(balanceMicros - heldMicros)} cents, written off ${cents(sums.writeoff)} cents`);
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log("Verified: the entries add up to the stored sums.");
  return faults.length === 0 ? 0 : 1;
}

function lineOf({ id, at, kind, micros, sessionId, note }: LedgerEntry): string {
  const time = new Date(at).toISOString();
  return `${String(id).padStart(8)}  ${time}  ${kind.padEnd(8)} ${cents(micros).padStart(16)}  ${sessionId ?? note ?? ""}`;
}

/** Exact: amounts have at most six digits after the point. */
function cents(micros: number): string {
  const whole = Math.floor(micros / microsPerCent);
  return `${whole}.${String(micros - whole * microsPerCent).padStart(6, "0")}`;
}
