// Process start: runs the same program again in another process of this machine, connected to this one by a message
// pipe, or with a command that ends by itself.

import { setPriority } from "node:os";

export interface ProcessOptions {
  /** Plain data of the other process. */
  readonly heard: (message: unknown) => void;
  /** Called after its end, by itself or by a signal. */
  readonly ended: (how: { readonly code: number | null; readonly signal: string | null }) => void;
}

export interface StartedProcess {
  readonly pid: number;
  /** No effect after its end. */
  readonly send: (message: unknown) => void;
  readonly kill: () => void;
}

/** Starts the program with a command, in the same environment and with the same output. */
export function startProcess(command: string, { heard, ended }: ProcessOptions): StartedProcess {
  let isOver = false;
  const child = Bun.spawn([...program(), command], {
    stdio: ["ignore", "inherit", "inherit"],
    // Structured clone: bytes and maps keep their types.
    serialization: "advanced",
    ipc: (message: unknown) => heard(message),
    onDisconnect: () => void (isOver = true),
    onExit: (_, code, signal) => {
      isOver = true;
      ended({ code, signal: signal === null ? null : String(signal) });
    },
  });
  return {
    pid: child.pid,
    send: (message) => {
      if (!isOver) child.send(message);
    },
    kill: () => child.kill("SIGKILL"),
  };
}

/** Running file: bun, or our executable. */
export const programFile = process.execPath;

function program(): readonly string[] {
  // Under `bun test` the main program is the test file, which knows no commands: names ours.
  const source = Bun.isStandaloneExecutable
    ? []
    : [Bun.fileURLToPath(new URL("../main.ts", import.meta.url))];
  return [programFile, ...source];
}

export interface StartedCommand {
  /** `said`: its error output. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
  readonly kill: () => void;
}

/** A tenth of our share of a contested core: calls are more urgent. */
const niceness = 10;

/** Starts the program with a command in the same environment, except for `env`. */
export function startCommand(
  args: readonly string[],
  otherwise: Readonly<Record<string, string>>,
): StartedCommand {
  const env = { ...process.env, ...otherwise };
  const child = Bun.spawn([...program(), ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  try {
    setPriority(child.pid, niceness);
  } catch {
    // The process has ended, or the machine refuses: its priority stays.
  }
  const ended = Promise.all([child.exited, new Response(child.stderr).text()]);
  return { ended: ended.then(([code, stderr]) => ({ code, said: stderr })), kill: () => child.kill() };
}

/** Pipe to the process that started this one. */
export interface Starter {
  readonly send: (message: unknown) => void;
  /** Call it before this process ends by itself. */
  readonly leave: () => void;
}

/**
 * Undefined in a process that was started otherwise. `lost` is called when the other end is gone, which looks like
 * its death.
 */
export function starterOf({
  heard,
  lost,
}: Pick<ProcessOptions, "heard"> & { readonly lost: () => void }): Starter | undefined {
  if (process.send === undefined) return undefined;
  process.on("message", heard);
  process.on("disconnect", lost);
  return {
    send: (message) => {
      if (process.connected) process.send?.(message);
    },
    leave: () => {
      process.off("disconnect", lost);
      process.disconnect?.();
    },
  };
}
