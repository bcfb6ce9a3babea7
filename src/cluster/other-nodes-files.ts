// Files of other nodes: a session's files on their disks, to be read or deleted from here.

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
   * Deletes what all of them have of some sessions, and answers how many files that was. Rejects with
   * `cluster/unreachable` when one does not answer; one that is given up does it itself when it is back.
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
