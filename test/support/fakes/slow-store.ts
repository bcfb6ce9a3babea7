// Slow store: a store whose operations begin and answer late, as over a network.

import type { Store } from "../../../db/port/store.ts";
import { aroundOperations } from "../stores/around-operations.ts";

/** Called before and after each operation, with its name, such as `sessions.begin`. */
export type StoreWait = (operation: string) => Promise<void>;

export function slowStore<Kept extends Store>(store: Kept, wait: StoreWait): Kept {
  return aroundOperations(store, async (name, operation) => {
    await wait(name);
    try {
      return await operation();
    } finally {
      await wait(name);
    }
  });
}
