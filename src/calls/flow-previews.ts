// Flow previews: unstored flows for trials, kept in memory for a while under unguessable ids. An id names its node,
// from which any other node gets the preview.

import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import type { FlowReader } from "../cloud/flow-reader.ts";
import { nodeIn } from "../cluster/node-id.ts";
import type { SharedPreview } from "../cluster/node-request.ts";
import type { Program } from "../flow/language/program.ts";

export interface Preview {
  readonly programId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

interface Kept extends Preview, SharedPreview {
  readonly program: Program;
}

const keptForMs = 15 * 60_000;
/** Limit over all accounts; the oldest go first. */
const previewsMax = 200;
const charsMax = 8 * 1_024 * 1_024;

export interface PreviewsOptions {
  readonly clock: Clock;
  readonly reader: Pick<FlowReader, "preview">;
  readonly nodeId: () => string;
  /** Reads a preview of another node; absent without other nodes. */
  readonly fetchFrom?:
    ((nodeId: string, programId: string) => Promise<SharedPreview | undefined>) | undefined;
}

export class Previews {
  readonly #o: PreviewsOptions;
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();
  #chars = 0;

  constructor(options: PreviewsOptions) {
    this.#o = options;
  }

  /** Rejects with `flow/invalid` for a text that cannot run, and `request/too-large`. */
  async keep(text: string, accountId: string | undefined): Promise<Preview> {
    const { clock, nodeId } = this.#o;
    const expiresAt = clock.wall() + keptForMs;
    return this.#keep(newId(`preview_${nodeId()}`, clock.wall()), { text, accountId, expiresAt });
  }

  /** Gets another node's preview with this id, if it is one. Rejects with `cluster/unreachable`, and like `keep`. */
  async fetch(programId: string): Promise<void> {
    const { fetchFrom, nodeId } = this.#o;
    const node = programId.startsWith("preview_") ? nodeIn(programId) : undefined;
    if (node === undefined || node === nodeId() || this.#kept.has(programId)) return;
    const sharedPreview = await fetchFrom?.(node, programId);
    if (sharedPreview !== undefined) await this.#keep(programId, sharedPreview);
  }

  /** Preview in the form for other nodes. */
  sharedOf(programId: string): SharedPreview | undefined {
    const kept = this.#kept.get(programId);
    return kept && { text: kept.text, accountId: kept.accountId, expiresAt: kept.expiresAt };
  }

  /** Undefined also for another account's. */
  find(programId: string | undefined, accountId: string | undefined): Program | undefined {
    const preview = this.#kept.get(programId ?? "");
    if (preview === undefined || preview.expiresAt <= this.#o.clock.wall()) return undefined;
    return preview.accountId === accountId || preview.accountId === undefined ? preview.program : undefined;
  }

  async #keep(programId: string, shared: SharedPreview): Promise<Preview> {
    const { program } = await this.#o.reader.preview(shared.text, shared.accountId);
    const preview = { ...shared, programId, program };
    this.#drop(programId);
    this.#kept.set(programId, preview);
    this.#chars += shared.text.length;
    this.#makeRoom(this.#o.clock.wall());
    return preview;
  }

  #drop(programId: string): void {
    this.#chars -= this.#kept.get(programId)?.text.length ?? 0;
    this.#kept.delete(programId);
  }

  #makeRoom(at: number): void {
    for (const { programId, expiresAt } of this.#kept.values()) {
      const isFull = this.#kept.size > previewsMax || this.#chars > charsMax;
      if (!isFull && expiresAt > at) break;
      this.#drop(programId);
    }
  }
}
