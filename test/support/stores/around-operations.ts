// Operation wrapper: a store that wraps each of its operations in a function.

import type { Store } from "../../../db/port/store.ts";

type Operation = (...args: readonly unknown[]) => Promise<unknown>;

/** Wraps an operation; `name`: such as `sessions.begin`. */
export type Around = (name: string, operation: () => Promise<unknown>) => Promise<unknown>;

/** Wraps all operations except those on accounts and seals, and `outbox.onAdded`, which does not wait. */
export function aroundOperations<Kept extends Store>(store: Kept, around: Around): Kept {
  const inside = (noun: string, operations: object): unknown =>
    Object.fromEntries(
      Object.entries(operations as Readonly<Record<string, Operation>>).map(([name, operation]) => [
        name,
        name === "onAdded"
          ? operation
          : (...args: readonly unknown[]) => around(`${noun}.${name}`, () => operation(...args)),
      ]),
    );
  const {
    flows,
    keys,
    providers,
    secrets,
    hooks,
    embeds,
    assistants,
    ledger,
    budgets,
    calls,
    sessions,
    audit,
    outbox,
    nodes,
    rates,
    knowledge,
    retention,
  } = store;
  const nouns = {
    flows,
    keys,
    providers,
    secrets,
    hooks,
    embeds,
    assistants,
    ledger,
    budgets,
    calls,
    sessions,
    audit,
    outbox,
    nodes,
    rates,
    knowledge,
    retention,
  };
  const changed = Object.fromEntries(
    Object.entries(nouns).map(([noun, operations]) => [noun, inside(noun, operations)]),
  ) as unknown as typeof nouns;
  return { ...store, ...changed, of: () => changed };
}
