// Virtual conversation: the real engine in virtual time, with a test's mocks. Nothing is waited for; time advances
// when nothing else can happen.

import { type CallOutcome, outcomeOf as callOutcomeOf } from "../../engine/run/outside/call-outcome.ts";
import { summaryOfValues } from "../../engine/run/outside/hand-over.ts";
import type { FlowTest, ModelPart } from "../../language/compile/compile-tests.ts";
import { epochMsOf } from "../../value/zoned-time.ts";
import type { Program } from "../../language/program.ts";
import type {
  FlowEffect,
  FlowInput,
  FlowSession,
  TurnRules,
  Speech,
  ToolFailure,
  Work,
  TransferResult,
} from "../../engine/run/step-contract.ts";
import { initialState } from "../../engine/run/initial-state.ts";
import { turnTakingAt } from "../../engine/run/turn-taking.ts";
import type { FlowState } from "../../engine/run/flow-state.ts";
import { step } from "../../engine/run/step.ts";
import { type Value, valueMap, type ValueMap } from "../../value/value.ts";
import { type MockedAnswers, ToolMocks, outcomeOf } from "./tool-mocks.ts";
import { MockModel } from "./mock-model.ts";
import type { CoverageRecord, TestTranscriptLine } from "./test-report.ts";
import type { LiveModel } from "./judged/test-model.ts";

/** Time for pressing keys, however many. */
const pressMs = 500;
/** A slower tool has its filler said. */
const fillerAfterMs = 600;
/** UTF-16 units of the transcript of one test; the rest is dropped. */
const transcriptCharsMax = 64 * 1_024;
const lineCharsMax = 2_000;

interface Timer {
  readonly dueMs: number;
  /** Work of the timer, which is dropped when the work is cancelled. */
  readonly work: number;
  readonly happens: { readonly input: FlowInput } | { readonly speech: Speech };
}

/** Missing part of a test or of a record: without it a conversation ends here. */
export type LackingPart = "tool" | "model" | "knowledge";

/** An impossible step of a test script. The message is for the author of the test. */
export class TestScriptError extends Error {
  /** Undefined: nothing. */
  readonly lacks: { readonly part: LackingPart; readonly name: string } | undefined;

  constructor(message: string, lacks?: TestScriptError["lacks"]) {
    super(message);
    this.lacks = lacks;
  }
}

/** Facts and answers of a recorded call, and a live model, in place of a test's. */
interface OtherWorld {
  readonly facts?: Partial<FlowSession> & Pick<FlowSession, "startedAtMs">;
  readonly answers?: MockedAnswers;
  readonly live?: LiveModel | undefined;
}

/** Events since the latest input. */
export interface Observations {
  readonly speeches: Speech[];
  readonly calls: { readonly tool: string; readonly arguments: ValueMap }[];
  readonly events: { readonly event: string; readonly data: Value }[];
}

type Went = { readonly [K in keyof CoverageRecord]: Set<string> };

export class VirtualConversation {
  readonly #program: Program;
  readonly #mocks: MockedAnswers;
  /** Coverage by flow, including called ones. */
  readonly #coverage = new Map<string, Went>();
  /** Transfers and recordings in progress; the test script says how they end. */
  readonly #open = new Map<number, Extract<Work, { type: "transfer" | "record" }>>();
  readonly transcript: TestTranscriptLine[] = [];
  /** Nodes in order, those of called flows as `flow/node`. */
  readonly path: string[] = [];
  since: Observations = { speeches: [], calls: [], events: [] };
  /** Observations of the inputs before. */
  readonly before: Observations[] = [];
  /** Requests to a live model that it has not answered. */
  readonly asked: Promise<void>[] = [];
  state: FlowState;
  nowMs: number;
  /** Requests to a model for the caller's meaning without a mock. */
  modelsMissed = 0;
  readonly #live: LiveModel | undefined;
  #timers: Timer[] = [];
  #chars = 0;
  #model = new MockModel(undefined, "");
  /** End of the awaited silence. Milliseconds of virtual time. */
  #silenceMs: number | undefined;
  /** Where transcript and path stood before the latest input. */
  #inputAt = 0;
  #pathAt = 0;
  /** The text of all parts of the turn so far. */
  #whole = "";

