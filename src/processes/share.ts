// Share of a process: its part of the settings that hold for all processes of a machine together.

import { availableParallelism } from "node:os";
import type { Config } from "../config.ts";

/** Index and number of processes; the first is number 0. */
export interface Part {
  readonly index: number;
  readonly count: number;
}

export const whole: Part = { index: 0, count: 1 };

/** Configuration for one of several processes. `ownPort`: its port for the others. */
export function shareOf(config: Config, part: Part, ownPort: number): Config {
  const { speech, ice, engineOpenSessionsMax, node } = config;
  const workers = speech.workers === 0 ? availableParallelism() - 1 : speech.workers;
  return {
    ...config,
    node: { ...node, address: addressOf(config, ownPort) },
    engineOpenSessionsMax: evenly(engineOpenSessionsMax, part),
    // Each process needs one.
    speech: { ...speech, workers: Math.max(1, evenly(workers, part)) },
    ice: { ...ice, ports: ice.ports && portsOf(ice.ports, part) },
  };
}

/** Other machines reach it by this machine's name; if there are none, siblings use loopback. */
function addressOf({ node, database }: Config, ownPort: number): string {
  const address = new URL(database === undefined ? "http://127.0.0.1" : node.address);
  // The process itself speaks no TLS, even behind a TLS proxy at the shared port.
  address.protocol = "http:";
  address.port = String(ownPort);
  return address.origin;
}

/** @internal Whole numbers that add up to the total; the first ones take the remainder. */
export function evenly(total: number, { index, count }: Part): number {
  return Math.floor(total / count) + (index < total % count ? 1 : 0);
}

/** @internal Adjacent ranges that fill the whole one. */
export function portsOf(
  [first, last]: readonly [first: number, last: number],
  { index, count }: Part,
): readonly [first: number, last: number] {
  const ports = last - first + 1;
  const at = (one: number): number => first + Math.floor((ports * one) / count);
  return [at(index), at(index + 1) - 1];
}
