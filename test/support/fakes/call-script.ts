// Call script: turns the caller's acts with their milliseconds into the call's reports.

import { Ticker } from "../../../src/base/ticker.ts";
import { silentLog } from "../../../src/base/log.ts";
import { Scope } from "../../../src/base/scope.ts";
import { AnswerTimes } from "../../../src/calls/answer-times.ts";
import { CallFillers, type CallFillersOptions } from "../../../src/calls/call-fillers.ts";
import { FillerShelf } from "../../../src/calls/filler-shelf.ts";
import { Call } from "../../../src/voice/call.ts";
import type { Llm, Stt, Tts, Vad } from "../../../src/providers/provider-contract.ts";
import { type CallEvent, isForLine } from "../../../src/voice/call-event.ts";
import { FlowModel } from "../../../src/voice/flow-model.ts";
import { openFlowResponder } from "../../../src/voice/responder-flow.ts";
import type { CallFront } from "../../../src/voice/duplex/call-front.ts";
import type { FlowOutside } from "../../../src/voice/flow-works.ts";
import type { LoadSound } from "../../../src/voice/playout/sound-voice.ts";
import type { CallService, Fact, Responder, ResponderInput, Words } from "../../../src/voice/responder.ts";
import { fakeLine, type FakeLine } from "./fake-line.ts";
import {
  hummingTts,
  loudnessVad,
  scriptedStt,
  type FakeStt,
  type FakeTts,
  type Utterance,
} from "./fake-speech.ts";
import { sound } from "./fake-speech.ts";
import { programOf, talkFacts } from "./flow-talk.ts";
import { nothingOutside } from "../servers/outside.ts";
import { VirtualClock } from "./virtual-clock.ts";

export interface ScriptedResponder extends Responder {
  readonly inputs: ResponderInput[];
  readonly heard: string[];
  readonly notes: string[];
  /** Number of requested answers that have not ended. */
  running: number;
  /** Reports a fact to its call, like a responder. */
  tell(fact: Fact): void;
}

/** Answers each input by a function of its text; a text ending in `!` ends the call, one in `~` is uninterruptible. */
export function scriptedResponder(
  reply: (input: ResponderInput) => string | AsyncIterable<Words>,
): ScriptedResponder {
  let call: CallService | undefined;
  const responder: ScriptedResponder = {
    name: "scripted",
    silenceMs: 8_000,
    inputs: [],
    heard: [],
    notes: [],
    running: 0,
    tell: (fact) => call?.tell(fact),
    attend: (attended) => void (call = attended),
    expectation: () => undefined,
    memory: () => "",
    interrupted: (heard) => void responder.heard.push(heard),
    note: (role, text) => void responder.notes.push(`${role}: ${text}`),
    async *answer(input, signal) {
      responder.inputs.push(input);
      responder.running += 1;
      try {
        const said = reply(input);
        if (typeof said !== "string") {
          yield* said;
          return;
        }
        if (said.endsWith("!") && !signal.aborted) responder.tell({ type: "end", outcome: "done" });
        if (said.endsWith("~")) yield { type: "interruptible", value: false };
        if (!signal.aborted) yield { type: "text", delta: said.replace(/~$/, "") };
      } finally {
        responder.running -= 1;
      }
    },
  };
  return responder;
}

export interface CallWorld {
  readonly clock: VirtualClock;
  readonly ticker: Ticker;
  readonly line: FakeLine;
  readonly call: Call;
  readonly stt: FakeStt;
  readonly tts: FakeTts;
  readonly vad: ReturnType<typeof loudnessVad>;
  readonly events: CallEvent[];
  /** Advances the time; the caller is silent, or makes sound throughout. */
  pass(ms: number, loud?: boolean): Promise<void>;
  /** Events, one line each, without latency and expectations. */
  timeline(): string;
  /** Leftovers of the call: timers, scopes, sessions of the detector and the recogniser. */
  leftovers(): Promise<string[]>;
}

type FillerOptions = Pick<CallFillersOptions, "voice"> &
  Partial<Pick<CallFillersOptions, "modelId" | "times">>;

export interface WorldOptions {
  /** A function receives the call's clock. */
  readonly responder: Responder | ((clock: VirtualClock) => Responder);
  /** Stands before the responder. */
  readonly front?: CallFront;
  readonly turns?: readonly Utterance[];
  readonly durationMsMax?: number;
  readonly leadMs?: number;
  /** As an operator sets it. */
  readonly bargeInMs?: number;
  /** Fillers for a waiting caller; absent: silence. */
  readonly fillers?: FillerOptions | true;
  readonly loadSound?: LoadSound;
  /** Replacements of the default engines. */
  readonly changes?: {
    readonly stt?: (stt: Stt, clock: VirtualClock) => Stt;
    readonly tts?: (tts: FakeTts, clock: VirtualClock) => Tts;
    readonly vad?: (vad: Vad) => Vad;
  };
}

