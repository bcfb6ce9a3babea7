// Simulated talk: one caller and one agent in the code that carries real calls, with simulated line, speech
// engines and time. A seed determines everything. The opener chooses the agent: a flow or another.

import { frameMs } from "../audio/frame.ts";
import { silentLog } from "../base/log.ts";
import { Scope } from "../base/scope.ts";
import { Ticker } from "../base/ticker.ts";
import { Call } from "../voice/call.ts";
import { type CallEvent, type EndReason, isForLine } from "../voice/call-event.ts";
import type { CallFront } from "../voice/duplex/call-front.ts";
import type { Responder } from "../voice/responder.ts";
import { type BrokenLaw, CallLaws } from "./call-laws.ts";
import type { CallerAnswer } from "./caller-answer.ts";
import { type CallerManner, mannerByChance } from "./caller-manner.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";
import { SimCaller } from "./sim-caller.ts";
import { type CallerLine, SimLine, type SimLineOptions } from "./sim-line.ts";
import { type SimSpeech, type SpeechHealth, simSpeech } from "./sim-speech.ts";
import { drained, SimulatedClock } from "./simulated-clock.ts";

/** Responder of the caller, and the state for the simulation. */
export interface SimAgent {
  readonly responder: Responder;
  /** Stands before the responder; absent: nothing does. */
  readonly front?: CallFront | undefined;
  /** Work that the agent has left open, in words; absent: none. */
  readonly left?: () => readonly string[];
  /** True while the agent waits for something other than its caller: a tool, a model, a transfer or a recording. */
  readonly works: boolean;
  /** True if the agent answers its caller's words now. */
  readonly listens: boolean;
  /** True if the caller may interrupt the agent. */
  readonly mayBeInterrupted: boolean;
  /** Words or keys that the caller would use now; undefined without a listener. */
  answer(): CallerAnswer | undefined;
  /** Texts that a voice may receive for a written sentence. */
  saidOf(written: string): readonly string[];
}

export interface AgentParts {
  readonly clock: SimulatedClock;
  readonly random: SeededRandom;
  readonly speech: Pick<SimSpeech, "modelSpeech">;
  /** Events of the call so far; the list grows. */
  readonly events: readonly CallEvent[];
}

export interface SimTalkOptions<A extends SimAgent> {
  readonly openAgent: (parts: AgentParts) => A;
  readonly seed: number;
  /** True if the engines are slow and sometimes fail. */
  readonly troubles: boolean;
  /** Start of the call, in milliseconds of the Unix epoch. */
  readonly startsAtMs: number;
  readonly durationMsMax: number;
  /** Absent: a line without a network. */
  readonly openLine?: ((parts: SimLineParts) => CallerLine) | undefined;
}

export interface SimLineParts extends SimLineOptions {
  readonly clock: SimulatedClock;
  readonly ticker: Ticker;
  readonly random: SeededRandom;
}

export interface SimTalk<A extends SimAgent> {
  readonly agent: A;
  readonly manner: string;
  /** End reason of the call; undefined: it did not end. */
  readonly reason: EndReason | undefined;
  readonly durationMs: number;
  /** Number of the caller's turns. */
  readonly turns: number;
  readonly broken: readonly BrokenLaw[];
  readonly events: readonly CallEvent[];
}

export function simulateTalk<A extends SimAgent>(options: SimTalkOptions<A>): Promise<SimTalk<A>> {
  return new Talking(options).run();
}

class Talking<A extends SimAgent> {
  readonly #o: SimTalkOptions<A>;
  readonly #random: SeededRandom;
  readonly #clock: SimulatedClock;
  readonly #ticker: Ticker;
  readonly #speech: SimSpeech;
  readonly #laws: CallLaws;
  readonly #events: CallEvent[] = [];
  readonly #scopesBefore = new Set(Scope.open);
  readonly #line: CallerLine;
  readonly #manner: CallerManner;
  readonly #caller: SimCaller;
  readonly #agent: A;
  readonly #call: Call;

