// Flow previews: flows that are tried before they are stored, kept in memory for a while under ids that cannot be
// guessed.

import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import type { FlowReader } from "../cloud/flow-reader.ts";
import type { Program } from "../flow/language/program.ts";

export interface Preview {
  readonly programId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

interface Kept extends Preview {
  readonly program: Program;
  /** The account that owns it; a visitor's preview has none. */
  readonly accountId: string | undefined;
  readonly chars: number;
}

const keptForMs = 15 * 60_000;
/** Of all accounts together; the oldest go first. */
const previewsMax = 200;
const charsMax = 8 * 1_024 * 1_024;

export class Previews {
  readonly #clock: Clock;
  readonly #reader: Pick<FlowReader, "preview">;
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();
  #chars = 0;

  constructor(options: { readonly clock: Clock; readonly reader: Pick<FlowReader, "preview"> }) {
    this.#clock = options.clock;
    this.#reader = options.reader;
  }

  /** Rejects with `flow/invalid` for a text that cannot run, and `request/too-large`. */
  async keep(text: string, accountId: string | undefined): Promise<Preview> {
    const { program } = await this.#reader.preview(text, accountId);
    const at = this.#clock.wall();
    const programId = newId("preview", at);
    const preview = { programId, expiresAt: at + keptForMs, program, accountId, chars: text.length };
    this.#kept.set(programId, preview);
    this.#chars += preview.chars;
    this.#makeRoom(at);
    return preview;
  }

  /** Undefined also for another account's. */
  find(programId: string | undefined, accountId: string | undefined): Program | undefined {
    const preview = this.#kept.get(programId ?? "");
    if (preview === undefined || preview.expiresAt <= this.#clock.wall()) return undefined;
    return preview.accountId === accountId || preview.accountId === undefined ? preview.program : undefined;
  }

  #makeRoom(at: number): void {
    for (const { programId, expiresAt, chars } of this.#kept.values()) {
      const isFull = this.#kept.size > previewsMax || this.#chars > charsMax;
      if (!isFull && expiresAt > at) break;
      this.#kept.delete(programId);
      this.#chars -= chars;
    }
  }
}
