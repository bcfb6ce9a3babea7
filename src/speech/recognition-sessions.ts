// Recognition sessions: those of one Worker. Each caller's turn is decoded while it is spoken, a little at a time so that
// no caller waits for another's long turn; at its pauses and at its end they tell what was understood.

import { type Frame, sampleRate } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import { CONFIRM_MIN } from "../flow/engine/understand/thresholds.ts";
import { type ClosedQuestion, closedQuestionOf } from "./closed-question.ts";
import { grammarOf, type Grammar, wordsOf } from "./grammar.ts";
import type { SpeechJobQueue } from "./speech-jobs.ts";
import type { WorkerAnswer } from "./speech-message.ts";
import type { JudgedAnswer, Listener, Recogniser } from "./recogniser.ts";
import { TurnAudio } from "./turn-audio.ts";

/** Grammars kept for the next call that hears the same question. */
const grammarsMax = 256;

/** Frames of a turn that are decoded in one job: 100 ms. */
const framesPerJob = 5;
/** A pause is long enough for a look at the words so far: 120 ms. */
const pauseMs = 120;
/** Whoever says nothing that was expected for so long gives no short answer: 8 s at 16 kHz. */
const judgedSamplesMax = 8 * sampleRate;

/** What is listened for, and how sure an answer to it is. */
interface Listening extends Grammar {
  readonly closed: ClosedQuestion | undefined;
  /** As they are heard. */
  readonly commands: ReadonlySet<string>;
}

interface Turn {
  readonly utterance: TurnAudio;
  readonly grammar: Listening | undefined;
  /** Hears the words as they come; undefined before the first of them, and for a grammar that cannot be heard. */
  listener: Listener | undefined;
  /** Frames that wait to be decoded, and whether a job for them does. */
  waiting: number;
  isQueued: boolean;
  /** Whether something was decoded since the last look. */
  isFresh: boolean;
  /** The words at the last look, and whether two looks found them to be all that could be expected. */
  text: string;
  complete: boolean;
}

class RecognitionSession {
  readonly id: number;
  grammar: Listening | undefined;
  turn: Turn | undefined;
  ended = false;

  constructor(id: number) {
    this.id = id;
  }
}

const turnOf = (grammar: Listening | undefined): Turn => ({
  utterance: new TurnAudio(),
  grammar,
  listener: undefined,
  waiting: 0,
  isQueued: false,
  isFresh: false,
  text: "",
  complete: false,
});

export interface RecognitionSessionsOptions {
  readonly recogniser: Recogniser;
  readonly jobs: Pick<SpeechJobQueue, "add">;
  readonly tell: (answer: WorkerAnswer) => void;
}

export class RecognitionSessions {
  readonly #options: RecognitionSessionsOptions;
  readonly #sessions = new Map<number, RecognitionSession>();
  readonly #grammars = new Map<string, Listening>();

  constructor(options: RecognitionSessionsOptions) {
    this.#options = options;
  }

