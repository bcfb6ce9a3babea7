// Hook receivers of sessions: the receivers of one session's events, while it runs and after a crash has ended it.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Plan, Planner } from "../calls/call-plan.ts";
import type { DeclaredHook } from "./account-hooks.ts";
import type { CrashedSession } from "../../db/port/session-store.ts";
import type { Program } from "../flow/language/program.ts";
import type { HookSessionFacts } from "./hook-event.ts";
import { type HookTarget, openSessionHooks, type SessionHooksOptions } from "./session-events.ts";
import type { TellHooks } from "./call-hooks.ts";

export interface ReceiversOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly targetsOf: (
    accountId: string,
    declared: readonly DeclaredHook[],
  ) => Promise<readonly HookTarget[]>;
  readonly enqueue: SessionHooksOptions["enqueue"];
  /** Seals an event with words or values of a session that stores none. */
  readonly sealed: SessionHooksOptions["sealed"];
  /** Events sent so far by a session. */
  readonly counted: (sessionId: string, hookSeq: number) => void;
}

interface Telling {
  readonly facts: HookSessionFacts;
  readonly accountId: string;
  readonly program: Program | undefined;
  readonly isSealed: boolean;
  /** Number of the last event sent before. */
  readonly from: number;
}

export class Receivers {
  readonly #o: ReceiversOptions;
  /** Sessions whose receivers are being looked up. */
  readonly #opening = new Set<Promise<void>>();

  constructor(options: ReceiversOptions) {
    this.#o = options;
  }

  /** Undefined for a session without an account. `from`: number of the last event sent by another process. */
  of({ id, plan }: { readonly id: string; readonly plan: Plan }, from = 0): TellHooks | undefined {
    const { accountId, program, flowId, flowRevision, metadata, kept } = plan;
    const isSealed = !kept.words || !kept.values;
    const facts = { sessionId: id, flowId, flowRevision, metadata };
    return accountId === undefined ? undefined : this.#tell({ accountId, program, facts, from, isSealed });
  }

  /** Reports crashed sessions, each with its flow, if that is still readable. */
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

  /** A crash ended the session, or its outcome; `program`: its flow, if still readable. */
  tellOfCrash(session: CrashedSession, program: Program | undefined): void {
    const { id, accountId, flowId, flowRevision, metadata, connectedMs, hookSeq } = session;
    const { wasOver, lacksOutcome } = session;
    const flow = { flowId: flowId ?? undefined, flowRevision: flowRevision ?? undefined };
    const facts = { sessionId: id, ...flow, metadata };
    // Its row's data may be stored.
    const tell = this.#tell({ accountId, program, facts, from: hookSeq, isSealed: false });
    const reason = "crashed";
    if (!wasOver)
      tell({ type: "session.ended", outcome: undefined, reason, durationMs: connectedMs, outputs: {} });
    if (lacksOutcome)
      tell({ type: "session.summarised", state: "failed", reason, summary: null, extracted: {} });
  }

  /** Resolves when all earlier events are handed on. */
  async settled(): Promise<void> {
    await Promise.all(this.#opening);
  }

  /** Takes events at once; until the receivers are known, they wait with their times. */
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
