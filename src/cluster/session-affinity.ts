// Session affinity: the routing of a caller whose session another node has. It is taken over, asked for, or the
// caller is sent there.

import type { NodeState } from "../../db/port/node-store.ts";
import type { SessionPlace } from "../../db/port/session-store.ts";
import { Fault } from "../base/fault.ts";
import { SingleFlight } from "../base/shared-work/single-flight.ts";
import type { NodeAddress, NodeDirectory } from "./node-directory.ts";
import type { NodeRequests } from "./node-request.ts";

/** Known facts about the session's home. */
export interface Home {
  /** Where clients reach it and no other node. */
  readonly publicUrl: string | null;
  /** State that it reports; undefined: it does not answer. */
  readonly state: NodeState | undefined;
  /** Whether the session is without a connection so far, by its row. */
  readonly isWaiting: boolean;
}

/**
 * `adopt`: it is free to be taken. `release`: its home has to let it go first. `redirect`: the caller goes there.
 * Taking over a busy session is safe, because its loser can write nothing any more; it costs a turn.
 */
export type Decision = "adopt" | "release" | "redirect";

/** @internal */
export function decide(home: Home): Decision {
  if (home.state === undefined || home.state === "gone") return "adopt";
  // A node that is leaving sends its callers away: they would be sent back and forth. A session without a connection
  // is quicker asked for than its caller is sent; only its home knows whether a client has come since the row was
  // written.
  const staysThere = home.state !== "draining" && !home.isWaiting;
  return home.publicUrl !== null && staysThere ? "redirect" : "release";
}

export interface SessionAffinityOptions {
  readonly nodes: Pick<NodeDirectory, "self" | "find">;
  readonly requests: Pick<NodeRequests, "ping" | "release">;
}

export class SessionAffinity {
  readonly #o: SessionAffinityOptions;
  /** Whether a node is there, asked once for all of its callers who come at the same moment. */
  readonly #pings = new SingleFlight<NodeState | undefined>();

  constructor(options: SessionAffinityOptions) {
    this.#o = options;
  }

  /**
   * Resolves when this node may adopt the session. Rejects with `session/elsewhere`, which says where the caller has
   * to go, and with `cluster/unreachable` when its home keeps it and lives.
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

  /** False is an answer, too: then it has forgotten it, or it is over, which the one who adopts finds out. */
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
