// Simulated tools: answers in place of a flow's servers, so that a simulation sends no requests. The example
// services answer normally, the mocks of the flow's own tests as written, and all other tools with values of
// their declared types. One call in ten fails.

import { type Clock, delay } from "../base/clock.ts";
import { ToolMocks, outcomeOf } from "../flow/author/testing/tool-mocks.ts";
import { ExampleServices, isExampleTool } from "../flow/engine/example-services/example-services.ts";
import type { OutsideWorkers } from "../flow/engine/outside-work.ts";
import type { ToolOutcome } from "../flow/engine/run/step-contract.ts";
import type { FlowTest, MockAnswer } from "../flow/language/compile/compile-tests.ts";
import type { Program, Tool } from "../flow/language/program.ts";
import { type Kind, type Value, valueMap } from "../flow/value/value.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface SimToolsOptions {
  readonly program: Program;
  readonly tests: readonly FlowTest[];
  readonly clock: Clock;
  readonly random: SeededRandom;
}

const failureShare = 0.1;
const toolMs = [50, 2_500] as const;

export function simTools({ program, tests, clock, random }: SimToolsOptions): OutsideWorkers["runTool"] {
  const examples = new ExampleServices(clock);
  // One of the tests provides the servers' answers for this caller, so that they are consistent.
  const mocks = new ToolMocks(random.maybe(tests)?.mocks ?? new Map<string, readonly MockAnswer[]>());
  return async ({ flow, tool: name, arguments: args, idempotencyKey }, signal) => {
    const tool = flow === program.id ? program.tools.get(name) : undefined;
    const mock = mocks.take(name);
    await delay(clock, mock?.delayMs ?? random.int(...toolMs), signal);
    if (random.chance(failureShare)) return unavailable;
    if (tool !== undefined && isExampleTool(tool)) {
      const { timezone, language } = program;
      return await examples.run({ tool, args, idempotencyKey, timezone, language, signal });
    }
    if (mock !== undefined) return outcomeOf(mock);
    return tool === undefined ? unreached : bodyByChance(tool, random);
  };
}

const unavailable: ToolOutcome = { ok: false, failure: { kind: "http_5xx", status: 503 } };
const unreached: ToolOutcome = { ok: false, failure: { kind: "network" } };

function bodyByChance({ returns }: Tool, random: SeededRandom): ToolOutcome {
  return { ok: true, body: valueMap([...returns].map(([name, kind]) => [name, valueOf(kind, random)])) };
}

function valueOf(kind: Kind, random: SeededRandom): Value {
  switch (kind) {
    case "boolean":
      return random.chance(0.5);
    case "number":
    case "money":
    case "duration":
    case "amount":
      return random.int(0, 20);
    case "date":
      return "2026-11-24";
    case "time":
      return "19:30";
    case "date_range":
      return "2026-11-24/2026-11-26";
    case "time_range":
      return "14:00/16:00";
    case "list":
      return Array.from({ length: random.int(0, 3) }, (_, i) => `entry ${i + 1}`);
    case "object":
      return valueMap([]);
    case "digits":
      return "1234";
    case "email":
      return "ada@example.com";
    case "phone":
      return "+15550100";
    default:
      return "Ada Lovelace";
  }
}
