// Replayed call: the caller of a recorded call and a flow in the code that carries real calls, with simulated time,
// line and voice. The caller's audio is recognised again, or its transcript is reused.

import { type Frame, frameMs } from "../../audio/frame.ts";
import { delay } from "../../base/clock.ts";
import { silentLog } from "../../base/log.ts";
import { Ticker } from "../../base/ticker.ts";
import type { FlightEntry, FlightHead } from "../../calls/flight/flight-record.ts";
import { entryOf } from "../../calls/flight/masked-entry.ts";
import { outcomeOf, ToolMocks } from "../../flow/author/testing/tool-mocks.ts";
import { ExampleServices, isExampleTool } from "../../flow/engine/example-services/example-services.ts";
import type { OutsideWorkers } from "../../flow/engine/outside-work.ts";
import type { FlowSession, ToolOutcome, TransferResult } from "../../flow/engine/run/step-contract.ts";
import type { FlowTest } from "../../flow/language/compile/compile-tests.ts";
import type { ListenSettings, Program } from "../../flow/language/program.ts";
import { valueOfData } from "../../flow/value/json-value.ts";
import { isValueMap, valueMap } from "../../flow/value/value.ts";
import type { Stt, Vad } from "../../providers/provider-contract.ts";
import { standInFor } from "../../sim/stand-in.ts";
import { FlowWatch } from "../../sim/flow-watch.ts";
import { noiseFrame, wordFrames } from "../../sim/marked-audio.ts";
import { seededRandom } from "../../sim/seeded-random.ts";
import { SimLine } from "../../sim/sim-line.ts";
import { type SimSpeech, simSpeech } from "../../sim/sim-speech.ts";
import { drained, SimulatedClock } from "../../sim/simulated-clock.ts";
import { Call } from "../../voice/call.ts";
import { type CallEvent, isForLine } from "../../voice/call-event.ts";
import { openFlowResponder } from "../../voice/responder-flow.ts";
import { actsOf, type Act, type Certainty } from "./recorded-acts.ts";
import { ReplayingCaller } from "./replaying-caller.ts";
import type { RecordedAudio } from "./recorded-audio.ts";

/** Recogniser of the recorded audio. */
export interface Ears {
  readonly stt: Stt;
  readonly vad: Vad;
  readonly audio: RecordedAudio;
}

export interface ReplayOptions {
  readonly head: FlightHead;
  readonly entries: readonly FlightEntry[];
  readonly program: Program;
  /** Tests of the flow: their mocks answer for its tools. */
  readonly tests: readonly FlowTest[];
  /** Undefined: the earlier words are understood again. */
  readonly ears: Ears | undefined;
  /** In place of the flow's own settings, at every node. */
  readonly settings: Partial<ListenSettings>;
}

/** Longest replayed call, in milliseconds. */
const durationMsMax = 60 * 60_000;
/** Time for the flow to end after the caller's last act. */
const lastWordsMs = 60_000;
const steadyMs = 150;
const noiseFrames = 15;
const transferMs = 1_000;

/** Events in the form of a recording. */
export async function replayCall(options: ReplayOptions): Promise<readonly FlightEntry[]> {
  return new Replay(options).run();
}

class Replay {
  readonly #o: ReplayOptions;
  readonly #acts: readonly Act[];
  readonly #clock: SimulatedClock;
  readonly #speech: SimSpeech;
  readonly #line: SimLine;
  readonly #caller: ReplayingCaller;
  readonly #call: Call;
  readonly #entries: FlightEntry[] = [];
  readonly #watch: FlowWatch;
  /** Results of the transfers then. */
  readonly #transfers: TransferResult[];
  #transferAt: number | undefined;

