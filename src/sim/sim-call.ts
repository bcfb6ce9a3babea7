// Simulated call: one caller and one flow in the code that carries real calls, with simulated line, speech
// engines, tools and time. A seed determines everything.

import { silentLog } from "../base/log.ts";
import type { CoverageRecord } from "../flow/author/testing/test-report.ts";
import type { FlowSession } from "../flow/engine/run/step-contract.ts";
import type { FlowTest } from "../flow/language/compile/compile-tests.ts";
import { FreeLines } from "../flow/engine/run/free-lines.ts";
import type { Program } from "../flow/language/program.ts";
import type { MeasuredCall } from "../flow/value/contract-terms.ts";
import { valueMap } from "../flow/value/value.ts";
import { spokenForm } from "../spoken/spoken-form.ts";
import type { CallEvent } from "../voice/call-event.ts";
import { CallMeasure } from "../voice/flow/call-measure.ts";
import type { CallFront } from "../voice/duplex/call-front.ts";
import { DuplexFront } from "../voice/duplex/duplex-front.ts";
import { openFlowResponder } from "../voice/responder-flow.ts";
import type { Responder } from "../voice/responder.ts";
import type { BrokenLaw } from "./call-laws.ts";
import { type CallerAnswer, callerAnswer } from "./caller-answer.ts";
import { FlowWatch } from "./flow-watch.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";
import { simAudioLlm, type SimAudioLlm } from "./sim-audio-llm.ts";
import { type AgentParts, type SimAgent, type SimTalkOptions, simulateTalk } from "./sim-talk.ts";
import { simTools } from "./sim-tools.ts";

export interface SimCallOptions {
  readonly program: Program;
  /** Tests of the flow: their mocks answer for its tools. */
  readonly tests: readonly FlowTest[];
  readonly seed: number;
  /** True if the engines are slow and sometimes fail. */
  readonly troubles: boolean;
  /** Start of the call, in milliseconds of the Unix epoch. */
  readonly startsAtMs: number;
  readonly openLine?: SimTalkOptions<SimAgent>["openLine"];
}

export interface SimCall {
  readonly seed: number;
  readonly manner: string;
  /** The flow's outcome, or the end reason of a call without one. */
  readonly outcome: string;
  readonly durationMs: number;
  /** Number of the caller's turns. */
  readonly turns: number;
  readonly path: readonly string[];
  readonly coverage: CoverageRecord;
  readonly askedAgain: readonly string[];
  readonly measured: MeasuredCall;
  readonly broken: readonly BrokenLaw[];
  readonly events: readonly CallEvent[];
}

/** Maximum duration of a call in milliseconds. */
const durationMsMax = 15 * 60_000;
/** Distance of a model's seed from that of its call. */
const modelSeed = 1_000_003;

export async function simulateCall(options: SimCallOptions): Promise<SimCall> {
  const { seed } = options;
  const openAgent = (parts: AgentParts): FlowAgent => new FlowAgent(options, parts);
  const { agent, reason, ...talk } = await simulateTalk({ ...options, openAgent, durationMsMax });
  const { path, coverage, askedAgain, outcome } = agent.watch;
  const measure = new CallMeasure();
  for (const event of talk.events) measure.take(event);
  const measured = measure.soFar;
  return { ...talk, measured, seed, path, coverage, askedAgain, outcome: outcome ?? reason ?? "never ended" };
}

class FlowAgent implements SimAgent {
  readonly watch: FlowWatch;
  readonly responder: Responder;
  readonly front: CallFront | undefined;
  readonly #model: SimAudioLlm | undefined;
  readonly #program: Program;
  readonly #random: SeededRandom;

  constructor(options: SimCallOptions, { clock, random, speech }: AgentParts) {
    const { program, tests, seed } = options;
    const facts = factsOf(options);
    this.#program = program;
    this.#random = random;
    this.watch = new FlowWatch(program, { facts, clock });
    if (program.isDuplex === true) {
      // A stream of its own: the caller is the same with and without a model.
      this.#model = simAudioLlm({ clock, random: seededRandom(seed + modelSeed), speech });
      const { language } = program;
      this.front = new DuplexFront({
        model: this.#model,
        ownKey: false,
        lines: new FreeLines(program),
        language,
      });
    }
    const nothing = (): Promise<undefined> => Promise.resolve(undefined);
    this.responder = openFlowResponder({
      program,
      facts,
      outside: {
        runTool: simTools({ program, tests, clock, random }),
        search: nothing,
        propose: nothing,
        utter: nothing,
        summarise: nothing,
        keep: () => Promise.resolve(`rec_${seed}`),
      },
      clock,
      log: silentLog,
      watch: (state, effects) => this.watch.step(state, effects),
    });
  }

  left(): readonly string[] {
    return Array.from(this.#model?.unsettled ?? [], (id) => `delegation ${id}`);
  }

  get works(): boolean {
    return this.watch.works;
  }

  get listens(): boolean {
    return !this.watch.works;
  }

  get mayBeInterrupted(): boolean {
    return this.watch.mayBeInterrupted;
  }

  answer(): CallerAnswer | undefined {
    const { point, turn } = this.watch.listening;
    return callerAnswer(point, turn, this.#random);
  }

  saidOf(written: string): readonly string[] {
    const inLanguages = this.#program.languages.map((language) => spokenForm(written, { language }).text);
    return [written, spokenForm(written, {}).text, ...inLanguages];
  }
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
