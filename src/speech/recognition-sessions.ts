// Recognition sessions: those of one Worker. They collect each caller's turn, have it recognised at its pauses, and
// answer its end with what was understood last.

import type { Frame } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import { grammarOf, type Grammar } from "./grammar.ts";
import type { SpeechJobQueue } from "./speech-jobs.ts";
import type { WorkerAnswer } from "./speech-message.ts";
import type { Recogniser } from "./recogniser.ts";
import { TurnAudio } from "./turn-audio.ts";

/** Grammars kept for the next call that hears the same question. */
const grammarsMax = 256;

interface Turn {
  readonly utterance: TurnAudio;
  readonly grammar: Grammar | undefined;
  /** What was understood up to the last pause, and whether that is all that could be expected. */
  text: string;
  complete: boolean;
}

class RecognitionSession {
  readonly id: number;
  grammar: Grammar | undefined;
  turn: Turn | undefined;
  ended = false;

  constructor(id: number) {
    this.id = id;
  }
}

export interface RecognitionSessionsOptions {
  readonly recogniser: Recogniser;
  readonly jobs: SpeechJobQueue;
  readonly tell: (answer: WorkerAnswer) => void;
}

export class RecognitionSessions {
  readonly #options: RecognitionSessionsOptions;
  readonly #sessions = new Map<number, RecognitionSession>();
  readonly #grammars = new Map<string, Grammar>();

  constructor(options: RecognitionSessionsOptions) {
    this.#options = options;
  }

  hear(id: number, frame: Frame): void {
    const session = this.#session(id);
    session.turn ??= { utterance: new TurnAudio(), grammar: session.grammar, text: "", complete: false };
    const { turn } = session;
    if (!turn.utterance.push(frame) || turn.grammar?.begun === undefined) return;
    this.#options.jobs.add("partial", () => {
      // A caller who speaks again gets the next pause's partial; one whose turn ended gets the final answer.
      if (session.turn !== turn || session.ended || !turn.utterance.pausing) return;
      this.#understandSoFar(session, turn);
    });
  }

  /** `number` comes back with the answer. */
  finalize(id: number, number: number): void {
    const session = this.#session(id);
    const { turn } = session;
    session.turn = undefined;
    this.#options.jobs.add("final", () => {
      if (session.ended) return;
      const text = turn === undefined ? "" : this.#understand(id, turn);
      // A turn without recognised words is no misunderstanding.
      const rejected = text === "" && turn?.utterance.audible === true;
      this.#options.tell({ type: "end-of-turn", id, turn: number, text, rejected });
    });
  }

  reset(id: number): void {
    this.#session(id).turn = undefined;
  }

  expect(id: number, expectation: Expectation | undefined): void {
    const session = this.#session(id);
    session.grammar = expectation === undefined ? undefined : this.#grammar(expectation);
    const { grammar } = session;
    if (grammar === undefined) return;
    const warn = (code: string, message: string): void =>
      this.#options.tell({ type: "warning", id, code, message });
    if (grammar.unknown.length > 0) {
      const words = grammar.unknown.slice(0, 10).join(", ");
      warn("speech/unknown-word", `The recogniser knows no pronunciation of: ${words}`);
    }
    if (grammar.dropped > 0) {
      warn(
        "speech/expectation-too-large",
        `${grammar.dropped} of the expected phrases cannot be listened for`,
      );
    }
  }

  end(id: number): void {
    const session = this.#sessions.get(id);
    if (session !== undefined) session.ended = true;
    this.#sessions.delete(id);
  }

  #understandSoFar(session: RecognitionSession, turn: Turn): void {
    const { grammar, utterance } = turn;
    if (grammar === undefined) return;
    const before = turn.text;
    turn.text = this.#recognise(session.id, utterance, grammar.begun);
    turn.complete = grammar.fits(turn.text) && !grammar.grows(turn.text);
    if (turn.text === before) return;
    this.#options.tell({ type: "partial", id: session.id, text: turn.text, complete: turn.complete });
  }

  /** The whole of a turn that is over. What was complete at its last pause need not be heard again. */
  #understand(id: number, { grammar, utterance, text, complete }: Turn): string {
    if (grammar === undefined || (complete && !utterance.fresh)) return text;
    const whole = this.#recognise(id, utterance, grammar.whole);
    return grammar.fits(whole) ? whole : "";
  }

  /** One call's odd grammar must not cost the others their Worker; an engine that crashed must. */
  #recognise(id: number, utterance: TurnAudio, jsgf: string | undefined): string {
    try {
      return this.#options.recogniser.hear(utterance.pcm(), jsgf);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      this.#options.tell({ type: "warning", id, code: "speech/recognition-failed", message: String(error) });
      return "";
    }
  }

  #grammar({ anyOf, endSilenceMs }: Expectation): Grammar {
    const key = JSON.stringify(anyOf);
    const known = this.#grammars.get(key);
    if (known !== undefined) {
      this.#grammars.delete(key);
      this.#grammars.set(key, known);
      return known;
    }
    const grammar = grammarOf({ anyOf, endSilenceMs }, this.#options.recogniser.pronounce);
    this.#grammars.set(key, grammar);
    const [oldest] = this.#grammars.keys();
    if (this.#grammars.size > grammarsMax && oldest !== undefined) this.#grammars.delete(oldest);
    return grammar;
  }

  #session(id: number): RecognitionSession {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const fresh = new RecognitionSession(id);
    this.#sessions.set(id, fresh);
    return fresh;
  }
}
