// Call laws: conditions of every simulated call at every instant, for any caller and any failure. Besides the
// invariants of all calls they check the caller and the frames on the line, and they name each broken law.

import type { Frame } from "../audio/frame.ts";
import type { CallEvent } from "../voice/call-event.ts";
import { CallInvariants } from "../voice/invariants/call-invariants.ts";
import type { TurnDecision } from "../voice/turn-loop.ts";
import { agentSoundIn, framesOf } from "./marked-audio.ts";
import type { SpokenTexts } from "./sim-speech.ts";

/** From the end of a caller's turn to the first sound of an answer that waits for nothing else, in milliseconds. */
const answerMsMax = 6_000;
/**
 * From a caller's first word to the agent's silence, in milliseconds: detection, and the time in which it
 * could be a cough.
 */
const bargeInMsMax = 300;
/** An agent that pauses for a caller's sound continues, or is cut, within this many milliseconds. */
const pauseMsMax = 1_400;
/** The agent may also begin within this many milliseconds after the caller's first word. */
const beginsOverMsMax = 200;
/** Audible beginning of a pause: the fading frame, in milliseconds. */
const fadeMs = 40;
/** Frames in transit when a reply is cut are heard as one fading frame. */
const brokenMax = 20;

export interface BrokenLaw {
  readonly law: string;
  readonly atMs: number;
  readonly detail: string;
}

/** State of the agent at an event. */
export interface CallPosition {
  /** True if the agent answers the caller's words now. */
  readonly listens: boolean;
  /** True if the caller talks to another person. */
  readonly onHold: boolean;
  readonly mayBeInterrupted: boolean;
}

export interface Instant {
  /** True while the agent waits for something other than its caller. */
  readonly works: boolean;
  /** True while the caller says words over an agent that may be interrupted. */
  readonly talkedOver: boolean;
}

