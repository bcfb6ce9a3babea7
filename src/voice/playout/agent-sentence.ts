// Agent sentence: one sentence on its way from text to frames. It owns its synthesis, the deadline of its audio, and
// the second attempt. It knows nothing of pacing.

import { Fader } from "../../audio/fader.ts";
import { bytesOf, type Frame, frameMs, Framer, silence } from "../../audio/frame.ts";
import type { Clock } from "../../base/clock.ts";
import {
  ProviderError,
  type ProviderContext,
  type Tts,
  type TtsEvent,
  type TtsStream,
  type WordTime,
} from "../../providers/provider-contract.ts";
import { spokenForm } from "../../spoken/spoken-form.ts";
import { estimateMs, loggedOf, type PlayedSentence } from "./heard-text.ts";
import { type LoadSound, soundVoice } from "./sound-voice.ts";
import { framesToGap } from "./word-gap.ts";
import type { VoiceManner } from "../responder.ts";

/** Manner of one sentence. */
export interface SentenceManner {
  /** False only shows it. */
  readonly spoken: boolean;
  readonly interruptible: boolean;
  /** The sentence as transcripts and hooks show it, where it differs. */
  readonly logged?: string;
  readonly voice?: VoiceManner;
  /** BCP 47. Absent: unknown. */
  readonly language?: string;
  /** Written words → how a voice says them. */
  readonly pronounce?: ReadonlyMap<string, string>;
  /** Silence behind it, in milliseconds. */
  readonly pauseMs?: number;
  /** Heard in place of the voice: a file or an address. */
  readonly sound?: string;
}

export interface AgentSentenceOptions {
  readonly tts: Tts;
  /** Absent: there are no recorded sounds, and the voice says their texts. */
  readonly loadSound?: LoadSound | undefined;
  readonly clock: Clock;
  readonly context: ProviderContext;
  /** Frames have come, or the last of them has. */
  readonly changed: () => void;
  /** Nothing more can be said of this sentence. */
  readonly failed: (error: unknown) => void;
}

/** How long a voice may take for the first audio of a sentence, and then for each more. */
const audioMsMax = 4_000;
const attemptsMax = 2;

export class AgentSentence {
  readonly segment: number;
  readonly text: string;
  /** Whether the caller may cut in while it is heard, how it is spoken, and how it is logged. */
  readonly manner: SentenceManner;
  /** Audio that waits to be sent. */
  readonly frames: Frame[] = [];
  /** Frames made and frames sent, since the sentence began. */
  made = 0;
  sent = 0;
  /** Text for the voice, and the times of its words. */
  said = "";
  words: WordTime[] = [];
  /** All audio has come, or none will any more. */
  complete = false;
  /** When its first sample will be heard; known once it has been sent. */
  beginsAt: number | undefined;
  /** When its last sample will have been heard; known once all of it has been sent. */
  endsAt: number | undefined;
  /** Its beginning has been reported to the call. */
  begun = false;

  /** Frames of silence at the end of those made. */
  #silent = 0;
  #endsSoon = false;
  #attempt = 0;
  #stream: TtsStream | undefined;
  #deadline: Disposable | undefined;

  constructor(segment: number, text: string, manner: SentenceManner) {
    this.segment = segment;
    this.text = text;
    this.manner = manner;
  }

  /** Sent part, for the count of the heard words. */
  get played(): PlayedSentence {
    const { segment, text, said, words, sent, made, complete } = this;
    const madeMs = made * frameMs;
    const lengthMs = complete ? madeMs - this.#silent * frameMs : Math.max(madeMs, estimateMs(text));
    return { segment, text, said, words, ...loggedOf(this.manner), sentMs: sent * frameMs, lengthMs };
  }

  get started(): boolean {
    return this.#attempt > 0;
  }

  /**
   * Starts the synthesis; a failure before the first audio is tried once more. `isCut`: the voice cannot say some of
   * the letters, and they were left out.
   */
  voice(options: AgentSentenceOptions): { readonly isCut: boolean } {
    const { language, pronounce, sound } = this.manner;
    const { loadSound: load, tts } = options;
    const isSound = sound !== undefined && load !== undefined;
    const form = spokenForm(this.text, { language, speaks: tts.speaks, pronounce });
    this.said = form.text;
    this.#attemptAt(isSound ? { ...options, tts: soundVoice({ sound, load, tts }) } : options, 1);
    return isSound ? { isCut: false } : form;
  }

