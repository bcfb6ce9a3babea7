// Composition of prompts: a flow's constant lines are synthesised in advance, stored in the data folder, and deleted
// with the flow.

import { join } from "node:path";
import { inMemory } from "../db/in-memory.ts";
import type { Store } from "../db/port/store.ts";
import type { Clock } from "./base/clock.ts";
import { Fault } from "./base/fault.ts";
import type { Log } from "./base/log.ts";
import { PeriodicTask } from "./base/periodic-task.ts";
import { builtInPrograms } from "./calls/built-in-programs.ts";
import type { Plan, Planner } from "./calls/call-plan.ts";
import type { Speech } from "./calls/live-calls.ts";
import { PromptsAhead } from "./calls/ahead/prompts-ahead.ts";
import { StoredPrograms } from "./calls/runnable-flows.ts";
import type { Config } from "./config.ts";
import { KeptSpeech } from "./speech/voices/kept-speech.ts";
import { voiceMaker } from "./speech/own-voice/voice-maker.ts";

interface ClockAndLog {
  readonly clock: Clock;
  readonly log: Log;
}

/** Files of flows deleted elsewhere leave this disk too. */
const sweepMs = 3_600_000;
const patienceMs = 600_000;
const ours = "builtin";
/** A newcomer's first flow. */
const first = "welcome";

/** Undefined: speech is kept in memory only. */
export function openKeptSpeech(
  { dataDir, promptsMibMax: mibMax, providers }: Pick<Config, "dataDir" | "promptsMibMax" | "providers">,
  parts: ClockAndLog,
): KeptSpeech | undefined {
  if (dataDir === inMemory || mibMax === 0) return undefined;
  const maker = (): Promise<string> => voiceMaker(providers.voiceModel);
  return new KeptSpeech({ directory: join(dataDir, "prompts"), mibMax, maker, ...parts });
}

interface PromptsParts extends ClockAndLog {
  readonly speech: Speech | undefined;
  readonly store: Pick<Store, "of">;
  readonly shared: { readonly planner: Pick<Planner, "asked" | "plan"> };
  /** True while calls run. */
  readonly isBusy: () => boolean;
  readonly owned: AsyncDisposableStack;
}

export interface Prompts {
  /** A call of this plan begins. */
  readonly begins: (plan: Plan) => void;
  /** Reports that a flow was stored, or that another revision of it went live. */
  readonly stored: (accountId: string, flowId: string) => void;
  /** A flow, or an account with all its flows, was deleted. */
  readonly forget: (accountId: string, flowId?: string) => Promise<void>;
}

/** Undefined if no voice needs preparation. */
export function openPrompts({ speech, owned, ...parts }: PromptsParts): Prompts | undefined {
  if (speech?.ahead === undefined) return undefined;
  const { voice, kept } = speech.ahead;
  const { clock, log, store, shared } = parts;
  const speaks = speech.tts.speaks ?? [];
  const ahead = owned.use(new PromptsAhead({ ...parts, voice, kept, speaks, ready: speech.ready }));
  const begins = (plan: Plan): void => {
    const flow = flowOf(plan);
    // Only our own voices speak lines ahead.
    if (flow !== undefined && plan.program !== undefined && plan.providers.voice === undefined)
      ahead.want(flow, plan.program);
  };
  const stored = async (accountId: string, flowId: string): Promise<void> => {
    begins(shared.planner.plan(await shared.planner.asked(flowId, accountId), { accountId }));
  };
  const failed = (error: unknown): void => log.warn("prompts.sweep_failed", { error });
  owned.use(
    new PeriodicTask({ clock, everyMs: sweepMs, patienceMs, failed, work: () => sweep(ahead, store) }),
  );
  // Start does not wait for it: reading takes as long as the rest of the start.
  let isOver = false;
  owned.defer(() => void (isOver = true));
  const welcome = async (): Promise<void> => {
    await speech.ready;
    const program = isOver ? undefined : builtInPrograms.get(first);
    if (program !== undefined) ahead.want(`${ours}/${first}`, program);
  };
  // Another log line reports a voice that does not start.
  void welcome().catch(() => undefined);
  return {
    begins,
    stored: (accountId, flowId) => {
      stored(accountId, flowId).catch((error: unknown) => {
        // A flow that cannot run yet adds no prompts.
        if (!(error instanceof Fault)) log.warn("prompts.failed", { error });
      });
    },
    forget: (accountId, flowId) => ahead.forget(flowId === undefined ? accountId : `${accountId}/${flowId}`),
  };
}

/** Undefined for an unstored flow, and for one without a known account. */
function flowOf({ accountId, flowId = first, program }: Plan): string | undefined {
  if (builtInPrograms.has(flowId))
    return builtInPrograms.get(flowId) === program ? `${ours}/${flowId}` : undefined;
  return StoredPrograms.named(flowId) && accountId !== undefined ? `${accountId}/${flowId}` : undefined;
}

async function sweep(ahead: PromptsAhead, store: Pick<Store, "of">): Promise<void> {
  for (const flow of await ahead.flows()) {
    const [accountId = "", flowId = ""] = flow.split("/");
    if (accountId === ours) continue;
    const storedFlow = await store.of(accountId).flows.find({ accountId, flowId });
    if (storedFlow === undefined) await ahead.forget(flow);
  }
}
