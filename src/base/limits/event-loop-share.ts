// Event loop share: starts a fixed number of jobs per turn of the event loop and the rest in the next ones, in order
// of arrival. Timers and sockets in between wait for no more than one share.

export class EventLoopShare {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #begun = 0;
  #armed = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Undefined if the job may begin in this turn of the event loop; otherwise a promise that resolves in its turn. */
  enter(): Promise<void> | undefined {
    this.#arm();
    if (this.#begun < this.#perTurn && this.#waiting.length === 0) {
      this.#begun += 1;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #arm(): void {
    if (this.#armed) return;
    this.#armed = true;
    setImmediate(() => {
      this.#armed = false;
      const next = this.#waiting.splice(0, this.#perTurn);
      this.#begun = next.length;
      if (next.length > 0) this.#arm();
      for (const begin of next) begin();
    });
  }
}
