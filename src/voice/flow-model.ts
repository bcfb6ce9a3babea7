// Language model of a flow: asks the flow's questions, and turns the model's output into a proposal, a reply, or
// nothing. A reply's words are passed on while they are written. Nothing is trusted here: the flow checks it.

import type { Clock } from "../base/clock.ts";
import { valueOfData } from "../flow/value/json-value.ts";
import type {
  Proposal,
  ProposalRequest,
  ModelReply,
  ModelReplyRequest,
  SummaryRequest,
} from "../flow/engine/run/step-contract.ts";
import { isValueMap, type Value, type ValueMap, valueMap } from "../flow/value/value.ts";
import type {
  Llm,
  LlmEvent,
  LlmOpaque,
  LlmRequest,
  LlmToolCall,
  ProviderContext,
} from "../providers/provider-contract.ts";
import { wordedSummary } from "./flow/call-summary.ts";
import { type ModelRound, proposalRequest, replyRequest } from "./flow/flow-prompt.ts";
import { own, proposalOf, setOf, textField } from "./flow/proposal-data.ts";
import { withoutStall } from "./model-stall.ts";
import { ObjectReader } from "./object-reader.ts";
import { PreemptiveAnswer } from "./preemption/preemptive-answer.ts";
import type { CallService } from "./responder.ts";
import { SentenceCutter } from "./sentence-splitter.ts";

export interface FlowModelOptions {
  readonly llm: Llm;
  readonly context: ProviderContext;
  readonly clock: Clock;
}

/** Limit for requests of another version of this program. */
const proposeMsMax = 4_000;
/** Time limit until a reply's first sentence; a caller who hears the beginning waits longer for the rest. */
const utterMsMax = 15_000;
const replyMsMax = 60_000;
/** Beyond this a model does not answer but ramble. */
const answerCharsMax = 16_000;
/** Longest reply: as long as any text of a flow, about two minutes. */
const sayCharsMax = 2_000;
/** Calls whose vendor may need data returned with them. */
const callsKeptMax = 100;
const nothing = { tools: false, json: false };

export class FlowModel {
  readonly #o: FlowModelOptions;
  readonly #rounds = new Map<string, ModelRound>();
  /** Reply begun before the end of the caller's turn. */
  #preemptive: PreemptiveAnswer | undefined;

  constructor(options: FlowModelOptions) {
    this.#o = options;
  }

  /** Undefined if the model failed, took too long, or wrote no JSON. */
  async propose(request: ProposalRequest, signal: AbortSignal): Promise<Proposal | undefined> {
    const words = new ReplyWords(() => undefined);
    const asked = proposalRequest(request, this.#can);
    const { isOver } = await this.#ask(asked, { msMax: request.timeoutMs ?? proposeMsMax, words, signal });
    const written = isOver ? words.object : undefined;
    if (written === undefined) return undefined;
    return proposalOf(written);
  }

  /**
   * `speak` gets each sentence once complete; the reply has no other words. Undefined: unusable, or all words without
   * an object. `brokenOff`: ended within its words, and only whole sentences were said.
   */
  async utter(
    request: ModelReplyRequest,
    signal: AbortSignal,
    speak: (sentence: string) => void,
  ): Promise<ModelReply | undefined> {
    const words = new ReplyWords(speak);
    const asked = replyRequest(request, this.#can, this.#rounds);
    const { isOver, calls, opaque } = await this.#ask(asked, {
      msMax: request.line?.timeoutMs ?? utterMsMax,
      isWhole: request.line !== undefined,
      words,
      signal,
    });
    words.end();
    const written = words.object ?? (calls.length > 0 ? valueMap([]) : undefined);
    if (!isOver || written === undefined)
      return words.haveBrokenOff ? { say: "", brokenOff: true } : undefined;
    this.#keep(calls, opaque);
    const tools = [...calls.map(callOf), ...toolsOf(written)];
    return {
      say: "",
      ...setOf(written),
      ...textField(written, "exit"),
      ...(tools.length === 0 ? {} : { tools }),
    };
  }

  /** Undefined if the model failed or was too slow. */
  summarise(request: SummaryRequest, signal: AbortSignal): Promise<string | undefined> {
    return wordedSummary(request, this.#o, signal);
  }

  /** Begins a reply that may be needed; undefined: drops the last one, unless it was taken. */
  preempt(request: ModelReplyRequest | undefined, call: Pick<CallService, "run">): void {
    this.#preemptive?.drop();
    const { llm, context } = this.#o;
    this.#preemptive =
      request &&
      new PreemptiveAnswer({
        llm,
        request: replyRequest(request, this.#can, this.#rounds),
        context,
        charsMax: answerCharsMax,
        call,
      });
  }

  /** Its words from the beginning, if this is the earlier request. */
  #begun(request: LlmRequest, signal: AbortSignal): AsyncIterable<LlmEvent> | undefined {
    const begun = this.#preemptive;
    if (begun?.fits(request) !== true) return undefined;
    this.#preemptive = undefined;
    return begun.take(signal);
  }

  get #can() {
    return this.#o.llm.can ?? nothing;
  }

