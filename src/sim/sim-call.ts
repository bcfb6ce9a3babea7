// Simulated call: one caller and one flow in the code that carries real calls, with its line, its speech engines, its
// tools and its time simulated. A seed decides everything.

import { frameMs } from "../audio/frame.ts";
import { Scope } from "../base/scope.ts";
import { silentLog } from "../base/log.ts";
import { Ticker } from "../base/ticker.ts";
import type { CoverageRecord } from "../flow/author/testing/test-report.ts";
import type { FlowSession } from "../flow/engine/run/step-contract.ts";
import type { FlowTest } from "../flow/language/compile/compile-tests.ts";
import type { Program } from "../flow/language/program.ts";
import { valueMap } from "../flow/value/value.ts";
import { spokenForm } from "../spoken/spoken-form.ts";
import { Call } from "../voice/call.ts";
import type { CallEvent } from "../voice/call-event.ts";
import { openFlowResponder } from "../voice/responder-flow.ts";
import { type BrokenLaw, CallLaws } from "./call-laws.ts";
import { callerAnswer } from "./caller-answer.ts";
import { type CallerManner, mannerByChance } from "./caller-manner.ts";
import { FlowWatch } from "./flow-watch.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";
import { SimCaller } from "./sim-caller.ts";
import { SimLine } from "./sim-line.ts";
import { type SimSpeech, type SpeechHealth, simSpeech } from "./sim-speech.ts";
import { simTools } from "./sim-tools.ts";
import { settle, SimulatedClock } from "./simulated-clock.ts";

export interface SimCallOptions {
  readonly program: Program;
  /** Of the flow: their mocks answer for its tools. */
  readonly tests: readonly FlowTest[];
  readonly seed: number;
  /** The engines are slow and fail now and then. */
  readonly troubles: boolean;
  /** When the call begins, in milliseconds of the Unix epoch. */
  readonly startsAtMs: number;
}

export interface SimCall {
  readonly seed: number;
  readonly manner: string;
  /** The flow's outcome, or why the call ended without one. */
  readonly outcome: string;
  readonly durationMs: number;
  /** How often the caller had its turn. */
  readonly turns: number;
  readonly path: readonly string[];
  readonly coverage: CoverageRecord;
  readonly askedAgain: readonly string[];
  readonly broken: readonly BrokenLaw[];
  readonly events: readonly CallEvent[];
}

/** Milliseconds of a call, however patient its caller. */
const durationMsMax = 15 * 60_000;

export function simulateCall(options: SimCallOptions): Promise<SimCall> {
  return new Simulated(options).run();
}

class Simulated {
  readonly #o: SimCallOptions;
  readonly #random: SeededRandom;
  readonly #clock: SimulatedClock;
  readonly #ticker: Ticker;
  readonly #speech: SimSpeech;
  readonly #watch: FlowWatch;
  readonly #laws: CallLaws;
  readonly #events: CallEvent[] = [];
  readonly #scopesBefore = new Set(Scope.open);
  readonly #line: SimLine;
  readonly #manner: CallerManner;
  readonly #caller: SimCaller;
  readonly #call: Call;