export function openWorld({
  responder,
  turns = [],
  durationMsMax = 1_800_000,
  leadMs = 200,
  bargeInMs,
  fillers,
  loadSound,
  front,
  changes = {},
}: WorldOptions): CallWorld {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, 20);
  const line = fakeLine(() => clock.now(), leadMs);
  const [stt, tts, vad] = [scriptedStt(...turns), hummingTts(), loudnessVad()];
  const speaks = changes.tts?.(tts, clock) ?? tts;
  const events: CallEvent[] = [];
  const scopesBefore = new Set(Scope.open);
  const emit = (event: CallEvent): void => {
    events.push(event);
    if (isForLine(event)) line.tell(event);
  };
  const call = new Call({
    line,
    responder: typeof responder === "function" ? responder(clock) : responder,
    front,
    stt: changes.stt?.(stt, clock) ?? stt,
    tts: speaks,
    vad: changes.vad?.(vad) ?? vad,
    loadSound,
    clock,
    ticker,
    log: silentLog,
    durationMsMax,
    bargeInMs,
    emit,
    ...(fillers && {
      fillers: fillers === true ? fillersOf(speaks, clock) : fillersOf(tts, clock, fillers),
    }),
  });
  line.attach(call);
  return {
    clock,
    ticker,
    line,
    call,
    stt,
    tts,
    vad,
    events,
    async pass(ms, loud = false) {
      const frames = loud ? sound(ms) : [];
      for (let i = 0; i < ms / 20; i++) {
        await clock.advance(20);
        call.hear(frames[i] ?? new Int16Array(320));
      }
    },
    timeline: () => `\n${events.flatMap(lineOf).join("\n")}\n`,
    async leftovers() {
      await call.ended;
      const left = [
        `${clock.pending} timers`,
        `${ticker.size} beats`,
        `${stt.sessions} recognisers`,
        `${vad.sessions} detectors`,
      ];
      const scopes = [...Scope.open]
        .filter((scope) => !scopesBefore.has(scope))
        .map((scope) => `1 ${scope.name}`);
      return [...left.filter((it) => !it.startsWith("0 ")), ...scopes];
    },
  };
}

/** The built-in voice is instant. */
function fillersOf(builtIn: Tts, clock: VirtualClock, options?: FillerOptions): CallFillers {
  const context = { clock, log: silentLog };
  const { signal } = new AbortController();
  return new CallFillers({
    language: "en",
    builtIn,
    voice: undefined,
    shelf: new FillerShelf(),
    times: new AnswerTimes(),
    context,
    signal,
    // With this seed the first words are "One moment.".
    seed: " ",
    ...options,
  });
}

interface FlowWorldOptions extends Partial<WorldOptions> {
  readonly outside?: Partial<FlowOutside>;
  /** The flow's language model; absent: none. */
  readonly llm?: (clock: VirtualClock) => Llm;
  /** True if its model is asked before the caller's turn is over. */
  readonly preempts?: boolean;
}

/** A call with a flow on the same clock. */
export function openFlowWorld(
  text: string,
  { outside, llm, preempts = false, ...options }: FlowWorldOptions = {},
): CallWorld {
  const program = programOf(text);
  const facts = { ...talkFacts, hasModel: llm !== undefined };
  const responder = (clock: VirtualClock): Responder => {
    const around = { ...nothingOutside, ...(llm && modelOf(llm(clock), clock, preempts)), ...outside };
    return openFlowResponder({ program, facts, outside: around, clock, log: silentLog });
  };
  return openWorld({ responder, ...options });
}

function modelOf(
  llm: Llm,
  clock: VirtualClock,
  preempts: boolean,
): Pick<FlowOutside, "propose" | "utter" | "preempt"> {
  const model = new FlowModel({ llm, clock, context: { clock, log: silentLog } });
  return {
    propose: (request, signal) => model.propose(request, signal),
    utter: (request, signal, said) => model.utter(request, signal, said),
    ...(preempts && { preempt: (request, call) => model.preempt(request, call) }),
  };
}

function lineOf(event: CallEvent): string[] {
  const at = `${event.atMs} `;
  switch (event.type) {
    case "user-speaking":
      return [`${at}caller ${event.speaking ? "speaks" : "pauses"}`];
    case "user-words":
      return event.final ? [`${at}caller said ${event.rejected ? "?" : `"${event.text}"`}`] : [];
    case "user-typed":
      return [`${at}caller typed "${event.text}"`];
    case "sentence":
      return event.status === "completed" ? [`${at}heard "${event.text}"`] : [];
    case "agent-speaking":
      return [`${at}agent ${event.speaking ? "speaks" : "stops"}`];
    case "agent-paused":
      return [`${at}agent ${event.paused ? "pauses" : "goes on"}`];
    case "interrupted":
      return [`${at}cut after "${event.heardReplyText}"`];
    case "filler":
      return [`${at}filler "${event.text}"`];
    case "failed":
      return [`${at}failed ${event.code}${event.fatal ? " for good" : ""}`];
    case "ending":
      return [`${at}ending ${event.reason} in ${event.timeLeftMs}`];
    case "ended":
      return [`${at}ended ${event.reason}`];
    default:
      return [];
  }
}
