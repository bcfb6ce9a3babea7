// Live calls: opens each call from its plan, with its hearing and speaking engines, and lists the running ones.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Ticker } from "../base/ticker.ts";
import type { ProviderNotice, Stt, Tts, Vad } from "../providers/provider-contract.ts";
import { timedTts } from "../providers/timed-clients.ts";
import type { KeptSpeech } from "../speech/voices/kept-speech.ts";
import type { VoiceAhead } from "../speech/voices/pool-tts.ts";
import { withSecondOpinion } from "../providers/policy/second-opinion.ts";
import { type TurnJudge, withTurnModel } from "../speech/turn-model/turn-opinion.ts";
import { Call } from "../voice/call.ts";
import type { CallEvent } from "../voice/call-event.ts";
import type { CallSnapshot } from "../voice/call-snapshot.ts";
import type { AnsweredBy, CallLine, Transport } from "../voice/line.ts";
import { FreeLines } from "../flow/engine/run/free-lines.ts";
import type { Program } from "../flow/language/program.ts";
import { primaryTag, unheardLanguage } from "../flow/locale/languages.ts";
import type { CallFront } from "../voice/duplex/call-front.ts";
import { DuplexFront } from "../voice/duplex/duplex-front.ts";
import type { LoadSound } from "../voice/playout/sound-voice.ts";
import type { Responder } from "../voice/responder.ts";
import { AnswerTimes } from "./answer-times.ts";
import type { Programs } from "./built-in-programs.ts";
import type { CallCounters } from "./call-counters.ts";
import { callFields } from "./call-fields.ts";
import { watchCall, type WatcherOptions } from "./call-watchers.ts";
import { CallListeners } from "./call-listeners.ts";
import { CallFillers, type CallFillersOptions } from "./call-fillers.ts";
import { FillerShelf } from "./filler-shelf.ts";
import { openResponder } from "./build-responder.ts";
import { speaksLanguage } from "./provider-order.ts";
import type { CallsOutside } from "./flow-services.ts";
import type { Plan } from "./call-plan.ts";
import type { Flights } from "./flight/flights.ts";

/** Recogniser and voices; `ready` resolves when warm. */
export interface Speech {
  readonly ready: Promise<void>;
  readonly stt: Stt;
  readonly tts: Tts;
  readonly vad: Vad;
  /** The only language it hears; absent: any, or unknown. */
  readonly hearsOnly?: string;
  /** Hears whether a turn is over; absent: only words and silence decide. */
  readonly turns?: TurnJudge;
  /** Prepares future texts in an own voice, with their storage; absent: not needed. */
  readonly ahead?: { readonly voice: VoiceAhead; readonly kept: KeptSpeech | undefined };
  /** Wait of a text for its first audio, or of a turn for its words, in milliseconds; absent: unknown. */
  readonly queueMs?: () => number;
}

export interface CallsOptions {
  readonly clock: Clock;
  /** Beat of all calls, one per frame. */
  readonly ticker: Ticker;
  readonly log: Log;
  readonly speech: Speech | undefined;
  readonly systemPrompt: string;
  /** A model is asked before the caller's turn is over; absent: false. */
  readonly preempts?: boolean;
  /** See TurnLoopOptions. */
  readonly bargeInMs?: number;
  readonly programs: Programs;
  readonly durationMsMax: number;
  /** Work that flows may request. */
  readonly outside: CallsOutside;
  /** Loads a recorded sound of an account; absent: none, and the voice says their texts. */
  readonly loadSound?: (accountId: string | undefined, sound: string) => Promise<Int16Array>;
  /** Called for each new call. */
  readonly begins?: ((plan: Plan) => void) | undefined;
  /** Counts events of calls. */
  readonly counters?: CallCounters | undefined;
  /** Absent: no call is traced. */
  readonly traces?: WatcherOptions["traces"];
  /** Absent: no call is recorded. */
  readonly flights?: Pick<Flights, "begin">;
}

/** Order of a call. */
export interface CallOrder {
  readonly sessionId: string;
  readonly plan: Plan;
  /** No context was given: required variables take their examples. */
  readonly usesExamples: boolean;
  /** Recording; undefined: the server's default. */
  readonly record?: boolean | undefined;
  readonly line: CallLine;
  /** Transport of the call; undefined: that connection closed before the call began. */
  readonly transport?: Transport | undefined;
  readonly answeredBy?: AnsweredBy | undefined;
  /** Snapshot of this call in an earlier process, where its recording ended. */
  readonly resumes?: CallSnapshot | undefined;
  /** Resolves when the responder's next action is noted elsewhere; absent: no other process continues the call. */
  readonly noted?: (() => Promise<void>) | undefined;
  /** All events in order. Neither throws nor waits. */
  readonly emit: (event: CallEvent) => void;
}

