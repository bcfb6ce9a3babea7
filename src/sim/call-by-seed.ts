// Call by seed: one simulated call that its seed determines completely, including its start time.

import { seededRandom } from "./seeded-random.ts";
import { type SimCallOptions, simulateCall } from "./sim-call.ts";
import type { CallSummary } from "./sim-worker-message.ts";

/** Calls start at any minute of one week, the same in each run: from Monday, 16 November 2026, UTC. */
const weekBeginsMs = Date.UTC(2026, 10, 16);
const [minutesPerWeek, minuteMs] = [7 * 24 * 60, 60_000];

export async function callBySeed(options: Omit<SimCallOptions, "startsAtMs">): Promise<CallSummary> {
  const startsAtMs = weekBeginsMs + seededRandom(options.seed).int(0, minutesPerWeek) * minuteMs;
  const { events: _, ...call } = await simulateCall({ ...options, startsAtMs });
  return call;
}
