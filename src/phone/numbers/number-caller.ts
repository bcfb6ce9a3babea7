// Number caller: makes the waiting calls of one number, up to its limit at once, and stores their outcomes. Each has
// a session waiting, with its minute held, before it is dialled.

import type { PhoneCallProgress, PhoneCallRow, PhoneStore } from "../../../db/port/phone-store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { Log } from "../../base/log.ts";
import { maskedNumber } from "../../base/words/masked-number.ts";
import type { CallRequest } from "../../calls/call-plan.ts";
import type { CallTarget } from "../../cloud/phone/phone-seal.ts";
import type { Arrival } from "../../session/arrival.ts";
import type { SessionRequest } from "../../session/session-request.ts";
import type { MovedCall } from "../moved-calls.ts";
import type { PhoneExtension } from "../phone-extension.ts";
import { afterAttempt, type PhoneOutcome, withoutRoom } from "./phone-attempt.ts";

export interface CallerParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: PhoneStore;
  readonly asked: (flowId: string | undefined, accountId: string) => Promise<CallRequest>;
  readonly sessions: {
    start(wanted: SessionRequest): Promise<{ readonly sessionId: string; readonly token: string }>;
    join(token: string): Promise<Arrival>;
    expire(sessionId: string): void;
  };
  readonly openTarget: (row: PhoneCallRow) => CallTarget;
  /** Receives each ended call. */
  readonly ended: (row: PhoneCallRow) => void;
}

export interface CallerOptions extends CallerParts {
  readonly numberId: string;
  /** Number as the callee sees it. */
  readonly user: string;
  readonly callsMax: number;
  readonly extension: Pick<PhoneExtension, "dial" | "state" | "resume">;
}

/** Refused for lack of room, which may soon be free. */
const crowded: ReadonlySet<string> = new Set(["calls/limit", "calls/draining", "session/limit"]);

export class NumberCaller implements Disposable {
  readonly #o: CallerOptions;
  readonly #running = new Map<string, Disposable | undefined>();
  #isLooking = false;
  #isOver = false;

  constructor(options: CallerOptions) {
    this.#o = options;
  }

