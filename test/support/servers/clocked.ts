// Clocked app: the app from its sources, with a virtual clock, and access to the data and the invitation.

import type { Store } from "../../../db/port/store.ts";
import type { Environment } from "../../../src/config.ts";
import { Invitation } from "../../../src/cloud/invitation.ts";
import { chosenStore } from "../stores/chosen-store.ts";
import type { StoredData } from "../stores/stored-data.ts";
import { type TestServer, serveTest } from "./served.ts";
import { StoreClock } from "../fakes/store-clock.ts";

export interface ClockServer extends TestServer {
  readonly clock: StoreClock;
  readonly store: Store;
  readonly data: StoredData;
  readonly invitation: Invitation;
}

/** Uses the run's kind of store. */
export async function serve(environment: Environment = {}): Promise<ClockServer> {
  const opened = await chosenStore();
  const clock = new StoreClock();
  const store = opened.store.isShared ? clock.watch(opened.store) : opened.store;
  const invitation = new Invitation(clock);
  const served = await serveTest(environment, { clock, store, invitation });
  return {
    ...served,
    clock,
    store,
    data: opened.data,
    invitation,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}
