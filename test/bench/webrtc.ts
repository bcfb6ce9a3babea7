// WebRTC benchmark: the number of calls that one core carries, with the server and its Worker on one CPU, callers of
// another stack on the other, Opus in both directions, real voice detection and instant providers. A caller talks 40 %
// of the time.

import { startClient } from "./capacity/callers.ts";
import { doubling } from "./capacity/climb.ts";
import { type ClimbResult, climbed, head, lateMsMax, type Load, rowOf } from "./capacity/load.ts";
import type { Claim } from "./capacity/claims.ts";

const seconds = 12;
const steps = doubling(10);
const within = 5;
const quickCalls = 5;

/** Lateness of each packet against its timestamp, ms; null without packets. */
export interface PacketLateness {
  readonly p50: number | null;
  readonly p99: number | null;
  readonly worst: number | null;
  /** Lateness of the callers' own audio, which is not the server's fault. */
  readonly callersLateP99: number;
  /** Calls that were started one after the other in a second. */
  readonly perSecond: number;
  readonly connectMs: number;
  readonly firstAudioMs: number;
}

export async function measure(
  isQuick: boolean,
  tell: (line: string) => void,
): Promise<ClimbResult<PacketLateness>> {
  tell(head("new calls", "to connect / first audio"));
  const found = await climbed<PacketLateness>(isQuick ? [quickCalls] : steps, {
    seconds,
    within,
    start: (port, calls) =>
      startClient("webrtc-client.ts", { url: `http://127.0.0.1:${port}`, calls, seconds }),
    tell: (load) => tell(shown(load)),
  });
  tell(`  ${found.callsMax ?? "?"} calls a core with 99 % of the packets less than ${lateMsMax} ms late`);
  return found;
}

export const claims = ({ callsMax, steps: [first] }: ClimbResult<PacketLateness>): readonly Claim[] => [
  [`${quickCalls} calls are carried`, callsMax !== null && callsMax >= quickCalls],
  ["each caller's turn is answered", (first?.addedMs.turns ?? 0) >= (first?.calls ?? Infinity)],
];

function shown(load: Load<PacketLateness>): string {
  const { perSecond, connectMs, firstAudioMs } = load.heard;
  return rowOf(
    load,
    `${perSecond.toFixed(1)}/s`.padStart(9),
    `${connectMs.toFixed(1)} / ${firstAudioMs.toFixed(1)} ms`.padStart(24),
  );
}
