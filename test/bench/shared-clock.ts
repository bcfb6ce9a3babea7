// Shared clock: one time axis for all processes of this machine, because each process counts its own from its start.

import { dlopen } from "bun:ffi";

const monotonic = 1;
const { symbols } = dlopen("libc.so.6", { clock_gettime: { args: ["int", "ptr"], returns: "int" } });
const time = new BigInt64Array(2);

/** Microseconds since the machine started, whole. */
export function sharedMicros(): number {
  symbols.clock_gettime(monotonic, time);
  return Number(time[0]) * 1_000_000 + Math.floor(Number(time[1]) / 1_000);
}
