// Composition of metrics: the figures of this process for its operator, and the ports by which parts report events.
// None names an account, a flow or a session.

import { join } from "node:path";
import { measuredOperations, measuredStore } from "../db/measured-store.ts";
import { fileName, logName } from "../db/data-loss.ts";
import type { Store } from "../db/port/store.ts";
import type { Clock } from "./base/clock.ts";
import { Metrics } from "./base/metrics.ts";
import type { Config } from "./config.ts";
import { openAccessMetrics } from "./metrics/access-metrics.ts";
import { openCallMetrics, openSessionMetrics } from "./metrics/call-metrics.ts";
import { openMachineMetrics } from "./metrics/machine-metrics.ts";
import { openPhoneMetrics, type PhoneState } from "./metrics/phone-metrics.ts";
import { openProviderMetrics } from "./metrics/provider-metrics.ts";
import { openHookMetrics, openOperationMetrics, openSharedMetrics } from "./metrics/store-metrics.ts";
import { openTraceMetrics } from "./metrics/trace-metrics.ts";
import { openTransportMetrics } from "./metrics/transport-metrics.ts";
import type { Readiness } from "./routes/ready-routes.ts";

export type AppMetrics = ReturnType<typeof openMetrics>;

/** Opened first: later parts report their events to these. */
export function openMetrics({ dataDir, database }: Pick<Config, "dataDir" | "database">, clock: Clock) {
  const registry = new Metrics();
  const inFile = database === undefined && dataDir !== ":memory:";
  const machine = openMachineMetrics(registry, {
    clock,
    dataDir: dataDir === ":memory:" ? undefined : dataDir,
    dataFiles: inFile ? [fileName, logName].map((name) => join(dataDir, name)) : [],
  });
  const { calls, lateIn } = openCallMetrics(registry);
  const operations = openOperationMetrics(registry, measuredOperations);
  const access = openAccessMetrics(registry);
  const phone = openPhoneMetrics(registry);
  return {
    registry,
    calls,
    sessions: openSessionMetrics(registry),
    machine,
    access,
    phone,
    providers: openProviderMetrics(registry),
    transports: openTransportMetrics(registry, { lateIn }),
    traces: openTraceMetrics(registry),
    delivered: openHookMetrics(registry),
    /** Wraps a store so that its operations are timed. */
    timed: (store: Store): Store => measuredStore(store, clock, operations),
    /** Sources that exist only when everything is open. */
    watch: ({ readiness, phoning, store }: WatchedParts): void => {
      access.watch(readiness);
      phone.watch(phoning);
      openSharedMetrics(registry, { store, clock });
    },
  };
}

interface WatchedParts {
  /** Undefined: another process of this machine reads it for all. */
  readonly store: Store | undefined;
  /** Readiness for calls, with the reason against it. */
  readonly readiness: () => Readiness;
  readonly phoning: () => PhoneState;
}