  constructor(options: SimTalkOptions<A>) {
    const { seed, startsAtMs, troubles, openAgent } = options;
    this.#o = options;
    const [random, clock] = [seededRandom(seed), new SimulatedClock(startsAtMs)];
    this.#random = random;
    this.#clock = clock;
    this.#ticker = new Ticker(clock, frameMs);
    this.#speech = simSpeech({ clock, random, ...(troubles ? troubled : healthy) });
    this.#laws = new CallLaws(this.#speech.texts, (written) => this.#agent.saidOf(written));
    const openLine = options.openLine ?? ((parts): CallerLine => new SimLine(parts));
    this.#line = openLine({
      clock,
      random,
      ticker: this.#ticker,
      played: (frame) => this.#laws.frame(frame, clock.now()),
      told: (event) => this.#caller.told(event, clock.now()),
    });
    this.#manner = mannerByChance(random);
    this.#caller = this.#openCaller();
    this.#agent = openAgent({ clock, random, speech: this.#speech, events: this.#events });
    this.#call = this.#openCall();
  }

  async run(): Promise<SimTalk<A>> {
    await drained();
    this.#line.begin(this.#call);
    while (this.#line.closed === undefined && this.#clock.now() <= this.#o.durationMsMax + lastWordsMs) {
      await this.#pass();
    }
    const durationMs = this.#clock.now();
    const left = await this.#leave();
    this.#laws.end(durationMs, left);
    return {
      agent: this.#agent,
      manner: this.#manner.name,
      reason: this.#line.closed,
      durationMs,
      turns: this.#caller.turns,
      broken: this.#laws.broken,
      events: this.#events,
    };
  }

  /** Simulates the next 20 ms. */
  async #pass(): Promise<void> {
    const [clock, events] = [this.#clock, this.#events.length];
    await clock.advance(frameMs);
    this.#line.listen();
    const frame = this.#caller.next(clock.now(), this.#line.audibleUntil > clock.now());
    this.#line.say(frame);
    if (this.#events.length > events) await drained();
    const { works, mayBeInterrupted } = this.#agent;
    const isAudible = this.#line.audibleUntil > clock.now();
    // The caller never interrupts the goodbye at the end of a call's time.
    const isHeard = isAudible && mayBeInterrupted && clock.now() < this.#o.durationMsMax;
    // A telephone on hold hears no answer.
    const waits = works || !this.#line.writable;
    this.#laws.instant(clock.now(), {
      works: waits,
      talkedOver: isHeard && this.#line.carries && this.#caller.speaks,
    });
  }

  /** Ends the call, and names the work that is still open then. */
  async #leave(): Promise<readonly string[]> {
    const [call, clock] = [this.#call, this.#clock];
    let isGone = false;
    void call.ended.then(() => (isGone = true));
    call.abandon();
    await drained();
    for (const until = clock.now() + goneMsMax; !(isGone && this.#line.isOver) && clock.now() < until;)
      await clock.advance(frameMs);
    return this.#leftovers();
  }

  #openCaller(): SimCaller {
    return new SimCaller({
      manner: this.#manner,
      random: this.#random,
      utterances: this.#speech.utterances,
      answer: () => this.#agent.answer(),
      input: (input) => this.#line.input(input),
    });
  }

  #openCall(): Call {
    const { stt, tts, vad } = this.#speech;
    return new Call({
      line: this.#line,
      responder: this.#agent.responder,
      front: this.#agent.front,
      stt,
      tts,
      vad,
      clock: this.#clock,
      ticker: this.#ticker,
      log: silentLog,
      durationMsMax: this.#o.durationMsMax,
      emit: (event) => this.#emit(event),
      decided: (decision) => this.#laws.decided(decision),
    });
  }

  #emit(event: CallEvent): void {
    this.#events.push(event);
    this.#line.listen();
    const { listens, mayBeInterrupted, responder } = this.#agent;
    this.#laws.event(event, { listens, mayBeInterrupted, onHold: responder.isOnHold === true });
    if (isForLine(event)) this.#line.tell(event);
  }

  #leftovers(): readonly string[] {
    const scopes = [...Scope.open].filter((scope) => !this.#scopesBefore.has(scope));
    return [
      ...leftOf(this.#clock.pending, "timers"),
      ...leftOf(this.#ticker.size, "beats"),
      ...leftOf(this.#speech.open(), "speech engines"),
      ...scopes.map(({ name }) => `scope ${name}`),
      ...(this.#agent.left?.() ?? []),
    ];
  }
}

const healthy: SpeechHealth = { finalMs: [50, 400], voiceMs: [20, 300], finalLost: 0, voiceFails: 0 };
/** Health of the speech engines on a bad day of their vendors. */
const troubled: SpeechHealth = {
  finalMs: [50, 2_500],
  voiceMs: [20, 2_000],
  finalLost: 0.03,
  voiceFails: 0.05,
};

/** After the longest duration the agent says goodbye. */
const lastWordsMs = 30_000;
/** An answer that does not stop within a second is abandoned. */
const goneMsMax = 2_000;

const leftOf = (count: number, what: string): readonly string[] => (count === 0 ? [] : [`${count} ${what}`]);
