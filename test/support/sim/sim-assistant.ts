// Simulated assistant: a random language model that talks freely, with tools that are fast, slow or fail, in a whole
// simulated call; and the laws for assistants beside those of every call.

import { delay } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import type { LlmRequest } from "../../../src/providers/provider-contract.ts";
import type { BrokenLaw } from "../../../src/sim/call-laws.ts";
import type { CallerAnswer } from "../../../src/sim/caller-answer.ts";
import { freeText } from "../../../src/sim/caller-value.ts";
import { type AgentParts, type SimAgent, simulateTalk } from "../../../src/sim/sim-talk.ts";
import { spokenForm } from "../../../src/spoken/spoken-form.ts";
import { AssistantTools, type AssistantToolsOptions } from "../../../src/voice/assistant-tools.ts";
import type { CallEvent } from "../../../src/voice/call-event.ts";
import { openLlmResponder } from "../../../src/voice/responder-llm.ts";
import type { CallService, Responder, ResponderInput } from "../../../src/voice/responder.ts";
import { disorderIn, partIn, SimModel } from "./sim-model.ts";

export interface AssistantTalk {
  readonly seed: number;
  readonly manner: string;
  readonly reason: string;
  readonly durationMs: number;
  readonly broken: readonly BrokenLaw[];
  readonly events: readonly CallEvent[];
}

/** Milliseconds: a talkative model is stopped, so that its goodbye is heard, too. */
const durationMsMax = 2 * 60_000;
const startsAtMs = Date.UTC(2026, 10, 20, 10);

export async function simulateAssistant(seed: number): Promise<AssistantTalk> {
  const openAgent = (parts: AgentParts): Assistant => new Assistant(parts, seed);
  const troubles = seed % 3 === 0;
  const { agent, reason, broken, ...talk } = await simulateTalk({
    openAgent,
    seed,
    troubles,
    startsAtMs,
    durationMsMax,
  });
  const own = agent.model.open === 0 ? agent.broken : [...agent.broken, leftOpen(talk.durationMs)];
  const { manner, durationMs, events } = talk;
  return { seed, manner, durationMs, events, reason: reason ?? "never ended", broken: [...broken, ...own] };
}

const leftOpen = (atMs: number): BrokenLaw => ({
  law: "nothing stays open",
  atMs,
  detail: "a request to the model",
});

const { program } = loadFlow(
  JSON.stringify({
    voice_flow: 1,
    id: "assistant",
    language: "en",
    start: "end",
    tools: {
      look: { http: "GET https://a.example.com/x?n={{ n }}", params: { n: "number" } },
      book: { http: "POST https://a.example.com/x", params: { n: "number" } },
    },
    nodes: { end: { end: "done" } },
  }),
);
const { program: reading } = loadFlow(
  JSON.stringify({
    voice_flow: 1,
    id: "assistant",
    language: "en",
    start: "end",
    tools: { look: { http: "GET https://a.example.com/x?n={{ n }}", params: { n: "number" } } },
    nodes: { end: { end: "done" } },
  }),
);

type Abilities = Pick<AssistantToolsOptions, "program" | "endCall" | "pressKeys" | "transferTo">;

const none = { endCall: false, pressKeys: false, transferTo: new Map<string, string>() } as const;
/** A model without tools, one that can only look things up, and one with all tools. */
const abilities: readonly (Abilities | undefined)[] = [
  undefined,
  { ...none, program: reading },
  { program, endCall: true, pressKeys: true, transferTo: new Map([["desk", "tel:+15550100"]]) },
  { program, endCall: true, pressKeys: true, transferTo: new Map([["desk", "tel:+15550100"]]) },
];

/** Times of tools in milliseconds: most are fast, some are abandoned. */
const toolMs = { fast: [50, 2_500], slow: [4_000, 14_000], slowShare: 0.15, failureShare: 0.15 } as const;
/** Shares of a hundred turns. */
const shares = { keys: 5, listens: 10, unfinished: 10 } as const;

class Assistant implements SimAgent {
  readonly model: SimModel;
  readonly responder: Responder;
  readonly broken: BrokenLaw[] = [];
  readonly #parts: AgentParts;
  #tools = 0;
  /** True when its goodbye has been heard to the end. */
  #isOver = false;
  #turns = 0;
  /** Number of times that it received each of the caller's turns. */
  readonly #given = new Map<string, number>();

