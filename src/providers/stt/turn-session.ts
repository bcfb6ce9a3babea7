// Recogniser session of separate turns: for servers that receive each turn by itself, over its own request or
// connection. It ensures one answer per turn, in order and in time, and sends no silence; the client
// recognises each turn.

import { type Frame, frameMs } from "../../audio/frame.ts";
import { TurnLoudness } from "../../audio/turn-loudness.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import { type FailingProvider, failure } from "../connection/provider-failure.ts";
import type { ProviderContext, ProviderError, SttEvent, SttSession } from "../provider-contract.ts";
import { answerMsOf, muteTurnsMax, type SettledMore, SttTurns } from "./stt-turns.ts";

/** The engine cuts longer turns; later messages are lost. */
const turnSecondsMax = 60;
const turnFramesMax = (turnSecondsMax * 1_000) / frameMs;

/** The session as one turn's client sees it. Not to be called after the turn's close(). */
export interface TurnHost {
  readonly context: ProviderContext;
  /** Loudness of the turn so far, the present frame included. */
  readonly loudness: TurnLoudness;
  /** Expectation at the beginning of the turn. */
  readonly expectation: Expectation | undefined;
  /** All words of the turn so far; replaces those of earlier calls. */
  readonly heard: (text: string, more?: Omit<SettledMore, "glued">) => void;
  /** After finish(): no more words follow. */
  readonly answered: () => void;
  /** The session cannot continue. */
  readonly failed: (error: ProviderError) => void;
}

/** Recognises one turn. */
export interface TurnEar {
  /** Sent audio that is billed, in milliseconds. */
  readonly sentMs: number;
  hear(frame: Frame): void;
  /** Ends the turn: `host.answered()` follows. */
  finish(): void;
  /** Closes an unneeded turn. Idempotent, also after the answer. */
  close(): void;
}

/** State that a client keeps for a whole session. */
export interface TurnMaker {
  begin(host: TurnHost): TurnEar;
  close(): void;
}

export interface TurnSessionOptions {
  readonly of: FailingProvider;
  /** Milliseconds within which 99 of 100 answers come. */
  readonly finalMs: number;
  readonly sink: (event: SttEvent) => void;
  readonly context: ProviderContext;
  /** Closes the session. */
  readonly signal: AbortSignal;
  /** The maker's turns end with the session. */
  readonly maker: TurnMaker;
}

interface Turn {
  readonly loudness: TurnLoudness;
  readonly ear: TurnEar | undefined;
  heard: { readonly text: string; readonly more: Omit<SettledMore, "glued"> } | undefined;
  isAnswered: boolean;
}

/** Placeholder in the queue for a turn without audio, which is answered together with the previous one. */
const withoutAudio = (): Turn => ({
  loudness: new TurnLoudness(),
  ear: undefined,
  heard: undefined,
  isAnswered: false,
});

export class TurnSession implements SttSession {
  readonly #o: TurnSessionOptions;
  readonly #turns: SttTurns;
  readonly #over = Promise.withResolvers<ProviderError | undefined>();
  readonly #leave = (): void => this.close();
  /** Ended and not yet answered turns, oldest first; in step with those awaited in `#turns`. */
  readonly #awaited: Turn[] = [];
  #open: Turn | undefined;
  #expectation: Expectation | undefined;
  #muteTurns = 0;
  #isOver = false;