  #attemptAt(options: AgentSentenceOptions, attempt: number): void {
    const { said } = this;
    const framer = new Framer();
    const keep = (frame: Frame): void => {
      this.frames.push(frame);
      this.made += 1;
    };
    // A voice may answer before it returns its stream, so the attempt is known by its number.
    this.#attempt = attempt;
    this.#stream = undefined;
    this.words = [];
    const live = (): boolean => this.#attempt === attempt && !this.complete;
    const settle = (failure?: unknown): void => {
      if (!live()) return;
      this.#deadline?.[Symbol.dispose]();
      if (failure === undefined) framer.rest(keep);
      const isMute = this.made === 0 && /[\p{L}\p{N}]/u.test(said);
      const error = failure ?? (isMute ? new Error("The voice said nothing") : undefined);
      if (error !== undefined && this.made === 0 && attempt < attemptsMax && mayRetry(error)) {
        this.#stream?.cancel();
        this.#attemptAt(options, attempt + 1);
        return;
      }
      framer.rest(keep);
      if (error === undefined) this.#pause(keep);
      this.complete = true;
      if (error === undefined) options.changed();
      else options.failed(error);
    };
    const wait = (): void => {
      this.#deadline?.[Symbol.dispose]();
      this.#deadline = options.clock.after(audioMsMax, () => {
        this.#stream?.cancel();
        settle(new Error("The voice has stalled"));
      });
    };
    wait();
    const hear = (event: TtsEvent): void => {
      if (!live()) return;
      if (event.type === "words") this.#times(event.words);
      if (event.type !== "audio") return;
      wait();
      framer.push(bytesOf(event.pcm), keep);
      options.changed();
    };
    const stream = options.tts.speak(said, hear, options.context);
    this.#stream = stream;
    stream.done.then(
      () => settle(),
      (error: unknown) => settle(error ?? new Error("The voice failed")),
    );
  }

  #pause(keep: (frame: Frame) => void): void {
    const { pauseMs = 0 } = this.manner;
    this.#silent = Math.ceil(pauseMs / frameMs);
    for (let i = 0; i < this.#silent; i += 1) keep(silence);
  }

  /** No text has more words than characters: a voice with more has lost its place. */
  #times(words: readonly WordTime[]): void {
    if (this.words.length + words.length <= this.said.length) this.words.push(...words);
  }

  isHalfHeard(now: number): boolean {
    return this.complete && this.begun && now - (this.beginsAt ?? now) >= (this.made * frameMs) / 2;
  }

  /** A frame that was sent, the last of them, will not be heard: it is to be sent again. */
  takeBack(frame: Frame): void {
    this.frames.unshift(frame);
    this.sent -= 1;
    this.endsAt = undefined;
    if (this.sent === 0 && !this.begun) this.beginsAt = undefined;
  }

  /**
   * Ends between two words, or where it is softest, at most so many milliseconds after what has been sent; at once where
   * nothing has. False: it does already.
   */
  endWithin(ms: number): boolean {
    if (this.#endsSoon) return false;
    this.#endsSoon = true;
    const wordEnds = this.words.map(({ endMs }) => Math.ceil(endMs / frameMs) - this.sent);
    const count = framesToGap(this.frames, wordEnds, Math.max(0, Math.floor(ms / frameMs) - 1));
    const heard = this.frames.slice(0, count);
    // A sound that is cut off fades, or it would click.
    const last = this.frames[count] ?? (this.complete ? undefined : heard.pop());
    this.cancel();
    if (this.sent > 0) this.frames.push(...heard, ...(last === undefined ? [] : [new Fader().last(last)]));
    return true;
  }

  /** Drops what has not been sent; nothing comes after this. */
  cancel(): void {
    this.complete = true;
    this.frames.length = 0;
    this.#deadline?.[Symbol.dispose]();
    this.#stream?.cancel();
  }
}

function mayRetry(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.retryable;
}
