// Responder factory: makes the responder of a call, a flow or a language model.

import type { JsonObject } from "../../db/port/stored-rows.ts";
import { valueOfData } from "../flow/value/json-value.ts";
import { isTimezone } from "../flow/value/zoned-time.ts";
import type { Program } from "../flow/language/program.ts";
import type { OutsideWorkers } from "../flow/engine/outside-work.ts";
import { personaFor } from "../flow/engine/run/model-context.ts";
import type { FlowSession } from "../flow/engine/run/step-contract.ts";
import { isValueMap, type ValueMap, valueMap } from "../flow/value/value.ts";
import type { Llm, ProviderContext } from "../providers/provider-contract.ts";
import { readMemory } from "../voice/flow/flow-memory.ts";
import { openFlowResponder } from "../voice/responder-flow.ts";
import { timedLlm } from "../providers/timed-clients.ts";
import { AudioFront } from "../voice/audio-model/audio-front.ts";
import { AssistantTools, toolRules } from "../voice/assistant-tools.ts";
import { openLlmResponder, type LlmResponderOptions } from "../voice/responder-llm.ts";
import type { AnsweredBy } from "../voice/line.ts";
import type { Responder } from "../voice/responder.ts";
import type { Programs } from "./built-in-programs.ts";
import { repromptsTold } from "./reprompts.ts";
import { type CallsOutside, flowOutside } from "./flow-services.ts";
import { type CallRequest, type Plan, programOf } from "./call-plan.ts";
import type { ReadyAssistant } from "./ready-assistants.ts";
import type { SessionAudioLlm } from "./session-providers.ts";

export interface ResponderOptions extends ProviderContext {
  readonly llm: Llm | undefined;
  /** Answers assistants itself; absent: a model that writes does. */
  readonly audioLlm?: SessionAudioLlm | undefined;
  readonly systemPrompt: string;
  /** The model is asked before the caller's turn is over. */
  readonly preempts?: boolean | undefined;
  /** Language of a call without a flow, BCP 47. */
  readonly language: string;
  /** Languages of the voice; undefined: any. */
  readonly speaks: readonly string[] | undefined;
  /** Programs by name. */
  readonly programs: Programs;
  /** Flow to run, if already known. */
  readonly program?: Program | undefined;
  /** State of the responder in another process, which continues here. */
  readonly memory?: string | undefined;
  /** Await it before sending a change of the world. */
  readonly noted?: (() => Promise<void>) | undefined;
  /** Hears when a flow asks once more because of the caller's words. */
  readonly askedAgain?: (() => void) | undefined;
  /** Facts of the session for a flow, and the services for its outside work. */
  readonly flow: FlowCallParts;
}

export interface FlowCallParts extends CallsOutside {
  readonly accountId: string | undefined;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
  /** No context was given: required variables take their examples. */
  readonly usesExamples: boolean;
  readonly direction?: Plan["direction"];
  readonly parties?: Plan["parties"];
  readonly answeredBy?: AnsweredBy | undefined;
}

/** Flow that replaces a language model. */
const welcomeProgram = "welcome";

/** Throws for a memory of another kind of responder. */
export function openResponder(sessionId: string, request: CallRequest, options: ResponderOptions): Responder {
  const { programs, language, preempts = false, audioLlm } = options;
  const program = options.program ?? programOf(request, programs);
  if (program !== undefined) return openFlow(sessionId, program, options);
  const front = audioLlm && new AudioFront(audioLlm);
  const llm = front === undefined ? options.llm : timedLlm(front.llm, audioLlm?.counters);
  if (llm !== undefined) {
    const context = contextOf(options);
    const { memory } = options;
    const { timezone } = options.flow.context;
    const zone = typeof timezone === "string" && isTimezone(timezone) ? { timezone } : {};
    const assistant = openAssistant(sessionId, request.assistant, { ...options, llm, ...zone });
    const parts = { llm, language, preempts, context, memory, ...zone, ...assistant };
    return openLlmResponder({ ...parts, ...(front && { front }) });
  }
  const standIn = programOf(welcome, programs);
  if (standIn === undefined) throw new Error("Neither a program nor a model");
  // A request for an assistant does not set its variables.
  return openFlow(sessionId, standIn, { ...options, flow: { ...options.flow, context: {} } });
}

