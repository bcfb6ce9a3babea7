// Shared nodes: several servers of this process that listen and share one store, like nodes of a cluster; in the run's
// kind of store.

import type { Deps } from "../../../src/app.ts";
import type { Store } from "../../../db/port/store.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { Invitation } from "../../../src/cloud/invitation.ts";
import type { Environment } from "../../../src/config.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../fakes/fake-speech.ts";
import { answer } from "../people.ts";
import { freePort } from "./free-port.ts";
import { until } from "../until.ts";
import { type TestServer, serveTest } from "./served.ts";
import { type ChosenStore, chosenStore } from "../stores/chosen-store.ts";

export interface SharedNode extends TestServer {
  /** Its id in the store. */
  readonly id: string;
  readonly port: number;
  readonly invitation: Invitation;
  /** Number of its calls. */
  calls(): Promise<number>;
  /** The node is unreachable, and its calls continue. */
  stopListening(): Promise<void>;
}

/** `hasOwnUrl`: clients reach it and no other at its own address. */
export interface NodeSettings {
  readonly env?: Environment;
  readonly hasOwnUrl?: boolean;
}

const masterKey = "7c".repeat(32);

export class SharedNodes implements AsyncDisposable {
  readonly store: Store;
  readonly #owned = new AsyncDisposableStack();
  readonly #known = new Set<string>();

  private constructor(opened: ChosenStore) {
    this.store = { ...opened.store, isShared: true };
    this.#owned.use(opened);
  }

  /** Opens two nodes, started in this order. */
  static async open(
    first: NodeSettings = {},
    second: NodeSettings = {},
  ): Promise<SharedNodes & { readonly nodes: readonly [SharedNode, SharedNode] }> {
    const world = new SharedNodes(await chosenStore());
    const nodes = [await world.start(first), await world.start(second)] as const;
    return Object.assign(world, { nodes });
  }

  /** Resolves when the node is up, so that a node that starts after it sees it at once. */
  async start({ hasOwnUrl = false, env = {} }: NodeSettings = {}): Promise<SharedNode> {
    const port = Number(env["PORT"] ?? (await freePort()));
    const own: Environment = hasOwnUrl ? { NODE_URL: `http://127.0.0.1:${port}` } : {};
    const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
    const invitation = new Invitation(wallClock);
    const given = { store: this.store, speech, invitation } as Partial<Deps>;
    const all = { SPEECH: "on", MASTER_KEY: masterKey, ...own, ...env, PORT: String(port) };
    const served = this.#owned.use(await serveTest(all, given));
    served.app.listen({ hostname: "127.0.0.1", port });
    const rows = await this.store.nodes.list(Date.now());
    const id = rows.find((row) => !this.#known.has(row.id))?.id ?? "";
    this.#known.add(id);
    const state = async (): Promise<string | undefined> =>
      (await this.store.nodes.list(Date.now())).find((row) => row.id === id)?.state;
    await until("node that is up", async () => (await state()) === "up");
    return {
      ...served,
      id,
      port,
      invitation,
      calls: async () => (await answer<{ calls: number }>(served.ask("/ready"))).calls,
      stopListening: async () => void (await served.app.stop(true)),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned.disposeAsync();
  }
}
