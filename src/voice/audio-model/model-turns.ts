// Model turns: turns of a caller that a model has taken, and their words, which may come after the answer. Words reach
// the line of the history that waits for them, however late.

import type { HistoryLine } from "../llm-history.ts";

interface ModelTurn {
  readonly id: string;
  readonly atMs: number;
  text: string;
}

/** Turns without an answer that are remembered. */
const turnsMax = 20;

export class ModelTurns {
  /** Turns that no line of the history has, oldest first. */
  #open: ModelTurn[] = [];
  readonly #lines = new Map<string, { readonly line: HistoryLine; readonly turns: readonly ModelTurn[] }>();

  taken(id: string, atMs: number): void {
    this.#open = [...this.#open, { id, atMs, text: "" }].slice(-turnsMax);
  }

  /** The words of a turn so far. Returns all of them, and when it was taken; undefined: no such turn. */
  words(id: string, text: string, isFinal: boolean): Pick<ModelTurn, "text" | "atMs"> | undefined {
    const owner = this.#lines.get(id);
    const turn = (owner?.turns ?? this.#open).find((each) => each.id === id);
    if (turn === undefined) return undefined;
    turn.text = isFinal ? text : turn.text + text;
    if (owner !== undefined) owner.line.text = textOf(owner.turns);
    return { text: turn.text, atMs: turn.atMs };
  }

  /** The answer to all open turns begins: `line` is what the caller has said. */
  answeredIn(line: HistoryLine): void {
    const turns = this.#open;
    this.#open = [];
    for (const { id } of turns) this.#lines.set(id, { line, turns });
    for (const id of [...this.#lines.keys()].slice(0, -turnsMax)) this.#lines.delete(id);
    line.text = textOf(turns);
  }
}

const textOf = (turns: readonly ModelTurn[]): string =>
  turns
    .map(({ text }) => text.trim())
    .filter((text) => text !== "")
    .join(" ");
