// Player marks: places in the agent's audio whose playing is reported. Pure; positions are samples since the beginning.

interface Mark {
  readonly position: number;
  readonly heard: () => void;
}

export class PlayerMarks {
  /** Open marks in the order of their positions. */
  #open: Mark[] = [];

  add(position: number, heard: () => void): void {
    this.#open.push({ position, heard });
  }

  /** Marks before this position; each is returned once. */
  reached(position: number): readonly (() => void)[] {
    const count = this.#open.findIndex((mark) => mark.position > position);
    return this.#open.splice(0, count === -1 ? this.#open.length : count).map(({ heard }) => heard);
  }

  /** Forgets all marks, because their audio is dropped. */
  clear(): void {
    this.#open = [];
  }
}
