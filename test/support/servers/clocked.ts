// Clocked app: the app from its sources with what a test may reach into, which is a virtual clock, the data, and the
// invitation.

import type { Store } from "../../../db/port/store.ts";
import type { FileStore } from "../../../db/sqlite/file-store.ts";
import type { Environment } from "../../../src/config.ts";
import { Invitation } from "../../../src/cloud/invitation.ts";
import { chosenStore } from "../stores/chosen-store.ts";
import { type Served, serveTest } from "./served.ts";
import { memoryStore } from "./store.ts";
import { StoreClock } from "../fakes/store-clock.ts";
import { VirtualClock } from "../fakes/virtual-clock.ts";

export interface Clocked<Kept extends Store = Store> extends Served {
  readonly clock: VirtualClock;
  readonly store: Kept;
  readonly invitation: Invitation;
}

/** On the store that the run is on. */
export async function serve(environment: Environment = {}): Promise<Clocked> {
  const opened = await chosenStore();
  const clock = new StoreClock();
  const store = opened.store.isShared ? clock.watch(opened.store) : opened.store;
  return serveOn(store, clock, environment, async () => opened[Symbol.asyncDispose]());
}

/** On the file, for tests that look into it. */
export async function serveOnFile(environment: Environment = {}): Promise<Clocked<FileStore>> {
  const store = memoryStore();
  return serveOn(store, new VirtualClock(), environment, () => Promise.resolve(store[Symbol.dispose]()));
}

async function serveOn<Kept extends Store>(
  store: Kept,
  clock: VirtualClock,
  environment: Environment,
  close: () => Promise<void>,
): Promise<Clocked<Kept>> {
  const invitation = new Invitation(clock);
  const served = await serveTest(environment, { clock, store, invitation });
  return {
    ...served,
    clock,
    store,
    invitation,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await close();
    },
  };
}
