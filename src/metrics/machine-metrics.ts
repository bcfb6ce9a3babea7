// Machine metrics: this process's use of its machine, and the remaining time, memory, files, threads and disk.

import { readdirSync, readFileSync, statfsSync, statSync } from "node:fs";
import { cpuUsage, memoryUsage } from "node:process";
import type { Clock } from "../base/clock.ts";
import type { Metrics } from "../base/metrics.ts";
import { version } from "../base/version.ts";

export interface MachineCounters {
  /** The event loop was late by this time, in milliseconds. */
  readonly lagged: (ms: number) => void;
  /** A text waited this long for the first sound of the built-in voice, in milliseconds. */
  readonly voiceWaited: (ms: number) => void;
  /** A thread or process that died, hung or computed for too long was replaced. */
  readonly restarted: (role: WorkerRole) => void;
}

const roles = ["speech", "turn-model", "documents", "process"] as const;
export type WorkerRole = (typeof roles)[number];

export interface MachineParts {
  readonly clock: Pick<Clock, "now" | "wall">;
  /** Folder of the data; undefined: in memory. */
  readonly dataDir: string | undefined;
  /** Database files in that folder; none: the database is elsewhere. */
  readonly dataFiles: readonly string[];
}

/** Interval of reading slow or costly figures. */
const lookMs = 10_000;

export function openMachineMetrics(metrics: Metrics, parts: MachineParts): MachineCounters {
  openProcessMetrics(metrics, parts);
  openDiskMetrics(metrics, parts);
  const lag = metrics.histogram("voice_flow_loop_lag_seconds", {
    help: "Delay of the event loop: at each beat of the media clock while calls run, and each second while metrics are scraped.",
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1],
  });
  const queue = metrics.histogram("voice_flow_speech_queue_seconds", {
    help: "Time that texts waited for the first audio of the built-in voice.",
    buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
  });
  const restarts = metrics.counter("voice_flow_workers_restarted_total", {
    help: "Threads and processes that were replaced because they died, hung or computed for too long.",
    labels: [["role", roles]],
  });
  metrics
    .gauge("voice_flow_build_info", {
      help: "Always 1. The labels have version and platform.",
      labels: [
        ["version", [version]],
        ["bun", [Bun.version]],
      ],
      together: "worst",
    })
    .at(version, Bun.version)
    .set(1);
  return {
    lagged: (ms) => lag.at().observe(ms / 1_000),
    voiceWaited: (ms) => queue.at().observe(ms / 1_000),
    restarted: (role) => restarts.at(role).add(1),
  };
}

/** Under the names of Prometheus' own libraries. */
function openProcessMetrics(metrics: Metrics, { clock }: MachineParts): void {
  const memory = metrics.gauge("process_resident_memory_bytes", { help: "Resident memory size in bytes." });
  const processor = metrics.counter("process_cpu_seconds_total", {
    help: "Total user and system CPU time spent in seconds.",
  });
  metrics
    .gauge("process_start_time_seconds", {
      help: "Start time of the process since the Unix epoch in seconds; of several the youngest.",
      together: "worst",
    })
    .at()
    .set((clock.wall() - clock.now()) / 1_000);
  let counted = 0;
  metrics.measure(() => {
    memory.at().set(memoryUsage.rss());
    const { user, system } = cpuUsage();
    const all = (user + system) / 1e6;
    processor.at().add(all - counted);
    counted = all;
  });
  const filesMax = openFilesMax();
  if (filesMax === undefined) return;
  const files = metrics.gauge("process_open_fds", { help: "Number of open file descriptors." });
  metrics.gauge("process_max_fds", { help: "Maximum number of open file descriptors." }).at().set(filesMax);
  metrics.measure(
    seldom(clock, () => {
      files.at().set(readdirSync("/proc/self/fd").length);
    }),
  );
}

/** Undefined if the system does not say. */
function openFilesMax(): number | undefined {
  try {
    const [, max] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1")) ?? [];
    return max === undefined ? undefined : Number(max);
  } catch {
    return undefined;
  }
}

function openDiskMetrics(metrics: Metrics, { clock, dataDir, dataFiles }: MachineParts): void {
  if (dataDir === undefined) return;
  const together = "worst";
  const free = metrics.gauge("voice_flow_storage_free_bytes", {
    help: "Free bytes of the disk of the data folder.",
    together,
  });
  const size = metrics.gauge("voice_flow_storage_size_bytes", {
    help: "Bytes of the disk of the data folder.",
    together,
  });
  const data = metrics.gauge("voice_flow_data_bytes", {
    help: "Bytes of the database's files in the data folder; 0 if the database is elsewhere.",
    together,
  });
  metrics.measure(
    seldom(clock, () => {
      const { bavail, blocks, bsize } = statfsSync(dataDir);
      free.at().set(bavail * bsize);
      size.at().set(blocks * bsize);
      data
        .at()
        .set(
          dataFiles.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0),
        );
    }),
  );
}

/** An unreadable figure keeps its last value. */
function seldom(clock: Pick<Clock, "now">, look: () => void): () => void {
  let next = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    if (now < next) return;
    next = now + lookMs;
    try {
      look();
    } catch {
      // A missing folder, or a process that may open no more files.
    }
  };
}
