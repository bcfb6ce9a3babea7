// Composition of routing: requests between nodes, and their answers. Absent on a single node.

import type { Store } from "../db/port/store.ts";
import type { Clock } from "./base/clock.ts";
import type { Previews } from "./calls/flow-previews.ts";
import { deriveKey, type MasterKey } from "./cloud/master-key.ts";
import { sessionTokenHash } from "./cloud/stored-sessions.ts";
import { SessionAffinity } from "./cluster/session-affinity.ts";
import { type NodeAddress, KnownNodes } from "./cluster/node-directory.ts";
import { OtherNodesFiles } from "./cluster/other-nodes-files.ts";
import { NodeRequests } from "./cluster/node-request.ts";
import type { Membership } from "./cluster/membership.ts";
import type { Placer } from "./cluster/placer.ts";
import { NodeSigner } from "./cluster/node-signature.ts";
import type { Config } from "./config.ts";
import type { MovedExtension } from "./phone/moved-calls.ts";
import { Forwarding } from "./routes/cluster/forwarding.ts";
import {
  type NodeEndpoint,
  type NodeEndpointOptions,
  openNodeEndpoint,
} from "./routes/cluster/node-endpoint.ts";

export interface RoutingOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly master: MasterKey;
  readonly node: Pick<Membership, "id" | "state" | "view">;
  /** Called when a call needs a place. */
  readonly placer: () => Pick<Placer, "other" | "place">;
}

export interface NodeRouting {
  readonly affinity: SessionAffinity;
  readonly forwarding: Forwarding;
  /** Files on the disks of all other nodes. */
  readonly files: OtherNodesFiles;
  /** The other node that has this token's session, and keeps it. */
  keeperOf(token: string): Promise<string | undefined>;
  /** Preview that another node keeps under this id for its trial. */
  previewOf: NonNullable<ConstructorParameters<typeof Previews>[0]["fetchFrom"]>;
  /**
   * Notifies all other nodes of telephone calls to be continued: a number's new leaseholder takes them. The
   * operator's extension has no lease, and its calls go to any node with room.
   */
  bequeath(moved: readonly MovedExtension[]): Promise<void>;
  /** File on the disk of a node. */
  readonly fetchFrom: (home: string, request: Request) => Promise<Response>;
  endpointFor(
    parts: Pick<NodeEndpointOptions, "release" | "previewOf" | "recordings" | "phones" | "handle">,
  ): NodeEndpoint;
}

/** Undefined for a store of this process alone. */
export function openRouting(
  config: Pick<Config, "node">,
  { store, clock, master, node, placer }: RoutingOptions,
): NodeRouting | undefined {
  if (!store.isShared) return undefined;
  const { address, publicUrl = null } = config.node;
  const nodeId = (): string => node.id;
  const self = (): NodeAddress => ({ id: node.id, address, publicUrl });
  const signer = new NodeSigner({ key: deriveKey(master, "nodes"), self: nodeId, clock });
  const requests = new NodeRequests({ signer, clock });
  const nodes = new KnownNodes({ store, clock, self, view: () => node.view });
  const affinity = new SessionAffinity({ nodes, requests });
  const files = new OtherNodesFiles({ nodes, requests });
  const forwarding = new Forwarding({ nodes, requests, place: () => placer().other() });
  return {
    affinity,
    forwarding,
    files,
    fetchFrom: (home, request) => forwarding.fetchFrom(home, request),
    async keeperOf(token) {
      const hash = sessionTokenHash(token);
      const sessionPlace = hash === undefined ? undefined : await store.sessions.byToken(hash);
      return sessionPlace && (await affinity.keeper(sessionPlace))?.id;
    },
    async previewOf(of, id) {
      const keeper = await nodes.find(of);
      return keeper === undefined || keeper.isGone ? undefined : requests.preview(keeper, id);
    },
    async bequeath(moved) {
      const others = node.view.alive.filter(({ id }) => id !== node.id);
      const heir = placer().place()?.id ?? others[0]?.id;
      const left = (to: string) => moved.filter(({ numberId }) => numberId !== undefined || to === heir);
      // Nodes that do not answer do not need them.
      await Promise.allSettled(others.map((other) => requests.bequeath(other, left(other.id))));
    },
    endpointFor: (parts) => openNodeEndpoint({ ...parts, signer, self: nodeId, state: () => node.state }),
  };
}
