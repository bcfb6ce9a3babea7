// New account: one without logins, with a balance or without anything.

import type { Store } from "../../../db/port/store.ts";
import type { StoredData } from "./stored-data.ts";

/** `micros`: its welcome, in micro-cents. Answers its id. */
export async function newAccount(store: Store, id: string, micros = 0): Promise<string> {
  const welcome = { micros, note: "welcome" };
  await store.accounts.add({ id, email: `${id}@example.com`, passwordHash: "none", at: 0, welcome });
  return id;
}

/** Account with an empty ledger. Returns its id. */
export async function bareAccount(data: StoredData, id: string): Promise<string> {
  await data.insert("accounts", { id, email: `${id}@example.com`, passwordHash: "none", createdAt: 0 });
  return id;
}
