// First node: a single process ends the leftovers of earlier ones at its start.

import type { Swept } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";

const everybody = ["starting", "up", "draining"] as const;

/**
 * Ends what other nodes left open, and sessions without a node. For a store that is not shared, before any session.
 * Nodes that said goodbye may have left claimed hook deliveries too. `carried`: nodes whose sessions continue here.
 */
export async function endOthers(
  store: Pick<Store, "nodes" | "sessions">,
  { at, carried = [] }: { readonly at: number; readonly carried?: readonly string[] | undefined },
): Promise<Swept> {
  const others = (await store.nodes.list(at)).map(({ id }) => id).filter((id) => !carried.includes(id));
  for (const id of others) await store.nodes.setState({ id, from: everybody, to: "gone", at });
  await store.nodes.forget(at);
  return store.sessions.sweep({ at, homes: [null, ...others] });
}
