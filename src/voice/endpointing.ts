// Endpointing: decides when a caller's turn ends, by silence counted in audio, so that a late network or a fast
// client changes nothing. Frames in; speech started, words, speech ended out.

import { EchoEstimate } from "../audio/echo-estimate.ts";
import { NoiseGate } from "../audio/noise-gate.ts";
import { type Frame, sampleRate, samplesPerFrame, silence } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { Guard } from "../base/guard.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import type { SaidSoFar } from "../flow/engine/understand/said-so-far.ts";
import type { SttEvent, SttSession, VadEvent, VadSession } from "../providers/provider-contract.ts";
import { CallerPauses } from "./pauses/caller-pauses.ts";
import { type Opinion, opinionOf, silenceBudget, type SilenceBudget } from "./pauses/end-of-turn.ts";
import type { EndpointingEvent } from "./hearing/endpointing-event.ts";
import { heardOf } from "./heard-words.ts";
import { KeptAudio } from "./hearing/kept-audio.ts";
import { SpeechDetector } from "./speech-detector.ts";

export interface EndpointingOptions {
  readonly clock: Clock;
  /** Guard of the functions that the detector, the recogniser and the clock call. */
  readonly guard: Guard;
  readonly openVad: (sink: (event: VadEvent) => void) => VadSession;
  readonly tell: (event: EndpointingEvent) => void;
  /** Meaning of the turn's words so far. Absent or undefined: unknown. */
  readonly saidSoFar?: (text: string) => SaidSoFar | undefined;
  /** True if the agent fell silent and waits for the words said over it. */
  readonly isAwaited?: () => boolean;
}

type EndOfTurn = Extract<SttEvent, { readonly type: "end_of_turn" }>;

/** A turn awaiting its words: what was understood so far, and the deadline. */
interface Awaited {
  readonly text: string;
  readonly isTooLong: boolean;
  readonly isFaint: boolean;
  readonly deadline: Disposable;
}

/** State of a turn without understood words. */
const nothingSaid = { text: "", complete: false, said: undefined as SaidSoFar | undefined };

const samplesOfMs = (ms: number): number => (ms * sampleRate) / 1000;

/** Audio before the detected speech, for the recogniser: it holds a soft first consonant. */
const preRollSamples = samplesOfMs(400);
/** The detector answers once per window; a partial window stays unanswered. */
const vadWindowSamples = 512;
/** Audio for the detector from before the gate opened. */
const preGateSamples = samplesOfMs(100);
/** Probability from which the detector hears a voice of any person. */
const voiceProbability = 0.5;
/** Kept frames of a pause with another voice, next to the caller's words: their soft ends. */
const softEdgeFrames = 4;
/** Maximum lead of the recogniser over the detector; only a client faster than real time reaches it. */
const aheadSamplesMax = samplesOfMs(200);
/** Audio kept while the detector or the recogniser is behind. */
const backlogSamplesMax = samplesOfMs(12_000);
/** Longest turn, against noise, music or a monologue. The words so far have to do. */
const turnMsMax = 30_000;
/** Two windows of the detector without a voice: the caller has paused, or stopped. Milliseconds. */
const quietMs = 64;
/** Default pause that ends a turn without a particular expectation. */
const endSilenceMsDefault = 700;
/** The same for a sound without understood words while the agent waits to know if it was meant. */
const awaitedSilenceMs = 400;
/** A caller who continues this soon after the end of the turn had only paused. */
const reopenSamples = samplesOfMs(700);
/** Time of the recogniser for its last word; then its latest partial counts. */
const wordsMs = { min: 1_000, max: 4_000 } as const;

export class Endpointing {
  readonly #clock: Clock;
  readonly #guard: Guard;
  readonly #tell: (event: EndpointingEvent) => void;
  readonly #gate = new NoiseGate();
  readonly #echo = new EchoEstimate();
  readonly #vad: VadSession;
  readonly #speech = new SpeechDetector();
  readonly #saidSoFar: EndpointingOptions["saidSoFar"];
  readonly #isAwaited: EndpointingOptions["isAwaited"];
  readonly #pauses = new CallerPauses();
  /** End of the last speech before the audio being judged. */
  #silentFrom = 0;
  /** Events of the recogniser. */
  readonly heardBy: (event: SttEvent) => void;
  #stt: SttSession | undefined;
  #wordsMsMax: number = wordsMs.max;
  #closed = false;

