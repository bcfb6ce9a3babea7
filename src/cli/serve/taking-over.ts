// Taking over: how `serve` replaces a server with the same data on the same machine, and lets another one replace it.
// With a data file, the old server leaves before the new one opens it; a database is open in both.

import { DirectoryInUse } from "../../../db/directory-lock.ts";
import { inMemory } from "../../../db/in-memory.ts";
import type { App, GivenParts } from "../../app.ts";
import { openWarmSpeech } from "../../app-calls.ts";
import { openMetrics } from "../../app-metrics.ts";
import { delay, wallClock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { version } from "../../base/version.ts";
import { deriveKey, knownMasterKey } from "../../cloud/master-key.ts";
import type { Config } from "../../config.ts";
import { Documents } from "../../documents/documents.ts";
import type { Listeners } from "../../processes/listeners.ts";
import type { Siblings } from "../../processes/siblings.ts";
import { Predecessor, type Successor, Successors } from "../../processes/succession.ts";
import { type LeftBehind, socketPathIn } from "../../processes/succession-link.ts";
import { Peers } from "../../transport/webrtc/peer-registry.ts";
import { placeOf, refusalIn } from "../stored-data.ts";

/** Parts that a successor's app inherits. */
export interface PreparedParts extends Pick<
  GivenParts,
  "speech" | "documents" | "metrics" | "carried" | "phones"
> {
  /** Another process has its resources, or had them a moment ago. */
  readonly isBeside: boolean;
}

/** Resources of an ending process stay there for a moment. */
const freeMsMax = 10_000;
const lookMs = 50;
/**
 * Time until all calls on a file are at the end of a turn: all of them move at once, because the newcomer can open the
 * data only after the last one. A turn at that time is cut. Calls that cannot go on elsewhere end within it.
 */
const turnMsMax = 1_500;
/** Checks of requests in progress: two seconds of them. */
const looksMax = 40;

function meetingPlace(config: Config): { readonly path: string; readonly key: Uint8Array } | undefined {
  const { dataDir, masterKey: given } = config;
  const path = dataDir === inMemory ? undefined : socketPathIn(dataDir);
  const master = knownMasterKey({ directory: dataDir, given });
  return path === undefined || master === undefined
    ? undefined
    : { path, key: deriveKey(master, "succession") };
}

/** Undefined without a predecessor. Rejects if it has another key. */
export async function findPredecessor(config: Config): Promise<Predecessor | undefined> {
  const place = meetingPlace(config);
  return place && (await Predecessor.meet({ ...place, clock: wallClock }));
}

/** Nothing if no successor is possible. */
export async function openSuccessors(
  config: Config,
  { log, port }: { readonly log: Log; readonly port: number },
): Promise<Successors | undefined> {
  const place = meetingPlace(config);
  if (place === undefined) return undefined;
  return await Successors.open({
    ...place,
    log,
    clock: wallClock,
    facts: { pid: process.pid, version, port },
  });
}

interface Preparing {
  readonly config: Config;
  readonly log: Log;
  readonly doors: Listeners;
  /** Closes what is opened here. */
  readonly owned: AsyncDisposableStack;
}

/**
 * Prepares everything that can be ready while the old server still serves; then that one leaves, if it has to leave
 * before the data is opened. Undefined: something failed and was printed, and the old server is unaffected.
 */
export async function prepareOrSay(
  {
    predecessor,
    behind: { homes: carried, phones },
  }: { readonly predecessor?: Predecessor | undefined; readonly behind: LeftBehind },
  { config, log, doors, owned }: Preparing,
): Promise<PreparedParts | undefined> {
  if (predecessor === undefined) return { carried, phones, isBeside: carried.length > 0 };
  const { pid, version: theirs } = predecessor.facts;
  log.info("server.taking-over", { pid, version: theirs });
  if (config.database !== undefined) return { carried, isBeside: true };
  try {
    (await import("../../../db/rehearse-migration.ts")).rehearseMigration(placeOf(config));
    const metrics = openMetrics(config, wallClock);
    const { machine } = metrics;
    const restarted = (): void => machine.restarted("documents");
    const documents = owned.use(new Documents({ clock: wallClock, log, restarted }));
    // The first of many returning callers would wait for it.
    documents.warmUp();
    const [speech] = await Promise.all([
      openWarmSpeech(config, { clock: wallClock, log, owned, machine }),
      Peers.load(),
    ]);
    // From here on new connections wait for this process, unless the old one takes them.
    doors.join();
    const left = await predecessor.leave();
    if (left === undefined) log.warn("server.taken-from-dead", { pid });
    return { speech, documents, metrics, carried: left?.homes ?? [], phones: left?.phones, isBeside: true };
  } catch (error) {
    console.error(
      `This server cannot take the place of process ${pid}, which continues: ${refusalIn(error, config) ?? (error as Error).message}`,
    );
    return undefined;
  }
}

/** Later callers are answered at once. False: warming failed, which was printed. */
export async function isWarmOrSay({ deps: { speech } }: App): Promise<boolean> {
  try {
    await speech?.ready;
    return true;
  } catch (error) {
    console.error((error as Error).message);
    return false;
  }
}

/**
 * The last step: on a database, the old server is notified only now. False: it keeps its calls, which was printed.
 */
export async function takeCalls(
  predecessor: Predecessor,
  { config, log }: Pick<Preparing, "config" | "log">,
): Promise<boolean> {
  try {
    if (config.database !== undefined) await predecessor.leave();
    predecessor.done();
    log.info("server.taken-over", { pid: predecessor.facts.pid });
    return true;
  } catch (error) {
    console.error(`Process ${predecessor.facts.pid} does not stop: ${(error as Error).message}`);
    return false;
  }
}

interface Leaving {
  readonly config: Config;
  readonly server: App;
  readonly doors: Listeners;
  readonly siblings: Siblings | undefined;
}

/** Released state with which the new server continues. */
export interface LeftState {
  readonly successor: Successor;
  readonly behind: LeftBehind;
}

/**
 * Gives up the port, and with a data file the calls. `drain`: one node of many gives up its calls as such. `stay`:
 * the new server has died, and nothing has changed.
 */
export async function leave(
  successor: Successor,
  { config, server, doors, siblings }: Leaving,
): Promise<LeftState | "drain" | "stay"> {
  siblings?.listen(false);
  await doors.listen(false);
  if (config.database !== undefined) {
    if (await successor.left({ homes: [] })) return "drain";
    await doors.listen(true);
    siblings?.listen(true);
    return "stay";
  }
  const never = new AbortController().signal;
  await doors.shut({ look: () => delay(wallClock, lookMs, never), turns: looksMax });
  const [others = []] = await Promise.all([
    siblings?.leave(turnMsMax),
    server.deps.sessions.handOver(turnMsMax),
  ]);
  const phones: unknown[] = [];
  // The new server has the same ports, and the PBX notices nothing.
  await server.phones.leave(true, async (moved) => void phones.push(...moved));
  return { successor, behind: { homes: [server.cluster.node.id, ...others], phones } };
}

/** Tries again while another process still has the resource but may be leaving. */
export async function patiently<T>(isBeside: boolean, open: () => Promise<T>): Promise<T> {
  const until = wallClock.now() + (isBeside ? freeMsMax : 0);
  const never = new AbortController().signal;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const { code } = error as { code?: string };
      const isTaken = error instanceof DirectoryInUse || code === "EADDRINUSE";
      if (!isTaken || wallClock.now() >= until) throw error;
    }
    await delay(wallClock, lookMs, never);
  }
}
