// Flow in a call: a flow's responder in virtual time, its answers piece by piece, and its facts for the call.

import type { Frame } from "../../../src/audio/frame.ts";
import { silentLog } from "../../../src/base/log.ts";
import type { FinishedTool } from "../../../src/voice/call-event.ts";
import type { FlowOutside } from "../../../src/voice/flow-works.ts";
import { openFlowResponder } from "../../../src/voice/responder-flow.ts";
import type { CallService, Fact, Responder, ResponderInput, Words } from "../../../src/voice/responder.ts";
import { noService, nothingOutside } from "../servers/outside.ts";
import { programOf, talkFacts } from "./flow-talk.ts";
import { VirtualClock } from "./virtual-clock.ts";

interface FlowAnswers {
  readonly responder: Responder;
  readonly clock: VirtualClock;
  /** Number of times that the responder has asked for its turn. */
  woken: number;
  /** Facts for its call, and the results of its tools. */
  readonly facts: Fact[];
  readonly finished: FinishedTool[];
  /** Begins an answer, and collects its words. */
  readonly give: (input: ResponderInput, signal?: AbortSignal) => Answer;
}

interface Answer {
  readonly said: Words[];
  readonly over: Promise<void>;
}

export function openFlow(
  text: string,
  outside: Partial<FlowOutside> = {},
  frames: readonly Frame[] = [],
): FlowAnswers {
  const clock = new VirtualClock();
  const responder = openFlowResponder({
    program: programOf(text),
    facts: talkFacts,
    outside: { ...nothingOutside, ...outside },
    clock,
    log: silentLog,
  });
  const world: FlowAnswers = {
    responder,
    clock,
    woken: 0,
    facts: [],
    finished: [],
    give(input, signal = new AbortController().signal) {
      const said: Words[] = [];
      const collect = async (): Promise<void> => {
        for await (const piece of responder.answer(input, signal)) said.push(piece);
      };
      return { said, over: collect() };
    },
  };
  const service: CallService = {
    ...noService,
    wake: () => void world.woken++,
    tell: (fact) => void world.facts.push(fact),
    finished: (tool) => void world.finished.push(tool),
    record: () => Promise.resolve(frames),
  };
  responder.attend(service);
  return world;
}

export const eventsOf = (facts: readonly Fact[]): readonly string[] =>
  facts.flatMap((it) => (it.type === "flow-event" ? [it.name] : []));
