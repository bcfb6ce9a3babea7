// Node request: requests between nodes over HTTP. Clients cannot reach their routes.

import type { NodeState } from "../../db/port/node-store.ts";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { NodeAddress } from "./node-directory.ts";
import { type NodeSigner, signatureHeader } from "./node-signature.ts";

export const nodePaths = {
  ping: "/cluster/ping",
  /** Followed by a session id. */
  release: "/cluster/release/",
  /** Followed by a preview id. */
  preview: "/cluster/previews/",
  /** Files of sessions. */
  erase: "/cluster/erase",
  /** Followed by a session id and a file name. */
  left: "/cluster/left/",
  /** Telephone calls that a node leaves. */
  phones: "/cluster/phones",
  forward: "/cluster/forward",
} as const;

/** Client request answered by another node. */
export interface ForwardedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Remote end of the client's connection. */
  readonly peer?: string | undefined;
  readonly body?: string | undefined;
}

/** Flow that another node keeps for a preview. */
export interface SharedPreview {
  readonly text: string;
  readonly accountId: string | undefined;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A living node answers in a few milliseconds; a returning caller waits meanwhile. */
const pingMsMax = 700;
/** The release waits up to two seconds for changes of the world, and then writes the snapshot for another node. */
const releaseMsMax = 4_000;
const previewMsMax = 3_000;
/** The node itself gives up on a storage that hangs. */
const eraseMsMax = 60_000;
const leftMsMax = 15_000;
/** Time limit until the answer begins: an offer gathers the addresses of a relay. */
const forwardMsMax = 15_000;
/** Time after which the node is given up or answers again. */
const retryAfterSeconds = 2;

export interface NodeRequestsOptions {
  readonly signer: Pick<NodeSigner, "sign">;
  readonly clock: Pick<Clock, "after">;
}

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
  readonly msMax: number;
  readonly signal?: AbortSignal | undefined;
}

export class NodeRequests {
  readonly #o: NodeRequestsOptions;

  constructor(options: NodeRequestsOptions) {
    this.#o = options;
  }

  /** State of the node; undefined if it does not answer in time, or another is in its place. */
  async ping(node: NodeAddress): Promise<NodeState | undefined> {
    const asked = { method: "GET", path: nodePaths.ping, msMax: pingMsMax } as const;
    const { state } = await this.#ask(node, asked, readJson<{ state?: NodeState }>).catch(notThere);
    return state;
  }

  /**
   * True if the node had the session and released it; `to`: address for its client, if it has one of its own. Rejects
   * with `cluster/unreachable`.
   */
  async release(node: NodeAddress, sessionId: string, to: string | null): Promise<boolean> {
    const path = `${nodePaths.release}${encodeURIComponent(sessionId)}`;
    const asked = { method: "POST", path, body: JSON.stringify({ to }), msMax: releaseMsMax } as const;
    return (await this.#ask(node, asked, readJson<{ released: boolean }>)).released;
  }

  /** Undefined for an unknown id. Rejects with `cluster/unreachable`. */
  async preview(node: NodeAddress, id: string): Promise<SharedPreview | undefined> {
    const path = `${nodePaths.preview}${encodeURIComponent(id)}`;
    const asked = { method: "GET", path, msMax: previewMsMax } as const;
    return (await this.#ask(node, asked, readJson<{ preview?: SharedPreview }>)).preview;
  }

  /** Deletes the node's files of sessions and returns their number. Rejects with `cluster/unreachable`. */
  async erase(node: NodeAddress, sessionIds: readonly string[]): Promise<number> {
    const body = JSON.stringify({ sessionIds });
    const asked = { method: "POST", path: nodePaths.erase, body, msMax: eraseMsMax } as const;
    return (await this.#ask(node, asked, readJson<{ erased: number }>)).erased;
  }

  /** Names of recordings that callers left in a session after the tone. Rejects with `cluster/unreachable`. */
  async left(node: NodeAddress, sessionId: string): Promise<readonly string[]> {
    const path = `${nodePaths.left}${encodeURIComponent(sessionId)}`;
    const asked = { method: "GET", path, msMax: leftMsMax } as const;
    return (await this.#ask(node, asked, readJson<{ names: readonly string[] }>)).names;
  }

  /** Whole file; a status other than 200: it is gone. Rejects with `cluster/unreachable`. */
  leftFile(node: NodeAddress, sessionId: string, name: string): Promise<Response> {
    const path = `${nodePaths.left}${encodeURIComponent(`${sessionId}/${name}`)}`;
    return this.#ask(node, { method: "GET", path, msMax: leftMsMax }, (response) => response);
  }

  /** Leaves telephone calls to the node. Rejects with `cluster/unreachable`. */
  async bequeath(node: NodeAddress, moved: readonly unknown[]): Promise<void> {
    const asked = { method: "POST", path: nodePaths.phones, body: JSON.stringify(moved) } as const;
    await this.#ask(node, { ...asked, msMax: releaseMsMax }, readJson<unknown>);
  }

  /** Unchanged answer of the node. Rejects with `cluster/unreachable` if none begins in time. */
  forward(node: NodeAddress, request: ForwardedRequest, signal: AbortSignal): Promise<Response> {
    const asked = { method: "POST", path: nodePaths.forward, body: JSON.stringify(request) } as const;
    return this.#ask(node, { ...asked, msMax: forwardMsMax, signal }, (response) => response);
  }

  /** Result of `read` for the answer, in time. */
  async #ask<T>(node: NodeAddress, asked: Asked, read: (response: Response) => Promise<T> | T): Promise<T> {
    const { method, path, body = "", msMax, signal } = asked;
    const limit = new AbortController();
    using _ = this.#o.clock.after(msMax, () => limit.abort());
    try {
      const response = await fetch(node.address.replace(/\/$/, "") + path, {
        method,
        headers: { [signatureHeader]: this.#o.signer.sign({ method, path, body }, node.id) },
        ...(method === "POST" ? { body } : {}),
        redirect: "manual",
        signal: signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]),
      });
      if (response.headers.get(signatureHeader) === node.id) return await read(response);
      // A server that is no node, or is another one, does not answer this path.
      await response.body?.cancel();
      throw new Error(`Status ${response.status} of something else`);
    } catch (cause) {
      throw unreachable(node, cause);
    }
  }
}

async function readJson<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

function notThere(): { state?: undefined } {
  return {};
}

function unreachable({ id }: NodeAddress, cause: unknown): Fault {
  return new Fault(
    "cluster/unreachable",
    `The node ${id}, which has the session, does not answer: try again in a moment.`,
    { retryAfterSeconds, cause },
  );
}
