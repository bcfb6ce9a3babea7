// Shared nodes: several servers of this process that listen and work on one store, as nodes of a cluster do.

import type { Deps } from "../../../src/app.ts";
import type { Store } from "../../../db/port/store.ts";
import type { Environment } from "../../../src/config.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../fakes/fake-speech.ts";
import { answer } from "../people.ts";
import { freePort } from "./free-port.ts";
import { type Served, serveTest } from "./served.ts";
import { memoryStore } from "./store.ts";

export interface SharedNode extends Served {
  /** As the store knows it. */
  readonly id: string;
  readonly port: number;
  /** How many it has. */
  calls(): Promise<number>;
  /** Nobody reaches it any more, and what it has goes on. */
  stopListening(): Promise<void>;
}

const masterKey = "7c".repeat(32);

export class SharedNodes implements AsyncDisposable {
  readonly store: Store = { ...memoryStore(), isShared: true };
  readonly #owned = new AsyncDisposableStack();
  readonly #known = new Set<string>();

  constructor() {
    this.#owned.use(this.store);
  }

  static async open<Nodes extends readonly Environment[]>(
    ...environments: Nodes
  ): Promise<SharedNodes & { readonly nodes: { readonly [I in keyof Nodes]: SharedNode } }> {
    const world = new SharedNodes();
    const nodes: SharedNode[] = [];
    for (const environment of environments) nodes.push(await world.start(environment));
    // One for each of them.
    return Object.assign(world, { nodes: nodes as { [I in keyof Nodes]: SharedNode } });
  }

  async start(environment: Environment = {}): Promise<SharedNode> {
    const port = Number(environment["PORT"] ?? (await freePort()));
    const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
    const given = { store: this.store, speech } as Partial<Deps>;
    const settings = { MASTER_KEY: masterKey, ...environment, PORT: String(port) };
    const served = this.#owned.use(await serveTest(settings, given));
    served.app.listen({ hostname: "127.0.0.1", port });
    const rows = await this.store.nodes.list(Date.now());
    const id = rows.find((row) => !this.#known.has(row.id))?.id ?? "";
    this.#known.add(id);
    return {
      ...served,
      id,
      port,
      calls: async () => (await answer<{ calls: number }>(served.ask("/ready"))).calls,
      stopListening: async () => void (await served.app.stop(true)),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned.disposeAsync();
  }
}
