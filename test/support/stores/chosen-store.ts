// Chosen store: the store of a suite's run, chosen by STORE: a file in memory, or `postgres`.

import type { OpenedStore } from "./each-store.ts";
import { memoryStore } from "../servers/store.ts";
import { dataInFile, type StoredData } from "./stored-data.ts";

export const isOnPostgres = process.env["STORE"] === "postgres";

export interface ChosenStore extends OpenedStore {
  readonly data: StoredData;
}

/**
 * How many random lives a suite tries: each takes twenty times as long on a database, so there it is a fifth of them, and
 * in a long run all of them once.
 */
export function livesToTry(lives: number, long: number): number {
  const isLong = process.env["LONG"] === "1";
  if (isOnPostgres) return isLong ? lives : lives / 5;
  return isLong ? long : lives;
}

/** An empty store. A run without Postgres starts no server of it. */
export async function chosenStore(): Promise<ChosenStore> {
  if (isOnPostgres) return (await import("./postgres-store.ts")).postgresStore();
  const store = memoryStore();
  const dispose = (): Promise<void> => Promise.resolve(store[Symbol.dispose]());
  return { store, data: dataInFile(store.durable), [Symbol.asyncDispose]: dispose };
}