  /** Begins due calls. Rejects if the store does. */
  async look(): Promise<void> {
    const { store, clock, numberId, callsMax, extension } = this.#o;
    const free = callsMax - this.#running.size;
    if (this.#isOver || this.#isLooking || free <= 0 || extension.state?.phase !== "registered") return;
    this.#isLooking = true;
    try {
      for (const row of await store.dueCalls({ numberId, at: clock.wall(), limit: free }))
        if (!this.#running.has(row.id)) void this.#call(row);
    } finally {
      this.#isLooking = false;
    }
  }

  /** Resumes a call begun by another process. Rejects if there is no such call, or no registration. */
  async resume(row: PhoneCallRow, moved: MovedCall): Promise<void> {
    const { extension, sessions, clock } = this.#o;
    const talks: PhoneCallRow = { ...row, state: "talking", outcome: null, endedAt: null };
    const over = (): void => {
      sessions.expire(row.sessionId ?? "");
      const outcome = row.answeredBy === "machine" ? "voicemail" : "answered";
      void this.#end(talks, afterAttempt(talks, outcome, clock.wall()));
    };
    this.#running.set(row.id, undefined);
    await this.#write(talks, { state: "talking", outcome: null, endedAt: null });
    this.#running.set(row.id, await extension.resume(moved, () => sessions.join(moved.token), over));
  }

  /** Its calls continue in another process, which stores their outcomes. */
  leave(): void {
    this.#isOver = true;
    this.#running.clear();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const running of this.#running.values()) running?.[Symbol.dispose]();
  }

  async #call(waiting: PhoneCallRow): Promise<void> {
    const { clock } = this.#o;
    this.#running.set(waiting.id, undefined);
    let row = waiting;
    const note = async (set: Partial<PhoneCallProgress>): Promise<void> => {
      row = { ...row, ...set };
      await this.#write(row, set);
    };
    try {
      if (clock.wall() > row.untilAt) return await this.#end(row, afterAttempt(row, "expired", clock.wall()));
      if (!(await this.#begins(row))) return void this.#running.delete(row.id);
      row = { ...row, state: "dialling", attempts: row.attempts + 1 };
      const outcome = await this.#attempt(row, note);
      await this.#end(row, afterAttempt(row, outcome, clock.wall()));
    } catch (error) {
      const isCrowded =
        error instanceof Fault && (crowded.has(error.code) || error.code === "phone/not-registered");
      if (isCrowded) {
        row = { ...row, attempts: row.attempts - 1 };
        return await this.#end(row, { ...withoutRoom(row, clock.wall()), attempts: row.attempts });
      }
      const isPoor = error instanceof Fault && error.code === "credits/empty";
      if (!isPoor) this.#o.log.warn("phone.call-failed", { call: row.id, error });
      await this.#end(
        row,
        afterAttempt({ ...row, attemptsMax: 0 }, isPoor ? "no_credit" : "failed", clock.wall()),
      );
    }
  }

  /** False: cancelled meanwhile, or not writable, and nothing is dialled. */
  async #begins({ accountId, id, attempts }: PhoneCallRow): Promise<boolean> {
    const set = { state: "dialling", attempts: attempts + 1 } as const;
    try {
      return await this.#o.store.changeCall({ accountId, id }, set, { isWaiting: true });
    } catch (error) {
      this.#o.log.warn("phone.call-not-noted", { call: id, error });
      return false;
    }
  }

  async #attempt(
    row: PhoneCallRow,
    note: (set: Partial<PhoneCallProgress>) => Promise<void>,
  ): Promise<PhoneOutcome> {
    const { extension, sessions, user, log } = this.#o;
    const { to, context, metadata } = this.#o.openTarget(row);
    const { accountId, keyId, subjectHash, flowId, id } = row;
    const request = await this.#o.asked(flowId ?? undefined, accountId);
    const parties = { from: user, to };
    const facts = { context, metadata, direction: "outbound", parties } as const;
    const whom = { keyId: keyId ?? undefined, subjectHash: subjectHash ?? undefined };
    const { sessionId, token } = await sessions.start({ accountId, request, ...facts, ...whom });
    await note({ sessionId });
    const { promise, resolve } = Promise.withResolvers<PhoneOutcome>();
    let answeredBy: string | undefined;
    try {
      log.info("phone.dialled", { call: id, to: maskedNumber(to) });
      const running = extension.dial({
        id,
        to,
        ringMs: row.ringMs,
        voicemail: row.voicemail,
        arrive: () => sessions.join(token),
        told: {
          rings: () => void note({ state: "ringing" }),
          answered: () => void note({ state: "talking" }),
          answeredBy: (who) => void note({ answeredBy: (answeredBy = who) }),
          ended: (why, status) => {
            log.info("phone.not-answered", { call: id, outcome: why, status });
            resolve(why);
          },
          over: () => resolve(answeredBy === "machine" ? "voicemail" : "answered"),
        },
      });
      if (this.#isOver) running[Symbol.dispose]();
      this.#running.set(id, running);
      return await promise;
    } finally {
      sessions.expire(sessionId);
    }
  }

  async #end(row: PhoneCallRow, set: Partial<PhoneCallProgress>): Promise<void> {
    const last = { ...row, ...set };
    await this.#write(last, set);
    this.#running.delete(row.id);
    if (last.state === "ended") this.#o.ended(last);
    void this.look().catch(() => undefined);
  }

  async #write({ accountId, id }: PhoneCallRow, set: Partial<PhoneCallProgress>): Promise<void> {
    try {
      await this.#o.store.changeCall({ accountId, id }, set);
    } catch (error) {
      this.#o.log.warn("phone.call-not-noted", { call: id, error });
    }
  }
}