  constructor(options: TurnSessionOptions) {
    const { sink, context, signal, finalMs } = options;
    this.#o = options;
    this.#turns = new SttTurns({
      sink,
      clock: context.clock,
      answerMsMax: answerMsOf(finalMs),
      answersAll: false,
      onDone: (isLate) => this.#done(isLate),
    });
    if (signal.aborted) this.close();
    else signal.addEventListener("abort", this.#leave, { once: true });
  }

  get closed(): Promise<ProviderError | undefined> {
    return this.#over.promise;
  }

  send(frame: Frame): void {
    if (this.#isOver) return;
    this.#open ??= this.#begin();
    const { loudness, ear } = this.#open;
    const count = loudness.energies.length;
    if (count === turnFramesMax) return;
    if (count === turnFramesMax - 1) this.#o.context.log.warn("stt.turn-too-long", { turnSecondsMax });
    loudness.push(frame);
    this.#turns.sent();
    ear?.hear(frame);
  }

  finalize(turn: number): void {
    if (this.#isOver) return;
    const ended = this.#takeOpen();
    this.#endTurn(ended, () => this.#turns.finalize(turn));
    if (ended === undefined) return;
    if (ended.loudness.hasSpeech()) {
      ended.ear?.finish();
      return;
    }
    // Recognisers hear words in silence.
    ended.ear?.close();
    ended.heard = { text: "", more: {} };
    if (this.#current === ended) this.#turns.whole("");
    this.#answer(ended);
  }

  reset(): void {
    if (this.#isOver) return;
    const dropped = this.#takeOpen();
    this.#endTurn(dropped, () => this.#turns.reset());
    if (dropped === undefined) return;
    dropped.ear?.close();
    this.#answer(dropped);
  }

  expect(expectation: Expectation | undefined): void {
    this.#expectation = expectation;
  }

  close(): void {
    this.#finish(undefined);
  }

  #begin(): Turn {
    const { maker, context } = this.#o;
    const loudness = new TurnLoudness();
    const ear = maker.begin({
      context,
      loudness,
      expectation: this.#expectation,
      heard: (text, more = {}) => this.#heard(turn, text, more),
      answered: () => this.#answer(turn),
      failed: (error) => this.#finish(error),
    });
    const turn: Turn = { loudness, ear, heard: undefined, isAnswered: false };
    return turn;
  }

  #takeOpen(): Turn | undefined {
    const open = this.#open;
    this.#open = undefined;
    return open;
  }

  #endTurn(turn: Turn | undefined, end: () => boolean): void {
    const before = this.#turns.awaited;
    end();
    if (this.#turns.awaited > before) this.#awaited.push(turn ?? withoutAudio());
  }

  /** Turn whose words count. */
  get #current(): Turn | undefined {
    return this.#awaited[0] ?? this.#open;
  }

  #heard(turn: Turn, text: string, more: Omit<SettledMore, "glued">): void {
    if (this.#isOver) return;
    turn.heard = { text, more };
    if (turn === this.#current) this.#turns.whole(text, more);
  }

  #answer(turn: Turn): void {
    if (this.#isOver) return;
    turn.isAnswered = true;
    this.#advance();
  }

  /** Answers the turns at the head of the queue whose words are complete. */
  #advance(): void {
    while (this.#awaited[0]?.isAnswered === true) this.#turns.answered();
  }

  /** The oldest turn is done; the words of the next one count now. */
  #done(isLate: boolean): void {
    const turn = this.#awaited.shift();
    if (turn !== undefined) this.#leaveTurn(turn);
    const next = this.#current;
    if (next?.heard !== undefined) this.#turns.whole(next.heard.text, next.heard.more);
    this.#muteTurns = isLate ? this.#muteTurns + 1 : 0;
    if (this.#muteTurns >= muteTurnsMax) {
      const message = "The speech recogniser has stopped answering";
      this.#finish(failure(this.#o.of, "transient", "stream", { message }));
    }
    this.#advance();
  }

  /** Closes a turn and reports its use. */
  #leaveTurn({ ear }: Turn): void {
    if (ear === undefined) return;
    ear.close();
    if (ear.sentMs === 0) return;
    this.#o.sink({
      type: "usage",
      usage: { unit: "audio_ms", amount: Math.round(ear.sentMs), basis: "measured" },
    });
  }

  #finish(error: ProviderError | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#turns.close();
    this.#o.maker.close();
    for (const turn of [...this.#awaited, ...(this.#open === undefined ? [] : [this.#open])])
      this.#leaveTurn(turn);
    this.#awaited.length = 0;
    this.#open = undefined;
    this.#o.signal.removeEventListener("abort", this.#leave);
    this.#over.resolve(error);
  }
}