  async #ask(request: LlmRequest, { msMax, isWhole = false, words, signal }: Asking): Promise<Written> {
    const { llm, context, clock } = this.#o;
    const enough = new AbortController();
    using _late = clock.after(msMax, () => (words.hasSpoken && !isWhole) || enough.abort());
    using _tooLong = clock.after(replyMsMax, () => enough.abort());
    const both = AbortSignal.any([signal, enough.signal]);
    const hasTools = request.tools !== undefined;
    // Within its words a model calls nothing.
    const mayCall = (): boolean => hasTools && !words.areOpen;
    const events = this.#begun(request, both) ?? llm.stream(request, context, both);
    const answer = withoutStall(events, { clock, provider: llm.id, mayCall });
    try {
      return await read(answer, words);
    } catch (error) {
      if (!signal.aborted) context.log.warn("flow.model-failed", { error });
      // Only tool calls could have followed a whole object.
      return { isOver: !hasTools && words.object !== undefined, calls: [], opaque: undefined };
    } finally {
      // A stalling or rambling model is not awaited.
      enough.abort();
    }
  }

  #keep(calls: readonly LlmToolCall[], opaque: LlmOpaque | undefined): void {
    const round = { opaque };
    for (const { id } of calls) this.#rounds.set(id, round);
    for (const id of this.#rounds.keys()) {
      if (this.#rounds.size <= callsKeptMax) return;
      this.#rounds.delete(id);
    }
  }
}

interface Asking {
  readonly msMax: number;
  /** The limit applies to the whole answer, not only to its first sentence. */
  readonly isWhole?: boolean;
  readonly words: ReplyWords;
  readonly signal: AbortSignal;
}

interface Written {
  /** The model has ended its answer. */
  readonly isOver: boolean;
  readonly calls: readonly LlmToolCall[];
  readonly opaque: LlmOpaque | undefined;
}

async function read(answer: AsyncIterable<LlmEvent>, words: ReplyWords): Promise<Written> {
  const calls: LlmToolCall[] = [];
  let opaque: LlmOpaque | undefined;
  let chars = 0;
  for await (const event of answer) {
    if (event.type === "text") {
      chars += event.delta.length;
      if (chars > answerCharsMax) return { isOver: false, calls, opaque };
      words.push(event.delta);
    }
    if (event.type === "tool_call")
      calls.push({ id: event.id, name: event.name, arguments: event.arguments });
    if (event.type === "opaque") opaque = event.opaque;
  }
  return { isOver: true, calls, opaque };
}

/** Output of a model: the sentences of its `say` as they come, and finally the whole object. */
class ReplyWords {
  readonly #said: (sentence: string) => void;
  readonly #reader = new ObjectReader("say");
  readonly #sentences = new SentenceCutter();
  #chars = 0;
  hasSpoken = false;
  /** No more of them is said. */
  #isOver = false;

  constructor(speak: (sentence: string) => void) {
    this.#said = speak;
  }

  push(delta: string): void {
    const text = this.#reader.push(delta);
    if (this.#isOver) return;
    const left = sayCharsMax - this.#chars;
    this.#chars += text.length;
    this.#say(this.#sentences.push(text.slice(0, left)));
    if (text.length > left) this.end();
    else if (this.#reader.isFieldWhole) {
      this.#isOver = true;
      this.#say(this.#sentences.flush());
    }
  }

  /** Half a sentence is never spoken. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#say(this.#sentences.breakOff());
  }

  get areOpen(): boolean {
    return this.#reader.isFieldOpen;
  }

  /** True if some of them were said, but not all. */
  get haveBrokenOff(): boolean {
    return this.hasSpoken && !this.#reader.isFieldWhole;
  }

  get object(): ValueMap | undefined {
    const value = valueOfData(this.#reader.object);
    return value !== undefined && isValueMap(value) ? value : undefined;
  }

  #say(sentences: readonly string[]): void {
    this.hasSpoken ||= sentences.length > 0;
    for (const sentence of sentences) this.#said(sentence);
  }
}

type AskedTool = NonNullable<ModelReply["tools"]>[number];

function toolsOf(map: ValueMap): readonly AskedTool[] {
  const tools = own(map, "tools");
  if (!Array.isArray(tools)) return [];
  return (tools as readonly Value[]).flatMap((tool) => {
    if (!isValueMap(tool)) return [];
    const name = own(tool, "name");
    const given = own(tool, "arguments");
    return typeof name === "string" ? [{ name, arguments: isValueMap(given) ? given : valueMap([]) }] : [];
  });
}

/** Arguments that are no object become none: the flow then rejects the call, and the model learns why. */
function callOf({ id, name, arguments: json }: LlmToolCall): AskedTool {
  const reader = new ObjectReader("");
  reader.push(json);
  const given = valueOfData(reader.object);
  return { id, name, arguments: given !== undefined && isValueMap(given) ? given : valueMap([]) };
}
