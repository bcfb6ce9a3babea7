// Voice detector of the pool: the embedded detector as the engine sees it. One session a call, judged in a Worker.

import { type Frame, samplesPerFrame } from "../audio/frame.ts";
import type { Vad, VadEvent, VadSession } from "../providers/provider-contract.ts";
import type { PoolClient, SlotAssigner } from "./pool-client.ts";
import type { WorkerAnswer } from "./speech-message.ts";
import type { WorkerSlot } from "./worker-slot.ts";

export function poolVad(places: SlotAssigner): Vad {
  return { open: (sink) => new PooledVadSession(places, sink) };
}

class PooledVadSession implements VadSession, PoolClient {
  readonly #places: SlotAssigner;
  readonly #sink: (event: VadEvent) => void;
  readonly #id: number;
  #slot: WorkerSlot;
  #pushed = 0;
  #skipping = false;
  #closed = false;

  constructor(places: SlotAssigner, sink: (event: VadEvent) => void) {
    this.#places = places;
    this.#sink = sink;
    const { id, slot } = places.join(this);
    this.#id = id;
    this.#slot = slot;
  }

  push(frame: Frame): void {
    if (this.#closed) return;
    if (this.#skipping) return this.#skip();
    if (!this.#slot.audio("watch", this.#id, frame)) return this.#skip();
    this.#pushed += samplesPerFrame;
  }

  reset(): void {
    if (!this.#closed) this.#continue();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#slot.order({ type: "watch-end", id: this.#id });
    this.#places.leave(this.#id);
  }

  answer(answer: WorkerAnswer): void {
    if (answer.type !== "probability" || this.#closed) return;
    this.#sink({ probability: answer.probability, atSample: answer.atSample });
  }

  moveTo(slot: WorkerSlot): void {
    if (this.#closed) return;
    this.#slot = slot;
    this.#passOver();
  }

  end(): void {
    this.#closed = true;
  }

  /** The Worker is too far behind: frames that it cannot judge count as silence, so that turns do not wait for it. */
  #skip(): void {
    this.#pushed += samplesPerFrame;
    if (this.#skipping) return;
    this.#skipping = true;
    // Later, so that `push` never calls the sink itself, and once for all that is skipped until then.
    setImmediate(() => {
      this.#skipping = false;
      if (!this.#closed) this.#passOver();
    });
  }

  /** What was pushed so far will not be judged any more. */
  #passOver(): void {
    this.#continue();
    if (this.#pushed > 0) this.#sink({ probability: 0, atSample: this.#pushed });
  }

  #continue(): void {
    this.#slot.order({ type: "watch-from", id: this.#id, atSample: this.#pushed });
  }
}
