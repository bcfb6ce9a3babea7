// Failure detector: a pure step over one node's observations of the others, which decides the nodes to give up. A
// silence counts only if the store and this node have both seen it: after an outage of the store, or when its clock
// is set forward, every node seems silent at first.

import type { NodeRow } from "../../db/port/node-store.ts";

/** Silence after which a node is given up: its sessions are ended, and it has to join again. */
export const goneAfterMs = 45_000;
/** Silence from which a node is watched. */
const watchedFromMs = 30_000;
/** Shortest watch: time enough for a living node to report after an outage. */
const watchedMs = 10_000;
/** Longest gap between two looks; a longer one is an outage or a pause of this node, and its watch restarts. */
const gapMsMax = 6_000;

export interface Silences {
  /** Time of the last look, and the start of looks without a gap, in milliseconds of the clock. */
  readonly lookedAt: number;
  readonly steadySince: number;
  /** Start of the observed silence of each suspect, by node id. */
  readonly since: ReadonlyMap<string, number>;
}

export const noSilences: Silences = {
  lookedAt: Number.NEGATIVE_INFINITY,
  steadySince: Number.NEGATIVE_INFINITY,
  since: new Map(),
};

/** State after a look at the nodes that are not gone. */
export function afterLook(before: Silences, nodes: readonly NodeRow[], now: number): Silences {
  const isGap = now - before.lookedAt > gapMsMax;
  const { steadySince, since } = isGap ? { ...noSilences, steadySince: now } : before;
  const silent = nodes.filter(({ silentMs }) => silentMs >= watchedFromMs);
  return { lookedAt: now, steadySince, since: new Map(silent.map(({ id }) => [id, since.get(id) ?? now])) };
}

/** True if this node has watched the others long enough to give up a silent one. */
export function isWatchful({ lookedAt, steadySince }: Silences, now: number): boolean {
  return now - lookedAt <= gapMsMax && now - steadySince >= watchedMs;
}

/** Ids of nodes to give up. `nodes` are those of the last look, as of now. */
export function givenUp(silences: Silences, nodes: readonly NodeRow[], now: number): string[] {
  if (!isWatchful(silences, now)) return [];
  const { since } = silences;
  const isOver = ({ id, silentMs }: NodeRow): boolean =>
    silentMs >= goneAfterMs && now - (since.get(id) ?? now) >= watchedMs;
  return nodes.filter(isOver).map(({ id }) => id);
}
