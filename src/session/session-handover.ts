// Hand-over of sessions: this node stops, and others continue its sessions, each at a moment of silence, or all at once.

import { type Clock, delay } from "../base/clock.ts";
import type { Session } from "./session.ts";

export interface HandingOver {
  readonly clock: Clock;
  /** Deadline for the end of a turn (`Clock.now`); speech at that time is cut. */
  readonly until: number;
  /**
   * Address for a session's client; undefined: the same as before. Absent: all sessions move at once, to a
   * process that cannot take any of them earlier, and all of them talk until then.
   */
  readonly chooseUrl?: (() => string | undefined) | undefined;
}

/** Longest retry time for sessions that were not released in time. */
const lateMsMax = 2_000;
/** Interval of checks for the end of a turn. */
const lookMs = 100;

/** Clients without a token cannot move to another node: they are warned of the stop. Resolves at `until`. */
export async function handOver(sessions: readonly Session[], options: HandingOver): Promise<void> {
  const { clock, until } = options;
  const open = sessions.filter((session) => !session.isOver);
  for (const session of open) if (session.token === undefined) session.shutdown(until - clock.now());
  const leaving = open.filter((session) => session.token !== undefined);
  if (options.chooseUrl !== undefined)
    return void (await Promise.all(leaving.map((session) => letGo(session, options))));
  await allAtRest(leaving, options);
  await Promise.all(leaving.map((session) => letGo(session, { ...options, until: clock.now() })));
}

/** Resolves when all of them are at rest at once, or at `until`. */
async function allAtRest(sessions: readonly Session[], { clock, until }: HandingOver): Promise<void> {
  const never = new AbortController().signal;
  const isAtRest = (session: Session): boolean => session.isOver || session.doing === "nothing";
  while (!sessions.every(isAtRest) && clock.now() < until)
    await delay(clock, Math.min(lookMs, until - clock.now()), never);
}

/**
 * Resolves when the session has ended here: handed over, ended by itself, or impossible to release; in the
 * last case the caller of this function ends it.
 */
async function letGo(session: Session, { clock, until, chooseUrl }: HandingOver): Promise<void> {
  const never = new AbortController().signal;
  while (!session.isOver) {
    const isLate = clock.now() >= until;
    if ((session.doing === "nothing" || isLate) && (await release(session, chooseUrl?.(), clock))) return;
    if (clock.now() >= until + lateMsMax) return;
    await delay(clock, isLate ? lookMs : Math.min(lookMs, until - clock.now()), never);
  }
}

/** Longest time that a change in the world may keep a session here after another node's request. */
const changeMsMax = 2_000;

/** Sessions being released. */
const releasing = new WeakMap<Session, Promise<boolean>>();

/**
 * Releases a session at another node's request: waits only for work that the other node would not know.
 * Returns like `Session.release`.
 */
export function release(session: Session, to: string | undefined, clock: Clock): Promise<boolean> {
  const running = releasing.get(session) ?? releaseSoon(session, to, clock);
  releasing.set(session, running);
  void running.then((isGone) => isGone || releasing.delete(session));
  return running;
}

async function releaseSoon(session: Session, to: string | undefined, clock: Clock): Promise<boolean> {
  const never = new AbortController().signal;
  const until = clock.now() + changeMsMax;
  while (session.doing === "change" && clock.now() < until) await delay(clock, lookMs, never);
  return session.release(to);
}
