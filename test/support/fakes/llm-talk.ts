// Assistant's talk: a scripted language model behind the responder's contract, in virtual time.

import { openLog } from "../../../src/base/log.ts";
import {
  type ErrorKind,
  type Llm,
  type LlmEvent,
  type LlmMessage,
  type LlmRequest,
  ProviderError,
} from "../../../src/providers/provider-contract.ts";
import { openLlmResponder, type LlmResponderOptions } from "../../../src/voice/responder-llm.ts";
import type { Responder, ResponderInput } from "../../../src/voice/responder.ts";
import { noService } from "../servers/outside.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** Behaviour of the model at one request: pieces of text, and the end. */
interface Script {
  readonly pieces?: readonly string[];
  readonly fails?: ErrorKind;
  readonly refuses?: boolean;
  /** True: silence after its pieces, until it is cancelled. */
  readonly hangs?: boolean;
}

class FakeLlm implements Llm {
  readonly id = "fake";
  readonly model = "fake-1";
  readonly asked: (readonly LlmMessage[])[] = [];
  readonly cacheKeys: (string | undefined)[] = [];
  cancelled = 0;
  readonly #scripts: Script[];

  constructor(scripts: readonly Script[]) {
    this.#scripts = [...scripts];
  }

  async *stream(
    { messages, cacheKey }: LlmRequest,
    _: unknown,
    signal: AbortSignal,
  ): AsyncGenerator<LlmEvent> {
    this.asked.push(messages);
    this.cacheKeys.push(cacheKey);
    signal.addEventListener("abort", () => this.cancelled++);
    const script = this.#scripts.shift() ?? { pieces: ["Yes."] };
    for (const delta of script.pieces ?? []) yield { type: "text", delta };
    if (script.hangs === true && !signal.aborted)
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    if (signal.aborted) throw failure("cancelled");
    if (script.fails !== undefined) throw failure(script.fails);
    yield { type: "done", reason: script.refuses === true ? "content" : "stop" };
  }
}

function failure(kind: ErrorKind): ProviderError {
  const info = {
    provider: "fake",
    capability: "llm",
    phase: "stream",
    message: "It broke",
    emitted: false,
  } as const;
  return new ProviderError(kind, { ...info, detail: "words of the server" });
}

export class LlmTalk {
  readonly llm: FakeLlm;
  readonly responder: Responder;
  readonly clock = new VirtualClock();
  readonly logged: string[] = [];
  outcome: string | undefined;
  readonly warnings: string[] = [];

  constructor(scripts: readonly Script[] = [], more: Partial<LlmResponderOptions> = {}) {
    this.llm = new FakeLlm(scripts);
    const log = openLog({ level: "debug", format: "json", write: (line) => this.logged.push(line) });
    const context = { clock: this.clock, log };
    this.responder = openLlmResponder({
      llm: this.llm,
      systemPrompt: "Be kind.",
      context,
      ...more,
    });
    this.responder.attend({
      ...noService,
      tell: (fact) => {
        if (fact.type === "warning") this.warnings.push(fact.code);
        if (fact.type === "end") this.outcome = fact.outcome;
      },
    });
  }

  async give(input: ResponderInput, signal = new AbortController().signal): Promise<string> {
    let text = "";
    for await (const said of this.responder.answer(input, signal)) {
      if (said.type === "text") text += said.delta;
    }
    return text;
  }

  hear(text: string): Promise<string> {
    return this.give({ type: "words", text });
  }

  /** Starts an answer, reads one piece of it and cuts it after this many milliseconds. */
  async cut(text: string, heard: string, afterMs = 0): Promise<void> {
    const abort = new AbortController();
    const said = this.responder.answer({ type: "words", text }, abort.signal)[Symbol.asyncIterator]();
    await said.next();
    await this.clock.advance(afterMs);
    abort.abort();
    while ((await said.next()).done !== true);
    this.responder.interrupted(heard);
  }

  /** The turns of the newest request, without the system prompt. */
  get told(): readonly string[] {
    return (this.llm.asked.at(-1) ?? []).slice(1).map(({ role, text }) => `${role}: ${text}`);
  }
}
