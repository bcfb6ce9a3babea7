// Session affinity: routes a caller whose session another node has: takes the session over, asks for it, or sends the
// caller there.

import type { NodeState } from "../../db/port/node-store.ts";
import type { SessionPlace } from "../../db/port/session-store.ts";
import { Fault } from "../base/fault.ts";
import { SingleFlight } from "../base/shared-work/single-flight.ts";
import type { NodeAddress, NodeDirectory } from "./node-directory.ts";
import type { NodeRequests } from "./node-request.ts";

/** Known facts about the session's home. */
export interface Home {
  /** Public URL of this node alone. */
  readonly publicUrl: string | null;
  /** Reported state; undefined: no answer. */
  readonly state: NodeState | undefined;
  /** True if the session has had no connection, by its row. */
  readonly isWaiting: boolean;
}

/**
 * `adopt`: free to be taken. `release`: its home must release it first. `redirect`: sends the caller there. Taking
 * over a busy session is safe, because its loser can no longer write; it costs a turn.
 */
export type Decision = "adopt" | "release" | "redirect";

/** @internal */
export function decide(home: Home): Decision {
  if (home.state === undefined || home.state === "gone") return "adopt";
  // A draining node sends its callers away: they would go back and forth. Asking for a session without a connection
  // is quicker than sending its caller; only its home knows if a client has come since the row was written.
  const staysThere = home.state !== "draining" && !home.isWaiting;
  return home.publicUrl !== null && staysThere ? "redirect" : "release";
}

export interface SessionAffinityOptions {
  readonly nodes: Pick<NodeDirectory, "self" | "find">;
  readonly requests: Pick<NodeRequests, "ping" | "release">;
}

export class SessionAffinity {
  readonly #o: SessionAffinityOptions;
  /** One ping of a node for all callers who arrive at the same moment. */
  readonly #pings = new SingleFlight<NodeState | undefined>();

  constructor(options: SessionAffinityOptions) {
    this.#o = options;
  }

  /**
   * Resolves when this node may adopt the session. Rejects with `session/elsewhere`, which names the caller's target,
   * and with `cluster/unreachable` if its home keeps it and lives.
   */
  async free(place: Pick<SessionPlace, "id" | "home" | "status">): Promise<void> {
    const home = await this.#homeOf(place);
    if (home === undefined) return;
    const decision = decide(home);
    if (decision === "redirect") throw elsewhere(home);
    if (decision === "release") await this.#release(home, place.id);
  }

  /** The other node that has the session and keeps it. */
  async keeper(place: Pick<SessionPlace, "home" | "status">): Promise<NodeAddress | undefined> {
    if (place.status === "waiting") return undefined;
    const home = await this.#homeOf(place);
    return home?.state === "up" || home?.state === "starting" ? home : undefined;
  }

  /** False is an answer too: the home has forgotten the session, or it is over, which the adopting node finds out. */
  async #release(home: NodeAddress, sessionId: string): Promise<void> {
    const { requests, nodes } = this.#o;
    try {
      await requests.release(home, sessionId, nodes.self.publicUrl);
    } catch (error) {
      if ((await requests.ping(home)) !== undefined) throw error;
    }
  }

  async #homeOf({
    home,
    status,
  }: Pick<SessionPlace, "home" | "status">): Promise<(NodeAddress & Home) | undefined> {
    const { nodes, requests } = this.#o;
    if (home === null || home === nodes.self.id) return undefined;
    const node = await nodes.find(home);
    if (node === undefined) return undefined;
    const state = await this.#pings.do(home, () => requests.ping(node));
    return { ...node, state, isWaiting: status === "waiting" };
  }
}

function elsewhere({ publicUrl }: NodeAddress): Fault {
  const origin = publicUrl ?? undefined;
  const message = `Another node has this session: connect to ${origin} with the same token.`;
  return new Fault("session/elsewhere", message, origin === undefined ? {} : { origin });
}
