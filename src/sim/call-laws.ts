// Call laws: what must hold in every call at every instant, whoever calls and whatever fails. They watch a call's
// events, the frames on its line and its caller, and name what was broken.

import type { Frame } from "../audio/frame.ts";
import type { CallEvent } from "../voice/call-event.ts";
import { agentSoundIn, framesOf } from "./marked-audio.ts";

/** From the end of a caller's turn to the first sound of an answer that waits for nothing else, in milliseconds. */
const answerMsMax = 6_000;
/** From a caller's first word to the agent's silence, in milliseconds: detection, and what is on its way. */
const bargeInMsMax = 700;
/** What is on its way when a reply is cut is heard as one fading frame. */
const brokenMax = 20;

export interface BrokenLaw {
  readonly law: string;
  readonly atMs: number;
  readonly detail: string;
}

export interface Instant {
  /** The flow waits for something else than its caller. */
  readonly works: boolean;
  /** The caller says words while the agent, whom they may interrupt, is heard. */
  readonly talkedOver: boolean;
}

export class CallLaws {
  readonly #texts: readonly string[];
  readonly #saidOf: (written: string) => readonly string[];
  readonly #broken: BrokenLaw[] = [];
  #speaking: number | undefined;
  /** The reply that is answered last; one reply has one number. */
  #replies = 0;
  /** How many frames of each sentence were played, by the number in their audio. */
  readonly #played = new Map<number, number>();
  /** Sentences that were heard whole or cut, in their order. */
  readonly #heard: { readonly text: string; readonly whole: boolean }[] = [];
  #owedSince: number | undefined;
  #talkedOverSince: number | undefined;
  /** Sentences that the call itself reported as not spoken. */
  #unspoken = 0;
  #isOver = false;

  /**
   * `texts`: what the voice was given, by the numbers in its audio. `saidOf`: what it may be given for a written
   * sentence.
   */
  constructor(texts: readonly string[], saidOf: (written: string) => readonly string[]) {
    this.#texts = texts;
    this.#saidOf = saidOf;
  }

  /** At most twenty: a call that breaks a law often breaks it always. */
  get broken(): readonly BrokenLaw[] {
    return this.#broken;
  }

  /** `works`: a tool, a model, a transfer or a recording that the flow waits for. */
  event(event: CallEvent, { works }: { readonly works: boolean }): void {
    const { atMs } = event;
    if (this.#isOver && event.type !== "tool-finished")
      this.#break("nothing follows the end", atMs, event.type);
    switch (event.type) {
      case "reply-started":
        if (event.reply <= this.#replies) this.#break("each reply is begun once", atMs, String(event.reply));
        this.#replies = event.reply;
        return;
      case "agent-speaking":
        return this.#agent(event);
      case "user-words":
        // Words over a prompt that must be heard to its end are not taken.
        if (event.final && event.text !== "" && !works && this.#speaking === undefined)
          this.#owedSince = atMs;
        return;
      case "user-speaking":
        if (event.speaking) this.#owedSince = undefined;
        return;
      case "sentence":
        if (event.status === "completed" && event.spoken) this.#heard.push({ text: event.text, whole: true });
        return;
      case "interrupted":
        if (event.heardText !== "") this.#heard.push({ text: event.heardText, whole: false });
        return;
      case "failed":
        // Its client is told that a sentence could not be spoken, or that nothing is heard any more.
        this.#owedSince = undefined;
        this.#unspoken += 1;
        return;
      case "ended":
        this.#isOver = true;
        return;
      default:
        return;
    }
  }

  /** A frame that went to the line. */
  frame(frame: Frame, atMs: number): void {
    const sound = agentSoundIn(frame);
    if (sound === undefined) return;
    if (this.#speaking === undefined)
      this.#break("audio belongs to the reply that speaks", atMs, "no reply speaks");
    const before = this.#played.get(sound.sentence) ?? 0;
    if (sound.at !== before)
      this.#break("a sentence is played in order", atMs, `${sound.at} after ${before}`);
    this.#played.set(sound.sentence, before + 1);
  }

  /** Once in every frame. */
  instant(atMs: number, { works, talkedOver }: Instant): void {
    this.#talkedOverSince = talkedOver ? (this.#talkedOverSince ?? atMs) : undefined;
    if (this.#talkedOverSince !== undefined && atMs - this.#talkedOverSince > bargeInMsMax) {
      this.#break("who talks over the agent silences it", atMs, `it speaks on for ${bargeInMsMax} ms`);
      this.#talkedOverSince = undefined;
    }
    if (works) this.#owedSince = undefined;
    if (this.#owedSince === undefined || atMs - this.#owedSince <= answerMsMax) return;
    this.#break("who has spoken is answered", atMs, `nothing for ${answerMsMax} ms`);
    this.#owedSince = undefined;
  }

  /** After the end. `left`: what is still open, in words. */
  end(atMs: number, left: readonly string[]): void {
    if (!this.#isOver) this.#break("every call ends", atMs, "it goes on");
    for (const one of left) this.#break("nothing stays open", atMs, one);
    const whole = [...this.#played].flatMap(([sentence, frames]) => {
      const text = this.#texts[sentence] ?? "";
      return frames >= framesOf(text) ? [text] : [];
    });
    const told = this.#heard.flatMap((one) => (one.whole ? [one.text] : []));
    const invented = told.filter((text) => !this.#saidOf(text).some((said) => take(whole, said)));
    for (const text of invented.slice(this.#unspoken))
      this.#break("the transcript is what was played", atMs, text);
  }

  #agent({ speaking, reply, atMs }: Extract<CallEvent, { type: "agent-speaking" }>): void {
    this.#owedSince = undefined;
    if (speaking && this.#speaking !== undefined) {
      this.#break("one reply speaks at a time", atMs, `${reply} while ${this.#speaking} speaks`);
    }
    this.#speaking = speaking ? reply : undefined;
  }

  #break(law: string, atMs: number, detail: string): void {
    if (this.#broken.length < brokenMax) this.#broken.push({ law, atMs, detail });
  }
}

/** Takes one of the texts away; whether it was there. */
function take(texts: string[], text: string): boolean {
  const at = texts.indexOf(text);
  if (at !== -1) texts.splice(at, 1);
  return at !== -1;
}
