// Connection balancing: which processes of a machine take new connections. The kernel gives each connection to one of
// the listening processes, whatever their load; so one that has clearly more calls than its siblings stops for a
// while.

export interface ProcessFigures {
  /** Calls can be taken as soon as they come. */
  readonly isReady: boolean;
  /** Calls that take a place, and how many places there are. */
  readonly calls: number;
  readonly callsMax: number;
  /** How late its media clock is, 95th percentile of the last seconds. */
  readonly lagMs: number;
}

export interface Listener extends ProcessFigures {
  /** Told to listen. */
  readonly isListening: boolean;
  /** Listening, by its own report. */
  readonly isOpen: boolean;
}

/** A media clock that is later than a frame is long is heard by callers. */
const lagMsMax = 20;
/** After a stop for lateness, it resumes when it is well in time again. */
const lagMsAgain = 10;
/**
 * So many more calls than the sibling with the fewest are clearly more: so many, or this share of them. To stop closes
 * the idle connections, so it is not done for less.
 */
const moreMin = 4;
const moreShare = 0.1;

/**
 * Processes that listen from now on, in the order of `processes`. At least one always listens: when none has room, all
 * do, so that callers get a refusal. No process stops before a continuing one has begun: a busy one takes a while.
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
  // A stopped process waits until some calls have left, or it would begin and stop with each call.
  const free = isListening ? 0 : Math.min(moreMin, callsMax / 10);
  return isReady && calls + free < callsMax && lagMs < (isListening ? lagMsMax : lagMsAgain);
}
