// Connection balancing: the processes of a machine that take new connections. The kernel gives each connection to one
// of the listening processes, without regard to load; so a process with clearly more calls than its siblings stops for a
// while.

export interface ProcessFigures {
  /** Calls can be taken at once. */
  readonly isReady: boolean;
  /** Calls that take a place, and the number of places. */
  readonly calls: number;
  readonly callsMax: number;
  /** Lag of its media clock, 95th percentile of the last seconds. */
  readonly lagMs: number;
}

export interface Listener extends ProcessFigures {
  /** Ordered to listen. */
  readonly isListening: boolean;
  /** Listening, by its own report. */
  readonly isOpen: boolean;
}

/** Callers hear a lag of the media clock beyond the length of a frame. */
const lagMsMax = 20;
/** After a stop for lag, it resumes well below the limit. */
const lagMsAgain = 10;
/**
 * Difference to the sibling with the fewest calls that counts as clearly more: this number, or this share of the
 * calls. A stop closes the idle connections, so smaller differences are left alone.
 */
const moreMin = 4;
const moreShare = 0.1;

/**
 * Processes that listen from now on, in the order of `processes`. At least one always listens: when none has room,
 * all do, so that callers get a refusal. No process stops before its replacement listens, which takes a busy one a
 * while.
 */
export function whoListens(processes: readonly Listener[]): readonly boolean[] {
  const chosen = whoShould(processes);
  if (processes.some(({ isListening, isOpen }, i) => isListening && isOpen && chosen[i])) return chosen;
  return processes.map(({ isListening }, i) => isListening || (chosen[i] ?? false));
}

function whoShould(processes: readonly Listener[]): readonly boolean[] {
  const open = processes.filter(hasRoom);
  if (open.length === 0) return processes.map(({ isListening, isReady }) => isReady || isListening);
  const least = Math.min(...open.map(({ calls }) => calls));
  const more = Math.max(moreMin, least * moreShare);
  return processes.map((one) => hasRoom(one) && one.calls - least < (one.isListening ? more : more / 2));
}

function hasRoom({ isReady, calls, callsMax, lagMs, isListening }: Listener): boolean {
  // A stopped process waits until some calls have left; otherwise it would begin and stop with each call.
  const free = isListening ? 0 : Math.min(moreMin, callsMax / 10);
  return isReady && calls + free < callsMax && lagMs < (isListening ? lagMsMax : lagMsAgain);
}
