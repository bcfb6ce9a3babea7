// Slow store: a store whose operations begin and answer later than they are asked, as those over a network do.

import type { FileStore } from "../../../db/sqlite/file-store.ts";

type Operation = (...args: readonly unknown[]) => Promise<unknown>;

/** Is asked before and after each operation, with its name, such as `sessions.begin`. */
export type StoreWait = (operation: string) => Promise<void>;

export function slowStore(store: FileStore, wait: StoreWait): FileStore {
  const slow = (name: string, operation: Operation): Operation => {
    return async (...args) => {
      await wait(name);
      try {
        return await operation(...args);
      } finally {
        await wait(name);
      }
    };
  };
  const slowNoun = (noun: string, operations: Readonly<Record<string, Operation>>): unknown =>
    Object.fromEntries(
      Object.entries(operations).map(([name, each]) => [name, slow(`${noun}.${name}`, each)]),
    );
  const { flows, keys, providers, secrets, hooks, assistants, ledger, sessions, outbox, nodes, rates } =
    store;
  const nouns = {
    flows,
    keys,
    providers,
    secrets,
    hooks,
    assistants,
    ledger,
    sessions,
    outbox,
    nodes,
    rates,
  };
  const slowed = Object.fromEntries(
    Object.entries(nouns).map(([name, noun]) => [
      name,
      slowNoun(name, noun as unknown as Readonly<Record<string, Operation>>),
    ]),
  ) as unknown as typeof nouns;
  return { ...store, ...slowed, of: () => slowed };
}
