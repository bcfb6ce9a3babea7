// Chosen store: what a run of the suites is on, by STORE: a file in memory, unless it says `postgres`.

import type { OpenedStore } from "./each-store.ts";
import { memoryStore } from "../servers/store.ts";

/** Empty. No server of Postgres is started for a run that needs none. */
export async function chosenStore(): Promise<OpenedStore> {
  if (process.env["STORE"] === "postgres") return (await import("./each-store.ts")).eachStore.Postgres();
  const store = memoryStore();
  return { store, [Symbol.asyncDispose]: () => Promise.resolve(store[Symbol.dispose]()) };
}
