// Measured store: any store with its operations timed. Their meaning is unchanged.

import type { Clock } from "../src/base/clock.ts";
import type { SessionBatch } from "./port/session-store.ts";
import type { AccountData, Store } from "./port/store.ts";
import { type Group, storeOperations } from "./remote/store-operations.ts";

/** Names of the timed operations, for example `sessions.write`: a closed list. */
export const measuredOperations: readonly string[] = storeOperations.flatMap(([group, names]) =>
  names.map((name) => `${group}.${name}`),
);

export interface OperationCounters {
  /** Reports an operation's end, also after a failure. In milliseconds. */
  readonly took: (operation: string, ms: number) => void;
  /** Rows in one write of call events. */
  readonly wrote: (rows: number) => void;
}

type Operate = (...args: readonly unknown[]) => Promise<unknown>;

export function measuredStore(store: Store, clock: Pick<Clock, "now">, counters: OperationCounters): Store {
  const wrappers = new WeakMap<AccountData, AccountData>();
  const measured = <T extends Partial<Pick<Store, Group>>>(data: T): T => {
    const groups = storeOperations.flatMap(([group, names]) => {
      const operations = data[group];
      return operations === undefined ? [] : [[group, timed(group, names, operations)] as const];
    });
    return { ...data, ...Object.fromEntries(groups) };
  };
  const timed = (group: Group, names: readonly string[], operations: object): object => {
    const wrapped = names.map((name) => {
      const operate = Reflect.get(operations, name) as Operate;
      return [name, timedOperation(`${group}.${name}`, operate)] as const;
    });
    return { ...operations, ...Object.fromEntries(wrapped) };
  };
  const timedOperation =
    (operation: string, operate: Operate): Operate =>
    async (...args) => {
      if (operation === "sessions.write") counters.wrote(rowsOf(args[0] as SessionBatch));
      const from = clock.now();
      try {
        return await operate(...args);
      } finally {
        counters.took(operation, clock.now() - from);
      }
    };
  return {
    ...measured(store),
    // A store for all accounts is wrapped only once.
    of: (accountId) => {
      const data = store.of(accountId);
      const wrapped = wrappers.get(data) ?? measured(data);
      wrappers.set(data, wrapped);
      return wrapped;
    },
  };
}

function rowsOf({ rows, patches, events, snapshots }: SessionBatch): number {
  return rows.length + patches.size + events.length + snapshots.size;
}
