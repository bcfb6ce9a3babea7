// The same callers on the same flows, once spoken by the voice and once with a model of any manner in front: each call
// ends in the same state, over the same path, with the same requests of its tools.

import { expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { FreeLines } from "../../src/flow/engine/run/free-lines.ts";
import type { FlowSession } from "../../src/flow/engine/run/step-contract.ts";
import { type LoadedFlow, loadFlow } from "../../src/flow/language/load-flow.ts";
import { valueMap } from "../../src/flow/value/value.ts";
import { callerAnswer } from "../../src/sim/caller-answer.ts";
import { FlowWatch } from "../../src/sim/flow-watch.ts";
import { seededRandom } from "../../src/sim/seeded-random.ts";
import { simAudioLlm } from "../../src/sim/sim-audio-llm.ts";
import { simSpeech } from "../../src/sim/sim-speech.ts";
import { simTools } from "../../src/sim/sim-tools.ts";
import { SimulatedClock } from "../../src/sim/simulated-clock.ts";
import { Call } from "../../src/voice/call.ts";
import type { CallEvent } from "../../src/voice/call-event.ts";
import { DuplexFront } from "../../src/voice/duplex/duplex-front.ts";
import { openFlowResponder } from "../../src/voice/responder-flow.ts";
import { fakeLine } from "../support/fakes/fake-line.ts";
import { seedOf } from "../support/random.ts";

const names = ["table-booking", "clinic-triage", "payment-reminder"];
const seed = seedOf(20_261_202);
const calls = process.env["LONG"] === "1" ? 1_000 : 20;
const startsAtMs = Date.UTC(2026, 10, 20, 10);
const turnsMax = 60;
const callMsMax = 20 * 60_000;

interface Ended {
  readonly outcome: string | undefined;
  readonly path: readonly string[];
  readonly variables: readonly string[];
  readonly tools: readonly unknown[];
  readonly words: number;
}

async function ended({ program, tests }: LoadedFlow, own: number, isDuplex: boolean): Promise<Ended> {
  const clock = new SimulatedClock(startsAtMs);
  const random = seededRandom(own);
  const speech = simSpeech({
    clock,
    random: seededRandom(own + 1),
    finalMs: [50, 50],
    voiceMs: [20, 20],
    finalLost: 0,
    voiceFails: 0,
  });
  const facts: FlowSession = {
    id: `ses_${own}`,
    channel: "voice",
    direction: "inbound",
    startedAtMs: clock.wall(),
    context: valueMap([]),
    metadata: valueMap([]),
    hasModel: false,
    usesExamples: true,
  };
  const watch = new FlowWatch(program!, { facts, clock });
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const requested: unknown[] = [];
  const runTool = simTools({ program: program!, tests: tests!, clock, random: seededRandom(own + 2) });
  const events: CallEvent[] = [];
  const line = fakeLine(() => clock.now());
  line.drops = true;
  const call = new Call({
    line,
    responder: openFlowResponder({
      program: program!,
      facts,
      outside: {
        runTool: (work, signal) => {
          requested.push([work.tool, work.arguments]);
          return runTool(work, signal);
        },
        search: nothing,
        propose: nothing,
        utter: nothing,
        summarise: nothing,
        keep: () => Promise.resolve("rec"),
      },
      clock,
      log: silentLog,
      watch: (state, effects) => watch.step(state, effects),
    }),
    front: isDuplex
      ? new DuplexFront({
          model: simAudioLlm({ clock, random: seededRandom(own + 3), speech }),
          ownKey: false,
          lines: new FreeLines(program!),
          language: "en",
        })
      : undefined,
    ...speech,
    clock,
    ticker: new Ticker(clock, 20),
    log: silentLog,
    durationMsMax: callMsMax,
    emit: (event) => void events.push(event),
  });
  call.ready();
  let turns = 0;
  while (line.closed === undefined && clock.now() < callMsMax) {
    await clock.advance(20);
    if (call.isAtRest && watch.works && clock.now() % 1_000 === 0)
      call.input({ type: "transferred", ok: false });
    if (!call.isAtRest || watch.works || line.closed !== undefined) continue;
    turns += 1;
    const { point, turn } = watch.listening;
    const hello = { type: "words", text: "hello" } as const;
    const answer = callerAnswer(point, turn, random) ?? hello;
    if (turns > turnsMax) call.input({ type: "end", drain: false });
    else if (answer.type === "keys") call.input({ type: "keys", keys: answer.keys });
    else call.input({ type: "text", text: answer.text, interrupt: true, speak: true });
  }
  call.end("caller");
  await clock.advance(3_000);
  return {
    outcome: watch.outcome,
    path: watch.path,
    variables: events.flatMap((event) =>
      event.type === "flow-variable" ? [`${event.key} ${JSON.stringify(event.value)}`] : [],
    ),
    tools: requested,
    words: events.filter((event) => event.type === "worded" && event.by === "model").length,
  };
}

test.each(names)(
  `duplex: ${calls} calls of %s end as without a model, seed ${seed}`,
  async (name) => {
    const text = await Bun.file(`public/flows/${name}.flow.yaml`).text();
    const cascade = loadFlow(text, { hasOtherFlows: true });
    const duplex = loadFlow(text.replace(/^start:/mu, "mode: duplex\nstart:"), { hasOtherFlows: true });
    expect(duplex.program?.isDuplex).toBe(true);
    const outcomes = new Set<string | undefined>();
    let said = 0;
    for (let number = 0; number < calls; number++) {
      const { words: _, ...plain } = await ended(cascade, seed + number * 10, false);
      const { words, ...front } = await ended(duplex, seed + number * 10, true);
      expect({ number, ...front }).toEqual({ number, ...plain });
      outcomes.add(plain.outcome);
      said += words;
    }
    expect(outcomes.size).toBeGreaterThan(1);
    expect(said).toBeGreaterThan(calls / 2);
  },
  3_600_000,
);
