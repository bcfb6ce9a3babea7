// Forwarding: passes requests about data in the memory or on the disk of another node to that node, once.

import { nodeIn } from "../../cluster/node-id.ts";
import type { NodeAddress, NodeDirectory } from "../../cluster/node-directory.ts";
import type { NodeRequests } from "../../cluster/node-request.ts";
import { Fault } from "../../base/fault.ts";
import { isForwarded, packRequest, passAnswer } from "../http/forwarded-request.ts";

export interface ForwardingOptions {
  readonly nodes: NodeDirectory;
  readonly requests: Pick<NodeRequests, "forward">;
  /** Another node for the next call if this one has no room for it. */
  readonly place: () => NodeAddress | undefined;
}

export interface Search {
  readonly body?: unknown;
  /** Status of the answer of a node that does not have it. */
  readonly missed: number;
}

/** Thrown by a handler whose request another node has answered: the edge sends that answer. */
export class AnsweredElsewhere extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super("Another node answered");
    this.response = response;
  }

  /** Elysia gives an answer of status 200 that of its error. */
  get status(): number {
    return this.response.status;
  }
}

/** Each resolves if the request has to be answered here, and rejects with the other node's answer otherwise. */
export class Forwarding {
  readonly #o: ForwardingOptions;

  constructor(options: ForwardingOptions) {
    this.#o = options;
  }

  /** True if an id names another node. */
  isOthers(id: string): boolean {
    const named = nodeIn(id);
    return named !== undefined && named !== this.#o.nodes.self.id;
  }

  /** Forwards to the node named in an id. Also rejects with `cluster/unreachable`. */
  async byId(request: Request, id: string, body?: unknown): Promise<void> {
    const named = nodeIn(id);
    if (named !== undefined) await this.toHome(request, named, body);
  }

  /** Forwards to the node of this id, unless it is gone. Also rejects with `cluster/unreachable`. */
  async toHome(request: Request, nodeId: string, body?: unknown): Promise<void> {
    if (isForwarded(request) || nodeId === this.#o.nodes.self.id) return;
    const node = await this.#o.nodes.find(nodeId);
    if (node?.isGone === false) throw new AnsweredElsewhere(await this.#pass(request, node, body));
  }

  /** Forwards to a node with room for one more call, if this one has none. */
  async toRoom(request: Request, body: unknown): Promise<void> {
    const node = isForwarded(request) ? undefined : this.#o.place();
    const answer = node && (await this.#pass(request, node, body).catch(undefinedIfUnreachable));
    if (answer !== undefined) throw new AnsweredElsewhere(answer);
  }

  /** Forwards to all other nodes in turn, until one answers with another status than `missed`. */
  async search(request: Request, { body, missed }: Search): Promise<void> {
    if (isForwarded(request)) return;
    for (const node of this.#o.nodes.others()) {
      const answer = await this.#pass(request, node, body).catch(undefinedIfUnreachable);
      if (answer !== undefined && answer.status !== missed) throw new AnsweredElsewhere(answer);
      await answer?.body?.cancel();
    }
  }

  /**
   * Files on the disk of a node: its answer, or that of another holder. Rejects with `cluster/unreachable` if it is
   * gone and no other node has them.
   */
  async fetchFrom(home: string, request: Request): Promise<Response> {
    // The forwarding node asks the others itself.
    if (isForwarded(request)) return new Response(null, { status: 404 });
    const { nodes } = this.#o;
    const last = await nodes.find(home);
    // A node restarted at the address of another has its disk.
    const rank = ({ id, address }: NodeAddress): number =>
      id === home ? 0 : address === last?.address ? 1 : 2;
    let missed: Response | undefined;
    for (const node of (await nodes.current()).toSorted((a, b) => rank(a) - rank(b))) {
      const answer = await this.#pass(request, node).catch(undefinedIfUnreachable);
      if (answer !== undefined && answer.status !== 404) return answer;
      if (answer !== undefined && rank(node) < 2) missed = answer;
      else await answer?.body?.cancel();
    }
    if (missed !== undefined) return missed;
    throw new Fault("cluster/unreachable", `The node ${home} does not answer.`);
  }

  async #pass(request: Request, node: NodeAddress, body?: unknown): Promise<Response> {
    const packed = packRequest(request, body);
    return passAnswer(await this.#o.requests.forward(node, packed, request.signal));
  }
}

function undefinedIfUnreachable(error: unknown): undefined {
  if (error instanceof Fault && error.code === "cluster/unreachable") return undefined;
  throw error;
}
