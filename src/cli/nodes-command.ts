// Command `nodes`: lists the processes that share the data, with their state.

import { parseArgs } from "node:util";
import type { NodeRow } from "../../db/port/node-store.ts";
import { wallClock } from "../base/clock.ts";
import { goneAfterMs } from "../cluster/failure-detector.ts";
import { configOrSay } from "./command-config.ts";
import { invocation } from "./invocation.ts";
import { orSay, withStore } from "./stored-data.ts";
import { misuse } from "./mistakes/misuse.ts";

export async function nodes(args: readonly string[]): Promise<number> {
  let asJson: boolean;
  try {
    asJson = parseArgs({ args: [...args], options: { json: { type: "boolean" } } }).values.json === true;
  } catch {
    console.error(misuse("nodes [--json]", args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return orSay(config, () =>
    withStore(config, async (store) => {
      const rows = await store.nodes.list(wallClock.wall());
      console.log(asJson ? JSON.stringify(rows.map(described), undefined, 2) : tableOf(rows));
      return 0;
    }),
  );
}

/** Names as in the API. */
function described(node: NodeRow): Readonly<Record<string, unknown>> {
  return {
    id: node.id,
    address: node.address,
    public_url: node.publicUrl,
    region: node.region,
    version: node.version,
    state: node.state,
    calls: node.calls,
    calls_max: node.callsMax,
    lag_ms: node.lagMs,
    speech_queue_ms: node.speechQueueMs,
    age_ms: node.ageMs,
    silent_ms: node.silentMs,
  };
}

const heads = ["NODE", "ADDRESS", "REGION", "VERSION", "STATE", "CALLS", "LAG", "LAST BEAT"] as const;

function tableOf(rows: readonly NodeRow[]): string {
  if (rows.length === 0) return "No node has used this database within a day.";
  const lines = [heads, ...rows.map(lineOf)];
  const widths = heads.map((_head, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)));
  const table = padded.map((line) => line.join("  ").trimEnd()).join("\n");
  const [alone, ...others] = rows.filter(({ state }) => state !== "gone");
  if (alone === undefined || others.length > 0 || alone.silentMs < goneAfterMs) return table;
  return `${table}\nA server without a cluster sends no beats. To check it: ${invocation} health`;
}

function lineOf(node: NodeRow): readonly string[] {
  const { id, address, region, version, state, calls, callsMax, lagMs, silentMs } = node;
  const ago = `${duration(silentMs)} ago`;
  return [id, address, region || "-", version, state, `${calls}/${callsMax}`, `${lagMs} ms`, ago];
}

/** In its largest unit, such as `3 min`; clocks of machines differ, so it may be below zero. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