export class CallLaws {
  readonly #texts: SpokenTexts;
  readonly #saidOf: (written: string) => readonly string[];
  readonly #broken: BrokenLaw[] = [];
  /** The laws that need no audio. */
  readonly #invariants = new CallInvariants({
    broken: (law, atMs, detail) => this.#break(law, atMs, detail),
    pauseMsMax,
  });
  /** Number of played frames of each sentence, by the number in their audio. */
  readonly #played = new Map<number, number>();
  /** Sentences heard completely or cut, in order. */
  readonly #heard: { readonly text: string; readonly whole: boolean }[] = [];
  #owedSince: number | undefined;
  #callerSpeaks = false;
  /** Time since which the words of a caller who speaks to the agent alone are heard. */
  #wordsSince: number | undefined;
  #talkedOverSince: number | undefined;
  /** True if the agent has just continued after a pause. */
  #resumes = false;
  /** True if the call ends, independently of the caller. */
  #isEnding = false;
  /** For each text of a sentence, the reply that spoke it last. */
  readonly #toldBy = new Map<string, number>();
  /** For each speech of a model, the reply that played it. */
  readonly #models = new Map<number, number>();
  /** Number of sentences that the call itself reported as unspoken. */
  #unspoken = 0;

  /**
   * `texts`: what was spoken, by the numbers in its audio. `saidOf`: what it may be given for a
   * written sentence.
   */
  constructor(texts: SpokenTexts, saidOf: (written: string) => readonly string[]) {
    this.#texts = texts;
    this.#saidOf = saidOf;
  }

  /** At most twenty: a call that breaks a law often breaks it repeatedly. */
  get broken(): readonly BrokenLaw[] {
    return this.#broken;
  }

  event(event: CallEvent, standing: CallPosition): void {
    this.#notice(event, standing);
    this.#invariants.event(event);
  }

  /** Takes a decision of the turn step. */
  decided(decision: Pick<TurnDecision, "on">): void {
    this.#invariants.decided(decision);
  }

  #notice(event: CallEvent, { listens, onHold, mayBeInterrupted }: CallPosition): void {
    const { atMs } = event;
    switch (event.type) {
      case "agent-speaking":
        this.#owedSince = undefined;
        if (event.speaking && mayBeInterrupted) this.#beginsOver(event);
        return;
      case "agent-paused":
        this.#resumes = !event.paused;
        return;
      case "user-words":
        // Words over a prompt that must be heard to its end do not count.
        if (listens && this.#invariants.owesReply(event)) this.#owedSince = atMs;
        if (event.text !== "" && this.#callerSpeaks && !onHold) this.#wordsSince ??= atMs;
        return;
      case "user-speaking":
        this.#callerSpeaks = event.speaking;
        this.#wordsSince = undefined;
        if (event.speaking) this.#owedSince = undefined;
        return;
      case "sentence":
        this.#sentence(event);
        return;
      case "interrupted":
        if (event.heardText !== "") this.#heard.push({ text: event.heardText, whole: false });
        return;
      case "failed":
        // The client was notified that a sentence could not be spoken, or that hearing is lost.
        this.#owedSince = undefined;
        this.#unspoken += 1;
        this.#isEnding ||= event.fatal;
        return;
      case "ending":
        this.#isEnding = true;
        return;
      default:
        return;
    }
  }

  /** Takes a frame that was sent to the line. */
  frame(frame: Frame, atMs: number): void {
    const sound = agentSoundIn(frame);
    if (sound === undefined) return;
    const { speaking, pausedAtMs = atMs } = this.#invariants;
    if (speaking === undefined)
      this.#break("audio belongs to the reply that speaks", atMs, "no reply speaks");
    else if (this.#replyOf(sound.sentence, speaking) !== speaking)
      this.#break("audio belongs to the reply that speaks", atMs, `another than ${speaking}`);
    if (this.#texts.by(sound.sentence) === "unasked model")
      this.#break("no model is heard that nothing asked", atMs, `sentence ${sound.sentence}`);
    if (atMs - pausedAtMs > fadeMs)
      this.#break("an agent that pauses is silent", atMs, `${atMs - pausedAtMs} ms into its pause`);
    const before = this.#played.get(sound.sentence) ?? 0;
    // A pause can cut a frame in two; the rest comes as a frame of its own.
    const isRest = this.#resumes && sound.at === before - 1;
    this.#resumes = false;
    if (isRest) return;
    if (sound.at !== before)
      this.#break("a sentence is played in order", atMs, `${sound.at} after ${before}`);
    this.#played.set(sound.sentence, before + 1);
  }

  /** Checks the laws once in every frame. */
  instant(atMs: number, { works, talkedOver }: Instant): void {
    this.#talkedOverSince = talkedOver ? (this.#talkedOverSince ?? atMs) : undefined;
    if (this.#talkedOverSince !== undefined && atMs - this.#talkedOverSince > bargeInMsMax) {
      this.#break(
        "a caller who talks over the agent silences it",
        atMs,
        `it speaks on for ${bargeInMsMax} ms`,
      );
      this.#talkedOverSince = undefined;
    }
    this.#invariants.passed(atMs);
    if (works && this.#owedSince !== undefined) this.#owedSince = atMs;
    if (this.#owedSince === undefined || atMs - this.#owedSince <= answerMsMax) return;
    this.#break("a caller who has spoken is answered", atMs, `nothing for ${answerMsMax} ms`);
    this.#owedSince = undefined;
  }

  /** Checks the laws after the end. `left`: open work, in words. */
  end(atMs: number, left: readonly string[]): void {
    this.#invariants.over(atMs);
    for (const one of left) this.#break("nothing stays open", atMs, one);
    const whole = [...this.#played].flatMap(([sentence, frames]) => {
      const text = this.#texts.of(sentence);
      return frames >= framesOf(text) ? [text] : [];
    });
    const told = this.#heard.flatMap((one) => (one.whole ? [one.text] : []));
    const invented = told.filter((text) => !this.#saidOf(text).some((words) => take(whole, words)));
    for (const text of invented.slice(this.#unspoken))
      this.#break("the transcript is what was played", atMs, text);
  }

  /** Speech of a model belongs to the reply that first played it: its words are reported at its end. */
  #replyOf(sentence: number, speaking: number): number | undefined {
    if (this.#texts.by(sentence) === undefined) return this.#toldBy.get(this.#texts.of(sentence));
    const reply = this.#models.get(sentence) ?? speaking;
    this.#models.set(sentence, reply);
    return reply;
  }

  #sentence(event: Extract<CallEvent, { type: "sentence" }>): void {
    const { status, spoken, text, reply } = event;
    if (status === "completed" && spoken) this.#heard.push({ text, whole: true });
    if (status !== "completed") for (const words of this.#saidOf(text)) this.#toldBy.set(words, reply);
  }

  #beginsOver({ reply, atMs }: Extract<CallEvent, { type: "agent-speaking" }>): void {
    const since = this.#wordsSince ?? atMs;
    if (atMs - since > beginsOverMsMax && !this.#isEnding)
      this.#break("the agent begins when the caller is silent", atMs, `reply ${reply}`);
  }

  #break(law: string, atMs: number, detail: string): void {
    if (this.#broken.length < brokenMax) this.#broken.push({ law, atMs, detail });
  }
}

/** Removes one of the texts; returns whether it was there. */
function take(texts: string[], text: string): boolean {
  const at = texts.indexOf(text);
  if (at !== -1) texts.splice(at, 1);
  return at !== -1;
}
