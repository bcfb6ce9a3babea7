// Agent sentence: one sentence on its way from text to frames, with its synthesis, the deadline of its audio, and the
// second attempt. Knows nothing of pacing.

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
import type { ModelSpeech } from "../../providers/audio/model-speech.ts";
import { spokenForm } from "../../spoken/spoken-form.ts";
import { estimateMs, loggedOf, type PlayedSentence } from "./heard-text.ts";
import { type LoadSound, soundVoice } from "./sound-voice.ts";
import { speechVoice } from "./speech-voice.ts";
import { framesToGap } from "./word-gap.ts";
import type { VoiceManner } from "../responder.ts";

/** Manner of one sentence. */
export interface SentenceManner {
  /** False: shown only. */
  readonly spoken: boolean;
  readonly interruptible: boolean;
  /** Sentence for transcripts and hooks, if different. */
  readonly logged?: string;
  readonly voice?: VoiceManner;
  /** BCP 47. Absent: unknown. */
  readonly language?: string;
  /** Written words → pronunciation. */
  readonly pronounce?: ReadonlyMap<string, string>;
  /** Silence after it, in milliseconds. */
  readonly pauseMs?: number;
  /** Sound instead of the voice: a file or an address. */
  readonly sound?: string;
  /** The model says it itself; the words come with the audio. */
  readonly speech?: ModelSpeech;
}

export interface SentenceEvent {
  readonly type: "sentence";
  readonly segment: number;
  readonly text: string;
  readonly status: "new" | "started" | "completed";
  readonly spoken: boolean;
  /** Speaker, if not the call's voice. */
  readonly by?: "model";
  readonly logged?: string;
}

export interface AgentSentenceOptions {
  readonly tts: Tts;
  /** Absent: no recorded sounds; the voice says their texts. */
  readonly loadSound?: LoadSound | undefined;
  readonly clock: Clock;
  readonly context: ProviderContext;
  /** Frames have come, or the last of them has. */
  readonly changed: () => void;
  /** No more of this sentence can be said. */
  readonly failed: (error: unknown) => void;
}

/** Limit for the first audio of a sentence, and then for each further one. */
const audioMsMax = 4_000;
const attemptsMax = 2;

export class AgentSentence {
  readonly segment: number;
  /** Interruptibility, manner of speaking and logged form. */
  readonly manner: SentenceManner;
  /** Audio waiting to be sent. */
  readonly frames: Frame[] = [];
  /** Frames made and frames sent so far. */
  made = 0;
  sent = 0;
  /** Text for the voice, and the times of its words. */
  said = "";
  words: WordTime[] = [];
  /** All audio has come, or no more will. */
  complete = false;
  /** Time at which its first sample is heard; known once sent. */
  beginsAt: number | undefined;
  /** Time at which its last sample has been heard; known once all is sent. */
  endsAt: number | undefined;
  /** Its beginning was reported to the call. */
  begun = false;

  readonly #text: string;
  /** Frames of silence at the end of those made. */
  #silent = 0;
  #endsSoon = false;
  #attempt = 0;
  #stream: TtsStream | undefined;
  #deadline: Disposable | undefined;

  constructor(segment: number, text: string, manner: SentenceManner) {
    this.segment = segment;
    this.#text = text;
    this.manner = manner;
  }

  get text(): string {
    return this.manner.speech?.text.trim() ?? this.#text;
  }

  /** Sent part, for counting the heard words. */
  get played(): PlayedSentence {
    const { segment, text, words, sent, made, complete } = this;
    const spoken = this.manner.speech === undefined ? this.said : text;
    const madeMs = made * frameMs;
    const lengthMs = complete ? madeMs - this.#silent * frameMs : Math.max(madeMs, estimateMs(text));
    return { segment, text, said: spoken, words, ...loggedOf(this.manner), sentMs: sent * frameMs, lengthMs };
  }

  /** Report of it. */
  told(status: SentenceEvent["status"]): SentenceEvent {
    const { segment, text, manner } = this;
    const by = manner.speech === undefined ? {} : ({ by: "model" } as const);
    return { type: "sentence", segment, text, status, spoken: manner.spoken, ...by, ...loggedOf(manner) };
  }

  /** True once it may be heard, and no more words of it come. */
  isHeardAt(now: number): boolean {
    const isOpen = this.manner.speech !== undefined && !this.complete;
    return !isOpen && this.beginsAt !== undefined && this.beginsAt <= now;
  }

  /** A model's speech without sound. */
  get isEmpty(): boolean {
    return this.manner.speech !== undefined && this.made === 0;
  }

  get started(): boolean {
    return this.#attempt > 0;
  }

  /**
   * Starts the synthesis; a failure before the first audio is retried once. `isCut`: the voice cannot say some of the
   * letters, which are left out.
   */
  voice(options: AgentSentenceOptions): { readonly isCut: boolean } {
    const { language, pronounce, sound, speech } = this.manner;
    if (speech !== undefined) {
      this.#attemptAt({ ...options, tts: speechVoice(speech) }, 1);
      return { isCut: false };
    }
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
    // A voice may answer before it returns its stream, so the attempt is identified by number.
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

  /** The last sent frame will not be heard: it must be sent again. */
  takeBack(frame: Frame): void {
    this.frames.unshift(frame);
    this.sent -= 1;
    this.endsAt = undefined;
    if (this.sent === 0 && !this.begun) this.beginsAt = undefined;
  }

  /**
   * Ends between two words, or at the softest point, at most `ms` after the sent audio; at once if nothing was sent.
   * False: already ending.
   */
  endWithin(ms: number): boolean {
    if (this.#endsSoon) return false;
    this.#endsSoon = true;
    const wordEnds = this.words.map(({ endMs }) => Math.ceil(endMs / frameMs) - this.sent);
    const count = framesToGap(this.frames, wordEnds, Math.max(0, Math.floor(ms / frameMs) - 1));
    const heard = this.frames.slice(0, count);
    // A cut sound fades, or it would click.
    const last = this.frames[count] ?? (this.complete ? undefined : heard.pop());
    this.cancel();
    if (this.sent > 0) this.frames.push(...heard, ...(last === undefined ? [] : [new Fader().last(last)]));
    return true;
  }

  /** Drops unsent audio and ends. */
  cancel(): void {
    this.complete = true;
    this.frames.length = 0;
    this.#deadline?.[Symbol.dispose]();
    this.#stream?.cancel();
  }
}

/** The caller has heard so many milliseconds of the sentences, and hears no more: models learn how much of theirs. */
export function cutSpeech(sentences: readonly AgentSentence[], heardMs: number): void {
  let leftMs = heardMs;
  for (const { sent, manner } of sentences) {
    const ms = Math.min(leftMs, sent * frameMs);
    leftMs -= ms;
    manner.speech?.cut(ms);
  }
}

function mayRetry(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.retryable;
}
