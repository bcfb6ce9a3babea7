// Shared clock: one time axis for all processes of this machine, because each process counts from its own start.

import { dlopen } from "bun:ffi";

const monotonic = 1;
const { symbols } = dlopen("libc.so.6", { clock_gettime: { args: ["int", "ptr"], returns: "int" } });
const time = new BigInt64Array(2);

/** Whole microseconds since the machine started. */
export function sharedMicros(): number {
  symbols.clock_gettime(monotonic, time);
  return Number(time[0]) * 1_000_000 + Math.floor(Number(time[1]) / 1_000);
}
