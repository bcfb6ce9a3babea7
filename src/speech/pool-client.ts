// Pool client: what the pool's recognition sessions and spoken texts have in common, and what they need of the pool.

import type { Answer } from "./speech-message.ts";
import type { Slot } from "./worker-slot.ts";

/** Something that a Worker works for. */
export interface Client {
  answer(answer: Answer): void;
  /** Its Worker is gone: begins again on this one. */
  moveTo(slot: Slot): void;
  /** The pool closes. */
  end(): void;
}

/** How a client gets its place. */
export interface Places {
  /** Registers a client; it stays with its Worker as long as that lives. */
  join(client: Client): { readonly id: number; readonly slot: Slot };
  leave(id: number): void;
}
