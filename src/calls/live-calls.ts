// Live calls: opens each call from its plan, with the engines that hear and speak, and lists those that are running.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Ticker } from "../base/ticker.ts";
import type { Program } from "../flow/language/program.ts";
import type { ProviderNotice, Stt, Tts, Vad } from "../providers/provider-contract.ts";
import { withSecondOpinion } from "../speech/second-opinion.ts";
import { Call } from "../voice/call.ts";
import type { CallEvent } from "../voice/call-event.ts";
import type { CallLine } from "../voice/line.ts";
import { CallFillers } from "./call-fillers.ts";
import { FillerShelf } from "./filler-shelf.ts";
import { openResponder } from "./build-responder.ts";
import type { CallsOutside } from "./flow-services.ts";
import type { Plan } from "./call-plan.ts";

/** What hears and speaks; `ready` resolves when it is warm. */
export interface Speech {
  readonly ready: Promise<void>;
  readonly stt: Stt;
  readonly tts: Tts;
  readonly vad: Vad;
}

export interface CallsOptions {
  readonly clock: Clock;
  /** The beat of all calls, one a frame. */
  readonly ticker: Ticker;
  readonly log: Log;
  readonly speech: Speech | undefined;
  readonly systemPrompt: string;
  readonly programs: ReadonlyMap<string, Program>;
  readonly durationMsMax: number;
  /** What flows can have done. */
  readonly outside: CallsOutside;
}

/** What a call is opened for. */
export interface CallOrder {
  readonly sessionId: string;
  readonly plan: Plan;
  /** No context was given: required variables are filled from their examples. */
  readonly usesExamples: boolean;
  readonly line: CallLine;
  /** Everything that happens, in order. Neither throws nor waits. */
  readonly emit: (event: CallEvent) => void;
}

export class Calls {
  readonly #o: CallsOptions;
  readonly #live = new Set<Call>();
  readonly #shelf = new FillerShelf();
  #ready = false;

  constructor(options: CallsOptions) {
    this.#o = options;
    void options.speech?.ready.then(
      () => (this.#ready = true),
      () => undefined, // The code that opened the engine has logged why; calls are refused with `overloaded`.
    );
  }

  /** Whether there is speech at all. */
  get hasSpeech(): boolean {
    return this.#o.speech !== undefined;
  }

  /** Whether a call that is opened now is heard at once. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Resolves when speech is warm, and rejects when it never will be. */
  get warm(): Promise<void> {
    return this.#o.speech?.ready ?? Promise.reject(new Error("Speech is switched off"));
  }

  /** Calls of which something is left. */
  get size(): number {
    return this.#live.size;
  }

  /** Resolves when nothing is left of those that live now. */
  async over(): Promise<void> {
    await Promise.all(Array.from(this.#live, (call) => call.ended));
  }

  /** Cuts off what goes on after a call's end, such as a booking. */
  abandon(): void {
    for (const call of this.#live) call.abandon();
  }

  /** Throws only for a bug of ours; needs speech. */
  open({ sessionId, plan, usesExamples, line, emit }: CallOrder): Call {
    const { clock, ticker, speech, systemPrompt, programs, durationMsMax, outside } = this.#o;
    if (speech === undefined) throw new Error("Nobody is let in without speech");
    const { request, program, accountId, context, metadata, providers } = plan;
    const voice = request.assistant?.voice;
    const builtIn = voice === undefined ? speech.tts : (speech.tts.voiced?.({ name: voice }) ?? speech.tts);
    const { tts = builtIn } = providers;
    const stt = providers.stt === undefined ? speech.stt : withSecondOpinion(providers.stt, speech.stt);
    const log = this.#o.log.with({ session: sessionId });
    const tell = (notice: ProviderNotice): void => call.warn(notice);
    const responder = openResponder(sessionId, request, {
      clock,
      log,
      tell,
      llm: providers.llm,
      systemPrompt,
      programs,
      guided: stt.guided,
      speaks: tts.speaks,
      program,
      flow: { accountId, context, metadata, usesExamples, ...outside },
    });
    const note = callLog(log);
    const over = new AbortController();
    const call: Call = new Call({
      line,
      responder,
      stt,
      tts: tts.forCall?.({ clock, log, tell }, over.signal) ?? tts,
      vad: speech.vad,
      clock,
      ticker,
      log,
      durationMsMax,
      fillers: new CallFillers({
        language: program?.language ?? providers.voice?.language ?? "en",
        builtIn,
        voice: providers.voice,
        shelf: this.#shelf,
        context: { clock, log },
        signal: over.signal,
        seed: sessionId,
      }),
      emit: (event) => {
        emit(event);
        note(event);
      },
    });
    this.#live.add(call);
    log.info("call.started", { mode: request.mode, responder: responder.name });
    void call.ended.then(() => {
      this.#live.delete(call);
      over.abort();
    });
    return call;
  }
}

/** Logs how a call went, without a word of what was said. */
function callLog(log: Log): (event: CallEvent) => void {
  let turns = 0;
  return (event) => {
    if (event.type === "latency") {
      turns += 1;
      log.debug("call.turn", { ...event.latency });
    }
    if (event.type === "failed") log.warn("call.failed", { code: event.code, fatal: event.fatal });
    if (event.type === "ended")
      log.info("call.ended", { reason: event.reason, durationMs: event.durationMs, turns });
  };
}
