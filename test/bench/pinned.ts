// Pinned programs: programs of a benchmark, each on a core of its own, that exchange lines of JSON with their parent.

import { join } from "node:path";

export const [serverCore, clientCore] = [0, 1];

/** The command that runs a file of this folder on one core. */
export function pinned(core: number, file: string): string[] {
  return ["taskset", "-c", String(core), process.execPath, join(import.meta.dir, file)];
}

export function linesOf(stream: ReadableStream<Uint8Array>): () => Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return async () => {
    while (!text.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("The process ended early");
      text += decoder.decode(value, { stream: true });
    }
    const [line = "", ...rest] = text.split("\n");
    text = rest.join("\n");
    return line;
  };
}

/** Milliseconds that other machines of the same host took from all cores together so far; from proc(5). */
export async function stolenMs(): Promise<number> {
  const [, , , , , , , steal = 0] = await timesOf("cpu");
  return steal;
}

/** Milliseconds in which a core has worked so far, for all programs. */
export async function busyMs(core: number): Promise<number> {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = await timesOf(`cpu${core}`);
  return user + nice + system + irq + softirq;
}

/** Milliseconds: user, nice, system, idle, iowait, irq, softirq, steal. */
async function timesOf(name: string): Promise<number[]> {
  const lines = (await Bun.file("/proc/stat").text()).split("\n").map((line) => line.split(/\s+/));
  // They count in hundredths of a second.
  const [, ...times] = lines.find(([first]) => first === name) ?? [];
  return times.map((time) => Number(time) * 10);
}

/** Value that this share of the sorted numbers does not exceed. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