  constructor(parts: AgentParts, seed: number) {
    const { clock, random } = parts;
    this.#parts = parts;
    this.model = new SimModel({ clock, random, asked: (request) => this.#asked(request) });
    const able = random.pick(abilities);
    const runTool = this.#runTool.bind(this);
    const tools = able && new AssistantTools({ ...able, sessionId: `ses_${seed}`, clock, runTool });
    this.responder = watched(
      openLlmResponder({
        llm: this.model,
        systemPrompt: "You are simulated.",
        context: { clock, log: silentLog },
        language: "en",
        preempts: random.chance(0.5),
        ...(tools === undefined ? {} : { tools }),
      }),
      {
        answers: (input) => this.#answers(input),
        ends: () => (this.#isOver = true),
      },
    );
  }

  get works(): boolean {
    return this.model.open > 0 || this.#tools > 0 || this.responder.isOnHold === true;
  }

  get listens(): boolean {
    return this.responder.isOnHold !== true && !this.#isOver;
  }

  get mayBeInterrupted(): boolean {
    return !this.#isOver;
  }

  /** Each of the caller's turns differs. */
  answer(): CallerAnswer {
    const { random } = this.#parts;
    const dice = random.int(1, 100);
    if (dice <= shares.keys) return { type: "keys", keys: String(random.int(0, 9)) };
    if (dice <= shares.keys + shares.listens) return { type: "words", text: random.pick(["okay", "mm-hm"]) };
    const end = dice > 100 - shares.unfinished ? " and" : "";
    return { type: "words", text: `turn-${++this.#turns} ${random.pick(freeText)}${end}` };
  }

  saidOf(written: string): readonly string[] {
    return [written, spokenForm(written, {}).text];
  }

  async #runTool(_: unknown, signal: AbortSignal): ReturnType<AssistantToolsOptions["runTool"]> {
    const { clock, random } = this.#parts;
    const isSlow = random.chance(toolMs.slowShare);
    this.#tools += 1;
    try {
      const [shortest, longest] = isSlow ? toolMs.slow : toolMs.fast;
      await delay(clock, random.int(shortest, longest), signal);
      if (random.chance(toolMs.failureShare))
        return { ok: false, failure: { kind: "http_5xx", status: 503 } };
      return { ok: true, body: "It is there." };
    } finally {
      this.#tools -= 1;
    }
  }

  /** The responder gets each heard turn as often as it was heard: a turn that was cut inside a word, twice. */
  #answers(input: ResponderInput): void {
    if (input.type !== "words") return;
    for (const [turn] of input.text.matchAll(/turn-\d+/g)) {
      const given = (this.#given.get(turn) ?? 0) + 1;
      this.#given.set(turn, given);
      const heard = this.#parts.events.filter(
        (event) => event.type === "user-words" && event.final && event.text.split(" ").includes(turn),
      );
      if (given > heard.length) this.#break("each turn is answered once", turn);
    }
  }

  #asked({ messages }: LlmRequest): void {
    const disorder = disorderIn(messages);
    if (disorder !== undefined) this.#break("a vendor takes every conversation", disorder);
    // The text after the caller's last turn is being spoken.
    const turn = messages.findLastIndex(({ role }) => role === "user");
    const known = messages.slice(0, turn).flatMap((one) => (one.role === "assistant" ? [one.text] : []));
    const heard = new Set(partsIn(this.#parts.events.flatMap(heardIn).join("\n")));
    const unheard = partsIn(known.join("\n")).filter((part) => !heard.has(part));
    for (const part of unheard) this.#break("the model remembers only what was heard", part);
  }

  #break(law: string, detail: string): void {
    if (this.broken.length < brokenMax) this.broken.push({ law, atMs: this.#parts.clock.now(), detail });
  }
}

const brokenMax = 20;

const partsIn = (text: string): readonly string[] => Array.from(text.matchAll(partIn), ([part]) => part);

function heardIn(event: CallEvent): readonly string[] {
  if (event.type === "interrupted") return [event.heardReplyText];
  return event.type === "sentence" && event.status === "completed" ? [event.text] : [];
}

interface Watches {
  readonly answers: (input: ResponderInput) => void;
  readonly ends: () => void;
}

/** The same responder; its input and the end of the call are visible. */
function watched(responder: Responder, { answers, ends }: Watches): Responder {
  const answer: Responder["answer"] = (input, signal) => {
    answers(input);
    return responder.answer(input, signal);
  };
  const attend = (call: CallService): void =>
    responder.attend({
      ...call,
      tell: (fact) => {
        if (fact.type === "end") ends();
        call.tell(fact);
      },
    });
  return new Proxy(responder, {
    get: (from, name) => {
      if (name === "answer") return answer;
      if (name === "attend") return attend;
      const value: unknown = Reflect.get(from, name, from);
      return typeof value === "function" ? value.bind(from) : value;
    },
  });
}
