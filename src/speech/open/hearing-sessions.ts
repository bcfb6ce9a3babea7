// Hearing sessions: the sessions of one recogniser thread. A caller's turn is heard at its pauses, so its text
// usually exists at the end of the turn; during speech as often as time allows.

import type { Frame } from "../../audio/frame.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import { windowSamples } from "../silero/assembly/silero-layout.ts";
import type { WorkerAnswer } from "../speech-message.ts";
import type { EarsQueue } from "./ears-queue.ts";
import type { OpenAnswer, OpenRecogniser } from "./any-words.ts";
import { Question } from "./question.ts";
import { SpeechCut, type WindowJudge } from "./speech-cut.ts";

/** Questions kept for the next call that hears them. */
const questionsMax = 64;
/** Speech between two texts while the caller talks: 19 windows of 32 ms, 600 ms. */
const interimWindows = 19;

interface Turn {
  readonly cut: SpeechCut;
  readonly question: Question | undefined;
  isQueued: boolean;
  isOver: boolean;
  /** Last text, and its speech: number of windows, and their place. */
  answer: OpenAnswer | undefined;
  heard: number;
  words: string;
}

interface Session {
  question: Question | undefined;
  turn: Turn | undefined;
  /** Turns that ended without an answer yet. */
  readonly ends: { readonly number: number; readonly turn: Turn | undefined }[];
  hasEnded: boolean;
}

export interface HearingSessionsOptions {
  readonly recogniser: Pick<OpenRecogniser, "hear" | "pieces">;
  /** The voice detector's. */
  readonly judge: WindowJudge;
  readonly jobs: Pick<EarsQueue, "add">;
  readonly tell: (answer: WorkerAnswer) => void;
}

const secondsIn = ({ cut }: Turn): number => (cut.spoken * windowSamples) / 16_000;
/** Its text covers all speech. */
const isHeard = ({ answer, cut, heard }: Turn): boolean => answer !== undefined && cut.spoken === heard;

export class HearingSessions {
  readonly #o: HearingSessionsOptions;
  readonly #sessions = new Map<number, Session>();
  readonly #questions = new Map<string, Question | undefined>();

  constructor(options: HearingSessionsOptions) {
    this.#o = options;
  }

  hear(id: number, frame: Frame): void {
    const session = this.#session(id);
    const turn = (session.turn ??= this.#turnOf(session));
    const pauses = turn.cut.push(frame);
    const isLong = turn.question === undefined && turn.cut.spoken - turn.heard >= interimWindows;
    if ((!pauses && !isLong) || turn.isQueued || turn.cut.spoken === turn.heard) return;
    turn.isQueued = true;
    const isTaken = this.#o.jobs.add({
      urgency: pauses ? "pause" : "interim",
      seconds: secondsIn(turn),
      isFirst: turn.answer === undefined,
      // Another job hears an ended turn.
      isOvertaken: () => turn.isOver || session.hasEnded,
      run: () => {
        turn.isQueued = false;
        if (turn.cut.spoken !== turn.heard) this.#tellSoFar(id, turn);
      },
    });
    if (!isTaken) turn.isQueued = false;
  }

  /** `number` comes back with the answer. */
  finalize(id: number, number: number): void {
    const session = this.#session(id);
    const { turn } = session;
    session.turn = undefined;
    if (turn !== undefined) turn.isOver = true;
    session.ends.push({ number, turn });
    const isShort = turn === undefined || turn.question !== undefined || isHeard(turn);
    this.#o.jobs.add({
      urgency: isShort ? "short-final" : "final",
      seconds: turn === undefined || isHeard(turn) ? 0 : secondsIn(turn),
      isOvertaken: () => session.hasEnded,
      run: () => this.#tellEnd(id, session),
    });
  }

  #tellSoFar(id: number, turn: Turn): void {
    const { text = "", complete = false } = turn.answer ?? {};
    this.#hearTurn(id, turn);
    const { answer } = turn;
    if (answer === undefined || (answer.text === text && answer.complete === complete)) return;
    this.#o.tell({ type: "partial", id, text: answer.text, complete: answer.complete });
  }

  /** First unanswered turn, in any order of the jobs: a caller's turns are answered in order. */
  #tellEnd(id: number, { ends }: Session): void {
    const end = ends.shift();
    if (end === undefined) return;
    const { number, turn } = end;
    if (turn !== undefined && !isHeard(turn)) this.#hearTurn(id, turn);
    const { text = "", rejected = false, confidence, alternative, evidence } = turn?.answer ?? {};
    this.#o.tell({
      type: "end-of-turn",
      id,
      turn: number,
      text,
      rejected,
      ...(confidence === undefined || text === "" ? {} : { confidence }),
      ...(alternative === undefined || text === "" ? {} : { alternative }),
      ...(evidence === undefined ? {} : { evidence }),
    });
  }

  reset(id: number): void {
    const session = this.#session(id);
    if (session.turn !== undefined) session.turn.isOver = true;
    session.turn = undefined;
  }

  expect(id: number, expectation: Expectation | undefined): void {
    this.#session(id).question = this.#questionOf(expectation);
  }

  end(id: number): void {
    const session = this.#sessions.get(id);
    if (session !== undefined) session.hasEnded = true;
    this.#sessions.delete(id);
  }

  #hearTurn(id: number, turn: Turn): void {
    const { cut, question, answer } = turn;
    turn.heard = cut.spoken;
    const { words } = cut;
    // Breath after the words is not part of them: they have been heard.
    if (answer !== undefined && words === turn.words) return;
    turn.words = words;
    try {
      turn.answer = this.#o.recogniser.hear(cut.pcm(), question, answer?.pieces);
    } catch (error) {
      // One call's odd turn must not cost the others their thread; a crashed engine must.
      if (error instanceof WebAssembly.RuntimeError) throw error;
      this.#o.tell({ type: "warning", id, code: "speech/recognition-failed", message: String(error) });
    }
  }

  #turnOf({ question }: Session): Turn {
    const kinds = { isDictated: question?.kind === "digits", isAnswer: question !== undefined };
    const cut = new SpeechCut(this.#o.judge, kinds);
    return { cut, question, isQueued: false, isOver: false, answer: undefined, heard: 0, words: "" };
  }

  #questionOf(expectation: Expectation | undefined): Question | undefined {
    if (expectation?.closed !== true) return undefined;
    const { anyOf, meanings } = expectation;
    const key = JSON.stringify([anyOf, meanings]);
    const question = this.#questions.get(key) ?? Question.of(this.#o.recogniser.pieces, expectation);
    // The newest question moves to the end; the oldest is dropped.
    this.#questions.delete(key);
    this.#questions.set(key, question);
    const [oldest] = this.#questions.keys();
    if (this.#questions.size > questionsMax && oldest !== undefined) this.#questions.delete(oldest);
    return question;
  }

  #session(id: number): Session {
    const session = this.#sessions.get(id);
    if (session !== undefined) return session;
    const fresh: Session = { question: undefined, turn: undefined, ends: [], hasEnded: false };
    this.#sessions.set(id, fresh);
    return fresh;
  }
}