  constructor(program: Program, test: Omit<FlowTest, "name" | "path" | "steps">, other: OtherWorld = {}) {
    const { facts, answers = new ToolMocks(test.mocks), live } = other;
    this.#live = live;
    this.#program = { ...program, knowledge: new Map([...program.knowledge, ...test.knowledge]) };
    this.#mocks = answers;
    this.nowMs = facts?.startedAtMs ?? epochMsOf(test.now, program.timezone);
    const { language, context } = test;
    this.state = initialState(program, {
      id: "test",
      channel: "voice",
      direction: test.direction,
      startedAtMs: this.nowMs,
      context:
        language === undefined ? context : valueMap([...Object.entries(context), ["language", language]]),
      metadata: test.metadata,
      hasModel: test.hasModel || live !== undefined,
      usesExamples: true,
      ...facts,
    });
  }

  /** Path by flow id. */
  get coverage(): ReadonlyMap<string, CoverageRecord> {
    return this.#coverage;
  }

  get listening(): TurnRules {
    return turnTakingAt(this.#program, this.state);
  }

  get isRecording(): boolean {
    return this.#openWork("record") !== undefined;
  }

  get isTransferring(): boolean {
    return this.transferAddress !== undefined;
  }

  /** Undefined: no transfer is open. */
  get transferAddress(): string | undefined {
    const open = this.#openWork("transfer")?.[1];
    return open?.type === "transfer" ? open.address : undefined;
  }

  /** Present node of the flow itself, even while a called flow runs. */
  get node(): string {
    return this.state.frames[0]?.node ?? "";
  }

  valueOf(variable: string): Value {
    const values = this.state.frames[0]?.values ?? {};
    return (Object.hasOwn(values, variable) ? values[variable] : undefined) ?? null;
  }

  write(from: TestTranscriptLine["from"], text: string): void {
    const line = { from, text: text.slice(0, lineCharsMax) };
    this.#chars += line.text.length;
    if (this.#chars <= transcriptCharsMax) this.transcript.push(line);
  }

  /** A new input begins; `model` answers for it. */
  begin(line: string, model = new MockModel(undefined, "")): void {
    this.before.push(this.since);
    this.since = { speeches: [], calls: [], events: [] };
    this.#model = model;
    this.#inputAt = this.transcript.length;
    this.#pathAt = this.path.length;
    this.write("caller", line);
  }

  /** The caller has not finished: if the turn can be taken back, it was this text as a whole. */
  goOn(text: string, model: MockModel): void {
    this.#model = model;
    this.#whole = text;
  }

  /** One step of the engine. */
  feed(input: FlowInput): void {
    const applied = this.#mocks.applied(this.#program);
    const [state, effects] = step(applied, this.state, { ...input, wallMs: this.nowMs });
    this.state = state;
    for (const effect of effects) this.#take(effect);
    const { mode, silenceMs } = this.listening;
    const isTimed = silenceMs !== undefined && (mode === "listening" || mode === "waiting");
    this.#silenceMs = isTimed ? this.nowMs + silenceMs : undefined;
  }

  /** Next timer due until then; undefined if there is none. */
  next(untilMs = Number.POSITIVE_INFINITY): Timer | undefined {
    const first = this.#timers.toSorted((one, other) => one.dueMs - other.dueMs)[0];
    return first !== undefined && first.dueMs <= untilMs ? first : undefined;
  }

  /** Advances the time to a timer and runs it. */
  pass(timer: Timer): void {
    this.nowMs = Math.max(this.nowMs, timer.dueMs);
    this.#timers = this.#timers.filter((one) => one !== timer);
    if ("input" in timer.happens) this.feed(timer.happens.input);
    else this.#say(timer.happens.speech);
  }

  /** When the flow does something because the caller is silent. */
  get silenceDueMs(): number | undefined {
    return this.#silenceMs;
  }

  silence(dueMs: number): void {
    this.nowMs = Math.max(this.nowMs, dueMs);
    this.feed({ type: "silence" });
  }

  transferred({ ok, missed }: TransferResult): void {
    const work = this.#close("transfer");
    if (work !== undefined) this.feed({ type: "transferred", work, ok, ...(missed && { missed }) });
  }

  /** 0: nothing was recorded. */
  recorded(ms: number): void {
    const work = this.#close("record");
    this.nowMs += ms;
    const seconds = Math.round(ms / 100) / 10;
    if (work !== undefined) this.feed({ type: "recorded", work, id: `rec_${work}`, seconds });
  }

  /** Milliseconds of silence after which a recording ends; 0 without one. */
  get endSilenceMs(): number {
    const open = this.#openWork("record");
    return open?.[1].type === "record" ? open[1].endSilenceMs : 0;
  }

  /** Cuts a speech that the caller interrupted at `end` (UTF-16 units); later text was not heard. */
  cut(speech: Speech, end: number): void {
    const at = this.since.speeches.indexOf(speech);
    const heard = { ...speech, text: `${speech.text.slice(0, end)} …` };
    const later = this.since.speeches.splice(at, Number.POSITIVE_INFINITY, heard).length;
    const lines = this.transcript.flatMap(({ from }, index) => (from === "agent" ? [index] : []));
    const cutLine = lines[lines.length - later];
    if (cutLine === undefined) return;
    const unheard = new Set(lines.filter((index) => index > cutLine));
    const kept = this.transcript.filter((_, index) => !unheard.has(index));
    kept[cutLine] = { from: "agent", text: heard.text };
    this.transcript.splice(0, this.transcript.length, ...kept);
  }

  #openWork(type: "transfer" | "record") {
    return [...this.#open].find(([, work]) => work.type === type);
  }

  #close(type: "transfer" | "record"): number | undefined {
    const work = this.#openWork(type)?.[0];
    if (work !== undefined) this.#open.delete(work);
    return work;
  }

  #take(effect: FlowEffect): void {
    switch (effect.type) {
      case "say":
        return this.#say(effect);
      case "enter":
        return this.#enter(effect);
      case "work":
        return this.#begin(effect.work, effect.what);
      case "cancel":
        this.#timers = this.#timers.filter(({ work }) => work !== effect.work);
        this.#open.delete(effect.work);
        return;
      case "emit":
        this.since.events.push({ event: effect.event, data: effect.data });
        return this.write("outside", `event ${effect.event} ${JSON.stringify(effect.data)}`);
      case "taken-back":
        this.since = { speeches: [], calls: [], events: [] };
        this.transcript.splice(this.#inputAt);
        this.path.splice(this.#pathAt);
        return this.write("caller", this.#whole);
      case "trace":
        if (effect.code === "handler") this.#wentThrough(this.#program.id).handlers.add(effect.detail);
        return;
      case "end":
        this.write("outside", `the call is over: ${effect.outcome}`);
        return this.#sumUp();
      case "set":
        return;
    }
  }

  /** Result of on_end, with a model's part; undefined before it is over, or without on_end. */
  outcomeWith(part: ModelPart | undefined): CallOutcome | undefined {
    const { onEnd } = this.#program;
    if (onEnd === undefined || this.state.outcome === null) return undefined;
    const heard = this.state.history.flatMap(({ role, text }) => (role === "user" ? [text] : []));
    const written = new MockModel(part, heard.join("\n")).outcome();
    return callOutcomeOf({ program: this.#program, state: this.state, onEnd }, written);
  }

  /** Result without a model. */
  #sumUp(): void {
    const made = this.outcomeWith(undefined);
    if (made === undefined) return;
    const { summary, extracted } = made;
    if (summary !== null) this.write("outside", `summary: ${summary}`);
    for (const [name, value] of Object.entries(extracted))
      this.write("outside", `${name}: ${JSON.stringify(value)}`);
  }

  #say(speech: Speech): void {
    this.since.speeches.push(speech);
    this.write("agent", speech.text);
  }

  #enter({ flow, node, previous, by }: Extract<FlowEffect, { type: "enter" }>): void {
    const isOwn = flow === this.#program.id;
    this.path.push(isOwn ? node : `${flow}/${node}`);
    if (by === "call") this.#mocks.take(flow);
    const went = this.#wentThrough(flow);
    went.nodes.add(node);
    if (previous !== undefined) went.edges.add(`${previous} ${by}`);
  }

  #wentThrough(flow: string): Went {
    const went = this.#coverage.get(flow) ?? { nodes: new Set(), edges: new Set(), handlers: new Set() };
    this.#coverage.set(flow, went);
    return went;
  }

  #begin(work: number, what: Work): void {
    if (this.#live !== undefined && (what.type === "propose" || what.type === "utter")) {
      const answer = this.#live({ work, what }, (input) => this.feed(input));
      this.asked.push(answer.then((input) => this.feed(input)));
      return;
    }
    switch (what.type) {
      case "tool":
        return this.#call(work, what);
      case "search":
        throw new TestScriptError(
          `${what.sources?.join(", ") ?? `the base ${what.base}`} is searched here, and tests read nothing: say what is there in this test, knowledge: {name: [{question: …, answer: …}]}`,
          { part: "knowledge", name: what.base },
        );
      case "propose": {
        if (!this.#model.isThere) this.modelsMissed += 1;
        const proposal = this.#model.proposal();
        return this.#after(0, work, { type: "proposed", work, ...(proposal && { proposal }) });
      }
      case "utter": {
        if (!this.#model.isThere && what.request.line === undefined) {
          throw new TestScriptError(
            'the model is asked here: say beside the input what it answers, {user: …, llm: {say: "…"}}',
            { part: "model", name: this.node },
          );
        }
        const utterance = this.#model.utterance();
        return this.#after(0, work, { type: "uttered", work, ...(utterance && { utterance }) });
      }
      case "press":
        this.write("outside", `keys pressed: ${what.keys}`);
        return this.#after(pressMs, work, { type: "pressed", work });
      case "transfer":
      case "record":
        this.#open.set(work, what);
        if (what.type === "record") return this.write("outside", `recording of ${what.variable}`);
        this.write("outside", `transfer to ${what.address}`);
        if (what.whisper !== undefined) this.write("outside", `whisper: ${what.whisper}`);
        if (what.summarises !== undefined)
          this.write("outside", `summary: ${summaryOfValues(what.summarises)}`);
        return;
    }
  }

  #call(work: number, what: Extract<Work, { type: "tool" }>): void {
    const { tool, flow, arguments: args, filler } = what;
    this.since.calls.push({ tool, arguments: args });
    this.write("outside", `${tool} ${JSON.stringify(args)}`);
    const answer = this.#mocks.take(tool, args);
    if (answer === undefined) {
      const name = flow === this.#program.id ? tool : flow;
      throw new TestScriptError(`${tool} is called, but has no mock: add mocks: {${name}: {…}}`, {
        part: "tool",
        name: tool,
      });
    }
    const timeoutMs = this.#program.tools.get(tool)?.timeoutMs ?? Number.POSITIVE_INFINITY;
    const late: ToolFailure = { kind: "timeout" };
    const outcome = answer.delayMs > timeoutMs ? { ok: false as const, failure: late } : outcomeOf(answer);
    const takesMs = Math.min(answer.delayMs, timeoutMs);
    this.#after(takesMs, work, { type: "tool-done", work, outcome });
    if (filler !== undefined && takesMs > fillerAfterMs) {
      this.#timers.push({ dueMs: this.nowMs + fillerAfterMs, work, happens: { speech: filler } });
    }
  }

  #after(ms: number, work: number, input: FlowInput): void {
    this.#timers.push({ dueMs: this.nowMs + ms, work, happens: { input } });
  }
}
