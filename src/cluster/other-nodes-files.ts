// Files of other nodes: reads and deletes a session's files on their disks.

import type { NodeDirectory } from "./node-directory.ts";
import type { NodeRequests } from "./node-request.ts";

export interface OtherNodesFilesOptions {
  readonly nodes: Pick<NodeDirectory, "current">;
  readonly requests: Pick<NodeRequests, "erase" | "left" | "leftFile">;
}

export class OtherNodesFiles {
  readonly #o: OtherNodesFilesOptions;

  constructor(options: OtherNodesFilesOptions) {
    this.#o = options;
  }

  /**
   * Deletes all nodes' files of the sessions and returns their number. Rejects with `cluster/unreachable` if one does
   * not answer; a node that was given up deletes its own when it is back.
   */
  async erase(sessionIds: readonly string[]): Promise<number> {
    const { nodes, requests } = this.#o;
    const others = await nodes.current();
    const erased = await Promise.all(others.map((node) => requests.erase(node, sessionIds)));
    return erased.reduce((sum, files) => sum + files, 0);
  }

  /** Messages after the tone, on any node. Rejects with `cluster/unreachable`. */
  async *left(sessionId: string): AsyncGenerator<{ readonly name: string; readonly body: Response }> {
    const { nodes, requests } = this.#o;
    for (const node of await nodes.current())
      for (const name of await requests.left(node, sessionId)) {
        const body = await requests.leftFile(node, sessionId, name);
        if (body.ok) yield { name, body };
        else await body.body?.cancel();
      }
  }
}
