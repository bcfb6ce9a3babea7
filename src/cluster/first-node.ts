// First node: where one process has the data to itself, whatever others left open is ended when it starts.

import type { Swept } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";

const everybody = ["starting", "up", "draining"] as const;

/**
 * Ends what other nodes left open, and sessions that have none. For a store that is not shared, before any session.
 * Those that said goodbye, too, may have left hook deliveries that they had taken. `carried`: nodes whose sessions this one
 * goes on with.
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