  constructor(options: SimCallOptions) {
    const { program, seed, startsAtMs } = options;
    this.#o = options;
    const [random, clock] = [seededRandom(seed), new SimulatedClock(startsAtMs)];
    this.#random = random;
    this.#clock = clock;
    this.#ticker = new Ticker(clock, frameMs);
    this.#speech = simSpeech({ clock, random, ...(options.troubles ? troubled : healthy) });
    this.#laws = new CallLaws(this.#speech.sentences, saidIn(program));
    this.#watch = new FlowWatch(program, { facts: factsOf(options), clock });
    this.#line = new SimLine({
      clock,
      played: (frame) => this.#laws.frame(frame, clock.now()),
      told: (event) => this.#caller.told(event, clock.now()),
    });
    this.#manner = mannerByChance(random);
    this.#caller = this.#openCaller();
    this.#call = this.#openCall();
  }

  async run(): Promise<SimCall> {
    await settle();
    this.#call.ready();
    while (this.#line.closed === undefined && this.#clock.now() <= durationMsMax + lastWordsMs) {
      await this.#pass();
    }
    const durationMs = this.#clock.now();
    this.#call.abandon();
    await this.#call.ended;
    this.#laws.end(durationMs, this.#leftovers());
    return { ...this.#result(), durationMs };
  }

  /** The next 20 ms. */
  async #pass(): Promise<void> {
    const [clock, events] = [this.#clock, this.#events.length];
    await clock.advance(frameMs);
    const frame = this.#caller.next(clock.now(), this.#line.audibleUntil > clock.now());
    this.#call.hear(frame);
    if (this.#events.length > events) await settle();
    const { works, mayBeInterrupted } = this.#watch;
    const isAudible = this.#line.audibleUntil > clock.now();
    this.#laws.instant(clock.now(), {
      works,
      talkedOver: isAudible && mayBeInterrupted && this.#caller.speaks,
    });
  }

  #openCaller(): SimCaller {
    const random = this.#random;
    return new SimCaller({
      manner: this.#manner,
      random,
      utterances: this.#speech.utterances,
      answer: () => {
        const { point, turn } = this.#watch.listening;
        return callerAnswer(point, turn, random);
      },
      input: (input) => this.#call.input(input),
    });
  }

  #openCall(): Call {
    const { program, tests, seed } = this.#o;
    const [clock, random] = [this.#clock, this.#random];
    const nothing = (): Promise<undefined> => Promise.resolve(undefined);
    const outside = {
      runTool: simTools({ program, tests, clock, random }),
      propose: nothing,
      utter: nothing,
      keep: () => Promise.resolve(`rec_${seed}`),
    };
    const responder = openFlowResponder({
      program,
      facts: factsOf(this.#o),
      outside,
      clock,
      log: silentLog,
      watch: (state, effects) => this.#watch.step(state, effects),
    });
    const { stt, tts, vad } = this.#speech;
    return new Call({
      line: this.#line,
      responder,
      stt,
      tts,
      vad,
      clock,
      ticker: this.#ticker,
      log: silentLog,
      durationMsMax,
      emit: (event) => this.#emit(event),
    });
  }

  #emit(event: CallEvent): void {
    this.#events.push(event);
    this.#laws.event(event, this.#watch);
    if (event.type !== "tool-finished") this.#line.tell(event);
  }

  #leftovers(): readonly string[] {
    const scopes = [...Scope.open].filter((scope) => !this.#scopesBefore.has(scope));
    return [
      ...leftOf(this.#clock.pending, "timers"),
      ...leftOf(this.#ticker.size, "beats"),
      ...leftOf(this.#speech.open(), "speech engines"),
      ...scopes.map(({ name }) => `scope ${name}`),
    ];
  }

  #result(): Omit<SimCall, "durationMs"> {
    const { path, coverage, askedAgain, outcome } = this.#watch;
    return {
      seed: this.#o.seed,
      manner: this.#manner.name,
      outcome: outcome ?? this.#line.closed ?? "never ended",
      turns: this.#caller.turns,
      path,
      coverage,
      askedAgain,
      broken: this.#laws.broken,
      events: this.#events,
    };
  }
}

const healthy: SpeechHealth = { finalMs: [50, 400], voiceMs: [20, 300], finalLost: 0, voiceFails: 0 };
/** A vendor's bad day. */
const troubled: SpeechHealth = {
  finalMs: [50, 2_500],
  voiceMs: [20, 2_000],
  finalLost: 0.03,
  voiceFails: 0.05,
};

/** After the longest duration the agent says goodbye. */
const lastWordsMs = 30_000;

const leftOf = (count: number, what: string): readonly string[] => (count === 0 ? [] : [`${count} ${what}`]);

/** What the voice may be given for a sentence of the flow's languages. */
function saidIn({ languages }: Program): (written: string) => readonly string[] {
  return (written) => [
    written,
    spokenForm(written, {}).text,
    ...languages.map((language) => spokenForm(written, { language }).text),
  ];
}

function factsOf({ seed, startsAtMs }: SimCallOptions): FlowSession {
  return {
    id: `ses_${seed}`,
    channel: "voice",
    direction: "inbound",
    startedAtMs: startsAtMs,
    context: valueMap([]),
    metadata: valueMap([]),
    hasModel: false,
    usesExamples: true,
  };
}