  hear(id: number, frame: Frame): void {
    const session = this.#session(id);
    const turn = (session.turn ??= turnOf(session.grammar));
    const pauses = turn.utterance.push(frame);
    turn.waiting += 1;
    const isDue = pauses || turn.waiting >= framesPerJob;
    if (!isDue || turn.isQueued || turn.grammar?.whole === undefined) return;
    turn.isQueued = true;
    this.#options.jobs.add("partial", () => {
      turn.isQueued = false;
      // A turn that is over is decoded to its end by another job.
      if (session.turn !== turn || session.ended) return;
      this.#decode(session.id, turn);
      if (turn.utterance.silentMs >= pauseMs) this.#look(session.id, turn);
    });
  }

  /** `number` comes back with the answer. */
  finalize(id: number, number: number): void {
    const session = this.#session(id);
    const { turn } = session;
    session.turn = undefined;
    this.#options.jobs.add("final", () => {
      if (session.ended) return;
      const heard = turn === undefined ? { text: "" } : this.#judged(id, turn);
      const isUnlikely = heard.confidence !== undefined && heard.confidence < CONFIRM_MIN;
      // A turn without recognised words is no misunderstanding.
      const rejected = isUnlikely || (heard.text === "" && turn?.utterance.audible === true);
      const told = isUnlikely ? { text: "" } : heard;
      this.#options.tell({ type: "end-of-turn", id, turn: number, ...told, rejected });
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

  /** What has come of a turn since the last time. */
  #decode(id: number, turn: Turn, isOver = false): void {
    turn.waiting = 0;
    const pcm = turn.utterance.take(isOver);
    const jsgf = turn.grammar?.whole;
    if (pcm.length === 0 || jsgf === undefined) return;
    this.#guarded(
      id,
      () => {
        turn.listener ??= this.#options.recogniser.listen(jsgf);
        turn.listener.push(pcm);
        turn.isFresh = true;
      },
      undefined,
    );
  }

  /** In a pause: tells what is new. */
  #look(id: number, turn: Turn): void {
    const { grammar, listener } = turn;
    if (grammar === undefined || listener === undefined) return;
    const text = turn.isFresh ? this.#guarded(id, () => listener.soFar(), "") : turn.text;
    turn.isFresh = false;
    const isSame = text === turn.text;
    const complete = isSame && grammar.fits(text) && !grammar.grows(text);
    if (isSame && complete === turn.complete) return;
    turn.text = text;
    turn.complete = complete;
    this.#options.tell({ type: "partial", id, text, complete });
  }

  /** The whole of a turn that is over, and how sure it is where that can be told. */
  #judged(id: number, turn: Turn): JudgedAnswer {
    this.#decode(id, turn, true);
    const { grammar, listener } = turn;
    const whole = this.#guarded(id, () => listener?.end() ?? "", "");
    const heard = grammar?.fits(whole) === true ? whole : "";
    const closed = grammar?.closed;
    if (closed === undefined) return { text: heard };
    const pcm = turn.utterance.pcm();
    const isCommand = grammar?.commands.has(heard) === true;
    const meant = isCommand ? this.#commanded(id, pcm, { heard, answers: closed.core }) : { text: heard };
    if (meant.text !== heard) return meant;
    if (heard === "" && pcm.length > judgedSamplesMax) return { text: "" };
    return this.#guarded(id, () => this.#options.recogniser.judge(pcm, heard, closed), { text: "" });
  }

  #commanded(id: number, pcm: Float32Array, { heard, answers }: { heard: string; answers: string }) {
    const judge = (): JudgedAnswer => this.#options.recogniser.judgeCommand(pcm, heard, answers);
    return this.#guarded(id, judge, { text: heard });
  }

  /** One call's odd grammar must not cost the others their Worker; a recogniser that crashed must. */
  #guarded<T>(id: number, work: () => T, otherwise: T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      this.#options.tell({ type: "warning", id, code: "speech/recognition-failed", message: String(error) });
      return otherwise;
    }
  }

  #grammar(expectation: Expectation): Listening {
    const { anyOf, meanings, closed } = expectation;
    const key = JSON.stringify([anyOf, meanings, closed]);
    const known = this.#grammars.get(key);
    if (known !== undefined) {
      this.#grammars.delete(key);
      this.#grammars.set(key, known);
      return known;
    }
    const { pronounce } = this.#options.recogniser;
    const grammar: Listening = {
      ...grammarOf(expectation, pronounce),
      closed: closedQuestionOf(expectation, pronounce),
      commands: new Set(commandsIn(anyOf)),
    };
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

/** The commands among what may be said, as they are heard. */
function commandsIn(anyOf: Expectation["anyOf"]): readonly string[] {
  return anyOf.flatMap((one) =>
    one.type === "phrases" && one.areCommands === true
      ? one.phrases.map((phrase) => wordsOf(phrase).join(" "))
      : [],
  );
}
