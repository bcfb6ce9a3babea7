// Clocked app: the app from its sources with what a test may reach into, which is a virtual clock, the data, and the
// invitation.

import type { FileStore } from "../../../db/sqlite/file-store.ts";
import type { Environment } from "../../../src/config.ts";
import { Invitation } from "../../../src/cloud/invitation.ts";
import { type Served, serveTest } from "./served.ts";
import { memoryStore } from "./store.ts";
import { VirtualClock } from "../fakes/virtual-clock.ts";

export interface Clocked extends Served {
  readonly clock: VirtualClock;
  readonly store: FileStore;
  readonly invitation: Invitation;
}

export async function serve(environment: Environment = {}): Promise<Clocked> {
  const [clock, store] = [new VirtualClock(), memoryStore()];
  const invitation = new Invitation(clock);
  const served = await serveTest(environment, { clock, store, invitation });
  return {
    ...served,
    clock,
    store,
    invitation,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      store[Symbol.dispose]();
    },
  };
}
