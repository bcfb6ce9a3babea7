// Playout: the one queue between voice and line, paced by the clock. Knows which part of the agent's sentences was
// heard, and drops late audio of an older reply.

import type { Frame } from "../../audio/frame.ts";
import type { Clock } from "../../base/clock.ts";
import type { Guard } from "../../base/guard.ts";
import type { Ticker } from "../../base/ticker.ts";
import type { ProviderContext, Tts } from "../../providers/provider-contract.ts";
import { type HeardText, heardOf } from "./heard-text.ts";
import type { CallLine } from "../line.ts";
import {
  AgentSentence,
  type AgentSentenceOptions,
  cutSpeech,
  type SentenceManner,
} from "./agent-sentence.ts";
import { type Ears, OutgoingAudio, type OutgoingAudioOptions } from "./outgoing-audio.ts";
import { type CurrentWords, sayingOf } from "./saying.ts";
import type { Filler, PlayoutEvent, SpokenManner } from "./playout-event.ts";

export interface PlayoutOptions
  extends Pick<OutgoingAudioOptions, "late">, Pick<AgentSentenceOptions, "loadSound"> {
  readonly line: CallLine;
  readonly tts: Tts;
  readonly clock: Clock;
  readonly ticker: Ticker;
  /** Guard of the functions that the clock, the heartbeat and the voice call. */
  readonly guard: Guard;
  readonly context: ProviderContext;
  readonly tell: (reply: number, event: PlayoutEvent) => void;
  readonly ears: Ears;
}

/** Sentences synthesised in advance: enough that none is waited for, few enough to throw away. */
const sentencesAheadMax = 2;
/** Sentences of one reply; a model that writes more is not in a conversation. */
const sentencesMax = 500;
/** A filler ends this soon after the answer is ready, the client's buffer included: one beat more is heard at 300. */
const fillerEndMs = 260;
/** Filler audio in the client's buffer: sent audio cannot be ended. */
const fillerLeadMs = 100;
/** Unsayable sentences in a row before the call is given up. */
const muteSentencesMax = 2;

export class Playout {
  readonly #o: PlayoutOptions;
  readonly #clock: Clock;
  readonly #run: () => void;
  #reply = 0;
  #segments = 0;
  /** All sentences of the reply; those before `#next` were sent whole, those before `#heard` heard. */
  #sentences: AgentSentence[] = [];
  #next = 0;
  #heard = 0;
  #finished = true;
  #speaking = false;
  #flowing = false;
  #isUnsaid = false;
  #filler: AgentSentence | undefined;
  #manner: SpokenManner = {};
  #hasWarned = false;
  #interruptible = true;
  #mutes = 0;
  /** Replaces the call's own voice after a failure. */
  #spare: Tts | undefined;
  readonly #out: OutgoingAudio;
  #beat: Disposable | undefined;

  constructor(options: PlayoutOptions) {
    this.#o = options;
    this.#clock = options.guard.clock(options.clock);
    this.#run = options.guard.around(() => this.#advance());
    this.#out = new OutgoingAudio(options);
  }

  /** Only this reply is spoken from now on. */
  begin(reply: number): void {
    this.#empty();
    this.#out.goOn();
    this.#reply = reply;
    this.#finished = false;
    this.#interruptible = true;
  }

