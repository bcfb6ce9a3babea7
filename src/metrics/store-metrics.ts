// Store metrics: durations of the store's operations, and the stored items that others wait for: deliveries, money,
// nodes.

import type { NodeState } from "../../db/port/node-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type Clock, within } from "../base/clock.ts";
import type { Metrics } from "../base/metrics.ts";
import { type DeliveryOutcome, deliveryOutcomes } from "../hooks/delivery.ts";
import { workBuckets } from "./buckets.ts";

/** Counters of the store, whose `operations` they count. */
interface OperationMetrics {
  readonly took: (operation: string, ms: number) => void;
  readonly wrote: (rows: number) => void;
}

export function openOperationMetrics(metrics: Metrics, operations: readonly string[]): OperationMetrics {
  const seconds = metrics.histogram("voice_flow_db_seconds", {
    help: "Duration of database operations in seconds, including failed ones.",
    labels: [["op", operations]],
    buckets: workBuckets,
  });
  const rows = metrics.histogram("voice_flow_db_batch_rows", {
    help: "Rows in each write of calls' events.",
    buckets: [1, 3, 10, 30, 100, 300, 1_000, 3_000],
  });
  return {
    took: (operation, ms) => seconds.at(operation).observe(ms / 1_000),
    wrote: (count) => rows.at().observe(count),
  };
}

export function openHookMetrics(metrics: Metrics): (outcome: DeliveryOutcome) => void {
  const delivered = metrics.counter("voice_flow_hooks_delivered_total", {
    help: "Deliveries of events to hooks, by result: failed ones are retried, or given up after three days; a full outbox drops new ones.",
    labels: [["outcome", deliveryOutcomes]],
  });
  return (outcome) => delivered.at(outcome).add(1);
}

const states = ["starting", "up", "draining", "gone"] as const satisfies readonly NodeState[];

export interface SharedParts {
  /** Undefined: another process of this machine reads the store for all. */
  readonly store: Pick<Store, "outbox" | "ledger" | "nodes"> | undefined;
  readonly clock: Clock;
}

/** Interval of reading the whole store: it costs every node some queries. */
const lookMs = 10_000;
/** Wait for a slow store: the other figures are not delayed, and its last ones stay. */
const patienceMs = 500;

/** Figures of the store over all nodes: each node reports the same, so they must not be summed. */
export function openSharedMetrics(metrics: Metrics, { store, clock }: SharedParts): void {
  const together = "worst";
  const pending = metrics.gauge("voice_flow_hooks_pending", {
    help: "Events that wait to be delivered to hooks, of all nodes.",
    together,
  });
  const age = metrics.gauge("voice_flow_hook_age_seconds", {
    help: "Seconds that the oldest of them has been waiting.",
    together,
  });
  const held = metrics.gauge("voice_flow_ledger_held_micros", {
    help: "Micro-cents of all accounts that are reserved for running sessions.",
    together,
  });
  const nodes = metrics.gauge("voice_flow_nodes", {
    help: "Nodes that share the data, by their state; gone ones for a day.",
    labels: [["state", states]],
    together,
  });
  if (store === undefined) return;
  const look = async (): Promise<void> => {
    const at = clock.wall();
    const [waiting, money, all] = await Promise.all([
      store.outbox.waiting(),
      store.ledger.totals(),
      store.nodes.list(at),
    ]);
    pending.at().set(waiting.rows);
    age.at().set(waiting.oldestAt === null ? 0 : Math.max(0, at - waiting.oldestAt) / 1_000);
    held.at().set(money.heldMicros);
    for (const state of states) nodes.at(state).set(all.filter((node) => node.state === state).length);
  };
  let next = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  metrics.measure(async () => {
    const now = clock.now();
    if (now < next) return;
    next = now + lookMs;
    // A hanging read is not joined by others. Failures appear in the log of the affected part, and in the readiness.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => (looking = undefined));
    await within(clock, patienceMs, looking).catch(() => undefined);
  });
}