  /** Positions count samples since the call began. */
  #analysed = 0;
  #fed = 0;
  #turnFrom: number | undefined;
  /** Its end was reported, though no recogniser with its words is open yet. */
  #isEndTold = false;
  #isVoiceTold = false;
  /** End of the last turn. */
  #endedAt = 0;
  readonly #kept = new KeptAudio();

  #gateOpen = false;
  /** Frames with another voice alone. */
  #othersFor = 0;
  /** Audio given to the detector: beginning of each stretch in its time, and the offset to ours. */
  readonly #stretches: { readonly from: number; readonly offset: number }[] = [];
  /** Positions of the fed and of the answered audio, in the detector's time. */
  #vadPushed = 0;
  #vadSeen = 0;

  #expectation: Expectation | undefined;
  #partial = nothingSaid;
  /** Opinion on the open turn. */
  #opinion: Opinion | undefined;
  /** Number of the last finalized turn. */
  #turns = 0;
  /** Finalized and unanswered turns by number, oldest first. */
  readonly #awaited = new Map<number, Awaited>();

  constructor(options: EndpointingOptions) {
    const { clock, guard } = options;
    this.#clock = guard.clock(clock);
    this.#guard = guard;
    this.#tell = options.tell;
    this.#saidSoFar = options.saidSoFar;
    this.#isAwaited = options.isAwaited;
    this.heardBy = guard.around((event) => this.#said(event));
    this.#vad = options.openVad(guard.around((event: VadEvent) => this.#detected(event)));
  }

  /**
   * The recogniser is open; no audio was lost meanwhile. `finalMs`: its usual time for the last words; the wait is
   * twice as long.
   */
  use(stt: SttSession, finalMs: number = wordsMs.max): void {
    if (this.#closed) {
      stt.close();
      return;
    }
    this.#stt = stt;
    this.#wordsMsMax = Math.min(wordsMs.max, Math.max(wordsMs.min, 2 * finalMs));
    stt.expect(this.#expectation);
    this.#advance();
  }

  expect(expectation: Expectation | undefined): void {
    this.#expectation = expectation;
    this.#stt?.expect(expectation);
    // Words from before the question answer it, or they do not.
    const { text } = this.#partial;
    if (text !== "") this.#partial = { ...this.#partial, said: this.#saidSoFar?.(text) };
  }

  hear(frame: Frame): void {
    if (this.#closed) return;
    const echo = this.#echo.next(frame);
    // The agent's own voice before the caller's would be taken for part of the answer.
    this.#kept.push(this.#echo.isAlone ? silence : frame);
    const wasOpen = this.#gateOpen;
    this.#gateOpen = this.#gate.open(frame, echo);
    this.#silenceOthers();
    if (this.#gateOpen) {
      if (!wasOpen) this.#enterGate();
      else this.#pushVad(frame);
    }
    this.#advance();
  }

  /** The agent is heard saying this in `inMs` milliseconds; its echo is not the caller. */
  played(frame: Frame, inMs: number): void {
    this.#echo.play(frame, inMs);
  }

  /** Drops unheard audio of the agent. */
  takenBack(): void {
    this.#echo.takeBack();
  }

  #said(event: SttEvent): void {
    if (this.#closed) return;
    if (event.type === "partial" && this.#turnFrom !== undefined) {
      const changed = event.text !== this.#partial.text;
      const { text, complete } = event;
      this.#partial = { text, complete, said: changed ? this.#saidSoFar?.(text) : this.#partial.said };
      const quiet = this.#silentMs >= quietMs ? { isQuiet: true as const } : {};
      const more = { ...quiet, ...this.#faint };
      if (changed && event.text !== "") this.#tell({ type: "partial", text: event.text, ...more });
    }
    if (event.type === "end_of_turn") this.#answered(event);
    if (event.type === "turn_opinion" && this.#turnFrom !== undefined) {
      this.#opinion = opinionOf(event);
      this.#advance();
    }
    if (event.type === "warning") this.#tell(event);
  }

  close(): void {
    this.#closed = true;
    for (const { deadline } of this.#awaited.values()) deadline[Symbol.dispose]();
    this.#awaited.clear();
    this.#kept.clear();
    this.#guard.all([() => this.#vad.close(), () => this.#stt?.close()]);
  }

  /** Silences another voice around the caller's words. */
  #silenceOthers(): void {
    this.#othersFor = this.#gate.isOthers ? this.#othersFor + 1 : 0;
    if (this.#othersFor > 2 * softEdgeFrames) this.#kept.silence(softEdgeFrames);
  }

  #enterGate(): void {
    this.#vad.reset();
    const from = Math.max(this.#kept.from, this.#kept.end - samplesPerFrame - preGateSamples);
    this.#stretches.push({ from: this.#vadPushed, offset: from - this.#vadPushed });
    for (const frame of this.#kept.since(from)) this.#pushVad(frame);
  }

  #pushVad(frame: Frame): void {
    this.#vadPushed += samplesPerFrame;
    this.#vad.push(frame);
  }

  #detected({ probability, atSample }: VadEvent): void {
    if (this.#closed) return;
    this.#vadSeen = atSample;
    while (this.#stretches[1] !== undefined && this.#stretches[1].from < atSample) this.#stretches.shift();
    const position = atSample + (this.#stretches[0]?.offset ?? 0);
    // Between two stretches the gate was shut: that was silence, and is judged before the following audio.
    if (position - vadWindowSamples > this.#analysed) {
      this.#analysed = position - vadWindowSamples;
      this.#judge(0);
    }
    this.#speech.note(probability, position);
    this.#gate.judged(probability >= voiceProbability);
    this.#analysed = Math.max(this.#analysed, position);
    this.#advance();
  }

  /** Judges the new audio and acts on it. */
  #advance(): void {
    // With the gate shut and the detector done, silence needs no judge.
    const detectorBusy = this.#vadPushed - this.#vadSeen >= vadWindowSamples;
    if (!this.#gateOpen && !detectorBusy) this.#analysed = this.#kept.end;
    // Audio unjudged by a stuck detector finally counts as silence, or the turn would never end.
    else this.#analysed = Math.max(this.#analysed, this.#kept.end - backlogSamplesMax);
    this.#judge(aheadSamplesMax);
    this.#trim();
  }

  /** Acts on the audio up to `#analysed`; the recogniser may be fed `aheadSamples` beyond it. */
  #judge(aheadSamples: number): void {
    const silentFrom = this.#silentFrom;
    const change = this.#speech.at(this.#analysed);
    this.#silentFrom = this.#speech.lastAt;
    if (change === "started") {
      this.#notePause(silentFrom);
      // The opinion was about earlier audio.
      this.#opinion = undefined;
      this.#isEndTold = false;
      this.#isVoiceTold = false;
      if (this.#turnFrom === undefined) this.#openTurn();
      this.#tell({ type: "speech-started" });
    }
    this.#feed(aheadSamples);
    if (this.#speech.talking && this.#speech.isVoiced && !this.#isVoiceTold) {
      this.#isVoiceTold = true;
      this.#tell({ type: "voiced" });
    }
    if (change === "ended") this.#tell({ type: "speech-ended" });
    this.#endTurn();
  }

  #openTurn(): void {
    const from = Math.max(this.#endedAt, this.#kept.from, this.#speech.startedAt - preRollSamples);
    this.#turnFrom = from - (from % samplesPerFrame);
    this.#fed = this.#turnFrom;
    this.#gate.nextSound();
  }

  #feed(aheadSamples: number): void {
    if (this.#stt === undefined || this.#turnFrom === undefined) return;
    const edge = this.#gate.hasOthers ? softEdgeFrames * samplesPerFrame : 0;
    const until = Math.min(this.#kept.end - edge, this.#analysed + aheadSamples);
    for (; this.#fed + samplesPerFrame <= until; this.#fed += samplesPerFrame) {
      const frame = this.#kept.at(this.#fed);
      if (frame !== undefined) this.#stt.send(frame);
    }
  }

  #endTurn(): void {
    if (this.#turnFrom === undefined) return;
    const longest = samplesOfMs(Math.min(turnMsMax, this.#expectation?.maxSpeechMs ?? turnMsMax));
    const tooLong = this.#stt !== undefined && this.#analysed - this.#turnFrom >= longest;
    if (this.#speech.talking && !tooLong) return;
    const silentMs = this.#silentMs;
    const { silenceMs, reason } = this.#budget();
    if (!tooLong && silentMs < silenceMs) return;
    if (tooLong && this.#speech.talking) {
      this.#speech.stop();
      this.#tell({ type: "speech-ended" });
    }
    if (!this.#isEndTold) {
      const endedBy = tooLong ? "too-long" : reason;
      this.#tell({ type: "turn-ended", silentMs: Math.max(0, silentMs), reason: endedBy });
    }
    this.#isEndTold = true;
    if (this.#stt === undefined) return;
    const { text } = this.#partial;
    this.#turnFrom = undefined;
    this.#isEndTold = false;
    this.#endedAt = this.#analysed;
    this.#partial = nothingSaid;
    this.#opinion = undefined;
    const turn = ++this.#turns;
    this.#awaited.set(turn, {
      text,
      isTooLong: tooLong,
      isFaint: this.#gate.isFaint,
      deadline: this.#clock.after(this.#wordsMsMax, () => this.#late(turn)),
    });
    this.#stt.finalize(turn);
  }

  get #faint(): { readonly isFaint?: true } {
    return this.#gate.isFaint ? { isFaint: true } : {};
  }

  /** Silence since the caller's last sound. */
  get #silentMs(): number {
    return ((this.#analysed - this.#speech.lastAt) * 1000) / sampleRate;
  }

  #budget(): SilenceBudget {
    const patienceMs = this.#expectation?.endSilenceMs ?? endSilenceMsDefault;
    const { text, said } = this.#partial;
    const isNothing = text === "" || said === "nothing" || said === "unclear";
    const isHurried = isNothing && this.#isAwaited?.() === true;
    return silenceBudget({
      said: this.#partial.said,
      isComplete: this.#partial.complete,
      opinion: this.#opinion,
      patienceMs: isHurried ? Math.min(awaitedSilenceMs, patienceMs) : patienceMs,
      isPatienceGiven: this.#expectation?.isPauseGiven === true,
      pausesMs: this.#pauses.ms,
    });
  }

  /**
   * The caller speaks again after a silence within a turn, or so soon after its end that it was none. A pause after
   * words that end no sentence shows nothing about those that do.
   */
  #notePause(silentFrom: number): void {
    const from = this.#speech.startedAt;
    if (this.#turnFrom === undefined && from - this.#endedAt > reopenSamples) return;
    if (silentFrom > 0 && this.#partial.said !== "unfinished")
      this.#pauses.note(((from - silentFrom) * 1000) / sampleRate);
  }

  /** A late answer to an abandoned turn belongs to no other turn. */
  #answered(end: EndOfTurn): void {
    // Answers come in order: earlier ones will not come any more.
    for (const before of this.#awaited.keys()) if (before < end.turn) this.#giveUp(before);
    this.#take(end);
  }

  #late(turn: number): void {
    const message = "The recogniser did not say its last words in time";
    this.#tell({ type: "warning", code: "provider/late", message });
    this.#giveUp(turn);
  }

  /** The transcript before the end of the turn suffices. */
  #giveUp(turn: number): void {
    const text = this.#awaited.get(turn)?.text ?? "";
    this.#take({ turn, text, rejected: text === "" });
  }

  #take({ turn, rejected, evidence, ...heard }: Omit<EndOfTurn, "type">): void {
    const awaited = this.#awaited.get(turn);
    if (awaited === undefined) return;
    awaited.deadline[Symbol.dispose]();
    this.#awaited.delete(turn);
    const stops = awaited.isTooLong ? { isTooLong: true as const } : {};
    const faint = awaited.isFaint ? { isFaint: true as const } : {};
    const why = evidence === undefined ? {} : { evidence };
    this.#tell({ type: "words", rejected, ...heardOf(heard), ...why, ...stops, ...faint });
  }

  /** Keeps the audio for a turn that begins now, and limits the backlog of a stuck recogniser. */
  #trim(): void {
    const preRoll = this.#analysed - preRollSamples;
    const needed = this.#turnFrom === undefined ? preRoll : Math.min(preRoll, this.#fed);
    const from = Math.max(needed, this.#kept.end - backlogSamplesMax);
    this.#kept.dropBefore(from);
    if (this.#turnFrom !== undefined) this.#fed = Math.max(this.#fed, this.#kept.from);
  }
}
