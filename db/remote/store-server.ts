// Store server: carries out another process's requests on this process's store.

import { type Answerers, arrived, type CrossingError } from "../../src/base/remote-call.ts";
import type { Store } from "../port/store.ts";
import { storeOperations } from "./store-operations.ts";

/** News that the other process receives unasked. */
export interface DiskNews {
  /** True while nothing can be stored. */
  readonly full: boolean;
}

/** Requests that a process may make, by name. */
export function answerersOf(store: Store): Answerers {
  const operations = storeOperations.flatMap(([group, names]) =>
    names.map((name): [string, (...args: readonly unknown[]) => unknown] => [
      `${group}.${name}`,
      (...args) => {
        const operate = Reflect.get(store[group], name) as (...given: readonly unknown[]) => unknown;
        return operate(...args);
      },
    ]),
  );
  const failed = (error: unknown): boolean => store.disk.failed(arrived(error as CrossingError));
  return new Map([...operations, ["disk.failed", failed]]);
}

/** Reports the disk's state now, and each time there is space again, until disposed. */
export function tellOfDisk({ disk }: Pick<Store, "disk">, tell: (news: DiskNews) => void): Disposable {
  tell({ full: disk.full });
  return disk.onRoom(() => tell({ full: false }));
}