type AssistantParts = Pick<LlmResponderOptions, "systemPrompt" | "tools" | "lacksTools">;

/** The server's prompt precedes the account's: its rules win. Without tools, none are mentioned. */
function openAssistant(
  sessionId: string,
  assistant: ReadyAssistant | undefined,
  options: ResponderOptions & { readonly llm: Llm; readonly timezone?: string },
): AssistantParts {
  const { llm, clock, systemPrompt, flow, noted, timezone = "UTC" } = options;
  const { systemPrompt: assistantPrompt, prompt, tools: ready } = assistant ?? {};
  const facts = factsOf(sessionId, options);
  /** Expressions of the account's prompt see the caller's time in every turn. */
  const owns = (): readonly string[] => {
    if (assistantPrompt === undefined) return [];
    return [
      prompt === undefined ? assistantPrompt : personaFor({ ...prompt, timezone }, facts, clock.wall()),
    ];
  };
  const joined = (...rules: readonly string[]): Pick<AssistantParts, "systemPrompt"> => {
    const whole = (): string => [systemPrompt, ...owns(), ...rules].join("\n\n");
    return { systemPrompt: prompt === undefined ? whole() : whole };
  };
  const tools = ready && {
    ...ready,
    sessionId,
    clock,
    runTool:
      ready.program === undefined
        ? noTool
        : afterNote(flow.toolsOf(ready.program, { ...flow, sessionId }), noted),
  };
  const open = tools && new AssistantTools(tools);
  if (open === undefined || open.declared.length === 0) return joined();
  if (llm.can?.tools !== true) return { ...joined(), lacksTools: true };
  return { ...joined(toolRules), tools: open };
}

/** A changing request is sent once its note is stored: a node that takes the call over must not repeat it. */
function afterNote(runTool: RunTool, noted: ResponderOptions["noted"]): RunTool {
  if (noted === undefined) return runTool;
  return async (work, signal) => {
    if (work.writes) await noted();
    return runTool(work, signal);
  };
}

type RunTool = OutsideWorkers["runTool"];

const noTool = (): Promise<never> => Promise.reject(new Error("There are no HTTP tools"));

function openFlow(sessionId: string, program: Program, options: ResponderOptions): Responder {
  const { clock, log, llm, flow, preempts = false, noted } = options;
  const { accountId, toolsOf, search, keep } = flow;
  const facts = factsOf(sessionId, options);
  const memory = options.memory === undefined ? undefined : readMemory(options.memory, program);
  if (memory === undefined && options.memory !== undefined) throw new Error("Not the memory of this flow");
  const outside = flowOutside({
    sessionId,
    accountId,
    program,
    llm,
    preempts,
    search,
    toolsOf: (...of) => afterNote(toolsOf(...of), noted),
    keep,
    context: contextOf(options),
  });
  const watch = options.askedAgain && repromptsTold(options.askedAgain);
  return openFlowResponder({ program, facts, outside, clock, log, memory, ...(watch && { watch }) });
}

function factsOf(sessionId: string, { clock, llm, flow, speaks }: ResponderOptions): FlowSession {
  const { context, metadata, direction = "inbound", parties, answeredBy, usesExamples } = flow;
  return {
    id: sessionId,
    channel: "voice",
    direction,
    ...(parties?.from !== undefined && { from: parties.from }),
    ...(parties?.to !== undefined && { to: parties.to }),
    ...(answeredBy !== undefined && { answeredBy }),
    startedAtMs: clock.wall(),
    context: mapOf(context),
    metadata: mapOf(metadata),
    hasModel: llm !== undefined,
    usesExamples,
    ...(speaks === undefined ? {} : { speaks }),
  };
}

function contextOf({ clock, log, tell, finished }: ResponderOptions): ProviderContext {
  return { clock, log, ...(tell && { tell }), ...(finished && { finished }) };
}

/** Stored JSON as values. */
function mapOf(data: JsonObject): ValueMap {
  const value = valueOfData(data) ?? null;
  return isValueMap(value) ? value : valueMap([]);
}

const welcome: CallRequest = { mode: "flow", programId: welcomeProgram };
