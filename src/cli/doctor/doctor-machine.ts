// Doctor check of the machine: its memory and its clock.

import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { delay, wallClock } from "../../base/clock.ts";
import type { Config } from "../../config.ts";
import { usesBuiltInVoice } from "../../providers/provider-settings.ts";
import { threadsFor } from "../../speech/speech-pool.ts";
import { type Result, mib } from "./doctor-check.ts";

/** Measured: the server without speech, and the addition of each thread that hears or speaks. */
const serverMib = 150;
const earsMib = 100;
const voiceMib = 90;

/** No clock that was ever set shows an earlier year. */
const yearMin = 2025;
/** Period over which both clocks have to agree, and the permitted difference. */
const stretchMs = 50;
const driftMsMax = 500;
const dayMs = 86_400_000;

/** @internal Speech threads that the server starts on this number of cores. */
export function threadsOf({ on, workers }: Config["speech"], cores: number): number {
  return on ? workers || Math.max(1, cores - 1) : 0;
}

export function checkMemory({ speech, providers }: Config): Promise<Result> {
  const threads = threadsOf(speech, availableParallelism());
  const each = threads > 0 ? threadsFor(threads) : 0;
  const speaks = usesBuiltInVoice(providers);
  const needed = (serverMib + each * (earsMib + (speaks ? voiceMib : 0))) * 1024 ** 2;
  const there = process.availableMemory();
  const fewer = threads > 1 ? ", or reduce the speech threads with SPEECH_WORKERS" : "";
  return Promise.resolve(
    there >= needed
      ? { state: "ok", says: `${mib(there)} are available; ${mib(needed)} are needed.` }
      : {
          state: "problem",
          says: `${mib(there)} are available and ${mib(needed)} are needed. Add memory${fewer}.`,
        },
  );
}

/**
 * @internal True if the time is impossible because it is before the build of this program; milliseconds since 1970.
 */
export function isLongAgo(wallMs: number, writtenMs: number): boolean {
  return new Date(wallMs).getUTCFullYear() < yearMin || wallMs < writtenMs - dayMs;
}

export async function checkClock(): Promise<Result> {
  const wallAt = wallClock.wall();
  const at = wallClock.now();
  await delay(wallClock, stretchMs, new AbortController().signal);
  const drift = Math.abs(wallClock.wall() - wallAt - (wallClock.now() - at));
  const shown = new Date(wallClock.wall()).toISOString();
  const setIt = "set it, for example with systemd-timesyncd or chrony";
  const { mtimeMs } = await stat(process.execPath);
  if (isLongAgo(wallClock.wall(), mtimeMs))
    return { state: "problem", says: `The clock shows ${shown}, which is in the past: ${setIt}.` };
  if (drift > driftMsMax)
    return { state: "problem", says: `The clock jumps (${Math.round(drift)} ms): ${setIt}.` };
  return { state: "ok", says: `It is ${shown}.` };
}
