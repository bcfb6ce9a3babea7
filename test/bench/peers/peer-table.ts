// Peer table: the measurements of each server, as one table with its conditions.

import type { Verdict } from "../capacity/climb.ts";
import type { Outcome } from "./reply-timing.ts";

/** One run with this many calls. */
export interface Step extends Outcome {
  readonly calls: number;
  /** Share of the server's core, 1 being all of it. */
  readonly cpu: number;
  /** Resident memory above that without a call, for each call, bytes. */
  readonly memoryPerCall: number;
  /** Share of the server's core that other programs took. */
  readonly others: number;
  /** Share of both cores that the host took. */
  readonly stolen: number;
  readonly verdict: Verdict;
}

export interface PeerFigures {
  readonly name: string;
  readonly stop: string;
  /** The median from its start to its first call, ms. */
  readonly startMs: number;
  /** Resident memory without a call, some seconds after the start, bytes. */
  readonly idleMemory: number;
  /** The most calls that went well. */
  readonly callsMax: number;
  readonly steps: readonly Step[];
}

export interface Comparison {
  readonly machine: string;
  readonly command: string;
  readonly date: string;
  readonly versions: readonly string[];
  readonly servers: readonly PeerFigures[];
}

const lateMsMax = 20;
/** In a run in which the host took more than this share of a core, the host was measured. */
const stolenMax = 0.02;
/** The same for other programs on the server's core; the machine's own work there takes 2 to 4 %. */
const othersMax = 0.1;

/** Whether a run succeeded: no answer lost, and 99 % of the sound less than 20 ms late. */
export function verdictOf(run: Omit<Step, "verdict">): Verdict {
  const { stolen, others, lost, turns, lateMs, callersLateMs } = run;
  if (stolen > stolenMax || others > othersMax || (callersLateMs.p99 ?? 0) >= lateMsMax) return "disturbed";
  return turns > 0 && lost === 0 && (lateMs.p99 ?? lateMsMax) < lateMsMax ? "fine" : "late";
}

/** Differences of the comparison, and the server that each favours. */
export const notAlike: readonly string[] = [
  "LiveKit Agents runs without what it is made for: its server for media, WebRTC, Opus and one process for each call are left out, and its sound is sent at its pace by an adapter of ours. A real installation carries fewer calls on a core.",
  "Pipecat advises one process for each call. All calls share one here, which takes less memory and no more of the processor.",
  "Pipecat's defaults end a turn with Smart Turn, a model that hears whether somebody has finished. It costs processor and memory that the others do not spend, and lets the agent answer sooner; the second row is without it.",
  "Each waits for another silence before it answers. What is added is what comes on top of that, the detector's own tail of 32 to 64 ms among it; a caller waits for both.",
  "Voice Flow runs from source with fakes of a recogniser, a model and a voice, as the others do, and without limits, billing and transcripts on disk. Logging is off or at errors for all. The others run on uvloop.",
  "Lateness is that against each server's own schedule: Voice Flow and the adapter for LiveKit send 160 ms ahead, Pipecat 40 ms.",
  "Voice Flow and LiveKit Agents have their networks loaded when they take their first call; Pipecat loads its own with each call. Voice Flow's start is that from source: `bun run bench startup` tells the executable's.",
  "The voice detectors are not one: Silero in a kernel of our own, Silero in onnxruntime, and LiveKit's native one.",
];

/** `few`: the calls of the first step. */
const headOf = (few: number): readonly string[] => [
  "server",
  "ends a turn after",
  "calls on one core",
  "of the core",
  `added at ${few} calls, p50 / worst`,
  "added at the most, p50 / p99",
  "late, p99",
  "memory of a call",
  "idle",
  "start to first call",
  "others; stolen",
];

/**
 * The table in Markdown, with the command, the machine, the versions and the date above it and the unequal conditions
 * below.
 */
export function tableOf({ machine, command, date, versions, servers }: Comparison): string {
  const head = headOf(servers[0]?.steps[0]?.calls ?? 0);
  const rows = servers.map(rowOf);
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  return [
    `${command}, ${date}, ${machine}`,
    versions.join("; "),
    "",
    line(head),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map(line),
    "",
    "Not like for like:",
    ...notAlike.map((text) => `- ${text}`),
  ].join("\n");
}

/** The run that represents a step: a successful one, if there is any. */
function bestOf(steps: readonly Step[], calls: number): Step | undefined {
  const tried = steps.filter((step) => step.calls === calls);
  return tried.find(({ verdict }) => verdict === "fine") ?? tried[0];
}

/** The next step must have failed twice, without a disturbance, before more calls are ruled out. */
function limitOf(callsMax: number, steps: readonly Step[]): string {
  const isReached = steps.filter(({ calls, verdict }) => calls > callsMax && verdict === "late").length > 1;
  if (callsMax === 0) return isReached ? `less than ${steps[0]!.calls}` : "disturbed";
  return isReached ? `${callsMax}` : `${callsMax} or more`;
}

function rowOf({ name, stop, startMs, idleMemory, callsMax, steps }: PeerFigures): string[] {
  const most = bestOf(steps, callsMax);
  const few = steps[0] === undefined ? undefined : bestOf(steps, steps[0].calls);
  return [
    name,
    stop,
    limitOf(callsMax, steps),
    most === undefined ? "" : `${(most.cpu * 100).toFixed(0)} %`,
    few === undefined ? "" : `${few.addedMs.p50 ?? "?"} / ${few.addedMs.worst ?? "?"} ms`,
    most === undefined ? "" : `${most.addedMs.p50 ?? "?"} / ${most.addedMs.p99 ?? "?"} ms`,
    most === undefined ? "" : `${most.lateMs.p99 ?? "?"} ms`,
    most === undefined ? "" : `${megabytes(most.memoryPerCall, 1)} MB`,
    `${megabytes(idleMemory, 0)} MB`,
    `${(startMs / 1000).toFixed(2)} s`,
    most === undefined ? "" : `${percent(most.others)}; ${percent(most.stolen)}`,
  ];
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const megabytes = (bytes: number, digits: number): string => (bytes / 1e6).toFixed(digits);

/** A run as one line. */
export function lineOf(name: string, step: Step): string {
  const { calls, cpu, addedMs, lateMs, lost, turns, callersLateMs, memoryPerCall } = step;
  return [
    name,
    `${calls} calls`,
    `${(cpu * 100).toFixed(0)} % of the core`,
    `added ${addedMs.p50 ?? "?"} / ${addedMs.p99 ?? "?"} ms`,
    `late ${lateMs.p50 ?? "?"} / ${lateMs.p99 ?? "?"} / ${lateMs.worst ?? "?"} ms`,
    `${lost} of ${turns} lost`,
    `${megabytes(memoryPerCall, 2)} MB a call`,
    `callers late ${callersLateMs.p99 ?? "?"} ms`,
    `others ${percent(step.others)}, stolen ${percent(step.stolen)}`,
    step.verdict,
  ].join(", ");
}
