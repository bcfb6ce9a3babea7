// Caller audio of `talk`: the next audio to send, frame by frame. A recording keeps its own time; sentences wait
// until the agent has finished speaking, as a person would.

import { frameMs, silence, type Frame } from "../audio/frame.ts";

export interface CallerAudio {
  /** Next frame, due `atMs` after the start; the agent's audio so far ends at `agentEndMs`, on the same axis. */
  next(atMs: number, agentEndMs: number): Frame;
}

/** Silence of the agent before a sentence begins: longer than the pauses between its sentences. */
const quietMs = 900;

export class RecordedCaller implements CallerAudio {
  readonly #frames: readonly Frame[];
  #sent = 0;

  constructor(frames: readonly Frame[]) {
    this.#frames = frames;
  }

  next(): Frame {
    return this.#frames[this.#sent++] ?? silence;
  }
}

export class SentenceCaller implements CallerAudio {
  readonly #sentences: (readonly Frame[])[];
  #current: readonly Frame[] = [];
  #sent = 0;
  /** End of our last sentence: the agent has to answer it before the next one. */
  #saidUntilMs = 0;

  constructor(sentences: readonly (readonly Frame[])[]) {
    this.#sentences = [...sentences];
  }

  next(atMs: number, agentEndMs: number): Frame {
    if (this.#sent >= this.#current.length) {
      const isAnswered = agentEndMs > this.#saidUntilMs;
      if (!isAnswered || atMs - agentEndMs < quietMs) return silence;
      this.#current = this.#sentences.shift() ?? [];
      this.#sent = 0;
      this.#saidUntilMs = atMs + this.#current.length * frameMs;
    }
    return this.#current[this.#sent++] ?? silence;
  }
}