  constructor(options: ReplayOptions) {
    this.#o = options;
    this.#acts = actsOf(options.entries);
    const clock = new SimulatedClock(options.head.startedAtMs);
    this.#clock = clock;
    const steady = { finalMs: [steadyMs, steadyMs], voiceMs: [steadyMs, steadyMs] } as const;
    this.#speech = simSpeech({ clock, random: seededRandom(1), ...steady, finalLost: 0, voiceFails: 0 });
    this.#line = new SimLine({
      clock,
      played: () => undefined,
      told: (event) => {
        if (event.type === "transfer") this.#transferAt = clock.now() + transferMs;
      },
    });
    this.#caller = new ReplayingCaller({
      acts: this.#acts,
      framesOf: (act) => this.#framesOf(act),
      unknownWords: () => standInFor(this.#watch.listening.point),
      input: (input) => this.#call.input(input),
    });
    this.#watch = new FlowWatch(options.program, { facts: factsOf(options.head), clock });
    this.#transfers = transfersIn(options.entries);
    this.#call = this.#open();
  }

  async run(): Promise<readonly FlightEntry[]> {
    await drained();
    this.#call.ready();
    let endsAt = durationMsMax;
    while (this.#line.closed === undefined && this.#clock.now() < endsAt) {
      await this.#clock.advance(frameMs);
      const now = this.#clock.now();
      this.#call.hear(this.#caller.next(now, this.#line.audibleUntil > now));
      await drained();
      if (this.#transferAt !== undefined && now >= this.#transferAt) {
        this.#transferAt = undefined;
        this.#call.input({ type: "transferred", ...(this.#transfers.shift() ?? { ok: true }) });
      }
      if (this.#caller.isDone) endsAt = Math.min(endsAt, now + lastWordsMs);
    }
    if (this.#line.closed === undefined) this.#call.end("idle");
    this.#call.abandon();
    await this.#call.ended;
    return this.#entries;
  }

  #framesOf(act: Extract<Act, { type: "said" }>): readonly Frame[] | undefined {
    const { ears } = this.#o;
    if (act.text === undefined) return undefined;
    if (ears !== undefined) return ears.audio.frames(act.fromMs, act.toMs);
    const words = act.text.split(" ").filter((word) => word !== "");
    if (words.length === 0) return Array.from({ length: noiseFrames }, () => noiseFrame);
    const utterance = this.#speech.utterances.push(words) - 1;
    return words.flatMap((text, word) => wordFrames({ utterance, word, text }));
  }

  #open(): Call {
    const { head, ears, settings, tests } = this.#o;
    const clock = this.#clock;
    const program = listeningAs(this.#o.program, settings);
    const nothing = (): Promise<undefined> => Promise.resolve(undefined);
    const responder = openFlowResponder({
      program,
      facts: factsOf(head),
      outside: {
        runTool: recordedTools({ program, tests, clock, entries: this.#o.entries }),
        search: nothing,
        propose: nothing,
        utter: nothing,
        summarise: nothing,
        keep: () => Promise.resolve(`rec_${head.session}`),
      },
      clock,
      log: silentLog,
      watch: (state, effects) => this.#watch.step(state, effects),
    });
    return new Call({
      line: this.#line,
      responder,
      stt: ears?.stt ?? asSureAsThen(this.#speech.stt, this.#acts),
      tts: this.#speech.tts,
      vad: ears?.vad ?? this.#speech.vad,
      clock,
      ticker: new Ticker(clock, frameMs),
      log: silentLog,
      durationMsMax,
      emit: (event) => this.#emit(event),
    });
  }

  #emit(event: CallEvent): void {
    const entry = entryOf(event);
    if (entry !== undefined) this.#entries.push(entry);
    if (isForLine(event)) this.#line.tell(event);
  }
}

function factsOf({ session, startedAtMs, context, usesExamples }: FlightHead): FlowSession {
  const value = valueOfData(context) ?? null;
  return {
    id: session,
    channel: "voice",
    direction: "inbound",
    startedAtMs,
    context: isValueMap(value) ? value : valueMap([]),
    metadata: valueMap([]),
    hasModel: false,
    usesExamples,
  };
}

const transfersIn = (entries: readonly FlightEntry[]): TransferResult[] =>
  entries.flatMap(({ type, on }) => {
    const [, how] = /^input transferred (ok|missed|failed)$/.exec(type === "turn" ? String(on) : "") ?? [];
    return how === undefined ? [] : [{ ok: how === "ok", ...(how === "missed" && { missed: true }) }];
  });

/** The flow with these settings at each of its nodes. */
function listeningAs(program: Program, settings: Partial<ListenSettings>): Program {
  const nodes = Array.from(
    program.nodes,
    ([name, node]) => [name, { ...node, listen: { ...node.listen, ...settings } }] as const,
  );
  return { ...program, nodes: new Map(nodes) };
}

/** Recogniser that gives words their recorded confidence. */
function asSureAsThen(stt: Stt, acts: readonly Act[]): Stt {
  const certainties = new Map<string, Certainty[]>();
  for (const act of acts) {
    if (act.type !== "said" || act.text === undefined) continue;
    certainties.set(act.text, [...(certainties.get(act.text) ?? []), act.certainty]);
  }
  return {
    ...stt,
    open: (sink, context, signal) =>
      stt.open(
        (event) =>
          sink(event.type === "end_of_turn" ? { ...event, ...certainties.get(event.text)?.shift() } : event),
        context,
        signal,
      ),
  };
}

interface RecordedToolsOptions {
  readonly program: Program;
  readonly tests: readonly FlowTest[];
  readonly clock: SimulatedClock;
  readonly entries: readonly FlightEntry[];
}

/**
 * A recording has no answers of tools, only their time and outcome: the example services and the mocks of the flow's
 * tests answer instead, and a failed tool fails again.
 */
function recordedTools({ program, tests, clock, entries }: RecordedToolsOptions): OutsideWorkers["runTool"] {
  const examples = new ExampleServices(clock);
  const mocks = new ToolMocks(new Map(tests.flatMap((test) => [...test.mocks]).toReversed()));
  const calls = entries.filter(({ type }) => type === "tool-finished");
  const asked = new Map<string, number>();
  return async ({ flow, tool: name, arguments: args, idempotencyKey }, signal) => {
    const times = asked.get(name) ?? 0;
    asked.set(name, times + 1);
    const then = calls.filter((call) => call["tool"] === name)[times];
    await delay(clock, Number(then?.["tookMs"] ?? steadyMs), signal);
    if (then?.["ok"] === false) return failedAs(then["failure"]);
    const tool = flow === program.id ? program.tools.get(name) : undefined;
    if (tool !== undefined && isExampleTool(tool)) {
      const { timezone, language } = program;
      return await examples.run({ tool, args, idempotencyKey, timezone, language, signal });
    }
    const mock = mocks.take(name);
    return mock === undefined ? failedAs("network") : outcomeOf(mock);
  };
}

type FailureKind = Extract<ToolOutcome, { ok: false }>["failure"]["kind"];

const failedAs = (kind: unknown): ToolOutcome => ({
  ok: false,
  failure: { kind: (kind === "cancelled" ? "timeout" : kind) as FailureKind },
});
