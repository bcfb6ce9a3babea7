// Hook receivers of sessions: which ones one session sends its events to, while it runs and after a crash has ended
// it.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Plan, Planner } from "../calls/call-plan.ts";
import type { DeclaredHook } from "../cloud/account-hooks.ts";
import type { CrashedSession } from "../../db/port/session-store.ts";
import type { Program } from "../flow/language/program.ts";
import type { HookSessionFacts } from "../hooks/hook-event.ts";
import { type HookTarget, openSessionHooks, type SessionHooksOptions } from "../hooks/session-events.ts";
import type { TellHooks } from "./session-hooks.ts";

export interface ReceiversOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly targetsOf: (
    accountId: string,
    declared: readonly DeclaredHook[],
  ) => Promise<readonly HookTarget[]>;
  readonly enqueue: SessionHooksOptions["enqueue"];
  /** Hides an event that has words or values of a session of which none are to be stored. */
  readonly sealed: SessionHooksOptions["sealed"];
  /** A session has sent so many events. */
  readonly counted: (sessionId: string, hookSeq: number) => void;
}

interface Telling {
  readonly facts: HookSessionFacts;
  readonly accountId: string;
  readonly program: Program | undefined;
  readonly isSealed: boolean;
  /** The number of the last event that was sent before. */
  readonly from: number;
}

export class Receivers {
  readonly #o: ReceiversOptions;
  /** Sessions whose receivers are being looked up. */
  readonly #opening = new Set<Promise<void>>();

  constructor(options: ReceiversOptions) {
    this.#o = options;
  }

  /** Undefined for a session without an account. `from`: the number of the last event that another process has sent. */
  of({ id, plan }: { readonly id: string; readonly plan: Plan }, from = 0): TellHooks | undefined {
    const { accountId, program, flowId, flowRevision, metadata, kept } = plan;
    const isSealed = !kept.words || !kept.values;
    const facts = { sessionId: id, flowId, flowRevision, metadata };
    return accountId === undefined ? undefined : this.#tell({ accountId, program, facts, from, isSealed });
  }

  /** Each with the flow that it ran, when that can still be read. */
  async tellOfCrashes(
    crashed: readonly CrashedSession[],
    planner: Pick<Planner, "programAt">,
  ): Promise<void> {
    for (const session of crashed) {
      const { flowId, flowRevision, accountId } = session;
      const isKnown = flowId !== null && flowRevision !== null;
      this.tellOfCrash(
        session,
        isKnown ? await planner.programAt(flowId, flowRevision, accountId) : undefined,
      );
    }
    await this.settled();
  }

  /** A crash has ended it, or its outcome; `program`: the flow that it ran, when that can still be read. */
  tellOfCrash(session: CrashedSession, program: Program | undefined): void {
    const { id, accountId, flowId, flowRevision, metadata, connectedMs, hookSeq } = session;
    const { wasOver, lacksOutcome } = session;
    const flow = { flowId: flowId ?? undefined, flowRevision: flowRevision ?? undefined };
    const facts = { sessionId: id, ...flow, metadata };
    // Data of its row may be stored.
    const tell = this.#tell({ accountId, program, facts, from: hookSeq, isSealed: false });
    const reason = "crashed";
    if (!wasOver)
      tell({ type: "session.ended", outcome: undefined, reason, durationMs: connectedMs, outputs: {} });
    if (lacksOutcome)
      tell({ type: "session.summarised", state: "failed", reason, summary: null, extracted: {} });
  }

  /** Resolves when what was told until now is handed on. */
  async settled(): Promise<void> {
    await Promise.all(this.#opening);
  }

  /** Takes events at once; until it is known who wants them, they wait with the time at which they happened. */
  #tell({ facts, accountId, program, from, isSealed }: Telling): TellHooks {
    const { targetsOf, enqueue, counted, clock, log } = this.#o;
    const sealed = isSealed ? this.#o.sealed : undefined;
    const { sessionId } = facts;
    let happenedAt = 0;
    let tell: TellHooks | undefined;
    let waiting: (() => void)[] | undefined = [];
    const open = async (): Promise<void> => {
      try {
        const flow: { readonly hooks?: readonly DeclaredHook[] } | undefined = program;
        const targets = await targetsOf(accountId, flow?.hooks ?? []);
        if (targets.length === 0) return;
        const count = (hookSeq: number): void => counted(sessionId, hookSeq);
        const wall = (): number => happenedAt;
        tell = openSessionHooks({
          accountId,
          facts,
          targets,
          clock: { wall },
          enqueue,
          sealed,
          counted: count,
          from,
        });
        for (const told of waiting ?? []) told();
      } catch (error) {
        // A failure to queue a hook does not end the call.
        log.error("session.without-hooks", { session: sessionId, error });
      } finally {
        waiting = undefined;
      }
    };
    const opening = open();
    this.#opening.add(opening);
    void opening.then(() => this.#opening.delete(opening));
    return (event) => {
      const at = clock.wall();
      const told = (): void => {
        happenedAt = at;
        tell?.(event);
      };
      if (waiting === undefined) told();
      else waiting.push(told);
    };
  }
}
