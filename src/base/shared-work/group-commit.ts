// Group commit: writes one batch after the other; all callers during a write share the next one.

export interface GroupCommitOptions {
  /** True if there is something to write. */
  readonly waits: () => boolean;
  /** Takes pending data and writes it; keeps failed parts, and does not reject. */
  readonly write: () => Promise<void>;
}

export class GroupCommit {
  readonly #o: GroupCommitOptions;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(options: GroupCommitOptions) {
    this.#o = options;
  }

  /** Resolves when a write begun after this call is done, or if there was nothing to write. */
  flush(): Promise<void> {
    if (this.#writing === undefined) return this.#begin();
    // Callers during a write share the next one: a write for each would be a queue that grows with the load.
    this.#next ??= this.#writing.then(() => this.#writing ?? this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    const { waits, write } = this.#o;
    // Later callers are not served by this one.
    this.#next = undefined;
    if (!waits()) return Promise.resolve();
    this.#writing = write().finally(() => (this.#writing = undefined));
    return this.#writing;
  }
}