export class Calls {
  readonly #o: CallsOptions;
  readonly #live = new Set<Call>();
  /** By session of the running calls. */
  readonly #listeners = new Map<string, CallListeners>();
  readonly #shelf = new FillerShelf();
  readonly #times = new AnswerTimes();
  #ready = false;

  constructor(options: CallsOptions) {
    this.#o = options;
    void options.speech?.ready.then(
      () => (this.#ready = true),
      () => undefined, // The code that opened the engine has logged why; calls are refused with `overloaded`.
    );
  }

  /** True if speech is available at all. */
  get hasSpeech(): boolean {
    return this.#o.speech !== undefined;
  }

  /** True if a call opened now is heard at once. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Resolves when speech is warm, and rejects when it never will be. */
  get warm(): Promise<void> {
    return this.#o.speech?.ready ?? Promise.reject(new Error("Speech is switched off"));
  }

  /** Calls that have not ended completely. */
  get size(): number {
    return this.#live.size;
  }

  /** Resolves when all present ones have ended completely. */
  async over(): Promise<void> {
    await Promise.all(Array.from(this.#live, (call) => call.ended));
  }

  /** Ends work that outlasts the call, such as a booking. */
  abandon(): void {
    for (const call of this.#live) call.abandon();
  }

  /** Listeners of a session's call; undefined: no call here. */
  listenersOf(sessionId: string): Pick<CallListeners, "hasRoom" | "listen"> | undefined {
    return this.#listeners.get(sessionId);
  }

  /** Throws only for a bug of ours; needs speech. */
  open(order: CallOrder): Call {
    const { sessionId, plan, usesExamples, line, transport, answeredBy, resumes, noted, emit } = order;
    const { clock, ticker, speech, systemPrompt, preempts, programs, durationMsMax, outside } = this.#o;
    if (speech === undefined) throw new Error("Sessions need speech");
    const { request, program, providers } = plan;
    const builtIn = inVoice(speech.tts, request.assistant?.voice);
    const { tts = timedTts(builtIn) } = providers;
    const stt = providers.stt === undefined ? speech.stt : heardWith(providers.stt, speech);
    const log = this.#o.log.with(callFields(sessionId, plan));
    const tell = (notice: ProviderNotice): void => call.warn(notice);
    const language = program?.language ?? providers.voice?.language ?? "en";
    const responder = openResponder(sessionId, request, {
      clock,
      log,
      tell,
      finished: (work) => call.finished(work),
      llm: providers.llm,
      audioLlm: providers.audioLlm,
      systemPrompt,
      preempts,
      programs,
      language,
      speaks: tts.speaks,
      program,
      memory: resumes?.memory,
      noted,
      askedAgain: this.#o.counters?.askedAgain,
      flow: { ...plan, usesExamples, answeredBy, ...outsideOf(outside, plan) },
    });
    // A model that hears needs no recogniser, and one that speaks no voice.
    const isAudio = responder.hears !== undefined;
    const hears = isAudio ? responder.name : stt.id;
    const isOwn = providers.stt === undefined && !isAudio;
    const hush = hushOf(responder);
    const listeners = new CallListeners({ clock, ...hush });
    const flight = resumes ? undefined : this.#o.flights?.begin({ ...plan, ...order, ...hush, warn: tell });
    const whose = { session: sessionId, flow: plan.flowId, stt: hears, link: plan.link, flight, line };
    const watchers = watchCall({ ...whose, beforeMs: resumes?.atMs ?? 0, transport }, { ...this.#o, log });
    const over = new AbortController();
    const call: Call = new Call({
      line: listeners.around(flight?.around(line) ?? line),
      recorder: listeners.beside(flight),
      decided: watchers.decided,
      late: this.#o.counters?.lateOut,
      responder,
      front: frontOf(plan, language),
      stt,
      tts: tts.forCall?.({ clock, log, tell }, over.signal) ?? tts,
      loadSound: this.#soundsOf(plan),
      vad: speech.vad,
      clock,
      ticker,
      log,
      durationMsMax,
      bargeInMs: this.#o.bargeInMs,
      resumes,
      notice: (isOwn ? unheardNotice(language, speech.hearsOnly) : undefined) ?? duplexNotice(plan),
      fillers: this.#fillersOf(order, { language, builtIn, context: { clock, log }, signal: over.signal }),
      emit: toAll(emit, watchers.emit, (event) => listeners.told(event)),
    });
    this.#begun(call, plan, isAudio || speaksLanguage(tts.speaks, language));
    this.#keep(call, transport, () => {
      watchers.over();
      over.abort();
    });
    this.#listeners.set(sessionId, listeners);
    void call.ended.then(() => this.#unheard(sessionId, listeners));
    log.info("call.started", { mode: request.mode, responder: responder.name });
    return call;
  }

  #begun(call: Call, plan: Plan, isSpoken: boolean): void {
    this.#o.begins?.(plan);
    if (!isSpoken) call.warn({ code: "speech/voice-language", message: otherLanguage });
  }

  #soundsOf({ accountId }: Plan): LoadSound | undefined {
    const { loadSound } = this.#o;
    return loadSound && ((sound) => loadSound(accountId, sound));
  }

  #unheard(sessionId: string, listeners: CallListeners): void {
    // A session that came back here has another call by now.
    if (this.#listeners.get(sessionId) === listeners) this.#listeners.delete(sessionId);
    listeners.end();
  }

  /** The call is listed until all of its work has ended. */
  #keep(call: Call, transport: Transport | undefined, over: () => void): void {
    const { counters } = this.#o;
    this.#live.add(call);
    counters?.begun(transport);
    void call.ended.then(() => {
      this.#live.delete(call);
      counters?.over(transport);
      over();
    });
  }

  #fillersOf(
    { sessionId: seed, plan }: CallOrder,
    parts: Pick<CallFillersOptions, "language" | "builtIn" | "context" | "signal">,
  ): CallFillers {
    const { voice, modelId } = plan.providers;
    return new CallFillers({ ...parts, voice, modelId, shelf: this.#shelf, times: this.#times, seed });
  }
}

const waysToAnswer = "Type, or use the keypad. A server (STT_URL) or a vendor hears other languages.";

/** Warning for a caller whose language is not heard. */
function unheardNotice(language: string, heard: string | undefined): ProviderNotice | undefined {
  if (heard === undefined || primaryTag(heard) === primaryTag(language)) return undefined;
  return {
    code: "speech/language",
    message: `This flow is ${unheardLanguage(language, heard)}. ${waysToAnswer}`,
  };
}

const otherLanguage =
  "The built-in voice speaks English alone, and this flow another language. A server (TTS_URL) or a vendor speaks others.";

/** A model that speaks, before a flow that has one. */
function frontOf({ program, providers: { audioLlm } }: Plan, language: string): CallFront | undefined {
  if (program?.isDuplex !== true || audioLlm === undefined) return undefined;
  const lines = freeLines.get(program) ?? new FreeLines(program);
  freeLines.set(program, lines);
  return new DuplexFront({ ...audioLlm, lines, language });
}

const freeLines = new WeakMap<Program, FreeLines>();

/** Warning for an author whose duplex flow is spoken as any other. */
function duplexNotice({ program, providers }: Plan): ProviderNotice | undefined {
  if (program?.isDuplex !== true || providers.audioLlm !== undefined) return undefined;
  return { code: "flow/no-duplex", message: noDuplex };
}

const noDuplex =
  "This flow has mode: duplex, but no model that speaks is chosen (llm_provider), so the voice speaks all lines.";

const toAll =
  (...takers: readonly ((event: CallEvent) => void)[]) =>
  (event: CallEvent): void => {
    for (const take of takers) take(event);
  };

const inVoice = (tts: Tts, name: string | undefined): Tts =>
  name === undefined ? tts : (tts.voiced?.({ name }) ?? tts);

/** Parts of the call that only its caller may hear now. */
const hushOf = (responder: Responder) => ({
  isSensitive: (): boolean => responder.isSensitive === true,
  isUnrecorded: (): boolean => responder.isUnrecorded === true,
});

/** Recogniser of free speech, with its helpers. */
function heardWith(open: Stt, { stt, turns }: Speech): Stt {
  return withSecondOpinion(turns === undefined ? open : withTurnModel(open, turns), stt);
}

/** Messages after the tone are not stored if no sound is, like sensitive audio. */
function outsideOf(outside: CallsOptions["outside"], { kept }: Plan): CallsOptions["outside"] {
  return kept.audio ? outside : { ...outside, keep: (id) => Promise.resolve(`rec_${id}`) };
}
