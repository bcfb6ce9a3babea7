// Turn connections: for servers that accept one turn per connection. The next connection is opened before it
// is needed, and the audio of a turn waits for its own.

import { bytesOf, type Frame, sampleRate } from "../../audio/frame.ts";
import { ProviderError } from "../provider-contract.ts";
import { ChunkJoiner } from "./audio-chunks.ts";
import type { TurnEar, TurnHost, TurnMaker } from "./turn-session.ts";

/** An open connection, used for one turn at most. No method is called after its close(). */
export interface TurnLink {
  /** Begins the turn, with its listener. */
  begin(host: TurnHost): void;
  /** PCM16 little endian. False if the audio was dropped. */
  audio(bytes: Uint8Array): boolean;
  /** All audio was sent. */
  finish(): void;
  close(): void;
}

/** Opens a connection; rejects with a ProviderError. `onOver` is called if the connection ends before it is closed. */
export type OpenLink = (onOver: (error: ProviderError | undefined) => void) => Promise<TurnLink>;

interface Link {
  readonly opening: Promise<TurnLink>;
  /** Called if the connection ends before it is closed. */
  over: ((error: ProviderError | undefined) => void) | undefined;
  isOver: boolean;
}

/** The turns of a session, each with its own connection. */
export class LinkedTurns implements TurnMaker {
  readonly #open: OpenLink;
  readonly #chunkMs: number;
  #spare: Link;
  #isClosed = false;

  private constructor(open: OpenLink, chunkMs: number) {
    this.#open = open;
    this.#chunkMs = chunkMs;
    this.#spare = this.#prepare();
  }

  /** Resolves when the first connection is open; rejects with a ProviderError. */
  static async open(open: OpenLink, chunkMs: number): Promise<LinkedTurns> {
    const turns = new LinkedTurns(open, chunkMs);
    await turns.#spare.opening;
    return turns;
  }

  begin(host: TurnHost): TurnEar {
    // A server may close an unused connection; then the turn waits for another.
    const link = this.#spare.isOver ? this.#prepare() : this.#spare;
    return new LinkedTurn(link, host, { chunkMs: this.#chunkMs, onEnd: () => this.#renew(link) });
  }

  close(): void {
    this.#isClosed = true;
    void closeLink(this.#spare);
  }

  #renew(used: Link): void {
    if (this.#isClosed) return;
    if (this.#spare === used || this.#spare.isOver) this.#spare = this.#prepare();
  }

  #prepare(): Link {
    const link: Link = { opening: this.#open((error) => end(link, error)), over: undefined, isOver: false };
    // The turn that uses the connection receives the failure.
    link.opening.catch(() => (link.isOver = true));
    return link;
  }
}

function end(link: Link, error: ProviderError | undefined): void {
  link.isOver = true;
  link.over?.(error);
}

async function closeLink({ opening }: Link): Promise<void> {
  await opening.then(
    (it) => it.close(),
    () => undefined,
  );
}

interface LinkedTurnOptions {
  readonly chunkMs: number;
  /** The connection is taken: another one is needed. */
  readonly onEnd: () => void;
}

class LinkedTurn implements TurnEar {
  sentMs = 0;
  readonly #link: Link;
  readonly #host: TurnHost;
  readonly #onEnd: () => void;
  readonly #joiner: ChunkJoiner;
  /** Audio that waits until the connection is open. */
  readonly #waiting: Uint8Array[] = [];
  #open: TurnLink | undefined;
  #isFinished = false;
  #isClosed = false;

  constructor(link: Link, host: TurnHost, { chunkMs, onEnd }: LinkedTurnOptions) {
    this.#link = link;
    this.#host = host;
    this.#onEnd = onEnd;
    this.#joiner = new ChunkJoiner(chunkMs);
    link.over = (error) => this.#over(error);
    link.opening.then(
      (it) => this.#use(it),
      (error: unknown) => this.#over(error instanceof ProviderError ? error : undefined),
    );
  }

  hear(frame: Frame): void {
    if (!this.#isClosed) this.#send(this.#joiner.push(frame));
  }

  finish(): void {
    if (this.#isClosed) return;
    this.#send(this.#joiner.rest(0));
    this.#isFinished = true;
    this.#open?.finish();
    this.#onEnd();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting.length = 0;
    void closeLink(this.#link);
    if (!this.#isFinished) this.#onEnd();
  }

  #use(link: TurnLink): void {
    if (this.#isClosed) return;
    this.#open = link;
    link.begin(this.#host);
    for (const bytes of this.#waiting.splice(0)) this.#give(link, bytes);
    if (this.#isFinished) link.finish();
  }

  #send(chunk: Int16Array | undefined): void {
    if (chunk === undefined) return;
    if (this.#open === undefined) this.#waiting.push(bytesOf(chunk));
    else this.#give(this.#open, bytesOf(chunk));
  }

  #give(link: TurnLink, bytes: Uint8Array): void {
    if (link.audio(bytes)) this.sentMs += (bytes.length / 2 / sampleRate) * 1_000;
  }

  /** Without an error the server has ended a turn that it had received completely: its words so far are the answer. */
  #over(error: ProviderError | undefined): void {
    if (this.#isClosed) return;
    if (error === undefined) this.#host.answered();
    else this.#host.failed(error);
  }
}
