// Command `drain`: makes the calls leave a node, from any machine that reaches the data.

import type { NodeRow } from "../../db/port/node-store.ts";
import { wallClock } from "../base/clock.ts";
import { entryOf } from "../cloud/audit-trail.ts";
import { goneAfterMs } from "../cluster/failure-detector.ts";
import { configOrSay } from "./command-config.ts";
import { invocation } from "./invocation.ts";
import { duration } from "./nodes-command.ts";
import { operator } from "./audit/operator.ts";
import { orSay, changing } from "./stored-data.ts";
import { misuse } from "./mistakes/misuse.ts";

export async function drain(args: readonly string[]): Promise<number> {
  const [id] = args;
  if (id === undefined || id.startsWith("-") || args.length !== 1) {
    console.error(misuse("drain NODE", args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return orSay(config, () =>
    changing(config, async (store) => {
      const at = wallClock.wall();
      const rows = await store.nodes.list(at);
      const node = rows.find((row) => row.id === id);
      const refusal = node === undefined ? unknown(id, rows) : refusalOf(node);
      if (refusal !== undefined) {
        console.error(refusal);
        return 1;
      }
      const entry = entryOf(operator(), { at, action: "node.drained", target: id });
      if (!(await store.nodes.setState({ id, from: ["starting", "up"], to: "draining", at }, [entry])))
        console.log(`${id} is already draining.`);
      console.log(`${id} stops taking new calls within 2 s. Its calls end or move to another node within its DRAIN_SECONDS.
The process keeps running. Stop it when ${invocation} nodes shows no calls.`);
      return 0;
    }),
  );
}

function unknown(id: string, rows: readonly NodeRow[]): string {
  const nodeIds = rows.filter(({ state }) => state !== "gone").map((row) => row.id);
  const list = nodeIds.length === 0 ? "There are none." : `There are ${nodeIds.join(", ")}.`;
  return `There is no node "${id}". ${list}`;
}

/** Such a drain would have no effect. */
function refusalOf({ id, state, silentMs }: NodeRow): string | undefined {
  if (state === "gone") return `${id} has been gone for ${duration(silentMs)}. There is nothing to drain.`;
  if (silentMs < goneAfterMs) return undefined;
  return (
    `${id} last reported ${duration(silentMs)} ago and would not see the request. A server without a cluster does ` +
    `not report: drain it with SIGTERM.`
  );
}
