// Pool client: the common part of the pool's recognition sessions and spoken texts, and their needs of the pool.

import type { WorkerAnswer } from "./speech-message.ts";
import type { WorkerSlot } from "./worker-slot.ts";

/** Client of a Worker. */
export interface PoolClient {
  answer(answer: WorkerAnswer): void;
  /** Its Worker is gone: restarts on this one. */
  moveTo(slot: WorkerSlot): void;
  /** The pool closes. */
  end(): void;
}

/** How a client gets its place. */
export interface SlotAssigner {
  /** Registers a client; it stays with its Worker while that lives. */
  join(client: PoolClient): { readonly id: number; readonly slot: WorkerSlot };
  leave(id: number): void;
}