  /** Queues a sentence of the reply; one of an older reply is dropped. */
  say(reply: number, text: string, manner: SentenceManner): void {
    if (reply !== this.#reply || this.#finished || this.#sentences.length >= sentencesMax) return;
    const sentence = new AgentSentence(++this.#segments, text, manner);
    // The words of a model's own speech are not known yet.
    if (manner.speech === undefined) this.#tell(sentence.told("new"));
    if (manner.spoken) {
      this.#sentences.push(sentence);
      this.#run();
    } else this.#tell(sentence.told("completed"));
  }

  /** Manner of the last sentence. */
  get manner(): SpokenManner {
    return this.#manner;
  }

  /** True while a filler is heard and the reply is not. */
  get isFilling(): boolean {
    return this.#filler !== undefined && this.#filler.sent > 0 && !this.#flowing;
  }

  /** Says a filler while the reply has no audio, unless one is running. A failing filler is skipped. */
  fill({ text, language, tts }: Filler): void {
    if (this.#filler !== undefined || this.#hasAudio) return;
    const filler = new AgentSentence(0, text, { spoken: true, interruptible: true, language });
    this.#filler = filler;
    const changed = (): void => {
      if (this.#filler === filler) this.#run();
    };
    const failed = this.#o.guard.around(() => {
      if (this.#filler !== filler) return;
      if (filler.sent === 0) this.dropFiller();
      else this.#run();
    });
    filler.voice({ tts, clock: this.#clock, context: this.#o.context, changed, failed });
    this.#run();
  }

  /** Switches to this voice. False: it speaks already. */
  speakWith(spare: Tts): boolean {
    if (this.#spare !== undefined) return false;
    this.#spare = spare;
    return true;
  }

  /** Drops a filler that is not heard yet. */
  dropFiller(): void {
    if (this.#filler?.sent === 0) this.#endFiller();
  }

  /** Silences a running filler. */
  hush(): void {
    if (!this.isFilling) return;
    this.#out.cut(this.#begunFrame, this.#clock.now());
    this.#endFiller();
    this.#tell({ type: "filled" });
  }

  #endFiller(): void {
    this.#filler?.cancel();
    this.#filler = undefined;
    if (this.#heard >= this.#sentences.length) this.#rest();
  }

  /** True if audio of the reply waits to be sent. */
  get #hasAudio(): boolean {
    return (this.#sentences[this.#next]?.frames.length ?? 0) > 0;
  }

  /** No more sentences will come; `spoken` follows when the last has been heard. */
  finish(reply: number): void {
    if (reply !== this.#reply || this.#finished) return;
    this.#finished = true;
    this.#run();
  }

  /** Falls silent now. Returns the heard part of the reply, `undefined` if nothing was said yet. */
  interrupt(reply: number): HeardText | undefined {
    if (reply !== this.#reply) return undefined;
    const [now, sentences] = [this.#clock.now(), this.#sentences];
    const played = sentences.map((sentence) => sentence.played);
    const sentMs = played.reduce((sum, it) => sum + it.sentMs, 0);
    const heardMs = Math.max(0, sentMs - this.#out.unheardMs(now));
    const heard = heardOf(played, heardMs);
    cutSpeech(sentences, heardMs);
    this.#out.cut(this.#begunFrame, now);
    this.#endFiller();
    this.#empty();
    if (this.#speaking) this.#setSpeaking(false);
    return heard;
  }

  /** Next frame of a started sentence or filler. */
  get #begunFrame(): Frame | undefined {
    const current = this.isFilling ? this.#filler : this.#sentences[this.#next];
    return current !== undefined && current.sent > 0 ? current.frames[0] : undefined;
  }

  /** The caller may mean to interrupt: the reply continues, softer. */
  duck(reply: number): void {
    if (reply === this.#reply) this.#out.duck();
  }

  /** Falls silent until it continues or is interrupted. */
  pause(reply: number): void {
    if (reply !== this.#reply || this.pausedMs !== undefined) return;
    const first = this.#out.pause(this.#begunFrame, this.#clock.now());
    const at = this.#sentences.findIndex((sentence) => sentence === first);
    if (at !== -1) this.#next = at;
  }

  /** Speaks on from the very sample, and as loud as before. */
  goOn(reply: number): void {
    if (reply !== this.#reply) return;
    this.#out.goOn();
    this.#run();
  }

  get isSpeaking(): boolean {
    return this.#speaking;
  }

  get saying(): CurrentWords {
    return sayingOf(this.#sentences, this.#finished, this.#clock.now());
  }

  /** Length of the agent's pause, in milliseconds; undefined: none. */
  get pausedMs(): number | undefined {
    return this.#out.pausedAt && this.#clock.now() - this.#out.pausedAt;
  }

  /** Stops for good, without a word. */
  close(): void {
    this.#endFiller();
    this.#empty();
    this.#reply = -1;
  }

  #empty(): void {
    const cut = this.#sentences;
    this.#sentences = [];
    this.#next = 0;
    this.#heard = 0;
    this.#finished = true;
    this.#flowing = false;
    this.#isUnsaid = false;
    if (this.#filler === undefined) this.#rest();
    this.#o.guard.all(cut.map((sentence) => () => sentence.cancel()));
  }

  #rest(): void {
    this.#beat?.[Symbol.dispose]();
    this.#beat = undefined;
  }

  /** Sends due audio, reports heard audio, and stays subscribed to the ticker while there is audio to send. */
  #advance(): void {
    const reply = this.#reply;
    const now = this.#clock.now();
    this.#out.tellEars(now);
    this.#synthesise();
    this.#send(now);
    this.#report(now);
    this.#tellManner();
    if (reply !== this.#reply) return; // The report has already led to the next reply.
    if (this.#heard < this.#sentences.length || this.#filler !== undefined)
      this.#beat ??= this.#o.ticker.add(this.#run);
    else this.#rest();
  }

  #synthesise(): void {
    const ahead = Math.min(this.#sentences.length, this.#next + sentencesAheadMax);
    for (let i = this.#next; i < ahead; i += 1) {
      const sentence = this.#sentences[i];
      if (sentence?.started === false) this.#voice(sentence);
    }
  }

  #voice(sentence: AgentSentence): void {
    const { guard, tts: engine } = this.#o;
    const { voice } = sentence.manner;
    this.#manner = sentence.manner;
    if (!this.#flowing) this.#tell({ type: "voicing" });
    const tts = this.#spare ?? (voice === undefined ? engine : (engine.voiced?.(voice) ?? engine));
    const reply = this.#reply;
    const changed = (): void => {
      if (reply === this.#reply) this.#run();
    };
    const failed = guard.around((error: unknown): void => {
      if (reply !== this.#reply) return;
      this.#isUnsaid = this.#sentences.every(({ sent }) => sent === 0);
      this.#tell({ type: "mute", error, fatal: ++this.#mutes >= muteSentencesMax });
      changed();
    });
    if (sentence.voice({ ...this.#o, tts, clock: this.#clock, changed, failed }).isCut) this.#warn(tts);
  }

  /** Reported once per call: a model that writes in another script keeps doing so. */
  #warn(tts: Tts): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#o.context.log.warn("call.unspeakable", { voice: tts.id });
    const message = "Words in letters of another language were left out: the voice cannot say them";
    this.#tell({ type: "warning", code: "speech/unspeakable", message });
  }

  #send(now: number): void {
    if (!this.#sendFiller(now)) return;
    for (; this.#next < this.#sentences.length; this.#next += 1) {
      const sentence = this.#sentences[this.#next];
      if (sentence === undefined || !this.#sendFrames(sentence, now)) return;
      if (!sentence.complete) {
        // Later sentences wait for this one's audio; within a sentence nothing is flushed, or it would click there.
        if (sentence.sent === 0) this.#out.flush();
        return;
      }
      if (sentence.made > 0) this.#mutes = 0;
      sentence.endsAt = this.#out.nextAt(now);
      this.#synthesise();
    }
    this.#out.flush();
  }

  /** True if it is the reply's turn: a running filler ends soon, an unheard one is dropped. */
  #sendFiller(now: number): boolean {
    const filler = this.#filler;
    if (filler === undefined || filler.endsAt !== undefined) return true;
    if (this.#hasAudio && filler.endWithin(fillerEndMs - this.#out.unheardMs(now)))
      this.#tell({ type: "ready" });
    if (!this.#sendFrames(filler, now, fillerLeadMs)) return false;
    if (filler.complete) filler.endsAt = this.#out.nextAt(now);
    return filler.complete;
  }

  /** False: the line takes no more for now. */
  #sendFrames(sentence: AgentSentence, now: number, leadMs?: number): boolean {
    while (sentence.frames.length > 0) {
      if (!this.#out.hasRoom(now, leadMs)) return false;
      const frame = sentence.frames.shift();
      if (frame !== undefined) this.#play(sentence, frame, now);
    }
    return true;
  }

  #play(sentence: AgentSentence, frame: Frame, now: number): void {
    if (sentence === this.#filler) {
      if (sentence.sent === 0) this.#tell({ type: "filler", text: sentence.text });
    } else {
      if (!this.#speaking) this.#setSpeaking(true);
      if (!this.#flowing) this.#setFlowing(true);
      this.#isUnsaid = false;
    }
    sentence.beginsAt ??= this.#out.nextAt(now);
    if (sentence === this.#sentences[this.#heard]) this.#tellBegun(sentence, now);
    this.#out.play({ sentence, frame }, now);
    sentence.sent += 1;
  }

  /** Beginnings are reported by the clock, as early as they may be heard; ends by the client's marks. */
  #report(now: number): void {
    const filler = this.#filler;
    const heardUntil = now - this.#out.lagMs;
    if (filler?.endsAt !== undefined && filler.endsAt <= heardUntil) {
      this.#filler = undefined;
      this.#tell({ type: "filled" });
    }
    for (; this.#heard < this.#sentences.length; this.#heard += 1) {
      const sentence = this.#sentences[this.#heard];
      if (sentence !== undefined) this.#tellBegun(sentence, now);
      if (sentence?.endsAt === undefined || sentence.endsAt > heardUntil) return;
      if (!sentence.isEmpty) this.#tell(sentence.told("completed"));
    }
    if (!this.#finished && this.#flowing) this.#setFlowing(false);
    if (!this.#finished || this.#heard < this.#sentences.length || this.#reply < 0) return;
    const reply = this.#reply;
    this.#reply = -1; // The gate is shut: the reply is over.
    this.#flowing = false;
    if (this.#speaking) {
      this.#speaking = false;
      this.#o.tell(reply, { type: "speaking", speaking: false });
    }
    this.#o.tell(reply, { type: "spoken", isUnsaid: this.#isUnsaid });
  }

  /** A sentence begins when it is heard, after the previous one has ended. */
  #tellBegun(sentence: AgentSentence, now: number): void {
    if (!sentence.isHeardAt(now) || sentence.begun) return;
    sentence.begun = true;
    if (sentence.manner.speech !== undefined) this.#tell(sentence.told("new"));
    this.#tell(sentence.told("started"));
  }

  /** A sentence's manner applies once it is the next to be heard. */
  #tellManner(): void {
    const value = this.#sentences[this.#heard]?.manner.interruptible ?? this.#interruptible;
    if (value === this.#interruptible) return;
    this.#interruptible = value;
    this.#tell({ type: "interruptible", value });
  }

  #setFlowing(flowing: boolean): void {
    this.#flowing = flowing;
    this.#tell({ type: "flowing", flowing });
  }

  #setSpeaking(speaking: boolean): void {
    this.#speaking = speaking;
    this.#tell({ type: "speaking", speaking });
  }

  #tell(event: PlayoutEvent): void {
    this.#o.tell(this.#reply, event);
  }
}
